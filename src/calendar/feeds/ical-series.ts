/** A series in iCalendar: one event with a recurrence, and one for each occurrence that differs from it. */
import { toSeconds } from '../../base/time/civil-time.ts'
import { findZoneId, isUnambiguous, toLocal } from '../../base/time/time-zone.ts'
import { type EventDates, pickDates } from '../events/event-dates.ts'
import { expandDates } from '../series/expand-recurrence.ts'
import { createOccurrenceDates } from '../series/occurrence-dates.ts'
import { getKeyDate, getRuleDate } from '../series/occurrence-key.ts'
import { formatRule, readRule } from '../series/recurrence-rule.ts'
import type { Series } from '../series/series.ts'
import { type FeedEvent, readFeedEvent } from './feed-event.ts'
import type { FeedChannel, FeedRecord } from './feed-format.ts'
import { formatCalendarHeader, formatDayLine, formatFeedEvent } from './ical.ts'
import { formatLine, formatTextLine } from './ical-content-line.ts'
import {
  collectZones,
  type DescribedZones,
  formatBasicDateTime,
  formatDateTimeLine,
  formatZones,
} from './ical-vtimezone.ts'

export interface FeedOccurrence extends FeedRecord {
  /** Key in the series. */
  readonly key: string
  readonly isEdited: boolean
}

export interface SeriesCalendar {
  readonly series: Series
  /** Unique ID of the recurring event. */
  readonly uid: string
  /** The occurrences that the viewer may see, by key. */
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
    formatRecurring(calendar, events, channel, zones) ??
    events.map((one) => formatSingle(one, calendar, channel, zones)).join('')
  )
}

interface ReadOccurrence extends FeedOccurrence {
  readonly event: FeedEvent
}

/**
 * An event of its own for other programs, which states its series and original start, so that an import joins them. A
 * password hides the start.
 */
function formatSingle(
  { key, event, revision }: ReadOccurrence,
  { series, uid }: SeriesCalendar,
  { fields }: FeedChannel,
  zones: DescribedZones,
): string {
  if (series.template.password !== '') return formatFeedEvent(event, { revision, fields, zones })
  const original = formatMoment('X-CALENDS-OCCURRENCE', toRuleZone(findDates(series, key), series), zones)
  const recurrence = formatTextLine('X-CALENDS-SERIES', uid) + original
  return formatFeedEvent(event, { revision, fields, zones, recurrence })
}

const findDates = ({ template, recurrence }: Series, key: string): EventDates =>
  createOccurrenceDates(pickDates(template), key, recurrence)

function formatRecurring(
  calendar: SeriesCalendar,
  events: readonly ReadOccurrence[],
  channel: FeedChannel,
  zones: DescribedZones,
): string | undefined {
  const { series, uid } = calendar
  const { fields } = channel
  const unedited = events.filter((one) => !one.isEdited)
  const [pattern, latest] = [unedited[0], unedited.at(-1)]
  const rule = createRule(
    series,
    events.map(({ key }) => key),
  )
  if (!pattern || !latest || !rule || series.template.password !== '') return undefined
  const first = toRuleZone(findDates(series, rule.start), series)
  if (!isExpandable(first, zones)) return undefined
  const format = (name: string, key: string) => formatMoment(name, toRuleZone(findDates(series, key), series), zones)
  const recurrence = [
    formatLine('RRULE', `${rule.text};UNTIL=${formatUntil(findDates(series, rule.end))}`),
    ...rule.excluded.map((key) => format('EXDATE', key)),
  ].join('')
  const revision = Math.max(...events.map((one) => one.revision))
  const { virtualUrl } = latest.event
  const recurring = { ...pattern.event, virtualUrl, uid, ...toMoments(first), timezone: first.timezone }
  const others = events.map((one) => {
    if (!rule.dates.has(one.key)) return formatSingle(one, calendar, channel, zones)
    if (!differs(one, findDates(series, one.key), first) && one.event.virtualUrl === virtualUrl) return ''
    const options = { revision: one.revision, fields, zones, recurrence: format('RECURRENCE-ID', one.key) }
    return formatFeedEvent({ ...one.event, uid }, options)
  })
  return [formatFeedEvent(recurring, { revision, fields, zones, recurrence }), ...others].join('')
}

/** The dates in the zone of the recurrence, in which clients expand the rule. */
function toRuleZone(dates: EventDates, { recurrence: { timezone } }: Series): EventDates {
  if (timezone === '') return dates
  const [start_date, end_date] = [toLocal(dates.utc_start_date, timezone), toLocal(dates.utc_end_date, timezone)]
  return { ...dates, start_date, end_date, timezone }
}

/** Clients expand a rule in the zone of DTSTART, which the calendar must describe. */
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
 * The rule between the first and the last of `keys`, which are ascending; undefined if it selects none of them. Other
 * occurrences are written as single events, because few clients read RDATE.
 */
function createRule({ template, recurrence }: Series, keys: readonly string[]): Rule | undefined {
  if (recurrence.rrule === '') return undefined
  const [first = '', last = ''] = [keys[0], keys.at(-1)]
  const origin = getRuleDate(template, recurrence)
  const text = formatRule(new Map([...readRule(recurrence.rrule)].filter(([name]) => !ENDS.has(name))))
  const expand = (rrule: string, start: string) =>
    expandDates({ rrule, rdate: [], exdate: [] }, start, { until: getKeyDate(last) })
  const all = expand(recurrence.rrule, origin)
  // Added occurrences follow the start of the rule, so that an import can join them.
  const begin = all.includes(first) ? first : (all.findLast((date) => date < first) ?? origin)
  const later = all.filter((date) => date >= begin)
  // A rule that begins later can select other dates, for example if the series begins with a date outside of the rule.
  const isEqual = expand(text, begin).join() === later.join()
  const [start, reached] = isEqual ? [begin, later] : [origin, all]
  const selected = new Set(keys)
  const end = reached.at(-1)
  if (end === undefined || !reached.some((date) => selected.has(date))) return undefined
  const excluded = [...new Set([start, ...reached])].filter((date) => !selected.has(date))
  return { text, start, end, dates: new Set(reached), excluded }
}

/** Parts that end a rule. */
const ENDS: ReadonlySet<string> = new Set(['COUNT', 'UNTIL'])

/** UNTIL has the type of DTSTART: a date, or a time in UTC. */
const formatUntil = ({ all_day, start_date, utc_start_date }: EventDates): string =>
  all_day ? start_date.slice(0, 10).replaceAll('-', '') : `${formatBasicDateTime(utc_start_date)}Z`

function formatMoment(name: string, dates: EventDates, zones: DescribedZones): string {
  if (dates.all_day) return formatDayLine(name, dates.start_date.slice(0, 10))
  return formatDateTimeLine(name, { local: dates.start_date, utc: dates.utc_start_date }, dates.timezone, zones)
}

const toMoments = ({ start_date, end_date, utc_start_date, utc_end_date }: EventDates) => ({
  start: { local: start_date, utc: utc_start_date },
  end: { local: end_date, utc: utc_end_date },
})

/** Clients repeat the exact duration of the first occurrence, which a clock change alters. */
function differs({ isEdited, event }: ReadOccurrence, expected: EventDates, first: EventDates): boolean {
  const getDuration = ({ utc_start_date, utc_end_date }: EventDates) =>
    toSeconds(utc_end_date) - toSeconds(utc_start_date)
  const isSame = event.start.utc === expected.utc_start_date && event.end.utc === expected.utc_end_date
  return isEdited || !isSame || (!first.all_day && getDuration(expected) !== getDuration(first))
}
