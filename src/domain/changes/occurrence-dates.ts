import { secondsPerDay, toSeconds } from '../../datetime/civil-time.ts'
import { addDays } from '../../datetime/parse-date.ts'
import { resolveLocal } from '../../datetime/time-zone.ts'
import type { EventDates } from './event-dates.ts'

/**
 * Dates of the occurrence on `date` (`YYYY-MM-DD`): the wall times of `first` on another day. A time that a clock change
 * skips moves forward, as in any event.
 */
export function createOccurrenceDates(first: EventDates, date: string): EventDates {
  const { start_date, end_date, timezone, all_day } = first
  const days = Math.round(
    (toSeconds(`${date} 00:00:00`) - toSeconds(`${start_date.slice(0, 10)} 00:00:00`)) / secondsPerDay,
  )
  const start = resolveLocal(addDays(start_date, days), timezone)
  const end = resolveLocal(addDays(end_date, days), timezone)
  const last = end.utc < start.utc ? start : end
  return {
    start_date: start.local,
    end_date: last.local,
    utc_start_date: start.utc,
    utc_end_date: last.utc,
    timezone,
    all_day,
  }
}
