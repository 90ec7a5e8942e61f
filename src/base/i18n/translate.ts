import type { Language } from './language.ts'
import type { MessageCatalog, MessageKey } from './messages/catalog.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { nl } from './messages/nl.ts'
import { pt } from './messages/pt.ts'

type MessageValues = Readonly<Record<string, string>>

/** A message key with the values of its placeholders, not yet translated. */
export interface Phrase {
  readonly key: MessageKey
  readonly values?: MessageValues
}

/** Translates to a fixed language. */
export type Translate = (key: MessageKey, values?: MessageValues) => string

const CATALOGS: Readonly<Record<Language, MessageCatalog>> = { en, de, es, fr, it, nl, pt }

/** Replaces `{placeholders}` by `values`. A placeholder without a value becomes an empty string. */
export function translate(language: Language, key: MessageKey, values: MessageValues = {}): string {
  return CATALOGS[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export const createTranslator =
  (language: Language): Translate =>
  (key, values) =>
    translate(language, key, values)
