/** Reads RRULE and EXRULE as rules of dates (RFC 5545, section 3.3.10). */

import type { FieldError } from '../../../domain/problem.ts'
import { shiftDate } from '../../../domain/recurrence/calendar-dates.ts'
import { expandDates } from '../../../domain/recurrence/expand-recurrence.ts'
import { formatRule, MAX_OCCURRENCES, parseRule } from '../../../domain/recurrence/recurrence-rule.ts'
import { createPropertyError, type IcsProperty } from './content-lines.ts'
import { readMoment } from './ics-moments.ts'
import { findLastDate, getFirstDate, type SeriesClock } from './series-clock.ts'

export interface IcsRule {
  readonly property: IcsProperty
  /** UNTIL is a date, and there is no COUNT then. */
  readonly parts: ReadonlyMap<string, string>
}

/** A rule that no series can have. */
export interface UnsupportedRule {
  readonly property: IcsProperty
  /** The parts that are not supported. */
  readonly reason: string
}

/** Throws an `IcsError` for a rule without any date. */
export function readIcsRule(property: IcsProperty, clock: SeriesClock): IcsRule | UnsupportedRule {
  const parts = splitRule(property.value)
  const { COUNT: count = '', UNTIL: until, ...others } = parts ?? {}
  if (!parts || /[^\d]/.test(count) || isScaled(parts)) return { property, reason: describeScale(parts) }
  if (/^0+$/.test(count)) throw createPropertyError(property, 'has no dates')
  const own = new Map(Object.entries(others).flatMap((part) => simplifyPart(part, clock)))
  const last = until === undefined ? undefined : readUntil(property, until, clock)
  if (until !== undefined && last === undefined) return { property, reason: `UNTIL=${until}` }
  const parsed = parseRule(formatRule(own))
  if ('error' in parsed) return { property, reason: describeRuleError(parsed.error) }
  return { property, parts: limitRule(parsed.parts, count, last, clock) }
}

/** Parts by name, in upper case and without blanks. Undefined if one occurs twice or has no value. */
function splitRule(text: string): Readonly<Record<string, string>> | undefined {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    if (part === '') continue
    const [name = '', value = '', ...rest] = part.split('=')
    if (value === '' || rest.length > 0 || parts.has(name)) return undefined
    parts.set(name, value)
  }
  return Object.fromEntries(parts)
}

/** Other calendars than the Gregorian one (RFC 7529). */
const isScaled = ({ RSCALE = 'GREGORIAN', SKIP = 'OMIT' }: Readonly<Record<string, string>>): boolean =>
  RSCALE !== 'GREGORIAN' || SKIP !== 'OMIT'

const describeScale = (parts: Readonly<Record<string, string>> = {}): string =>
  ['RSCALE', 'SKIP'].flatMap((name) => (parts[name] === undefined ? [] : [`${name}=${parts[name]}`])).join(', ')

function describeRuleError(error: FieldError): string {
  const { part, parts, limit = '' } = error.kind === 'invalid' ? (error.values ?? {}) : {}
  return part ?? parts ?? `more than ${limit} characters`
}

const TIME_PARTS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ BYHOUR: [11, 13], BYMINUTE: [14, 16], BYSECOND: [17, 19] },
}

/** Without what is implied, and without leading zeros. */
function simplifyPart([name, value]: readonly [string, string], { start }: SeriesClock): [string, string][] {
  const simplified = value.replaceAll(/(^|[,+-])0+(?=\d)/g, '$1')
  const position = TIME_PARTS[name]
  const isImplied =
    name === 'RSCALE' || name === 'SKIP' || (position && Number(start.slice(...position)) === Number(value))
  return isImplied ? [] : [[name, simplified]]
}

/** The last date; undefined for another text. */
function readUntil(property: IcsProperty, until: string, clock: SeriesClock): string | undefined {
  try {
    return findLastDate(readMoment(property, clock, until), clock)
  } catch {
    return undefined
  }
}

/** Rules repeat at most this often. */
const MAX_COUNT = 99_999

/** The rule with COUNT or UNTIL, whichever ends it earlier. */
function limitRule(
  parts: ReadonlyMap<string, string>,
  count: string,
  last: string | undefined,
  clock: SeriesClock,
): ReadonlyMap<string, string> {
  const counted = count === '' ? undefined : new Map(parts).set('COUNT', String(Math.min(Number(count), MAX_COUNT)))
  const limited = last === undefined ? undefined : new Map(parts).set('UNTIL', last.replaceAll('-', ''))
  if (!counted || last === undefined) return counted ?? limited ?? parts
  const dates = expandCounted(counted, getFirstDate(clock), last)
  return dates.filter((date) => date <= last).length >= Number(count) ? counted : (limited ?? parts)
}

const DAYS: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }
/** Rules skip at most about seven of eight periods, such as the leap days of seven out of eight years. */
const SPARSENESS = 8

/** Dates of a rule with COUNT, up to `last` at most. */
function expandCounted(parts: ReadonlyMap<string, string>, first: string, last = '9999-12-31'): string[] {
  const periods = Number(parts.get('COUNT')) * Number(parts.get('INTERVAL') ?? '1')
  const end = shiftDate(first, Math.min(periods * (DAYS[parts.get('FREQ') ?? ''] ?? 1) * SPARSENESS, MAX_SHIFT))
  return expandUntil(parts, first, end < last ? end : last)
}

/** Days to the year 9999 at most. */
const MAX_SHIFT = 3_652_000

const expandUntil = (parts: ReadonlyMap<string, string>, first: string, until: string): string[] =>
  expandDates({ rrule: formatRule(parts), rdate: [], exdate: [] }, first, { until })

/** All dates of a rule from `first` on. Undefined if the rule has no end, or more dates than a series. */
export function expandRule({ parts }: IcsRule, first: string): string[] | undefined {
  const until = parts.get('UNTIL')
  if (until === undefined && !parts.has('COUNT')) return undefined
  const dates = until === undefined ? expandCounted(parts, first) : expandUntil(parts, first, toDate(until))
  return dates.length < MAX_OCCURRENCES ? dates : undefined
}

/** Dates of the rule from `first` to `last`. */
export const expandRuleUntil = ({ parts }: IcsRule, first: string, last: string): string[] =>
  expandUntil(parts, first, last)

const toDate = (digits: string): string => `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`

/** Whether the rule selects the date from which it is expanded. */
export const selectsStart = ({ parts }: IcsRule, date: string): boolean => expandUntil(parts, date, date).includes(date)

/** The rule with another last date. */
export function endIcsRule({ property, parts }: IcsRule, last: string): IcsRule {
  const ended = new Map([...parts].filter(([name]) => name !== 'COUNT'))
  return { property, parts: ended.set('UNTIL', last.replaceAll('-', '')) }
}
