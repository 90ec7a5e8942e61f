import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { shiftDate, sortDates } from './calendar-dates.ts'
import { getKeyDate, isDateKey } from './occurrence-key.ts'
import type { Recurrence } from './recurrence.ts'
import { MAX_OCCURRENCES, readRule } from './recurrence-rule.ts'

/** Periods of a rule that are searched for its first date: more than 400 years of a yearly rule. */
const MAX_PERIODS = 3000
const MAX_CANDIDATES = 400_000

/** The parts of a recurrence that its dates depend on. */
export type DateRule = Pick<Recurrence, 'rrule' | 'rdate' | 'exdate'>

export interface ExpansionPeriod {
  /** First date; by default the start. */
  readonly from?: string
  /** Last date. */
  readonly until: string
  /** Earlier dates do not count toward the limit. Default: all dates count. */
  readonly today?: string
}

/**
 * Keys of the occurrences in a period, sorted: at most `MAX_OCCURRENCES` from `today` on, and as many before it, of which the
 * latest are kept. With a rule, `start` is a date only if the rule selects it. The costs depend on the period, not on the time
 * since the start.
 */
export function expandDates({ rrule, rdate, exdate }: DateRule, start: string, period: ExpansionPeriod): string[] {
  const { from = start, until, today = '' } = period
  const excluded = new Set(exdate)
  const isWanted = (key: string) => !excluded.has(key) && key >= from && getKeyDate(key) <= until
  const ruled = rrule === '' ? [start] : expandRule(createRule(rrule, start, exdate), { from, until, today })
  const keys = sortDates([...ruled, ...rdate].filter(isWanted))
  const past = keys.filter((key) => key < today)
  return [...past.slice(-MAX_OCCURRENCES), ...keys.slice(past.length, past.length + MAX_OCCURRENCES)]
}

/** The first key from `from` on, however late; undefined if there is none. */
export function findFirstKey({ rrule, rdate, exdate }: DateRule, start: string, from = start): string | undefined {
  const ruled = rrule === '' ? start : findRuleDate(createRule(rrule, start, exdate), start, from)
  const keys = [...(ruled === undefined ? [] : [ruled]), ...rdate]
  return sortDates(keys.filter((key) => key >= from && !exdate.includes(key)))[0]
}

/**
 * Dates of the rule alone. They are computed as midnights in UTC: the rule has no part finer than a day, so the zone
 * matters only when the time of day is added.
 */
const createRule = (rrule: string, start: string, exdate: readonly string[]): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `RRULE:${rrule}`,
    dtstart: toMidnight(start),
    exDate: exdate.filter(isDateKey).map(toMidnight),
    cache: false,
    maxIterations: MAX_PERIODS,
    maxCandidateEvaluations: MAX_CANDIDATES,
  })

function expandRule(rule: RRuleTemporal, { from, until, today }: Required<ExpansionPeriod>): string[] {
  const dates: string[] = []
  let countedDates = 0
  for (let begin = from; begin <= until && countedDates < MAX_OCCURRENCES; begin = shiftDate(begin, WINDOW_DAYS)) {
    const end = shiftDate(begin, WINDOW_DAYS - 1)
    const found = findBetween(rule, begin, end < until ? end : until)
    countedDates += found.filter((date) => date >= today).length
    dates.push(...found)
  }
  return dates
}

/** None where the library gives up: its limits are beyond the dates of a rule that selects fewer than one day in years. */
function findBetween(rule: RRuleTemporal, from: string, until: string): string[] {
  try {
    return rule.between(toMidnight(from), toMidnight(until), true).map(toDate)
  } catch (error) {
    if (isExhausted(error)) return []
    throw error
  }
}

function findRuleDate(rule: RRuleTemporal, start: string, from: string): string | undefined {
  try {
    const moment = rule.next(toMidnight(from > start ? from : start), true)
    return moment && moment.epochMilliseconds < YEAR_10000 ? toDate(moment) : undefined
  } catch (error) {
    if (isExhausted(error)) return undefined
    throw error
  }
}

/** Dates are computed in windows, so that the work ends with the last occurrence of a series. */
const WINDOW_DAYS = 1000

/** Dates have four-digit years. */
const YEAR_10000 = Date.UTC(10000, 0)

const toMidnight = (date: string): Temporal.ZonedDateTime => Temporal.ZonedDateTime.from(`${date}T00:00:00[UTC]`)

const toDate = ({ epochMilliseconds }: { readonly epochMilliseconds: number }): string =>
  new Date(epochMilliseconds).toISOString().slice(0, 10)

/** The library reports a rule without further dates by this error. */
const isExhausted = (error: unknown): boolean => error instanceof Error && error.message.includes('exceeded')

/** True if the recurrence has no dates after `until`. */
export function isFinished({ rrule, rdate }: DateRule, start: string, until: string): boolean {
  if (rdate.some((key) => getKeyDate(key) > until)) return false
  if (rrule === '') return start <= until
  const parts = readRule(rrule)
  const last = parts.get('UNTIL')
  if (last !== undefined) return last <= until.replaceAll('-', '')
  const count = parts.get('COUNT')
  return count !== undefined && expandDates({ rrule, rdate: [], exdate: [] }, start, { until }).length >= Number(count)
}
