/** Recurrences in words: "every second Tuesday until June 1, 2027". */
import type { Language } from '../../base/i18n/language.ts'
import { createTranslator, type Translate } from '../../base/i18n/translate.ts'
import { WEEKDAYS } from './calendar-dates.ts'
import { getKeyDate } from './occurrence-key.ts'
import type { Recurrence } from './recurrence.ts'
import { type RuleParts, readRule } from './recurrence-rule.ts'

const WORKING_DAYS = 'MO,TU,WE,TH,FR'
/** More dates are counted instead of listed. */
const MAX_LISTED_DATES = 3

interface Words {
  readonly t: Translate
  readonly language: Language
  readonly join: (items: readonly string[]) => string
  /** `options` select the parts of `date`, `YYYY-MM-DD`. */
  readonly formatDate: (date: string, options: Intl.DateTimeFormatOptions) => string
}

/** Describes a recurrence that begins on the date `start`. */
export function describeRecurrence(recurrence: Recurrence, start: string, language: Language): string {
  const words = createWords(language)
  const { t } = words
  const { rrule, rdate, exdate } = recurrence
  if (rrule === '') return t('recurrence.dates', { dates: listDates([start, ...rdate], words) })
  const text = describeRule(readRule(rrule), start, words)
  const added = rdate.length === 0 ? text : t('recurrence.also', { text, dates: listDates(rdate, words) })
  return exdate.length === 0 ? added : t('recurrence.except', { text: added, dates: listDates(exdate, words) })
}

function createWords(language: Language): Words {
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return {
    t: createTranslator(language),
    language,
    join: (items) => list.format(items),
    formatDate: (date, options) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(date)),
  }
}

const LONG_DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** Times of day are in the events. */
function listDates(keys: readonly string[], { t, join, formatDate }: Words): string {
  const dates = [...new Set(keys.map(getKeyDate))]
  const listed = dates.slice(0, MAX_LISTED_DATES).map((date) => formatDate(date, LONG_DATE))
  const rest = dates.length - listed.length
  return join(rest > 0 ? [...listed, t('recurrence.more_dates', { n: String(rest) })] : listed)
}

function describeRule(parts: RuleParts, start: string, words: Words): string {
  const { t, formatDate } = words
  const text = [describeFrequency(parts, start, words), ...describeSelection(parts, start, words)].join(' ')
  const until = parts.get('UNTIL')
  if (until !== undefined) {
    const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
    return t('recurrence.until', { text, date: formatDate(date, LONG_DATE) })
  }
  const count = parts.get('COUNT')
  return count === undefined ? text : t('recurrence.count', { text, count })
}

const listPart = (parts: RuleParts, name: string): readonly string[] => parts.get(name)?.split(',') ?? []

function describeFrequency(parts: RuleParts, start: string, words: Words): string {
  const { t } = words
  const frequency = parts.get('FREQ')
  const n = parts.get('INTERVAL') ?? '1'
  if (frequency === 'MONTHLY') return n === '1' ? t('recurrence.monthly') : t('recurrence.monthly_n', { n })
  if (frequency === 'YEARLY') return n === '1' ? t('recurrence.yearly') : t('recurrence.yearly_n', { n })
  if (frequency === 'DAILY' && n !== '1') return t('recurrence.daily_n', { n })
  if (frequency === 'DAILY' && !parts.has('BYDAY')) return t('recurrence.daily')
  const days = words.join(listWeekdays(parts, start, words))
  if (n === '1') return t('recurrence.weekly', { days })
  return n === '2' ? t('recurrence.weekly_2', { days }) : t('recurrence.weekly_n', { n, days })
}

function listWeekdays(parts: RuleParts, start: string, { formatDate }: Words): string[] {
  const codes = listPart(parts, 'BYDAY')
  const nameWeekday = (code: string) => formatDate(findWeekday(code), { weekday: 'long' })
  return codes.length > 0 ? codes.map(nameWeekday) : [formatDate(start, { weekday: 'long' })]
}

/** A date on the weekday: January 4, 1970 was a Sunday. */
const findWeekday = (code: string): string => `1970-01-0${4 + WEEKDAYS.indexOf(code)}`

