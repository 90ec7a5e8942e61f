/**
 * Keys that identify the occurrences of a series: the original date, `YYYY-MM-DD`, and for occurrences at another time of day
 * than the series `YYYY-MM-DD HH:MM:SS`. They are in the zone of the recurrence, so that they do not change when the series
 * moves to another time.
 */
import type { DateTime } from '../../base/time/date-time.ts'
import { toLocal } from '../../base/time/time-zone.ts'

/** Dates of the first occurrence. */
export interface FirstDates {
  readonly start_date: DateTime
  readonly utc_start_date: DateTime
  readonly timezone: string
  readonly all_day: boolean
}

/** The date of a key. */
export const getKeyDate = (key: string): string => key.slice(0, 10)

/** Whether the occurrence has the time of day of its series. */
export const isDateKey = (key: string): boolean => key.length === 10

/** The first start as wall time in the zone of the recurrence. */
export function getRuleStart(first: FirstDates, { timezone }: { readonly timezone: string }): DateTime {
  return timezone === '' || timezone === first.timezone ? first.start_date : toLocal(first.utc_start_date, timezone)
}

/** The date of the first occurrence in the zone of the recurrence. */
export const getRuleDate = (first: FirstDates, recurrence: { readonly timezone: string }): string =>
  getRuleStart(first, recurrence).slice(0, 10)
