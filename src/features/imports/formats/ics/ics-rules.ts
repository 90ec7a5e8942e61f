/** Reads RRULE and EXRULE as rules of dates (RFC 5545, section 3.3.10). */

import { getWeekday, shiftDate } from '../../../../calendar/series/calendar-dates.ts'
import { expandDates } from '../../../../calendar/series/expand-recurrence.ts'
import { formatRule, MAX_OCCURRENCES, parseRule } from '../../../../calendar/series/recurrence-rule.ts'
import type { FieldError } from '../../../../kernel/problem.ts'
import { createPropertyError, type IcsProperty } from './content-lines.ts'
import { readMoment } from './ics-moments.ts'
import { findLastDate, getFirstDate, type SeriesClock } from './series-clock.ts'
import { parseStatedTime } from './stated-time.ts'

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
  const split = splitRule(property.value)
  if ('reason' in split) return { property, ...split }
  const { COUNT: count = '', UNTIL: until, ...others } = split.parts
  if (/^0+$/.test(count)) throw createPropertyError(property, 'has no dates')
  const own = new Map(Object.entries(others).flatMap((part) => simplifyPart(part, clock)))
  if (until !== undefined && !parseStatedTime(until)) return { property, reason: `UNTIL=${until}` }
  const last = until === undefined ? undefined : findLastDate(readMoment(property, clock, until), clock)
  const parsed = parseRule(formatRule(own))
  if ('error' in parsed) return { property, reason: describeRuleError(parsed.error) }
  return { property, parts: limitRule(parsed.parts, count, last, clock) }
}

/** Parts by name, in upper case and without blanks, or the reason why they are not supported. */
function splitRule(
  text: string,
): { readonly parts: Readonly<Record<string, string>> } | Pick<UnsupportedRule, 'reason'> {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    if (part === '') continue
    const [name = '', value = '', ...rest] = part.split('=')
    const isValid = name === 'COUNT' ? /^\d+$/.test(value) : value !== ''
    if (!isValid || rest.length > 0 || parts.has(name)) return { reason: part }
    parts.set(name, value)
  }
  if (!parts.has('FREQ')) return { reason: 'FREQ is missing' }
  const scale = [...parts].filter(([name, value]) => GREGORIAN[name] !== undefined && GREGORIAN[name] !== value)
  return scale.length > 0 ? { reason: formatRule(new Map(scale)) } : { parts: Object.fromEntries(parts) }
}

/** Other values need other calendars, or move dates that do not exist (RFC 7529). */
const GREGORIAN: Readonly<Record<string, string>> = { RSCALE: 'GREGORIAN', SKIP: 'OMIT' }

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

/** Rules repeat at most this often. */
const MAX_COUNT = 99_999

/** The rule with COUNT or UNTIL, whichever ends it earlier. */
function limitRule(
  parts: IcsRule['parts'],
  count: string,
  last: string | undefined,
  clock: SeriesClock,
): IcsRule['parts'] {
  const isLong = Number(count) > MAX_OCCURRENCES
  const counted = count === '' || isLong ? undefined : new Map(parts).set('COUNT', String(Number(count)))
  const end = isLong ? findLongEnd(parts, Math.min(Number(count), MAX_COUNT), getFirstDate(clock)) : undefined
  if (end !== undefined) return endOn(parts, last !== undefined && last < end ? last : end)
  if (last === undefined) return counted ?? parts
  if (!counted) return endOn(parts, last)
  const dates = expandCounted(counted, getFirstDate(clock), last)
  return dates.filter((date) => date <= last).length >= Number(count) ? counted : endOn(parts, last)
}

/**
 * Last date of a rule with more dates than a series. Undefined for rules that repeat for a century, or whose dates would have
 * to be counted: they have no end then.
 */
