/** Additional fields of events, venues and organizers, which administrators define. */

import type { Language } from '../base/i18n/language.ts'
import { isSafeUrl } from '../base/text/safe-url.ts'
import type { CustomValue, CustomValues } from './custom-values.ts'
import { POST_KINDS, type PostKind } from './post.ts'

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'url', 'choice', 'boolean'] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

export type CustomFieldLabels = Readonly<Partial<Record<Language, string>>>

/** Members have the names of the API, because definitions are stored as they are presented. */
export interface CustomField {
  readonly key: string
  readonly label: CustomFieldLabels
  readonly type: CustomFieldType
  /** Values of a choice; empty for other types. */
  readonly options: readonly string[]
  readonly kinds: readonly ('event' | 'venue' | 'organizer')[]
  readonly show_on_pages: boolean
  /** Fields are in this order, then in the order of their keys. */
  readonly order: number
}

/** In their order. */
export type CustomFields = readonly CustomField[]

/** Each definition has a code of its own in stored fragments, see `calendar/fragments/fragment-slots.ts`. */
export const MAX_CUSTOM_FIELDS = 50

export const MAX_KEY_LENGTH = 64

/** Two underscores begin names of JavaScript objects. */
export const isCustomKey = (text: string): boolean =>
  text.length <= MAX_KEY_LENGTH && /^(?!__)[A-Za-z_][A-Za-z0-9_-]*$/.test(text)

export const NO_CUSTOM_FIELDS: CustomFields = []

export const sortCustomFields = (fields: CustomFields): CustomFields =>
  fields.toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1))

export const selectCustomFields = (fields: CustomFields, kind: PostKind): CustomFields =>
  fields.length === 0 ? fields : fields.filter(({ kinds }) => kinds.includes(kind))

/** In the language, else in the first one of the site, else in any; the key without a label. */
export function chooseLabel(
  { key, label }: Pick<CustomField, 'key' | 'label'>,
  language: Language,
  languages: readonly Language[],
): string {
  return [language, ...languages].map((one) => label[one]).find(Boolean) ?? Object.values(label)[0] ?? key
}

/** The stored value of a key; undefined without one, and for one that the definition does not allow any more. */
export function findCustomValue(values: CustomValues, field: CustomField): CustomValue | undefined {
  const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined
  return value !== undefined && isAllowedValue(field, value) ? value : undefined
}

function isAllowedValue({ type, options }: CustomField, value: CustomValue): boolean {
  if (type === 'number' || type === 'boolean') return typeof value === type
  if (typeof value !== 'string') return false
  return type === 'choice' ? options.includes(value) : type === 'text' || isSafeUrl(value)
}

/** The values that are shown, without their labels. */
export const selectCustomValues = (kind: PostKind, values: CustomValues, fields: CustomFields): CustomValues =>
  Object.fromEntries(
    selectCustomFields(fields, kind).flatMap((field): [string, CustomValue][] => {
      const value = findCustomValue(values, field)
      return value === undefined ? [] : [[field.key, value]]
    }),
  )

/** The service itself wrote the definition; only a later version writes one that this one does not know. */
export const isCustomField = (field: unknown): field is CustomField =>
  typeof field === 'object' &&
  field !== null &&
  'type' in field &&
  CUSTOM_FIELD_TYPES.some((type) => type === field.type) &&
  'kinds' in field &&
  Array.isArray(field.kinds) &&
  field.kinds.every((kind) => POST_KINDS.some((one) => one === kind))
