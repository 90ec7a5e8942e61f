/** Dates and recurrences of iCalendar events. */
import ICAL from 'ical.js'
import { toDateTime, toSeconds } from '../../../datetime/civil-time.ts'
import { addSeconds } from '../../../datetime/parse-date.ts'
import { resolveLocal, toLocal } from '../../../datetime/time-zone.ts'
import { shiftDate } from '../../../domain/recurrence/calendar-dates.ts'
import { expandDates } from '../../../domain/recurrence/expand-recurrence.ts'
import { parseRecurrence, type RecurrenceInput } from '../../../domain/recurrence/recurrence.ts'
import type { IcsZones } from './ics-zones.ts'

/** Dates as fields of an event. Instants end in `Z`. */
export interface IcsDates {
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly all_day: boolean
}

interface IcsMoment {
  readonly text: string
  readonly zone: string
  readonly isDate: boolean
  readonly isUtc: boolean
}

/** Throws an `Error` if the component has no valid start, or a zone that is neither known nor defined. */
export function readIcsDates(component: ICAL.Component, zones: IcsZones): IcsDates {
  const property = component.getFirstProperty('dtstart')
  const value = property?.getFirstValue()
  if (!property || !(value instanceof ICAL.Time)) throw new Error('DTSTART is missing or no date')
  const start = readMoment(property, value, zones)
  const end = readEnd(component, start, zones)
  const format = ({ text, isUtc }: IcsMoment) => (isUtc ? `${text}Z` : text)
  return { start_date: format(start), end_date: format(end), timezone: start.zone, all_day: start.isDate }
}

/** `index` is the position of the value in a property with several values. */
function readMoment(property: ICAL.Property, time: ICAL.Time, zones: IcsZones, index = 0): IcsMoment {
  const text = toText(time)
  // The parser moves dates that do not exist, such as those of a 13th month.
  const stated = String(property.toJSON()[FIRST_VALUE + index])
  if (!stated.startsWith(text.slice(0, 10))) throw new Error(`${property.name.toUpperCase()} is not a date: ${stated}`)
  const isUtc = time.zone === ICAL.Timezone.utcTimezone
  const tzid = property.getParameter('tzid')
  if (time.isDate || isUtc || typeof tzid !== 'string')
    return { text, zone: zones.defaultZone, isDate: time.isDate, isUtc }
  const zone = zones.find(tzid)
  if (zone === undefined) throw new Error(`the time zone "${tzid}" is neither known nor defined`)
  return { text, zone, isDate: false, isUtc: false }
}

/** The values of a property follow its name, parameters and type (jCal, RFC 7265). */
const FIRST_VALUE = 3

/** `YYYY-MM-DD HH:MM:SS`. Throws an `Error` for a date that does not exist. */
function toText({ year, month, day, hour, minute, second, isDate }: ICAL.Time): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const time = isDate ? '00:00:00' : `${pad(hour)}:${pad(minute)}:${pad(Math.min(second, 59))}`
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)} ${time}`
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || toDateTime(toSeconds(text)) !== text)
    throw new Error(`"${text}" is not a date`)
  return text
}

/** DTEND of whole days is exclusive. Without an end, an event takes a day or no time (RFC 5545, section 3.6.1). */
function readEnd(component: ICAL.Component, start: IcsMoment, zones: IcsZones): IcsMoment {
  const property = component.getFirstProperty('dtend')
  const value = property?.getFirstValue()
  const duration = component.getFirstPropertyValue('duration')
  if (property && value instanceof ICAL.Time) {
    const end = readMoment(property, value, zones)
    return start.isDate ? { ...end, text: subtractDay(start, end.text) } : convertZone(end, start)
  }
  if (!(duration instanceof ICAL.Duration)) return start
  const end = addSeconds(start.text, duration.toSeconds())
  return { ...start, text: start.isDate ? subtractDay(start, end) : end }
}

/** The last day of an all-day event with this exclusive end. */
function subtractDay(start: IcsMoment, end: string): string {
  const last = `${shiftDate(end.slice(0, 10), -1)} 00:00:00`
  return last < start.text ? start.text : last
}

/** Start and end may be in different zones; both fields of an event are in that of its start. */
function convertZone(end: IcsMoment, start: IcsMoment): IcsMoment {
  return end.isUtc || end.zone === start.zone
    ? end
    : { ...end, text: resolveLocal(end.text, end.zone).utc, isUtc: true }
}

/** Undefined for an event that does not repeat. */
export function readIcsRecurrence(
  component: ICAL.Component,
  { start_date, timezone }: IcsDates,
  zones: IcsZones,
): RecurrenceInput | undefined {
  const rrule = String(component.getFirstPropertyValue('rrule') ?? '')
  const rdate = readDates(component, 'rdate', timezone, zones)
  if (rrule === '' && rdate.length === 0) return undefined
  const start = (start_date.endsWith('Z') ? toLocal(start_date.slice(0, -1), timezone) : start_date).slice(0, 10)
  const exdate = readDates(component, 'exdate', timezone, zones)
  const isRegular = rrule === '' || exdate.includes(start) || startsWithRule(rrule, start)
  return { rrule, rdate: isRegular ? rdate : [start, ...rdate], exdate }
}

/** DTSTART is the first occurrence even if the rule does not select it. An invalid rule is rejected later. */
function startsWithRule(rrule: string, start: string): boolean {
  const parsed = parseRecurrence({ rrule })
  if ('error' in parsed) return true
  return expandDates({ rrule: parsed.value.rrule ?? '', rdate: [], exdate: [] }, start, { until: start }).includes(
    start,
  )
}

function readDates(component: ICAL.Component, name: 'rdate' | 'exdate', timezone: string, zones: IcsZones): string[] {
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value: unknown, index) => {
      const time = value instanceof ICAL.Period ? value.start : value
      return time instanceof ICAL.Time ? [toLocalDate(readMoment(property, time, zones, index), timezone)] : []
    }),
  )
}

/** The date of a moment in the zone of its series, `YYYY-MM-DD`. */
const toLocalDate = ({ text, isUtc }: IcsMoment, timezone: string): string =>
  (isUtc ? toLocal(text, timezone) : text).slice(0, 10)

/** Original date of the occurrence that a component replaces; undefined for other components. */
export function readRecurrenceId(component: ICAL.Component, timezone: string, zones: IcsZones): string | undefined {
  const property = component.getFirstProperty('recurrence-id')
  const value = property?.getFirstValue()
  return property && value instanceof ICAL.Time ? toLocalDate(readMoment(property, value, zones), timezone) : undefined
}
