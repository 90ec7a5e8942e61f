/** Programs that read feeds, unchanged, each telling what it understood in one form. */
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import RssParser from 'rss-parser'
import { convertIcsCalendar, type IcsDateObject } from 'ts-ics'

/** An event as a reader understood it; moments are ISO 8601 in UTC, days alone of what takes whole days. */
export interface ParsedEvent {
  readonly uid: string
  readonly title: string
  readonly start: string
  readonly end: string
  readonly location: string
  readonly description: string
}

const iso = (date: Date): string => date.toISOString().replace('.000Z', 'Z')

/** Mozilla's: counts times by the zones that stand in the calendar alone. */
export function parseWithIcalJs(text: string): ParsedEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const moment = (time: ICAL.Time): string => (time.isDate ? time.toString() : iso(time.toJSDate()))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid ?? '',
      title: event.summary ?? '',
      start: moment(event.startDate),
      end: moment(event.endDate),
      location: event.location ?? '',
      description: event.description ?? '',
    }
  })
}

/** One that knows zones by their names. */
export function parseWithNodeIcal(text: string): ParsedEvent[] {
  const day = (date: Date): string =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) => {
    if (event?.type !== 'VEVENT' || !event.start) return []
    const moment = (date: Date): string => (event.datetype === 'date' ? day(date) : iso(date))
    return [
      {
        uid: event.uid ?? '',
        title: plain(event.summary),
        start: moment(event.start),
        end: moment(event.end ?? event.start),
        location: plain(event.location),
        description: plain(event.description),
      },
    ]
  })
}

/** A strict one, which throws for a component without what it requires, and also counts by the zones in the calendar. */
export function parseWithTsIcs(text: string): ParsedEvent[] {
  const moment = ({ type, date }: IcsDateObject): string => (type === 'DATE' ? iso(date).slice(0, 10) : iso(date))
  return (convertIcsCalendar(undefined, text).events ?? []).map((event) => ({
    uid: event.uid,
    title: event.summary,
    start: moment(event.start),
    end: moment(event.end ?? event.start),
    location: event.location ?? '',
    description: event.description ?? '',
  }))
}

/** What has parameters it gives as a record. */
const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value ?? '')

export const parseRss = (text: string) =>
  new RssParser({
    customFields: { item: ['ev:startdate', 'ev:enddate', 'ev:location', 'content:encoded'] },
  }).parseString(text)

/** By RFC 4180, without its byte order mark: rows of cells. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  for (const [, quoted, bare = '', end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}
