/** Definitions of additional fields of events, venues and organizers. */
import type { Language } from '../base/i18n/language.ts'

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
