import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { shiftDate, sortDates } from './calendar-dates.ts'
import type { Recurrence } from './recurrence.ts'
import { MAX_OCCURRENCES, readRule } from './recurrence-rule.ts'

/** Periods of a rule that are searched for its first date: more than 400 years of a yearly rule. */
const MAX_PERIODS = 3000
const MAX_CANDIDATES = 400_000

/**
 * Dates of a recurrence from the date `start` to the date `until`, and at least the first one; at most
 * `MAX_OCCURRENCES`. Sorted, all `YYYY-MM-DD`. With a rule, `start` is a date only if the rule selects it.
 */
export function expandDates({ rrule, rdate, exdate }: Recurrence, start: string, until: string): string[] {
  const excluded = new Set(exdate)
  const added = rdate.filter((date) => !excluded.has(date))
  const ruled = rrule === '' ? [start].filter((date) => !excluded.has(date)) : expandRule(rrule, start, until, excluded)
  const dates = sortDates([...ruled, ...added])
  return dates.filter((date, index) => index === 0 || date <= until).slice(0, MAX_OCCURRENCES)
}

/**
 * Dates of the rule alone. They are computed as midnights in UTC: the rule has no part finer than a day, so the zone
 * matters only when the time of day is added.
 */
function expandRule(rrule: string, start: string, until: string, excluded: ReadonlySet<string>): string[] {
  const first = toMidnight(start)
  const rule = new RRuleTemporal({
    rruleString: `RRULE:${rrule}`,
    dtstart: first,
    exDate: [...excluded].map(toMidnight),
    cache: false,
    maxIterations: MAX_PERIODS,
    maxCandidateEvaluations: MAX_CANDIDATES,
  })
  const dates: string[] = []
  for (let from = start; from <= until && dates.length < MAX_OCCURRENCES; from = shiftDate(from, WINDOW_DAYS)) {
    const end = shiftDate(from, WINDOW_DAYS - 1)
    dates.push(...rule.between(toMidnight(from), toMidnight(end < until ? end : until), true).map(toDate))
  }
  return dates.length > 0 ? dates : findFirstDate(rule, first)
}

/** A date after the horizon. */
function findFirstDate(rule: RRuleTemporal, first: Temporal.ZonedDateTime): string[] {
  try {
    const moment = rule.next(first, true)
    return moment && moment.epochMilliseconds < YEAR_10000 ? [toDate(moment)] : []
  } catch (error) {
    if (isExhausted(error)) return []
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
export function isFinished({ rrule, rdate }: Recurrence, start: string, until: string): boolean {
  if (rdate.some((date) => date > until)) return false
  if (rrule === '') return true
  const parts = readRule(rrule)
  const last = parts.get('UNTIL')
  if (last !== undefined) return last <= until.replaceAll('-', '')
  const count = parts.get('COUNT')
  return count !== undefined && expandDates({ rrule, rdate: [], exdate: [] }, start, until).length >= Number(count)
}
