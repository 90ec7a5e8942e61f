/** Recurrences: a rule with additional and excluded dates (RFC 5545, sections 3.8.5.1 to 3.8.5.3). */
import { addDays } from '../../base/time/parse-date.ts'
import { isTimeZone, toLocal } from '../../base/time/time-zone.ts'
import { type FieldError, INVALID_VALUE } from '../../kernel/problem.ts'
import { isCalendarDate, shiftDate, sortDates } from './calendar-dates.ts'
import { type FirstDates, getKeyDate, getRuleStart, isDateKey } from './occurrence-key.ts'
import { createRecurrenceError, endRule, formatRule, MAX_OCCURRENCES, parseRule, readRule } from './recurrence-rule.ts'

/**
 * `rdate` and `exdate` contain the keys of occurrences: `YYYY-MM-DD` for an occurrence at the time of day of its series, and
 * `YYYY-MM-DD HH:MM:SS` for one at another time. All dates are in the time zone of the recurrence.
 */
export interface Recurrence {
  /** Value of an RRULE, whose UNTIL is a date; empty without a rule. */
  readonly rrule: string
  /** Sorted, without duplicates. */
  readonly rdate: readonly string[]
  readonly exdate: readonly string[]
  /** Zone in which the rule counts days, if that is another zone than the one of the events; else empty. */
  readonly timezone: string
}

/** The parts that a request sets; other parts of an existing recurrence stay. */
export type RecurrenceInput = Partial<Recurrence>

type RecurrenceResult = { readonly value: RecurrenceInput } | { readonly error: FieldError }

export const NO_RECURRENCE: Recurrence = { rrule: '', rdate: [], exdate: [], timezone: '' }

/** The recurrence as in responses. Requests also accept times in `rdate` and `exdate`. */
export interface RecurrenceView {
  readonly rrule: string
  readonly rdate: readonly string[]
  readonly exdate: readonly string[]
  readonly rdate_times?: readonly string[]
  readonly exdate_times?: readonly string[]
  readonly timezone?: string
}

/** Times of dates are in members of their own, because clients expect dates. Members that few series have are omitted. */
export function presentRecurrence({ rrule, rdate, exdate, timezone }: Recurrence): RecurrenceView {
  const [rdate_times, exdate_times] = [rdate, exdate].map((keys) => keys.filter((key) => !isDateKey(key)))
  return {
    rrule,
    rdate: rdate.filter(isDateKey),
    exdate: exdate.filter(isDateKey),
    ...(rdate_times?.length && { rdate_times }),
    ...(exdate_times?.length && { exdate_times }),
    ...(timezone !== '' && { timezone }),
  }
}

/**
 * Parses `{rrule, rdate, rdate_times, exdate, exdate_times, timezone}`, or a text of an RRULE with optional RDATE and EXDATE lines. UNTIL and dates may
 * still contain a time; `anchorRecurrence` resolves them.
 */
export function parseRecurrence(raw: unknown): RecurrenceResult {
  if (typeof raw === 'string') return parseRecurrenceParts(readLines(raw))
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { error: INVALID_VALUE }
  const parts: Record<string, unknown> = { ...raw }
  return parseRecurrenceParts(parts)
}

/** Properties of iCalendar by lower-case name; a line without a name is an RRULE. */
function readLines(text: string): Record<string, unknown> {
  const properties: Record<string, string> = {}
  for (const line of text.split(/\r?\n/).map((part) => part.trim())) {
    if (line === '') continue
    const [, name = 'rrule', value = line] = /^(RRULE|RDATE|EXDATE)(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
    const key = name.toLowerCase()
    properties[key] = properties[key] === undefined ? value : `${properties[key]},${value}`
  }
  return properties
}

function parseRecurrenceParts(given: Record<string, unknown>): RecurrenceResult {
  const { rrule = '', timezone = '' } = given
  if (typeof rrule !== 'string' || typeof timezone !== 'string') return { error: INVALID_VALUE }
  if (timezone !== '' && !isTimeZone(timezone))
    return createRecurrenceError('error.recurrence_zone', { value: timezone.slice(0, 64) })
  const text = rrule.trim().replace(/^RRULE:/i, '')
  const rule = text === '' ? { parts: new Map<string, string>() } : parseRule(text)
  if ('error' in rule) return rule
  const added = parseDates([given['rdate'], given['rdate_times']])
  if ('error' in added) return added
  const excluded = parseDates([given['exdate'], given['exdate_times']])
  if ('error' in excluded) return excluded
  const value = {
    ...(given['rrule'] !== undefined && { rrule: formatRule(rule.parts) }),
    ...(added.dates && { rdate: added.dates }),
    ...(excluded.dates && { exdate: excluded.dates }),
    ...(given['timezone'] !== undefined && { timezone }),
  }
  return Object.keys(value).length === 0 ? createRecurrenceError('error.recurrence_empty') : { value }
}

/** `dates` are undefined if none of the members is given. */
type DatesResult = { readonly dates: readonly string[] | undefined } | { readonly error: FieldError }

/** A date of either ISO form, with an optional time of day, which `Z` makes an instant. */
const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d))?(Z?))?$/

