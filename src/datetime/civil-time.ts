/** Between date-time texts and seconds, without any time zone: both count as if the text were UTC. */
import type { DateTime } from './parse-date.ts'

export const secondsPerDay = 86400

/** 0000-01-01 00:00:00 and 9999-12-31 23:59:59, the ends of what four digits of year can say. */
const minSeconds = -62167219200
const maxSeconds = 253402300799

/** Days since 1970-01-01. Months and days beyond their range roll over; years below 100 are meant literally. */
export function toDayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / (secondsPerDay * 1000)
}

export function toSeconds(text: DateTime): number {
  const day = toDayNumber(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
  const hour = Number(text.slice(11, 13))
  return day * secondsPerDay + hour * 3600 + Number(text.slice(14, 16)) * 60 + Number(text.slice(17, 19))
}

/** Whether the seconds lie in the years 0000 to 9999. False for NaN, which is what far too large years come to. */
export function isInRange(seconds: number): boolean {
  return seconds >= minSeconds && seconds <= maxSeconds
}

/** What lies outside the years 0000 to 9999 is moved to their end, since it would not fit the fixed width. */
export function toDateTime(seconds: number): DateTime {
  const bounded = Math.min(Math.max(seconds, minSeconds), maxSeconds)
  return new Date(bounded * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
