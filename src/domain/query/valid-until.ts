/** How long words like «tomorrow» go on meaning the same moment. */
import type { DateTime } from '../../datetime/parse-date.ts'
import { findDayRange, type TimeContext } from '../site.ts'

/**
 * Last second, UTC, for which `meaning` stays what it is now: that of the site's day, or this one. Undefined when
 * nothing was said that could change, `said` being the texts of dates.
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
