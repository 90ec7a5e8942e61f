/** Languages of messages and pages. Codes, keys and statuses are the same in all of them (wire-contract §18.2). */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const

export type Language = (typeof LANGUAGES)[number]

/** Names of the languages in the language itself. */
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

/** Longer headers are ignored. Browsers send far shorter ones. */
export const MAX_LANGUAGE_HEADER_LENGTH = 1000

/**
 * Returns the available language that `Accept-Language` prefers (RFC 9110 §12.5.4), or the first available one if none
 * matches. Uses the lookup scheme of RFC 4647 §3.4, so `de-AT` matches `de`.
 */
export function negotiateLanguage(header: string | undefined, available: readonly Language[]): Language {
  const fallback = available[0] ?? 'en'
  if (header === undefined || header.length > MAX_LANGUAGE_HEADER_LENGTH) return fallback
  const ranges = header.split(',').map(parseLanguageRange)
  const ranked = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  const isExcluded = (language: Language) => ranges.some(({ range, weight }) => weight === 0 && range === language)
  for (const { range } of ranked) {
    const match = available.find((language) => (range === '*' ? !isExcluded(language) : matchesRange(range, language)))
    if (match) return match
  }
  return fallback
}

const matchesRange = (range: string, language: Language): boolean =>
  range === language || range.startsWith(`${language}-`)

function parseLanguageRange(part: string): { range: string; weight: number } {
  const [range = '', ...parameters] = part.toLowerCase().split(';')
  const weight = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  return { range: range.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
}
