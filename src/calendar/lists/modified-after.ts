/** Filter by modification time (decisions: Changed since). */
import type { DateTime } from '../../base/time/date-time.ts'
import { parseDate } from '../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import { validUntil } from './valid-until.ts'

/**
 * The time that the parameter `name` contains, UTC; a wall time is one of the site. Throws `rest_invalid_param` for a date
 * outside of the years 0000 to 9999.
 */
export function resolveTimeFilter(
  name: string,
  text: string | undefined,
  { now, zone }: TimeContext,
): DateTime | undefined {
  if (text === undefined) return undefined
  const date = parseDate(text, toLocal(now, zone))
  if (!date) throw createInvalidParams({ [name]: INVALID_VALUE })
  return date.kind === 'instant' ? date.value : resolveLocal(date.value, zone).utc
}

export const resolveModifiedAfter = (text: string | undefined, clock: TimeContext): DateTime | undefined =>
  resolveTimeFilter('modified_after', text, clock)

/** Last second in which the text means this time. */
export const findModifiedAfterExpiry = (text: string | undefined, clock: TimeContext): DateTime | undefined =>
  validUntil(clock, [text], (at) => resolveModifiedAfter(text, at))
