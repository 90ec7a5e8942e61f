/** Days (`YYYY-MM-DD`) and months (`YYYY-MM`) of the calendar. They have no time, so no time zone can shift them. */

import type { Language } from '../base/i18n/language.ts'
import type { DateTime } from '../base/time/date-time.ts'
import { addDays, addSeconds, toDateOnly } from '../base/time/parse-date.ts'

export type Day = string
export type Month = string

export const shiftDay = (day: Day, days = 1): Day => toDateOnly(addDays(`${day} 00:00:00`, days))

/** Wall times cover the years 0000 to 9999. The first and last year are excluded, because weeks could exceed them. */
const isDisplayable = (text: string): boolean => text > '0001' && text < '9999'

/** Undefined for invalid days such as February 30. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return shiftDay(text, 0) === text && isDisplayable(text) ? text : undefined
}

export const parseMonth = (text: string): Month | undefined =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && isDisplayable(text) ? text : undefined

export const getMonth = (day: Day): Month => day.slice(0, 7)

export const getFirstDay = (month: Month): Day => `${month}-01`

export const getNextMonth = (month: Month): Month => getMonth(shiftDay(getFirstDay(month), 31))

export const getPreviousMonth = (month: Month): Month => getMonth(shiftDay(getFirstDay(month), -1))

export const getLastDay = (month: Month): Day => shiftDay(getFirstDay(getNextMonth(month)), -1)

/** 0 is Sunday. */
const getWeekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** First day of the week, by the most common convention of each language. */
const FIRST_WEEKDAY: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 1, fr: 1, it: 1, nl: 1, pt: 0 }

export function getWeek(day: Day, language: Language): readonly Day[] {
  const first = shiftDay(day, -((getWeekday(day) - FIRST_WEEKDAY[language] + 7) % 7))
  return [0, 1, 2, 3, 4, 5, 6].map((days) => shiftDay(first, days))
}

/** Saturday and Sunday of this week; only Sunday on a Sunday. */
export function getWeekend(today: Day): readonly [Day, Day] {
  const sunday = shiftDay(today, (7 - getWeekday(today)) % 7)
  return [sunday === today ? sunday : shiftDay(sunday, -1), sunday]
}

/** Seven days from today. */
export const getNextDays = (today: Day): readonly [Day, Day] => [today, shiftDay(today, 6)]

/** All complete weeks that contain days of the month. */
export function getWeeks(month: Month, language: Language): readonly (readonly Day[])[] {
  const weeks: (readonly Day[])[] = []
  for (let day = getFirstDay(month); day <= getLastDay(month); ) {
    const week = getWeek(day, language)
    weeks.push(week)
    day = shiftDay(week[6] ?? day)
  }
  return weeks
}

interface DateRange {
  readonly start_date: DateTime
  readonly end_date: DateTime
}

export interface Span {
  readonly first: Day
  readonly last: Day
}

/** The days of an event. Days begin at `cutoff`; an event that ends exactly then does not take place on the new day. */
export function computeSpan({ start_date, end_date }: DateRange, cutoff: string): Span {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number)
  const shiftSeconds = -(hours * 3600 + minutes * 60)
  const first = toDateOnly(addSeconds(start_date, shiftSeconds))
  const last = toDateOnly(addSeconds(end_date, end_date > start_date ? shiftSeconds - 1 : shiftSeconds))
  return { first, last }
}

/** Longer events are listed above a calendar instead of as bars. */
const MAX_BAR_DAYS = 7

export const isLongRunning = ({ first, last }: Span): boolean => shiftDay(first, MAX_BAR_DAYS) <= last

/** Events of a day: bars for multi-day events, then the others. */
export interface DayPlan<T> {
  readonly day: Day
  /** A bar has the same index on all days of a week; undefined keeps the row of another day's bar empty. */
  readonly bars: readonly (Bar<T> | undefined)[]
  readonly singleDayEvents: readonly T[]
}

export interface Bar<T> {
  readonly event: T
  readonly isFirst: boolean
  readonly isLast: boolean
  /** On its first day in this week, the number of days it spans in the week; 0 on later days. */
  readonly days: number
}

/** Plans a week from events with their days, sorted in display order. */
export function planWeek<T>(week: readonly Day[], events: readonly (readonly [T, Span])[]): readonly DayPlan<T>[] {
  const [start = '', end = ''] = [week[0], week.at(-1)]
  const multiDayEvents = events.filter(([, { first, last }]) => first < last && first <= end && last >= start)
  const lanes = assignLanes(multiDayEvents)
  return week.map((day) => ({
    day,
    bars: getBarsOnDay(day, lanes, week),
    singleDayEvents: events.flatMap(([event, { first, last }]) => (first === day && last === day ? [event] : [])),
  }))
}

type Lane<T> = (readonly [T, Span])[]

/** Puts each event into the first lane without an overlapping event. */
function assignLanes<T>(events: readonly (readonly [T, Span])[]): readonly Lane<T>[] {
  const lanes: Lane<T>[] = []
  for (const event of events) {
    const freeLane = lanes.find((lane) =>
      lane.every(([, { first, last }]) => event[1].last < first || event[1].first > last),
    )
    if (freeLane) freeLane.push(event)
    else lanes.push([event])
  }
  return lanes
}

function getBarsOnDay<T>(day: Day, lanes: readonly Lane<T>[], week: readonly Day[]): readonly (Bar<T> | undefined)[] {
  const bars = lanes.map((lane) => {
    const entry = lane.find(([, { first, last }]) => first <= day && day <= last)
    if (!entry) return undefined
    const [event, { first, last }] = entry
    const isStart = first === day || (first < day && day === week[0])
    const days = isStart ? week.filter((other) => day <= other && other <= last).length : 0
    return { event, isFirst: first === day, isLast: last === day, days }
  })
  return bars.slice(0, bars.findLastIndex((bar) => bar !== undefined) + 1)
}
