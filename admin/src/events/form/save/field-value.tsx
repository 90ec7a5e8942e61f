/** The value of a field as text, for comparisons. */
import { useTranslate } from 'react-admin'
import type { EventValues, FieldName, LinkValue } from '../model/event-values.ts'
import { type LinkedKind, useChosenOptions } from '../where/linked-records.ts'
import { useTermNames } from '../where/use-terms.ts'

interface FieldValueProps {
  readonly name: FieldName
  readonly values: EventValues
}

export function FieldValue({ name, values }: FieldValueProps) {
  const translate = useTranslate()
  if (name === 'venue' || name === 'organizer') return <LinkedNames kind={name} values={values[name]} />
  if (name === 'categories' || name === 'tags') return <TermNames name={name} values={values[name]} />
  const value = values[name]
  if (typeof value === 'boolean') return translate(value ? 'ra.boolean.true' : 'ra.boolean.false')
  return formatValue(value) || '–'
}

function LinkedNames({ kind, values }: { readonly kind: LinkedKind; readonly values: readonly LinkValue[] }) {
  const options = useChosenOptions(kind, values)
  return options.map(({ name }) => name).join(', ') || '–'
}

interface TermNamesProps {
  readonly name: 'categories' | 'tags'
  readonly values: readonly (number | string)[]
}

function TermNames({ name, values }: TermNamesProps) {
  const getName = useTermNames(name, values, [])
  return values.map(getName).join(', ') || '–'
}

/** HTML without its elements; objects by their values. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value).map(formatValue).filter(Boolean).join(' ')
  const text = String(value ?? '')
  return text.includes('<') ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '') : text
}
