import type { DateTime } from './date-time.ts'
import { type ParsedDate, parseDate } from './parse-date.ts'
import { isSameMoment, type Moment, resolveLocal, toLocal } from './time-zone.ts'

/**
 * Parses a date in any format of wire-contract §6.2 in a time zone at `now` (UTC). Returns undefined if it is invalid or
 * outside the years 0000 to 9999.
 */
export function parseMomentInZone(timezone: string, text: string, now: DateTime): Moment | undefined {
  const date = parseDate(text, toLocal(now, timezone))
  return date && resolveDate(date, timezone)
}

/**
 * The same for a date of an all-day event: the first or last second of a day, with `Z` or an offset, is its date as written,
 * because programs write dates so.
 */
export function parseDayInZone(timezone: string, text: string, now: DateTime): Moment | undefined {
  const date = parseDate(text, toLocal(now, timezone))
  if (!date) return undefined
  return resolveDate(isDayBound(date.written) ? { kind: 'wall', value: date.written } : date, timezone)
}

/** Whether a written time is the first or last second of a day, which all-day events read as the date alone. */
export const isDayBound = (written: DateTime): boolean => DAY_BOUNDS.includes(written.slice(11))

const DAY_BOUNDS: readonly string[] = ['00:00:00', '23:59:59']

function resolveDate({ kind, value }: Pick<ParsedDate, 'kind' | 'value'>, timezone: string): Moment | undefined {
  const moment = kind === 'wall' ? resolveLocal(value, timezone) : { local: toLocal(value, timezone), utc: value }
  return isSameMoment(moment, timezone) ? moment : undefined
}
