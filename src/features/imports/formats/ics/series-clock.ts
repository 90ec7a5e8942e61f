/** The zone in which a series is expanded, and the keys of its occurrences there. */
import type { DateTime } from '../../../../base/time/date-time.ts'
import { resolveLocal, toLocal } from '../../../../base/time/time-zone.ts'
import { shiftDate } from '../../../../calendar/series/calendar-dates.ts'
import type { IcsMoment } from './ics-moments.ts'
import type { IcsZones } from './ics-zones.ts'

export interface SeriesClock {
  readonly zones: IcsZones
  /** Zone of expansion; of all-day series, the one in which instants are converted to dates. */
  readonly zone: string
  /** Zone of the start, and of times without a zone. */
  readonly floatingZone: string
  /** Start as wall time in the zone. */
  readonly start: DateTime
  readonly isAllDay: boolean
}

/** Expands the series in the zone of its start, or in `zone`. */
export function createSeriesClock(start: IcsMoment, zones: IcsZones, zone: string = start.zone): SeriesClock {
  return {
    ...{ zones, zone, floatingZone: start.zone, isAllDay: start.kind === 'date' },
    start: zone === start.zone ? start.local : toLocal(start.utc, zone),
  }
}

/** The date of the start. */
export const getFirstDate = ({ start }: SeriesClock): string => start.slice(0, 10)

/**
 * Original date of an occurrence, or its date and time if it is not at the time of day of the series. A date without a
 * time stands for the occurrence at that time of day.
 */
export function formatOccurrenceKey(moment: IcsMoment, clock: SeriesClock): string {
  if (clock.isAllDay) return toWholeDay(moment, clock)
  if (moment.kind === 'date') return moment.local.slice(0, 10)
  const local = toZone(moment, clock)
  const date = local.slice(0, 10)
  if (local.slice(11) === clock.start.slice(11)) return date
  // A time that the clocks skip is moved.
  return resolveLocal(`${date} ${clock.start.slice(11)}`, clock.zone).utc === moment.utc ? date : local
}

/** Many programs write the midnight or the end of a day as if it were in UTC. */
function toWholeDay({ kind, local, utc }: IcsMoment, { zone }: SeriesClock): string {
  const isOwnDay = kind !== 'instant' || / (?:00:00:00|23:59:59)$/.test(local)
  return (isOwnDay ? local : toLocal(utc, zone)).slice(0, 10)
}

/** The last date whose occurrence does not start after the moment. A date includes its day. */
export function findLastDate(until: IcsMoment, clock: SeriesClock): string {
  if (clock.isAllDay) return toWholeDay(until, clock)
  if (until.kind === 'date') return until.local.slice(0, 10)
  const local = toZone(until, clock)
  const date = local.slice(0, 10)
  return local.slice(11) < clock.start.slice(11) ? shiftDate(date, -1) : date
}

const toZone = ({ local, utc, zone }: IcsMoment, clock: SeriesClock): DateTime =>
  zone === clock.zone ? local : toLocal(utc, clock.zone)
