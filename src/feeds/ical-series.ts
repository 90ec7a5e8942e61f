/** A series in iCalendar: one event with a recurrence, and one for each occurrence that differs from it. */
import { toSeconds } from '../datetime/civil-time.ts'
import { findZoneId, isUnambiguous } from '../datetime/time-zone.ts'
import { type EventDates, pickDates } from '../domain/changes/event-dates.ts'
import { createOccurrenceDates } from '../domain/changes/occurrence-dates.ts'
import type { Series } from '../domain/model/series.ts'
import { expandDates } from '../domain/recurrence/expand-recurrence.ts'
import { formatRule, readRule } from '../domain/recurrence/recurrence-rule.ts'
import { type FeedEvent, readFeedEvent } from './feed-event.ts'
import type { FeedChannel, FeedRecord } from './feed-format.ts'
import { formatCalendarHeader, formatDayLine, formatFeedEvent } from './ical.ts'
import { formatLine } from './ical-content-line.ts'
import {
  collectZones,
  type DescribedZones,
  formatBasicDateTime,
  formatDateTimeLine,
  formatZones,
} from './ical-vtimezone.ts'

export interface FeedOccurrence extends FeedRecord {
  /** Original date, `YYYY-MM-DD`. */
  readonly date: string
  readonly isEdited: boolean
}

export interface SeriesCalendar {
  readonly series: Series
  /** Unique ID of the recurring event. */
  readonly uid: string
  /** The occurrences that the viewer may see, by date. */
  readonly occurrences: readonly FeedOccurrence[]
}

/** The whole calendar of one series. */
export function formatSeriesCalendar(calendar: SeriesCalendar, channel: FeedChannel): string {
  const zones = collectZones(channel.zones)
  const body = formatSeries(calendar, channel, zones)
  return `${formatCalendarHeader(channel)}${formatZones(zones)}${body}END:VCALENDAR\r\n`
}

/** Formats series as a part of a calendar. */
export function createSeriesWriter(channel: FeedChannel): (calendar: SeriesCalendar) => string {
  const zones = collectZones(channel.zones)
  return (calendar) => formatSeries(calendar, channel, zones)
}

/**
 * The rule begins and ends with occurrences that exist. Series that clients would expand to other times are written as
 * single events: those in a zone without a VTIMEZONE, and those in which every event was edited; also those with a
 * password, which hides whether they last whole days. A link that is shown only near the start is in the events that show
 * it, until the last one does.
 */
function formatSeries(calendar: SeriesCalendar, channel: FeedChannel, zones: DescribedZones): string {
  const events = calendar.occurrences.map((occurrence) => ({
    ...occurrence,
    event: readFeedEvent(occurrence.json, channel.dayCutoff),
  }))
  return (
    formatRecurring(calendar, events, channel, zones) ?? events.map((one) => formatOne(one, channel, zones)).join('')
  )
}

interface ReadOccurrence extends FeedOccurrence {
  readonly event: FeedEvent
}

const formatOne = ({ event, revision }: ReadOccurrence, { fields }: FeedChannel, zones: DescribedZones): string =>
  formatFeedEvent(event, { revision, fields, zones })

