/** Dates and times of CSV files, whose format differs by country and program. */
import { isCalendarDate } from '../../../domain/recurrence/calendar-dates.ts'

/** Order of day, month and year in dates with numbers only. */
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const NUMERIC_DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})/

/**
 * The order that all dates of a column allow. Where several do, dates with a slash are read as in the reference: the
 * month first in English, the day first in other languages.
 */
export function detectDateOrder(texts: readonly string[], isEnglish: boolean): DateOrder {
  let isMonthFirst = isEnglish
  for (const text of texts) {
    const [, first = '', separator, second = '', third = ''] = NUMERIC_DATE.exec(text.trim()) ?? []
    if (third === '' || first.length === 4) continue
    if (Number(first) > 12) return 'DMY'
    if (Number(second) > 12) return 'MDY'
    if (separator !== '/') isMonthFirst = false
  }
  return isMonthFirst ? 'MDY' : 'DMY'
}

/** `YYYY-MM-DD`; undefined for anything else than a date, optionally with a time. */
export function parseCsvDate(text: string, order: DateOrder): string | undefined {
  const [, first = '', , second = '', third = ''] = NUMERIC_DATE.exec(text.trim()) ?? []
  const compact = /^(\d{4})(\d\d)(\d\d)(?:$|[ T])/.exec(text.trim())
  const [year = '', month = '', day = ''] =
    compact?.slice(1) ??
    (first.length === 4 || order === 'YMD'
      ? [first, second, third]
      : order === 'DMY'
        ? [third, second, first]
        : [third, first, second])
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^\d{4}-\d\d-\d\d$/.test(date) && isCalendarDate(date) ? date : undefined
}

/** `HH:MM:SS`; undefined for anything else than a time, as in `19:00`, `7 pm`, `19.30 Uhr` or `19h30`. */
export function parseCsvTime(text: string): string | undefined {
  const compact = text.trim().replaceAll(/\s+/g, ' ')
  const match = /^(\d{1,2})(?: ?[:.h] ?(\d{2})?(?::(\d{2}))?)? ?(?:(a|p)\.? ?m\.?|uhr|h)?$/i.exec(compact)
  if (!match) return undefined
  const [, hours = '', minutes = '00', seconds = '00', half] = match
  const isMorning = half?.toLowerCase() === 'a'
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isMorning ? 0 : 12)
  const isValid = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && !(half && Number(hours) > 12)
  return isValid ? `${String(hour).padStart(2, '0')}:${minutes}:${seconds}` : undefined
}

/** Bounds the time of the search for the end of the date. */
const MAX_DATE_LENGTH = 100

/** The part of a date cell after the date; empty without one. */
export const splitTime = (text: string): string => {
  const [, rest = ''] = /^\S+?[T\s]+(\d.*)$/.exec(text.trim().slice(0, MAX_DATE_LENGTH)) ?? []
  return rest
}
