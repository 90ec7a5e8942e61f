/** Formatters of the Intl API. They are cached, because creating one takes longer than a hundred uses. */
import type { Language } from '../base/i18n/language.ts'

const DATE_STYLES = {
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  narrowWeekday: { weekday: 'narrow' },
  dayNumber: { day: 'numeric' },
  shortMonth: { month: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  briefDay: { day: 'numeric', month: 'short' },
  briefDayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  plainDay: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  longMoment: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  shortMoment: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof DATE_STYLES

/** Formatters of one language. */
export interface IntlFormatters {
  readonly dateFormat: (style: DateStyle) => Intl.DateTimeFormat
  readonly pluralRules: () => Intl.PluralRules
  /** `currency` is an ISO 4217 code. Whole amounts have no decimals. */
  readonly priceFormat: (currency: string, isWhole: boolean) => Intl.NumberFormat
}

/** Formatters are created on first use and kept for as long as the cache. */
export function createIntlFormattersCache(): (language: Language) => IntlFormatters {
  const byLanguage = new Map<Language, IntlFormatters>()
  return (language) => {
    const formatters = byLanguage.get(language) ?? createIntlFormatters(language)
    byLanguage.set(language, formatters)
    return formatters
  }
}

/** Dates are formatted in UTC, because wall times are passed as if they were UTC. */
export function createIntlFormatters(language: Language): IntlFormatters {
  const dateFormats = new Map<DateStyle, Intl.DateTimeFormat>()
  const priceFormats = new Map<string, Intl.NumberFormat>()
  let pluralRules: Intl.PluralRules | undefined
  return {
    dateFormat: (style) => {
      const format =
        dateFormats.get(style) ?? new Intl.DateTimeFormat(language, { ...DATE_STYLES[style], timeZone: 'UTC' })
      dateFormats.set(style, format)
      return format
    },
    pluralRules: () => {
      pluralRules ??= new Intl.PluralRules(language)
      return pluralRules
    },
    priceFormat: (currency, isWhole) => {
      const key = `${currency} ${isWhole}`
      const digits = isWhole ? { minimumFractionDigits: 0 } : {}
      const format =
        priceFormats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, ...digits })
      priceFormats.set(key, format)
      return format
    },
  }
}
