/**
 * Reads the offsets of a VTIMEZONE at certain times. Its rules are not expanded from their start, which may be centuries
 * ago: only the years of the times and the ones before are computed, so that each rule takes the same time.
 */
import type { DateTime } from '../../../../base/time/date-time.ts'
import { getWeekday } from '../../../../calendar/series/calendar-dates.ts'
import { readRule } from '../../../../calendar/series/recurrence-rule.ts'
import { findProperty, type IcsComponent, listProperties } from './content-lines.ts'
import { parseStatedTime } from './stated-time.ts'

export interface ZoneDefinition {
  readonly tzid: string
  /** Name of the zone in the time zone database, if the definition states one; else empty. */
  readonly location: string
  /** Seconds, at each of the times; undefined if a rule is none of a time zone. */
  readonly offsets: readonly number[] | undefined
}

/** Undefined without a name. */
export function readZoneDefinition(component: IcsComponent, times: readonly DateTime[]): ZoneDefinition | undefined {
  const tzid = findProperty(component, 'TZID')?.value
  if (tzid === undefined) return undefined
  return {
    tzid,
    location: findProperty(component, 'X-LIC-LOCATION')?.value ?? '',
    offsets: readOffsets(component, times),
  }
}

/** Start of a period with an offset, as wall time. */
interface Change {
  readonly at: DateTime
  readonly offset: number
  readonly offsetBefore: number
}

function readOffsets({ components }: IcsComponent, times: readonly DateTime[]): readonly number[] | undefined {
  const changes: Change[] = []
  for (const period of components) {
    const [offset, offsetBefore] = ['TZOFFSETTO', 'TZOFFSETFROM'].map((name) => readOffset(period, name))
    const dates = listChanges(period, times)
    if (offset === undefined || offsetBefore === undefined || !dates) return undefined
    for (const at of dates) changes.push({ at, offset, offsetBefore })
  }
  changes.sort((one, other) => Number(one.at > other.at) - Number(one.at < other.at))
  const [first] = changes
  return first && times.map((time) => changes.findLast(({ at }) => at <= time)?.offset ?? first.offsetBefore)
}

function readOffset(period: IcsComponent, name: string): number | undefined {
  const value = findProperty(period, name)?.value ?? ''
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(value) ?? []
  if (sign === undefined) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1)
}

/** Undefined without a start, or for a rule that does not repeat every year. */
function listChanges(period: IcsComponent, times: readonly DateTime[]): DateTime[] | undefined {
  const [start] = listTimes(period, 'DTSTART')
  if (start === undefined) return undefined
  const dates = [start, ...listTimes(period, 'RDATE')]
  const rule = findProperty(period, 'RRULE')?.value.toUpperCase()
  if (rule === undefined) return dates
  const parts = readRule(rule)
  if (parts.get('FREQ') !== 'YEARLY') return undefined
  const years = new Set(times.map((time) => Number(time.slice(0, 4))).flatMap((year) => [year - 1, year]))
  const until = parseStatedTime(parts.get('UNTIL') ?? '')?.local ?? '9999'
  const ruled = [...years].flatMap((year) => expandYear(parts, start, year))
  return [...dates, ...ruled.filter((date) => date >= start && date <= until)]
}

const listTimes = (period: IcsComponent, name: string): DateTime[] =>
  listProperties(period, name)
    .flatMap(({ value }) => value.split(','))
    .flatMap((value) => parseStatedTime(value)?.local ?? [])

/** The days that a yearly rule selects, which are in the month of its start unless it names others. */
function expandYear(parts: ReadonlyMap<string, string>, start: DateTime, year: number): DateTime[] {
  const months = new Set(readNumbers(parts.get('BYMONTH')) ?? [Number(start.slice(5, 7))])
  const monthDays = readNumbers(parts.get('BYMONTHDAY'))
  const weekdays = parts.get('BYDAY')?.split(',')
  const isSelected = (month: number, day: number) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    if (day > last) return false
    const isMonthDay = monthDays?.some((one) => one === day || one === day - last - 1)
    const isWeekday =
      weekdays && listWeekdayNames(formatDate(year, month, day), last).some((name) => weekdays.includes(name))
    return (isMonthDay ?? (weekdays ? true : day === Number(start.slice(8, 10)))) && (isWeekday ?? true)
  }
  return [...months]
    .filter((month) => month >= 1 && month <= 12)
    .flatMap((month) =>
      DAYS.filter((day) => isSelected(month, day)).map((day) => `${formatDate(year, month, day)} ${start.slice(11)}`),
    )
}

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

const formatDate = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')

/** Names of a day in a rule: `SU`, and `1SU` and `-4SU` for the first Sunday of four. */
function listWeekdayNames(date: string, last: number): string[] {
  const name = getWeekday(date)
  const day = Number(date.slice(8))
  const [fromStart, fromEnd] = [Math.ceil(day / 7), Math.ceil((last - day + 1) / 7)]
  return [name, `${fromStart}${name}`, `+${fromStart}${name}`, `-${fromEnd}${name}`]
}

const readNumbers = (values: string | undefined): number[] | undefined => values?.split(',').map(Number)