function formatRecurring(
  { series, uid }: SeriesCalendar,
  events: readonly ReadOccurrence[],
  channel: FeedChannel,
  zones: DescribedZones,
): string | undefined {
  const { fields } = channel
  const unedited = events.filter((one) => !one.isEdited)
  const [pattern, latest] = [unedited[0], unedited.at(-1)]
  const rule = createRule(
    series,
    events.map(({ date }) => date),
  )
  if (!pattern || !latest || !rule || series.template.password !== '') return undefined
  const first = createOccurrenceDates(pickDates(series.template), rule.start)
  if (!isExpandable(first, zones)) return undefined
  const format = (name: string, date: string) => formatMoment(name, createOccurrenceDates(first, date), zones)
  const recurrence = [
    formatLine('RRULE', `${rule.text};UNTIL=${formatUntil(first, rule.end)}`),
    ...rule.excluded.map((date) => format('EXDATE', date)),
  ].join('')
  const revision = Math.max(...events.map((one) => one.revision))
  const { virtualUrl } = latest.event
  const recurring = { ...pattern.event, virtualUrl, uid, ...toMoments(first) }
  const others = events.map((one) => {
    if (!rule.dates.has(one.date)) return formatOne(one, channel, zones)
    if (!differs(one, first) && one.event.virtualUrl === virtualUrl) return ''
    const options = { revision: one.revision, fields, zones, recurrence: format('RECURRENCE-ID', one.date) }
    return formatFeedEvent({ ...one.event, uid }, options)
  })
  return [formatFeedEvent(recurring, { revision, fields, zones, recurrence }), ...others].join('')
}

/** Clients expand a rule in the zone of DTSTART, so that must be the zone of the series. */
function isExpandable({ all_day, start_date, timezone }: EventDates, zones: DescribedZones): boolean {
  const id = findZoneId(timezone)
  return all_day || id === 'UTC' || (zones.has(id) && isUnambiguous(start_date, timezone))
}

interface Rule {
  readonly text: string
  /** First and last date. */
  readonly start: string
  readonly end: string
  readonly dates: ReadonlySet<string>
  /** Dates without an occurrence. */
  readonly excluded: readonly string[]
}

/**
 * The rule between the first and the last of `dates`, which are ascending; undefined if it selects none of them. Other
 * dates are written as single events, because few clients read RDATE.
 */
function createRule({ template, recurrence }: Series, dates: readonly string[]): Rule | undefined {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const origin = template.start_date.slice(0, 10)
  const parts = new Map(readRule(recurrence.rrule))
  parts.delete('COUNT')
  parts.delete('UNTIL')
  const text = formatRule(parts)
  const expand = (rrule: string, start: string) =>
    rrule === '' ? [] : expandDates({ rrule, rdate: [], exdate: [] }, start, last).filter((date) => date <= last)
  const all = expand(recurrence.rrule, origin)
  const later = all.filter((date) => date >= first)
  // A rule that begins later can select other dates, for example if the series begins with a date outside of the rule.
  const isEqual = later[0] !== undefined && expand(text, later[0]).join() === later.join()
  const reached = isEqual ? later : all
  const [start, end] = [isEqual ? later[0] : origin, reached.at(-1)]
  if (start === undefined || end === undefined) return undefined
  return { text, start, end, dates: new Set(reached), excluded: reached.filter((date) => !dates.includes(date)) }
}

/** UNTIL has the type of DTSTART: a date, or a time in UTC. */
function formatUntil(first: EventDates, date: string): string {
  if (first.all_day) return date.replaceAll('-', '')
  return `${formatBasicDateTime(createOccurrenceDates(first, date).utc_start_date)}Z`
}

function formatMoment(name: string, dates: EventDates, zones: DescribedZones): string {
  if (dates.all_day) return formatDayLine(name, dates.start_date.slice(0, 10))
  return formatDateTimeLine(name, { local: dates.start_date, utc: dates.utc_start_date }, dates.timezone, zones)
}

const toMoments = ({ start_date, end_date, utc_start_date, utc_end_date }: EventDates) => ({
  start: { local: start_date, utc: utc_start_date },
  end: { local: end_date, utc: utc_end_date },
})

/** Clients repeat the exact duration of the first occurrence, which a clock change alters. */
function differs({ isEdited, date, event }: ReadOccurrence, first: EventDates): boolean {
  const expected = createOccurrenceDates(first, date)
  const getDuration = ({ utc_start_date, utc_end_date }: EventDates) =>
    toSeconds(utc_end_date) - toSeconds(utc_start_date)
  const isSame = event.start.utc === expected.utc_start_date && event.end.utc === expected.utc_end_date
  return isEdited || !isSame || (!first.all_day && getDuration(expected) !== getDuration(first))
}
