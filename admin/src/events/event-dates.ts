/** Wall times of events, as the user reads them. */
import { settings } from '../settings.ts'
import type { EventRow } from './event-row.ts'

type Dates = Pick<EventRow, 'start_date' | 'end_date' | 'all_day' | 'timezone'>

/** As UTC, so that formatting in UTC shows the wall time. */
const toDate = (wallTime: string): Date => new Date(`${wallTime.replace(' ', 'T')}Z`)

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

function createFormat(locale: string, dates: readonly Date[], options: Intl.DateTimeFormatOptions) {
  const isThisYear = dates.every((date) => date.getUTCFullYear() === new Date().getFullYear())
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, { ...DAY, ...year, ...options, timeZone: 'UTC' })
}

/** For example "Fri, Dec 4, 8:00 – 11:00 PM", with the time zone if it is not that of the site. */
export function formatEventDates({ start_date, end_date, all_day, timezone }: Dates, locale: string): string {
  const dates = [toDate(start_date), toDate(end_date)] as const
  const text = createFormat(locale, dates, all_day ? {} : TIME).formatRange(...dates)
  return timezone === settings.timeZone ? text : `${text} (${timezone})`
}

export function formatWallTime(wallTime: string, locale: string): string {
  const date = toDate(wallTime)
  return createFormat(locale, [date], TIME).format(date)
}

/** Moves a wall time by milliseconds, without a time zone. */
export const addMilliseconds = (wallTime: string, milliseconds: number): string =>
  new Date(toDate(wallTime).getTime() + milliseconds).toISOString().slice(0, 19).replace('T', ' ')

export const getDifference = (from: string, to: string): number => toDate(to).getTime() - toDate(from).getTime()

export const addDays = (wallTime: string, days: number): string => addMilliseconds(wallTime, days * 86_400_000)

/** The date in the time zone of the browser, `YYYY-MM-DD`. */
export function formatToday(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
