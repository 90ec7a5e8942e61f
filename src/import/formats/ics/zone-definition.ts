/**
 * Reads the offsets of a VTIMEZONE at certain times. Its rules are not expanded from their start, which may be centuries
 * ago: only the years of the times and the ones before are computed, so that each rule takes the same time.
 */
import ICAL from 'ical.js'
import type { DateTime } from '../../../datetime/date-time.ts'

export interface ZoneDefinition {
  readonly tzid: string
  /** Name of the zone in the time zone database, if the definition states one; else empty. */
  readonly location: string
  /** Seconds, at each of the times; undefined if a rule is none of a time zone. */
  readonly offsets: readonly number[] | undefined
}

/** Undefined for a broken definition: its zone is unknown then. */
export function readZoneDefinition(text: string, times: readonly DateTime[]): ZoneDefinition | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(text))
    const tzid = component.getFirstPropertyValue('tzid')
    if (typeof tzid !== 'string') return undefined
    const location = String(component.getFirstPropertyValue('x-lic-location') ?? '')
    return { tzid, location, offsets: readOffsets(component, times) }
  } catch {
    return undefined
  }
}

/** Start of a period with an offset, as wall time. */
interface Change {
  readonly at: DateTime
  readonly offset: number
  readonly offsetBefore: number
}

function readOffsets(component: ICAL.Component, times: readonly DateTime[]): readonly number[] | undefined {
  const changes: Change[] = []
  for (const period of component.getAllSubcomponents()) {
    const [offset, offsetBefore] = ['tzoffsetto', 'tzoffsetfrom'].map((name) => readOffset(period, name))
    const dates = listChanges(period, times)
    if (offset === undefined || offsetBefore === undefined || !dates) return undefined
    for (const at of dates) changes.push({ at, offset, offsetBefore })
  }
  changes.sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at))
  const [first] = changes
  return first && times.map((time) => changes.findLast(({ at }) => at <= time)?.offset ?? first.offsetBefore)
}

function readOffset(period: ICAL.Component, name: string): number | undefined {
  const value = period.getFirstPropertyValue(name)
  return value instanceof ICAL.UtcOffset ? value.toSeconds() : undefined
}

/** Undefined without a start, or for a rule that does not repeat every year. */
function listChanges(period: ICAL.Component, times: readonly DateTime[]): DateTime[] | undefined {
  const start = period.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time)) return undefined
  const added = period.getAllProperties('rdate').flatMap((property) => property.getValues())
  const dates = [start, ...added].flatMap((value: unknown) => (value instanceof ICAL.Time ? [format(value)] : []))
  const rule = period.getFirstPropertyValue('rrule')
  if (!(rule instanceof ICAL.Recur)) return dates
  if (rule.freq !== 'YEARLY') return undefined
  const years = new Set(times.map((time) => Number(time.slice(0, 4))).flatMap((year) => [year - 1, year]))
  const until = rule.until ? format(rule.until) : '9999'
  const ruled = [...years].flatMap((year) => expandYear(rule, start, year))
  return [...dates, ...ruled.filter((date) => date >= format(start) && date <= until)]
}

/** The days that a yearly rule selects, which are in the month of its start unless it names others. */
function expandYear({ parts }: ICAL.Recur, start: ICAL.Time, year: number): DateTime[] {
  const months = readNumbers(parts['BYMONTH']) ?? [start.month]
  const monthDays = readNumbers(parts['BYMONTHDAY'])
  const weekdays = parts['BYDAY']?.map(String)
  const isSelected = (month: number, day: number) => {
    const last = ICAL.Time.daysInMonth(month, year)
    if (day > last) return false
    const isMonthDay = monthDays?.some((one) => one === day || one === day - last - 1)
    const isWeekday = weekdays && listWeekdayNames(year, month, day, last).some((name) => weekdays.includes(name))
    return (isMonthDay ?? (weekdays ? true : day === start.day)) && (isWeekday ?? true)
  }
  return [...new Set(months)].flatMap((month) =>
    DAYS.filter((day) => isSelected(month, day)).map((day) => format({ ...pickTime(start), year, month, day })),
  )
}

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Names of a day in a rule: `SU`, and `1SU` and `-4SU` for the first Sunday of four. */
function listWeekdayNames(year: number, month: number, day: number, last: number): string[] {
  const name = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ''
  const [fromStart, fromEnd] = [Math.ceil(day / 7), Math.ceil((last - day + 1) / 7)]
  return [name, `${fromStart}${name}`, `+${fromStart}${name}`, `-${fromEnd}${name}`]
}

const readNumbers = (values: readonly unknown[] | undefined): number[] | undefined => values?.map(Number)

type TimeParts = Pick<ICAL.Time, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>

const pickTime = ({ hour, minute, second }: TimeParts) => ({ hour, minute, second })

function format({ year, month, day, hour, minute, second }: TimeParts): DateTime {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`
}
