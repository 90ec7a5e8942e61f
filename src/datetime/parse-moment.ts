import type { DateTime } from './date-time.ts'
import { parseDate } from './parse-date.ts'
import { isSameMoment, type Moment, resolveLocal, toLocal } from './time-zone.ts'

/**
 * Parses a date in any format of wire-contract §6.2 in a time zone at `now` (UTC). Returns undefined if it is invalid or
 * outside the years 0000 to 9999.
 */
export function parseMomentInZone(timezone: string, text: string, now: DateTime): Moment | undefined {
  const date = parseDate(text, toLocal(now, timezone))
  if (!date) return undefined
  const { kind, value } = date
  const moment = kind === 'wall' ? resolveLocal(value, timezone) : { local: toLocal(value, timezone), utc: value }
  return isSameMoment(moment, timezone) ? moment : undefined
}
