import { toSeconds } from '../../base/time/civil-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import type { EventDates } from '../events/event-dates.ts'

/**
 * Dates of the occurrence with this key (`calendar/series/occurrence-key.ts`): the wall times of `first` in the zone of the
 * recurrence on another day, or at the time of the key. A time that a clock change skips moves forward, as in any event.
 */
export function createOccurrenceDates(
  first: EventDates,
  key: string,
  recurrence: { readonly timezone: string } = { timezone: '' },
): EventDates {
  const { timezone, all_day } = first
  const zone = recurrence.timezone || timezone
  const [from, to] =
    zone === timezone
      ? [first.start_date, first.end_date]
      : [toLocal(first.utc_start_date, zone), toLocal(first.utc_end_date, zone)]
  const [date = '', time = from.slice(11)] = key.split(' ')
  const shift = toSeconds(`${date} ${time}`) - toSeconds(from)
  const start = resolveLocal(addSeconds(from, shift), zone)
  const end = resolveLocal(addSeconds(to, shift), zone)
  const last = end.utc < start.utc ? start : end
  const toWall = ({ local, utc }: typeof start) => (zone === timezone ? local : toLocal(utc, timezone))
  return {
    start_date: toWall(start),
    end_date: toWall(last),
    utc_start_date: start.utc,
    utc_end_date: last.utc,
    timezone,
    all_day,
  }
}
