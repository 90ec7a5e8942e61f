/** Texts of the admin. Each language is loaded on demand, as one file; see admin/README.md. */
import type { TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { findLanguage, isLanguage, LANGUAGES, type Language, storeLanguage } from '../language.ts'

interface Catalog {
  readonly messages: TranslationMessages
}

const LOADERS: Record<Language, () => Promise<Catalog>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
}

export async function createI18nProvider() {
  const language = findLanguage()
  storeLanguage(language)
  const { messages } = await LOADERS[language]()
  const load = async (locale: string) => {
    if (!isLanguage(locale)) throw new Error(`Unknown language: ${locale}`)
    storeLanguage(locale)
    return (await LOADERS[locale]()).messages
  }
  const locales = Object.entries(LANGUAGES).map(([locale, name]) => ({ locale, name }))
  return polyglotI18nProvider((locale) => (locale === language ? messages : load(locale)), language, locales)
}
