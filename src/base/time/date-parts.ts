/** Combines the parsed parts of a date expression and computes the resulting time. */
import { secondsPerDay, toDayNumber, toSeconds } from './civil-time.ts'
import type { DateTime } from './date-time.ts'

export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Offset from the base date. Negative values go back. */
export interface Shift {
  readonly months: number
  readonly days: number
  readonly seconds: number
}

/** `day` is 0 for Sunday. `count` 0 is the first such day on or after the date, 1 the first after it, -1 the last before it. */
export interface WeekdayStep {
  readonly day: number
  readonly count: number
}

/** Each part may occur once, except `shift`, which accumulates. */
export interface DateParts {
  readonly date?: CivilDate
  /** Seconds since midnight. */
  readonly time?: number
  /** The time defaults to midnight, as in `tomorrow` or `friday`. */
  readonly wholeDay?: true
  readonly shift?: Shift
  /** `ago`: negates the shift. */
  readonly ago?: true
  readonly edgeOfMonth?: 'first' | 'last'
  readonly weekday?: WeekdayStep
  /** The `count`th such day of the month; -1 is the last one. */
  readonly weekdayOfMonth?: WeekdayStep
  /** A weekday with `next week` is taken from that week, Monday to Sunday. */
  readonly withinWeek?: true
  readonly zone?: string
}

/** Returns undefined if both contain the same part: a text with two dates or two times is invalid. */
export function joinParts(parts: DateParts, more: DateParts): DateParts | undefined {
  const isDuplicate = Object.keys(more).some((key) => key !== 'shift' && key !== 'wholeDay' && key in parts)
  if (isDuplicate) return undefined
  if (!parts.shift || !more.shift) return { ...parts, ...more }
  return { ...parts, ...more, shift: addShifts(parts.shift, more.shift) }
}

/** Wall time in seconds, as if it were UTC. Missing parts are taken from `now`. */
export function computeWallSeconds(parts: DateParts, now: DateTime): number {
  const seconds = toSeconds(now)
  const clock = ((seconds % secondsPerDay) + secondsPerDay) % secondsPerDay
  const time = parts.time ?? (parts.date || parts.wholeDay ? 0 : clock)
  const shift = parts.ago ? negateShift(parts.shift) : parts.shift
  const month = resolveDayInMonth(parts, parts.date ?? toCivilDate(now), shift?.months ?? 0)
  const day = resolveWeekday(parts, month + (shift?.days ?? 0))
  return day * secondsPerDay + time + (shift?.seconds ?? 0)
}

export function toCivilDate(dateTime: DateTime): CivilDate {
  const [year, month, day] = dateTime.slice(0, 10).split('-').map(Number)
  return { year: year ?? 0, month: month ?? 1, day: day ?? 1 }
}

/** The day number after adding the months and applying `edgeOfMonth` or `weekdayOfMonth`. */
function resolveDayInMonth(parts: DateParts, from: CivilDate, months: number): number {
  const month = from.month + months
  if (parts.weekdayOfMonth) return findWeekdayOfMonth(parts.weekdayOfMonth, from.year, month)
  if (parts.edgeOfMonth === 'first') return toDayNumber(from.year, month, 1)
  if (parts.edgeOfMonth === 'last') return toDayNumber(from.year, month + 1, 0)
  return toDayNumber(from.year, month, from.day)
}

function findWeekdayOfMonth(step: WeekdayStep, year: number, month: number): number {
  if (step.count < 0) return findWeekday(toDayNumber(year, month + 1, 1), step)
  return findWeekday(toDayNumber(year, month, 0), step)
}

function resolveWeekday(parts: DateParts, day: number): number {
  if (!parts.weekday) return day
  if (!parts.withinWeek) return findWeekday(day, parts.weekday)
  return day - countDaysSince(1, day) + ((parts.weekday.day + 6) % 7)
}

function findWeekday(day: number, step: WeekdayStep): number {
  if (step.count === 0) return day + ((7 - countDaysSince(step.day, day)) % 7)
  if (step.count > 0) return day + 7 * step.count - countDaysSince(step.day, day)
  return day - (countDaysSince(step.day, day) || 7) + 7 * (step.count + 1)
}

/** Days from the last such weekday to the given day, 0 to 6. Day number 0, 1970-01-01, was a Thursday. */
function countDaysSince(weekday: number, day: number): number {
  return (((day + 4 - weekday) % 7) + 7) % 7
}

function addShifts(a: Shift, b: Shift): Shift {
  return {
    months: a.months + b.months,
    days: a.days + b.days,
    seconds: a.seconds + b.seconds,
  }
}

function negateShift(shift: Shift = { months: 0, days: 0, seconds: 0 }): Shift {
  return { months: -shift.months, days: -shift.days, seconds: -shift.seconds }
}