/** The days and months that a rule selects in addition to those of its frequency. */
function describeSelection(parts: RuleParts, start: string, words: Words): string[] {
  const { t, join } = words
  const frequency = parts.get('FREQ')
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY'
  const months = listPart(parts, 'BYMONTH')
  const positions = listPart(parts, 'BYSETPOS')
  const birthday = frequency === 'YEARLY' ? describeYearlyDate(parts, start, words) : undefined
  if (birthday !== undefined) return [birthday]
  const days = [
    ...listPart(parts, 'BYMONTHDAY').map((n) => describeMonthDay(Number(n), words)),
    ...listPart(parts, 'BYYEARDAY').map((n) => t('recurrence.yearday', { n })),
    ...(isLong || (frequency === 'DAILY' && (parts.get('INTERVAL') ?? '1') !== '1') ? describeDays(parts, words) : []),
    ...listPart(parts, 'BYWEEKNO').map((n) => t('recurrence.week', { n })),
  ]
  const inherited = isLong && days.length === 0 ? [describeMonthDay(Number(start.slice(8, 10)), words)] : days
  const names = months.map((month) => words.formatDate(`1970-${month.padStart(2, '0')}-01`, { month: 'long' }))
  const isPlaced = positions.length === 0 || (isLong && isPositioned(parts))
  return [
    ...(inherited.length > 0 ? [join(inherited)] : []),
    ...(names.length > 0 ? [t('recurrence.months', { months: join(names) })] : []),
    ...(isPlaced ? [] : [t('recurrence.positions', { positions: positions.join(', ') })]),
  ]
}

/** "on May 1" for a rule with one date per year; undefined for others. */
function describeYearlyDate(parts: RuleParts, start: string, { t, formatDate }: Words): string | undefined {
  if (['BYDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'].some((name) => parts.has(name))) return undefined
  const month = parts.get('BYMONTH') ?? start.slice(5, 7)
  const day = parts.get('BYMONTHDAY') ?? start.slice(8, 10)
  if (!/^\d+$/.test(month) || !/^\d+$/.test(day)) return undefined
  const date = `2000-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return t('recurrence.on_date', { date: formatDate(date, { day: 'numeric', month: 'long' }) })
}

const describeMonthDay = (n: number, words: Words): string =>
  n > 0
    ? words.t('recurrence.monthday', { n: words.language === 'fr' && n === 1 ? '1er' : String(n) })
    : describeNth(n, words.t('recurrence.day'), words)

/** True if BYSETPOS selects one day, such as the last working day. */
function isPositioned(parts: RuleParts): boolean {
  const days = parts.get('BYDAY') ?? ''
  return listPart(parts, 'BYSETPOS').length === 1 && (/^[A-Z]{2}$/.test(days) || isWorkingDays(days))
}

const isWorkingDays = (days: string): boolean => days.split(',').sort().join() === WORKING_DAYS.split(',').sort().join()

function describeDays(parts: RuleParts, words: Words): string[] {
  const days = parts.get('BYDAY') ?? ''
  const position = isPositioned(parts) ? (parts.get('BYSETPOS') ?? '') : ''
  if (position !== '' && isWorkingDays(days))
    return [describeNth(Number(position), words.t('recurrence.working_day'), words)]
  return listPart(parts, 'BYDAY').map((code) => {
    const weekday = code.slice(-2)
    const day = words.formatDate(findWeekday(weekday), { weekday: 'long' })
    const nth = code.slice(0, -2) || position
    return nth === '' ? words.t('recurrence.weekday', { day }) : describeNth(Number(nth), day, words, weekday)
  })
}

/** The nth day of its period; negative numbers count from the end. */
function describeNth(n: number, day: string, { t, language }: Words, weekday = ''): string {
  const isFeminine = FEMININE_DAYS[language]?.includes(weekday) ?? false
  const suffix = isFeminine ? '_f' : ''
  const nth = formatOrdinal(Math.abs(n), language, isFeminine)
  if (n === -1) return t(`recurrence.last${suffix}`, { day })
  return t(n > 0 ? `recurrence.nth${suffix}` : `recurrence.nth_last${suffix}`, { nth, day })
}

const FEMININE_DAYS: Readonly<Partial<Record<Language, readonly string[]>>> = {
  it: ['SU'],
  pt: ['MO', 'TU', 'WE', 'TH', 'FR'],
}

const ENGLISH_SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function formatOrdinal(n: number, language: Language, isFeminine: boolean): string {
  switch (language) {
    case 'en':
      return `${n}${ENGLISH_SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)] ?? 'th'}`
    case 'de':
      return `${n}.`
    case 'es':
      return n === 1 || n === 3 ? `${n}.er` : `${n}.º`
    case 'fr':
      return n === 1 ? '1er' : `${n}e`
    case 'it':
      return isFeminine ? `${n}ª` : `${n}º`
    case 'nl':
      return `${n}e`
    case 'pt':
      return isFeminine ? `${n}.ª` : `${n}.º`
  }
}
