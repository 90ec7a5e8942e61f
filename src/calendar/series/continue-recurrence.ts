import { shiftDate } from './calendar-dates.ts'
import { expandDates, findFirstKey } from './expand-recurrence.ts'
import { isDateKey } from './occurrence-key.ts'
import type { Recurrence } from './recurrence.ts'
import { formatRule, readRule } from './recurrence-rule.ts'

export interface ContinuedRecurrence {
  readonly recurrence: Recurrence
  /** Date at which it begins, which its rule selects if it still has dates. */
  readonly first: string
}

/** The recurrence from the occurrence `key` on. `start` is the date of its first occurrence. */
export function continueRecurrence(recurrence: Recurrence, start: string, key: string): ContinuedRecurrence {
  const { rrule } = recurrence
  const rest = {
    ...recurrence,
    rdate: recurrence.rdate.filter((one) => one >= key),
    exdate: recurrence.exdate.filter((one) => one >= key),
  }
  // Occurrences at other times of a day follow the one at the time of the series.
  const date = isDateKey(key) ? key : shiftDate(key.slice(0, 10), 1)
  const continued = continueRule(rrule, start, date)
  const first = continued === undefined ? undefined : findFirstKey({ rrule, rdate: [], exdate: [] }, start, date)
  if (continued !== undefined && first !== undefined) return { recurrence: { ...rest, rrule: continued }, first }
  const [next = key] = rest.rdate
  const added = rest.rdate.find(isDateKey)
  if (added !== undefined) return { recurrence: { ...rest, rrule: '' }, first: added }
  const day = next.slice(0, 10)
  return {
    recurrence: { ...rest, rrule: '', exdate: isDateKey(next) ? rest.exdate : [day, ...rest.exdate] },
    first: day,
  }
}

/** Undefined without a rule, or if all dates of COUNT are before `date`. */
function continueRule(rrule: string, start: string, date: string): string | undefined {
  if (rrule === '') return undefined
  const parts = new Map(readRule(rrule))
  const count = parts.get('COUNT')
  if (count === undefined) return rrule
  const before = expandDates({ rrule, rdate: [], exdate: [] }, start, { until: shiftDate(date, -1) })
  const remaining = Number(count) - before.length
  if (remaining <= 0) return undefined
  parts.set('COUNT', String(remaining))
  return formatRule(parts)
}
