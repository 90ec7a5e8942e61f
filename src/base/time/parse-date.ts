/** Parses dates in the formats of wire-contract §6.2 to the format of the wire (wire-contract §6.1, decision Q10). */
import { isInRange, secondsPerDay, toDateTime, toDayNumber, toSeconds } from './civil-time.ts'
import { matchPhrase } from './date-grammar.ts'
import { computeWallSeconds, type DateParts, joinParts, toCivilDate } from './date-parts.ts'
import type { DateTime } from './date-time.ts'
import { formatOffsetBetween, resolveLocal } from './time-zone.ts'

export interface ParsedDate {
  /** Whether the value is wall time in the time zone of the caller, or an instant in UTC. */
  readonly kind: 'wall' | 'instant'
  readonly value: DateTime
  /** Wall time as written: without its offset or zone, or in UTC for a Unix time. */
  readonly written: DateTime
}

/** Characters of a text that may be a date. */
export const MAX_DATE_LENGTH = 100

/**
 * Parses the common formats of PHP's `strtotime`. `now` is the wall time in the time zone in which the value is
 * interpreted. Relative words and missing parts are based on it, and blanks and `0` mean `now` (wire-contract §8.3).
 * Values with an offset or zone, and Unix timestamps, are instants (Q10). Returns undefined if the text is not a date or
 * is outside the years 0000 to 9999.
 */
export function parseDate(text: string, now: DateTime): ParsedDate | undefined {
  if (text === '' || text.length > MAX_DATE_LENGTH) return undefined
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '0') return createWallDate(now)
  const timestamp = UNIX_TIME.exec(trimmed)
  if (timestamp) return createUnixDate(Number(timestamp[1] ?? trimmed))
  if (/^-?\d+$/.test(trimmed) && !/^\d{8}$/.test(trimmed)) return undefined
  const parts = parseParts(trimmed, now)
  return parts && resolveParts(parts, now)
}

/** Negative numbers go back. */
export function addDays(dateTime: DateTime, days: number): DateTime {
  return addSeconds(dateTime, days * secondsPerDay)
}

/** February 29 becomes March 1 in a year that is not a leap year. */
export function addYears(dateTime: DateTime, years: number): DateTime {
  const { year, month, day } = toCivilDate(dateTime)
  const days = toDayNumber(year + years, month, day) - toDayNumber(year, month, day)
  return addDays(dateTime, days)
}

/** The result is clamped to the years 0000 to 9999. */
export function addSeconds(dateTime: DateTime, seconds: number): DateTime {
  return toDateTime(toSeconds(dateTime) + seconds)
}

/** `YYYY-MM-DD`. */
export function toDateOnly(dateTime: DateTime): string {
  return dateTime.slice(0, 10)
}

/** Formats wall time with its offset from `utc`, for example `2027-01-10T20:00:00-05:00`. */
export function formatIsoWithOffset(local: DateTime, utc: DateTime): string {
  return `${local.replace(' ', 'T')}${formatOffsetBetween(local, utc)}`
}

/** Formats a UTC time, for example `2027-01-10T20:00:00Z`. */
export function formatIsoUtc(utc: DateTime): string {
  return `${utc.replace(' ', 'T')}Z`
}

/** Eight digits are a date (Q10), and other numbers are rather mistakes than times near 1970. */
const UNIX_TIME = /^(?:@(-?\d+)(?:\.\d+)?|-?\d{9,11})$/

function parseParts(text: string, now: DateTime): DateParts | undefined {
  let parts: DateParts | undefined = {}
  let position = 0
  while (parts && position < text.length) {
    const match = matchPhrase(text, position, now)
    parts = match && joinParts(parts, match.parts)
    position = match ? skipSeparators(text, match.end) : text.length
  }
  return parts
}

function skipSeparators(text: string, start: number): number {
  let end = start
  while (/[\s,]/.test(text.charAt(end))) end += 1
  return end
}

/** A zone without a date or time is invalid, such as a single letter or `utc` (Q10). */
function resolveParts(parts: DateParts, now: DateTime): ParsedDate | undefined {
  if (parts.ago && !parts.shift) return undefined
  const seconds = computeWallSeconds(parts, now)
  if (!isInRange(seconds)) return undefined
  const written = toDateTime(seconds)
  if (parts.zone === undefined) return createWallDate(written)
  if (!parts.date && parts.time === undefined) return undefined
  return { kind: 'instant', value: resolveLocal(written, parts.zone).utc, written }
}

const createWallDate = (value: DateTime): ParsedDate => ({ kind: 'wall', value, written: value })

function createUnixDate(seconds: number): ParsedDate | undefined {
  if (!isInRange(seconds)) return undefined
  const value = toDateTime(seconds)
  return { kind: 'instant', value, written: value }
}
