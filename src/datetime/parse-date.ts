/** Dates as people and programs write them, read into the one form of the wire: contract 6.1 and 6.2, decision Q10. */
import { isInRange, secondsPerDay, toDateTime, toDayNumber, toSeconds } from './civil-time.ts'
import { matchPhrase } from './date-grammar.ts'
import { computeWallSeconds, type DateParts, joinParts, toCivilDate } from './date-parts.ts'
import { formatOffsetBetween, resolveLocal } from './time-zone.ts'

/** `YYYY-MM-DD HH:MM:SS`, years 0000 to 9999. The zone it is in is said where it is used. */
export type DateTime = string

/** Wall time in a zone the caller knows, or an instant in UTC. */
export type ParsedDate = { readonly kind: 'wall' | 'instant'; readonly value: DateTime }

const maxDateLength = 100

/**
 * Reads the usual forms of PHP's `strtotime`. `now` is the wall clock of the zone in which the value will be read;
 * relative words and what is not said come from it; blanks and `0` are `now` itself (contract 8.3). A value with an offset or a zone, and a Unix timestamp, is an
 * instant (Q10). Undefined when the text is no date or beyond the years 0000 to 9999.
 */
export function parseDate(text: string, now: DateTime): ParsedDate | undefined {
  if (text === '' || text.length > maxDateLength) return undefined
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '0') return { kind: 'wall', value: now }
  const timestamp = parseTimestamp(trimmed)
  if (timestamp !== undefined) return createParsedDate('instant', timestamp)
  const parts = parseParts(trimmed, now)
  return parts && resolveParts(parts, now)
}

/** Negative numbers go back. A day that a month does not have rolls over into the next. */
export function addDays(dateTime: DateTime, days: number): DateTime {
  return addSeconds(dateTime, days * secondsPerDay)
}

/** February 29th becomes March 1st in a year without one. */
export function addYears(dateTime: DateTime, years: number): DateTime {
  const { year, month, day } = toCivilDate(dateTime)
  const days = toDayNumber(year + years, month, day) - toDayNumber(year, month, day)
  return addDays(dateTime, days)
}

/** Beyond the years 0000 to 9999 the result is the end of them. */
export function addSeconds(dateTime: DateTime, seconds: number): DateTime {
  return toDateTime(toSeconds(dateTime) + seconds)
}

/** `YYYY-MM-DD`. */
export function toDateOnly(dateTime: DateTime): string {
  return dateTime.slice(0, 10)
}

/** `2027-01-10T20:00:00-05:00`, from the same moment as wall time and as UTC. */
export function formatIsoWithOffset(local: DateTime, utc: DateTime): string {
  return `${local.replace(' ', 'T')}${formatOffsetBetween(local, utc)}`
}

/** `2027-01-10T20:00:00Z`, from a moment in UTC. */
export function formatIsoUtc(utc: DateTime): string {
  return `${utc.replace(' ', 'T')}Z`
}

/** Eight digits are not one but a date (Q10). */
function parseTimestamp(text: string): number | undefined {
  if (/^\d{8}$/.test(text)) return undefined
  const seconds = /^(?:@(-?\d+)(?:\.\d+)?|-?\d+)$/.exec(text)
  return seconds ? Number(seconds[1] ?? text) : undefined
}

function parseParts(text: string, now: DateTime): DateParts | undefined {
  let parts: DateParts | undefined = {}
  let at = 0
  while (parts && at < text.length) {
    const found = matchPhrase(text, at, now)
    parts = found && joinParts(parts, found.parts)
    at = found ? skipSeparators(text, found.end) : text.length
  }
  return parts
}

function skipSeparators(text: string, at: number): number {
  let end = at
  while (/[\s,]/.test(text.charAt(end))) end += 1
  return end
}

/** A zone says nothing without a date or a time: single letters and `utc` alone are junk (Q10). */
function resolveParts(parts: DateParts, now: DateTime): ParsedDate | undefined {
  if (parts.ago && !parts.shift) return undefined
  const wall = createParsedDate('wall', computeWallSeconds(parts, now))
  if (!wall || parts.zone === undefined) return wall
  if (!parts.date && parts.time === undefined) return undefined
  return { kind: 'instant', value: resolveLocal(wall.value, parts.zone).utc }
}

function createParsedDate(kind: ParsedDate['kind'], seconds: number): ParsedDate | undefined {
  return isInRange(seconds) ? { kind, value: toDateTime(seconds) } : undefined
}
