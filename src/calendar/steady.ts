/** How long words like «tomorrow» go on meaning the same moment. */
import type { DateTime } from '../text/dates.ts'
import { type Clock, dayAround } from './site.ts'

/**
 * Last second, UTC, for which `meaning` stays what it is now: that of the site's day, or this one. Undefined when
 * nothing was said that could change, `said` being the texts of dates.
 */
export function steadyUntil(
  clock: Clock,
  said: readonly (string | undefined)[],
  meaning: (clock: Clock) => unknown,
): DateTime | undefined {
  if (said.every((text) => text === undefined)) return undefined
  const { until } = dayAround(clock)
  return JSON.stringify(meaning(clock)) === JSON.stringify(meaning({ ...clock, now: until })) ? until : clock.now
}
