/** Dates, times and durations of iCalendar (RFC 5545, section 3.3), also in the spellings of other programs. */
import type { DateTime } from '../../../../base/time/date-time.ts'
import { findTimeZone } from '../../../../base/time/find-time-zone.ts'
import { addDays, addSeconds } from '../../../../base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../../../base/time/time-zone.ts'
import { createPropertyError, type IcsProperty } from './content-lines.ts'
import type { IcsZones } from './ics-zones.ts'
import { parseStatedTime, type StatedTime } from './stated-time.ts'

export interface IcsMoment {
  /** `instant`: a time in UTC or with an offset. */
  readonly kind: 'date' | 'wall' | 'instant'
  /** Wall time in `zone`; midnight of a date. */
  readonly local: DateTime
  readonly utc: DateTime
  readonly zone: string
}

export interface MomentContext {
  readonly zones: IcsZones
  /** Zone of times without one. */
  readonly floatingZone: string
}

/**
 * Reads a value of a property, whose zone is a parameter. Throws an `IcsError` for a date that does not exist, and for a
 * zone that is neither known nor defined.
 */
export function readMoment(
  property: IcsProperty,
  { zones, floatingZone }: MomentContext,
  value: string = property.value,
): IcsMoment {
  const stated = parseStatedTime(value)
  if (!stated) throw createPropertyError(property, 'is not a date')
  const { local, suffix } = stated
  if (isDate(stated, property)) return createMoment('date', local, floatingZone)
  if (suffix !== '') return createMoment('instant', local, suffix === 'Z' ? 'UTC' : (findTimeZone(suffix) ?? 'UTC'))
  const tzid = property.parameters.get('TZID') ?? ''
  const zone = tzid === '' ? floatingZone : zones.find(tzid)
  if (zone === undefined)
    throw createPropertyError(property, `has the time zone "${tzid}", which is neither known nor defined`)
  return createMoment('wall', local, zone)
}

const createMoment = (kind: IcsMoment['kind'], local: DateTime, zone: string): IcsMoment => ({
  ...{ kind, local, zone },
  utc: resolveLocal(local, zone).utc,
})

/** Days are dates whatever VALUE states, and a midnight is one if VALUE states it. */
const isDate = ({ local, hasTime }: StatedTime, { parameters }: IcsProperty): boolean =>
  !hasTime || (parameters.get('VALUE')?.toUpperCase() === 'DATE' && local.endsWith(' 00:00:00'))

export interface IcsDuration {
  /** Nominal: a day is one of the calendar, also when the clocks change. */
  readonly days: number
  /** Exact. */
  readonly seconds: number
}

const DURATION = /^[+]?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i
export const MAX_DURATION_DAYS = 36_525

/** Throws an `IcsError` for another text, and for more than 100 years. */
export function readDuration(property: IcsProperty, value: string = property.value): IcsDuration {
  const text = value.trim()
  if (/^-P/i.test(text)) throw createPropertyError(property, 'is negative')
  const match = /\d/.test(text) ? DURATION.exec(text) : null
  if (!match) throw createPropertyError(property, 'is not a duration')
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const duration = { days: 7 * weeks + days, seconds: 3600 * hours + 60 * minutes + seconds }
  if (duration.days + duration.seconds / 86_400 > MAX_DURATION_DAYS)
    throw createPropertyError(property, 'is longer than 100 years')
  return duration
}

/** The moment after the duration. A date becomes wall time if the duration has a part of a day. */
export function addDuration(moment: IcsMoment, { days, seconds }: IcsDuration): IcsMoment {
  const { kind, local, zone } = moment
  if (kind === 'date') return { ...moment, kind: 'wall', local: addSeconds(addDays(local, days), seconds) }
  const { utc } = resolveLocal(addDays(local, days), zone)
  const end = addSeconds(utc, seconds)
  return { ...moment, local: toLocal(end, zone), utc: end }
}
