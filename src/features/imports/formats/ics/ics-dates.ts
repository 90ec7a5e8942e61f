/** Start and end of iCalendar events. */
import type { DateTime } from '../../../../base/time/date-time.ts'
import { resolveLocal } from '../../../../base/time/time-zone.ts'
import { shiftDate } from '../../../../calendar/series/calendar-dates.ts'
import {
  createIcsError,
  createPropertyError,
  findProperty,
  type IcsComponent,
  type IcsProperty,
} from './content-lines.ts'
import { addDuration, type IcsMoment, readDuration, readMoment } from './ics-moments.ts'
import type { IcsZones } from './ics-zones.ts'

/** Dates as fields of an event. Instants end in `Z`. */
export interface IcsDates {
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly all_day: boolean
}

export interface IcsPeriod {
  readonly start: IcsMoment
  readonly end: IcsMoment
  readonly dates: IcsDates
}

/** Throws an `IcsError` for dates that cannot be read, without a start, and for an end before the start. */
export function readIcsDates(component: IcsComponent, zones: IcsZones): IcsPeriod {
  const property = findProperty(component, 'DTSTART')
  if (!property) throw createIcsError(component.line, 'DTSTART is missing')
  const start = readMoment(property, { zones, floatingZone: zones.defaultZone })
  const end = readEnd(component, start, zones)
  const timezone = start.kind === 'wall' ? start.zone : zones.defaultZone
  const dates = { timezone, all_day: start.kind === 'date', ...formatPeriod(start, end) }
  return { start, end, dates }
}

/** Without an end, an event takes a day or no time (RFC 5545, section 3.6.1). */
function readEnd(component: IcsComponent, start: IcsMoment, zones: IcsZones): IcsMoment {
  const property = findProperty(component, 'DTEND')
  const duration = findProperty(component, 'DURATION')
  if (!property) return duration ? addDuration(start, readDuration(duration)) : start
  const floatingZone = start.kind === 'wall' ? start.zone : zones.defaultZone
  const end = readMoment(property, { zones, floatingZone })
  assertOrder(property, start, end)
  return end
}

function assertOrder(property: IcsProperty, start: IcsMoment, end: IcsMoment): void {
  const isBefore = start.kind === 'date' ? end.local.slice(0, 10) < start.local.slice(0, 10) : end.utc < start.utc
  if (isBefore) throw createPropertyError(property, 'is before DTSTART')
}

function formatPeriod(start: IcsMoment, end: IcsMoment): Pick<IcsDates, 'start_date' | 'end_date'> {
  if (start.kind === 'date') return { start_date: start.local, end_date: findLastDay(start, end) }
  return { start_date: formatMoment(start, start.zone), end_date: formatMoment(end, start.zone) }
}

/** The end of an all-day event is exclusive, so a midnight belongs to the day before. */
function findLastDay(start: IcsMoment, end: IcsMoment): DateTime {
  const date = end.local.slice(0, 10)
  const last = `${end.local.endsWith(' 00:00:00') ? shiftDate(date, -1) : date} 00:00:00`
  return last < start.local ? start.local : last
}

/** The wall time in the zone of the event, unless the clocks repeat it, or the moment is in another zone. */
function formatMoment({ kind, local, utc, zone }: IcsMoment, ownZone: string): string {
  const isLocal = kind !== 'instant' && zone === ownZone && resolveLocal(local, zone).utc === utc
  return isLocal ? local : `${utc}Z`
}
