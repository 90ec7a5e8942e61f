/** Converts between date-time strings and seconds without time zones, as if the string were UTC. */
import type { DateTime } from './date-time.ts'

export const secondsPerDay = 86400

/** 0000-01-01 00:00:00 and 9999-12-31 23:59:59, the range of four-digit years. */
const minSeconds = -62167219200
const maxSeconds = 253402300799

/** Days since 1970-01-01. Out-of-range months and days roll over. Years below 100 are taken literally. */
export function toDayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / (secondsPerDay * 1000)
}

export function toSeconds(text: DateTime): number {
  const day = toDayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
  const hour = Number(text.slice(11, 13))
  return day * secondsPerDay + hour * 3600 + Number(text.slice(14, 16)) * 60 + Number(text.slice(17, 19))
}

/** Whether the seconds are within the years 0000 to 9999. False for NaN, the result of overflowing years. */
export function isInRange(seconds: number): boolean {
  return seconds >= minSeconds && seconds <= maxSeconds
}

/** Clamps to the years 0000 to 9999, because the format has a fixed width. */
export function toDateTime(seconds: number): DateTime {
  const bounded = Math.min(Math.max(seconds, minSeconds), maxSeconds)
  return new Date(bounded * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
