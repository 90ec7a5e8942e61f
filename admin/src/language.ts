/** Languages of the admin, which do not depend on those of the site. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
} as const

export type Language = keyof typeof LANGUAGES

export const isLanguage = (value: string | null): value is Language => value !== null && Object.hasOwn(LANGUAGES, value)

const KEY = 'calends.language'

/** The language chosen before, or else the one of the browser. */
export function findLanguage(): Language {
  const chosen = localStorage.getItem(KEY)
  if (isLanguage(chosen)) return chosen
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
  document.documentElement.lang = language
}
