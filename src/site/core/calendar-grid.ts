/** Days of a calendar, as `YYYY-MM-DD`, and months, as `YYYY-MM`: no clocks, so no zone can shift them. */
import { addDays, addSeconds, type DateTime, toDateOnly } from '../../datetime/parse-date.ts'
import type { Language } from '../../i18n/language.ts'

export type Day = string
export type Month = string

export const shiftDay = (day: Day, days = 1): Day => toDateOnly(addDays(`${day} 00:00:00`, days))

/** Those that have whole weeks and months around them: wall times end with the years 0000 and 9999. */
const isDisplayable = (text: string): boolean => text > '0001' && text < '9999'

/** Undefined for what is no day, like the 30th of February. */
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

/** What people who speak it mostly call the first day. */
const FIRST_WEEKDAY: Readonly<Record<Language, number>> = { en: 0, de: 1, es: 1, fr: 1, it: 1, nl: 1, pt: 0 }

export function getWeek(day: Day, language: Language): readonly Day[] {
  const first = shiftDay(day, -((getWeekday(day) - FIRST_WEEKDAY[language] + 7) % 7))
  return [0, 1, 2, 3, 4, 5, 6].map((number) => shiftDay(first, number))
}

/** The weeks that a month touches, whole. */
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

/** The days of an event, where days begin at `cutoff`. What ends as a day begins is not on that day. */
export function computeSpan({ start_date, end_date }: DateRange, cutoff: string): Span {
  const [hours = 0, minutes = 0] = cutoff.split(':').map(Number)
  const shiftSeconds = -(hours * 3600 + minutes * 60)
  const first = toDateOnly(addSeconds(start_date, shiftSeconds))
  const last = toDateOnly(addSeconds(end_date, end_date > start_date ? shiftSeconds - 1 : shiftSeconds))
  return { first, last }
}

/** What happens on a day, with the rows of bars that go on over several days. */
export interface DayPlan<T> {
  readonly day: Day
  /** In the same place on each day of the week that it lasts; undefined where another day has one. */
  readonly bars: readonly (Bar<T> | undefined)[]
  readonly singleDayEvents: readonly T[]
}

export interface Bar<T> {
  readonly event: T
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Where it begins in this week, how many days of the week it lasts; 0 on the days after. */
  readonly days: number
}

/** A week of events, each with its days, in the order in which a day shows them. */
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

/** Each event goes into the first lane that is free by then. */
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
    const found = lane.find(([, { first, last }]) => first <= day && day <= last)
    if (!found) return undefined
    const [event, { first, last }] = found
    const isStart = first === day || (first < day && day === week[0])
    const days = isStart ? week.filter((other) => day <= other && other <= last).length : 0
    return { event, isFirst: first === day, isLast: last === day, days }
  })
  return bars.slice(0, bars.findLastIndex((bar) => bar !== undefined) + 1)
}
