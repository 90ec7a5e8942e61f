import type { DateTime } from '../../base/time/date-time.ts'
import { addDays, toDateOnly } from '../../base/time/parse-date.ts'

const toMidnightText = (date: string): DateTime => `${date} 00:00:00`

/** The date `days` later; all dates are `YYYY-MM-DD`. */
export const shiftDate = (date: string, days: number): string => toDateOnly(addDays(toMidnightText(date), days))

export const isCalendarDate = (date: string): boolean => shiftDate(date, 0) === date

/** Days of the week by their names in rules, from Sunday. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** `date` is `YYYY-MM-DD`. */
export const getWeekday = (date: string): string => WEEKDAYS[new Date(date).getUTCDay()] ?? ''

/** Sorted, without duplicates. */
export const sortDates = (dates: readonly string[]): string[] => [...new Set(dates)].sort()
