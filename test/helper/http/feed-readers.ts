/** Unmodified feed parsers, with their results in one form. */
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import RssParser from 'rss-parser'
import { convertIcsCalendar, type IcsDateObject } from 'ts-ics'

/** A parsed event; instants are ISO 8601 in UTC, all-day events have dates only. */
export interface ParsedEvent {
  readonly uid: string
  readonly title: string
  readonly start: string
  readonly end: string
  readonly location: string
  readonly description: string
}

const iso = (date: Date): string => date.toISOString().replace('.000Z', 'Z')

/** ical.js of Mozilla: uses only the time zones that the calendar defines. */
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

/** node-ical: resolves time zones by name. */
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

/**
 * ts-ics: strict, throws for a component without a required property, and uses the time zones that the calendar
 * defines.
 */
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

/** A property with parameters is returned as an object. */
const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value ?? '')

export const parseRss = (text: string) =>
  new RssParser({
    customFields: { item: ['ev:startdate', 'ev:enddate', 'ev:location', 'content:encoded'] },
  }).parseString(text)

/** By RFC 4180, without the byte order mark: rows of cells. */
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
