/** Presents the values of additional fields, and their definitions. */

import { type CustomField, type CustomFields, findCustomValue } from '../../kernel/custom-field.ts'
import type { CustomValue, CustomValues } from '../../kernel/custom-values.ts'
import type { PostKind } from '../../kernel/post.ts'
import { createLabelSlot } from '../fragments/fragment-slots.ts'

export interface CustomValueView {
  readonly label: string
  readonly value: CustomValue
}

/** By key, in the order of the definitions; an empty list without values (wire-contract §1.4). */
export type CustomValuesView = Readonly<Record<string, CustomValueView>> | readonly []

/** Slots represent the labels. */
export function presentCustomValues(kind: PostKind, values: CustomValues, fields: CustomFields): CustomValuesView {
  const entries = fields.flatMap((field, index): [string, CustomValueView][] => {
    const value = field.kinds.includes(kind) ? findCustomValue(values, field) : undefined
    return value === undefined ? [] : [[field.key, { label: createLabelSlot(index), value }]]
  })
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** A definition in the form of the API. */
export const presentCustomField = ({ key, label, type, options, kinds, show_on_pages, order }: CustomField) => ({
  key,
  label,
  type,
  options,
  kinds,
  show_on_pages,
  order,
})
