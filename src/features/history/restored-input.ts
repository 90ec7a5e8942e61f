/** Converts recorded values to the input of an update. */

import { isRecord } from '../../base/is-record.ts'
import type { RecordedFields, RecordedValue } from '../../kernel/change-record.ts'
import type { Fields } from '../../kernel/field.ts'
import type { RawInput } from '../../kernel/validate-input.ts'

interface RestoredInputOptions {
  /** Fields of an update. */
  readonly fields: Fields
  /** Restores only these fields; undefined for all. */
  readonly names?: readonly string[] | undefined
}

/** Passwords are not recorded, and a record in the trash has a slug that the update computes. */
export function createRestoredInput(
  restored: RecordedFields,
  current: RecordedFields,
  { fields, names }: RestoredInputOptions,
): RawInput {
  const omitted = restored['status'] === 'trash' ? ['post_password', 'slug'] : ['post_password']
  const entries = Object.entries(splitTerms(restored, current)).filter(
    ([name]) => Object.hasOwn(fields, name) && !omitted.includes(name) && (names?.includes(name) ?? true),
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'custom_fields' ? restoreCustomValues(value, current[name]) : toInput(value, fields[name]?.cleared),
    ]),
  )
}

/** An update keeps values of keys that it does not contain, so those that were added since are removed. */
function restoreCustomValues(restored: RecordedValue, current: RecordedValue | undefined): RecordedValue {
  const added = isRecord(current) ? Object.keys(current) : []
  return { ...Object.fromEntries(added.map((key) => [key, null])), ...(isRecord(restored) && restored) }
}

/** Series record their terms together; as an ID names one term, each taxonomy ignores those of the other. */
const splitTerms = ({ terms, ...fields }: RecordedFields, current: RecordedFields): RecordedFields =>
  terms === undefined || !('terms' in current) ? fields : { ...fields, categories: terms, tags: terms }

/** `null` clears a field whose empty value is not accepted as input. */
const toInput = (value: RecordedValue, cleared: unknown): RecordedValue =>
  value === cleared || (Array.isArray(value) && value.length === 0) ? null : value