function findLongEnd(parts: IcsRule['parts'], count: number, first: string): string | undefined {
  const selections = [...parts.keys()].filter((name) => name.startsWith('BY')).join()
  const isWeekly = parts.get('FREQ') === 'WEEKLY'
  if (selections !== '' && !(isWeekly && selections === 'BYDAY')) return undefined
  if (!isWeekly && parts.get('FREQ') !== 'DAILY') return undefined
  const perPeriod = (parts.get('BYDAY') ?? '').split(',').length
  const days = Number(parts.get('INTERVAL') ?? '1') * (isWeekly ? 7 : 1)
  const periods = Math.floor((count - 1) / perPeriod)
  // Each period from one of the dates has equally many of them.
  const from = shiftDate(first, Math.min(periods * days, MAX_SHIFT))
  const rule = { rrule: formatRule(parts), rdate: [], exdate: [] }
  return expandDates(rule, first, { from, until: shiftDate(from, days - 1) })[(count - 1) % perPeriod]
}

const DAYS: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }

/** Dates of a rule with COUNT, up to `last` at most. Rules skip at most about seven of eight periods, as leap days do. */
function expandCounted(parts: IcsRule['parts'], first: string, last = '9999-12-31'): string[] {
  const count = Number(parts.get('COUNT'))
  const endless = new Map([...parts].filter(([name]) => name !== 'COUNT'))
  const days = count * Number(parts.get('INTERVAL') ?? '1') * (DAYS[parts.get('FREQ') ?? ''] ?? 1)
  for (let periods = 1; ; periods *= 2) {
    const end = shiftDate(first, Math.min(days * periods, MAX_SHIFT))
    const dates = expandUntil(endless, first, end < last ? end : last)
    if (dates.length >= Math.min(count, MAX_OCCURRENCES) || periods === 8 || end >= last) return dates.slice(0, count)
  }
}

/** Days to the year 9999 at most. */
const MAX_SHIFT = 3_652_000

const expandUntil = (parts: IcsRule['parts'], first: string, until: string): string[] =>
  expandDates({ rrule: formatRule(parts), rdate: [], exdate: [] }, first, { until })

/** All dates of a rule from `first` on. Undefined if the rule has no end, or more dates than a series. */
export function expandRule({ parts }: IcsRule, first: string): string[] | undefined {
  const last = getLastDate(parts)
  if (last === undefined && !parts.has('COUNT')) return undefined
  const dates = last === undefined ? expandCounted(parts, first) : expandUntil(parts, first, last)
  return dates.length < MAX_OCCURRENCES ? dates : undefined
}

/** Dates of the rule from `first` to `last`. */
export const expandRuleUntil = ({ parts }: IcsRule, first: string, last: string): string[] =>
  parts.has('COUNT') ? expandCounted(parts, first, last) : expandUntil(parts, first, last)

/** The date of UNTIL. */
export const getLastDate = (parts: IcsRule['parts']): string | undefined =>
  parts.get('UNTIL')?.replace(/^(....)(..)(..)$/, '$1-$2-$3')

const endOn = (parts: IcsRule['parts'], date: string): IcsRule['parts'] =>
  new Map(parts).set('UNTIL', date.replaceAll('-', ''))

/** Whether the rule selects the date from which it is expanded. The usual rules need no expansion for that. */
export function selectsStart({ parts }: IcsRule, date: string): boolean {
  if ((getLastDate(parts) ?? '9') < date) return false
  const selections = [...parts.keys()].filter((name) => name.startsWith('BY'))
  if (selections.length === 0) return true
  const days = parts.get('BYDAY') ?? ''
  return selections.length === 1 && /^(?:[A-Z]{2},?)+$/.test(days)
    ? days.split(',').includes(getWeekday(date))
    : expandUntil(parts, date, date).includes(date)
}

/** The rule without COUNT, ending on the date at the latest. */
export function endRuleOn({ property, parts }: IcsRule, date: string): IcsRule {
  const last = getLastDate(parts)
  const own = new Map([...parts].filter(([name]) => name !== 'COUNT'))
  return { property, parts: endOn(own, last !== undefined && last < date ? last : date) }
}
