/** Recurrences: a rule with additional and excluded dates (RFC 5545, sections 3.8.5.1 to 3.8.5.3). */
import type { DateTime } from '../../datetime/date-time.ts'
import { addDays } from '../../datetime/parse-date.ts'
import { toLocal } from '../../datetime/time-zone.ts'
import { type FieldError, INVALID_VALUE } from '../problem.ts'
import { isCalendarDate, shiftDate, sortDates } from './calendar-dates.ts'
import { createRecurrenceError, endRule, formatRule, MAX_OCCURRENCES, parseRule, readRule } from './recurrence-rule.ts'

/** Dates are `YYYY-MM-DD` in the time zone of the series. */
export interface Recurrence {
  /** Value of an RRULE, whose UNTIL is a date; empty without a rule. */
  readonly rrule: string
  /** Sorted, without duplicates. */
  readonly rdate: readonly string[]
  readonly exdate: readonly string[]
}

/** The parts that a request sets; other parts of an existing recurrence stay. */
export type RecurrenceInput = Partial<Recurrence>

type RecurrenceResult = { readonly value: RecurrenceInput } | { readonly error: FieldError }

export const NO_RECURRENCE: Recurrence = { rrule: '', rdate: [], exdate: [] }

/**
 * Parses `{rrule, rdate, exdate}`, or a text of an RRULE with optional RDATE and EXDATE lines. UNTIL may still contain a
 * time; `anchorRecurrence` resolves it.
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
  const { rrule = '', rdate = [], exdate = [] } = given
  if (typeof rrule !== 'string') return { error: INVALID_VALUE }
  const text = rrule.trim().replace(/^RRULE:/i, '')
  const rule = text === '' ? { parts: new Map<string, string>() } : parseRule(text)
  if ('error' in rule) return rule
  const added = parseDates(rdate)
  if ('error' in added) return added
  const excluded = parseDates(exdate)
  if ('error' in excluded) return excluded
  const value = {
    ...(given['rrule'] !== undefined && { rrule: formatRule(rule.parts) }),
    ...(given['rdate'] !== undefined && { rdate: added.dates }),
    ...(given['exdate'] !== undefined && { exdate: excluded.dates }),
  }
  return Object.keys(value).length === 0 ? createRecurrenceError('error.recurrence_empty') : { value }
}

type DatesResult = { readonly dates: readonly string[] } | { readonly error: FieldError }

/** A date of either ISO form. Its time of day is ignored, because that of the first occurrence applies. */
const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]\d\d:?\d\d(?::?\d\d)?)?$/

function parseDates(raw: unknown): DatesResult {
  const elements: unknown[] =
    typeof raw === 'string' ? raw.split(',').filter((text) => text.trim() !== '') : toList(raw)
  if (elements.length > MAX_OCCURRENCES)
    return createRecurrenceError('error.recurrence_too_many', { limit: String(MAX_OCCURRENCES) })
  const dates: string[] = []
  for (const element of elements) {
    const [, year = '', month = '', day = ''] = DATE.exec(String(element).trim()) ?? []
    const date = `${year}-${month}-${day}`
    if (year === '' || !isCalendarDate(date))
      return createRecurrenceError('error.recurrence_date', { value: String(element).slice(0, 40) })
    dates.push(date)
  }
  return { dates: sortDates(dates) }
}

const toList = (raw: unknown): unknown[] =>
  typeof raw === 'object' && raw !== null ? Object.values(raw) : raw === null ? [] : [raw]

/**
 * The recurrence with UNTIL as a date: an UNTIL before the time of day of the first occurrence excludes its own day. UTC
 * times are converted to the zone.
 */
export function anchorRecurrence(recurrence: Recurrence, start: DateTime, timezone: string): Recurrence {
  const parts = new Map(readRule(recurrence.rrule))
  const until = parts.get('UNTIL')
  if (until === undefined || until.length === 8) return recurrence
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)/.exec(until) ?? []
  const text = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  const local = until.endsWith('Z') ? toLocal(text, timezone) : text
  const last = local.slice(11) < start.slice(11) ? addDays(local, -1) : local
  parts.set('UNTIL', last.slice(0, 10).replaceAll('-', ''))
  return { ...recurrence, rrule: formatRule(parts) }
}

/** The recurrence without the dates. */
export const excludeDates = (recurrence: Recurrence, dates: readonly string[]): Recurrence => ({
  ...recurrence,
  exdate: sortDates([...recurrence.exdate, ...dates]),
})

/** The recurrence without the dates from `date` on. */
export const truncateRecurrence = ({ rrule, rdate, exdate }: Recurrence, date: string): Recurrence => ({
  rrule: rrule === '' ? '' : endRule(rrule, shiftDate(date, -1)),
  rdate: rdate.filter((one) => one < date),
  exdate: exdate.filter((one) => one < date),
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
