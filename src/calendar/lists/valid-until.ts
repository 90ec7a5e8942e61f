/** Expiry of relative dates such as "tomorrow". */
import type { DateTime } from '../../base/time/date-time.ts'
import { findDayRange, type TimeContext } from '../../kernel/site.ts'

/** The earliest of the times that are defined. */
export const findEarliest = (times: readonly (DateTime | undefined)[]): DateTime | undefined =>
  times.filter((time) => time !== undefined).sort()[0]

/**
 * Last second, UTC, in which `resolve` returns the same value as now: that of the site's day, or the current one.
 * Undefined when `dateTexts` is empty.
 */
export function validUntil(
  clock: TimeContext,
  dateTexts: readonly (string | undefined)[],
  resolve: (clock: TimeContext) => unknown,
): DateTime | undefined {
  if (dateTexts.every((text) => text === undefined)) return undefined
  const { until } = findDayRange(clock)
  return JSON.stringify(resolve(clock)) === JSON.stringify(resolve({ ...clock, now: until })) ? until : clock.now
}
