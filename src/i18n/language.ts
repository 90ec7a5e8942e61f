/** The languages people are spoken to in. What programs read is the same in all of them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const

export type Language = (typeof LANGUAGES)[number]

/** How each calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
}

export const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text)

/** A header longer than this is no wish of a person. */
const MAX_HEADER_LENGTH = 1000

/**
 * The language of `offered` that an `Accept-Language` header wishes for most (RFC 9110, 12.5.4; looked up as in RFC 4647,
 * 3.4, so that `de-AT` means `de`); without a wish that can be met, the first.
 */
export function negotiateLanguage(header: string | undefined, available: readonly Language[]): Language {
  const fallback = available[0] ?? 'en'
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return fallback
  const ranges = header.split(',').map(parseLanguageRange)
  const ranked = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  const isRefused = (language: Language) => ranges.some(({ range, weight }) => weight === 0 && range === language)
  for (const { range } of ranked) {
    const found = available.find((language) => (range === '*' ? !isRefused(language) : matchesRange(range, language)))
    if (found) return found
  }
  return fallback
}

const matchesRange = (range: string, language: Language): boolean =>
  range === language || range.startsWith(`${language}-`)

function parseLanguageRange(part: string): { range: string; weight: number } {
  const [range = '', ...parameters] = part.toLowerCase().split(';')
  const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((found) => found !== undefined)
  return { range: range.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
}
