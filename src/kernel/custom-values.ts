/** Values of additional fields of a record. */

export type CustomValue = string | number | boolean
/** By key, in the order of the keys. Values of keys without a definition stay stored, but are not shown. */
export type CustomValues = Readonly<Record<string, CustomValue>>

export const NO_CUSTOM_VALUES: CustomValues = {}

export const isCustomValue = (value: unknown): value is CustomValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** Applies `changes` to the values; null removes a value. */
export function changeCustomValues(
  values: CustomValues,
  changes: Readonly<Record<string, CustomValue | null>>,
): CustomValues {
  const entries = new Map<string, CustomValue>(Object.entries(values))
  for (const [key, value] of Object.entries(changes))
    if (value === null) entries.delete(key)
    else entries.set(key, value)
  if (entries.size === 0) return NO_CUSTOM_VALUES
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}