function parseDates(members: readonly unknown[]): DatesResult {
  const given = members.filter((member) => member !== undefined)
  if (given.length === 0) return { dates: undefined }
  const elements = given.flatMap(toList)
  if (elements.length > MAX_OCCURRENCES)
    return createRecurrenceError('error.recurrence_too_many', { limit: String(MAX_OCCURRENCES) })
  const dates: string[] = []
  for (const element of elements) {
    const [, year = '', month = '', day = '', hour, minute, second = '00', zone] =
      DATE.exec(String(element).trim()) ?? []
    const date = `${year}-${month}-${day}`
    if (year === '' || !isCalendarDate(date))
      return createRecurrenceError('error.recurrence_date', { value: String(element).slice(0, 40) })
    dates.push(hour === undefined ? date : `${date} ${hour}:${minute}:${second}${zone}`)
  }
  return { dates: sortDates(dates) }
}

function toList(raw: unknown): unknown[] {
  if (typeof raw === 'string') return raw.split(',').filter((text) => text.trim() !== '')
  return typeof raw === 'object' && raw !== null ? Object.values(raw) : raw === null ? [] : [raw]
}

/**
 * The recurrence with keys of occurrences, and with UNTIL as a date: an UNTIL before the time of day of the first occurrence
 * excludes its own day. UTC times are converted to the zone of the recurrence.
 */
export function anchorRecurrence(recurrence: Recurrence, first: FirstDates): Recurrence {
  const timezone = first.all_day || recurrence.timezone === first.timezone ? '' : recurrence.timezone
  const anchored = { ...recurrence, timezone }
  const time = getRuleStart(first, anchored).slice(11)
  const zone = timezone || first.timezone
  const toKey = (text: string): string => {
    if (first.all_day || text.length === 10) return text.slice(0, 10)
    const local = text.endsWith('Z') ? toLocal(text.slice(0, -1), zone) : text
    return local.slice(11) === time ? local.slice(0, 10) : local
  }
  return {
    ...anchored,
    rrule: resolveUntil(recurrence.rrule, time, zone),
    rdate: sortDates(recurrence.rdate.map(toKey)),
    exdate: sortDates(recurrence.exdate.map(toKey)),
  }
}

function resolveUntil(rrule: string, time: string, zone: string): string {
  const parts = new Map(readRule(rrule))
  const until = parts.get('UNTIL')
  if (until === undefined || until.length === 8) return rrule
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)/.exec(until) ?? []
  const text = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  const local = until.endsWith('Z') ? toLocal(text, zone) : text
  const last = local.slice(11) < time ? addDays(local, -1) : local
  parts.set('UNTIL', last.slice(0, 10).replaceAll('-', ''))
  return formatRule(parts)
}

/** The recurrence without the dates. */
export const excludeDates = (recurrence: Recurrence, dates: readonly string[]): Recurrence => ({
  ...recurrence,
  exdate: sortDates([...recurrence.exdate, ...dates]),
})

/** The recurrence without the occurrences from `key` on. */
export const truncateRecurrence = ({ rrule, rdate, exdate, timezone }: Recurrence, key: string): Recurrence => ({
  timezone,
  rrule: rrule === '' ? '' : endRule(rrule, isDateKey(key) ? shiftDate(key, -1) : getKeyDate(key)),
  rdate: rdate.filter((one) => one < key),
  exdate: exdate.filter((one) => one < key),
})

/** The recurrence with a date again that was excluded. */
export const includeDate = (recurrence: Recurrence, date: string): Recurrence => ({
  ...recurrence,
  exdate: recurrence.exdate.filter((one) => one !== date),
})

/** The recurrence with the dates, whether or not its rule selects them. */
export const addRecurrenceDates = (recurrence: Recurrence, dates: readonly string[]): Recurrence => ({
  ...recurrence,
  rdate: sortDates([...recurrence.rdate, ...dates]),
  exdate: recurrence.exdate.filter((date) => !dates.includes(date)),
})
