import type { MessageKey } from '../i18n/messages/catalog.ts'
import type { Translate } from '../i18n/translate.ts'

/** A text of the document that is resolved when the language is known. */
export type Description = (translate: Translate) => string

export const createDescription =
  (key: MessageKey): Description =>
  (translate) =>
    translate(key)

type DocumentNode = Readonly<Record<string, unknown>>

/** Resolves all descriptions in a document. Other values are returned unchanged. */
export const localizeNode = (node: DocumentNode, translate: Translate): DocumentNode =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, localizeValue(value, translate)]))

function localizeValue(value: unknown, translate: Translate): unknown {
  if (typeof value === 'function') return (value as Description)(translate)
  if (Array.isArray(value)) return value.map((item) => localizeValue(item, translate))
  return typeof value === 'object' && value !== null ? localizeNode(value as DocumentNode, translate) : value
}
