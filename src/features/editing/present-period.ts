/** Presents the interpretation of a date in words, with the keys of events, so that it can be sent back. */

import type { Language } from '../../base/i18n/language.ts'
import type { ParsedPeriod } from '../../base/time/parse-period.ts'

interface PeriodContext {
  readonly timezone: string
  readonly language: Language
}

export const presentPeriod = (period: ParsedPeriod, { timezone, language }: PeriodContext) => ({
  start_date: period.start,
  end_date: period.end ?? null,
  all_day: period.isAllDay,
  timezone,
  description: describePeriod(period, language),
})

const DAY_STYLE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const TIME_STYLE = { hour: 'numeric', minute: '2-digit' } as const

/** `Friday, November 27, 2026, 8:00 – 11:00 PM`. Wall times are formatted as if they were UTC. */
function describePeriod({ start, end, isAllDay }: ParsedPeriod, language: Language): string {
  const style = isAllDay ? DAY_STYLE : { ...DAY_STYLE, ...TIME_STYLE }
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
  const toDate = (wallTime: string) => new Date(`${wallTime.replace(' ', 'T')}Z`)
  return end === undefined ? format.format(toDate(start)) : format.formatRange(toDate(start), toDate(end))
}
