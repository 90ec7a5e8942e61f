/** What changed since a moment: decisions: Changed since. */
import { type DateTime, parseDate } from '../../datetime/parse-date.ts'
import { resolveLocal, toLocal } from '../../datetime/time-zone.ts'
import { createInvalidParams, INVALID_VALUE } from '../problem.ts'
import type { TimeContext } from '../site.ts'
import { validUntil } from './valid-until.ts'

/** In UTC; wall time is that of the site. Throws `rest_invalid_param` for a date that leaves the years of the wire. */
export function resolveModifiedAfter(text: string | undefined, { now, zone }: TimeContext): DateTime | undefined {
  if (text === undefined) return undefined
  const date = parseDate(text, toLocal(now, zone))
  if (!date) throw createInvalidParams({ modified_after: INVALID_VALUE })
  return date.kind === 'instant' ? date.value : resolveLocal(date.value, zone).utc
}

/** How long the text goes on meaning that moment. */
export const findModifiedAfterExpiry = (text: string | undefined, clock: TimeContext): DateTime | undefined =>
  validUntil(clock, [text], (at) => resolveModifiedAfter(text, at))
