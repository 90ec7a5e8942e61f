/** Definitions of additional fields, as the API returns them. */
import { useLocaleState } from 'react-admin'
import { useResource } from '../components/use-resource.ts'

export const FIELD_TYPES = ['text', 'number', 'url', 'choice', 'boolean'] as const
export const RECORD_KINDS = ['event', 'venue', 'organizer'] as const

export interface CustomField {
  readonly key: string
  /** By language. */
  readonly label: Readonly<Record<string, string>>
  readonly type: (typeof FIELD_TYPES)[number]
  readonly options: readonly string[]
  readonly kinds: readonly string[]
  readonly show_on_pages: boolean
  readonly order: number
}

export const FIELDS_PATH = '/fields'

export const useCustomFields = (): readonly CustomField[] => useResource<CustomField[]>(FIELDS_PATH).data ?? []

/** The label in the language of the admin, else in any. */
export function useLabelOf(): (field: CustomField) => string {
  const [locale] = useLocaleState()
  return ({ key, label }) => label[locale] ?? Object.values(label)[0] ?? key
}
