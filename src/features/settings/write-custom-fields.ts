/** Definitions of additional fields. They are settings of the site: every process follows them like these. */

import type { CustomFieldChange, LabelInput, NewCustomField } from '../../calendar/custom-fields/custom-field-fields.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { findCustomFields, saveCustomFields } from '../../calendar/settings-store.ts'
import { diffFields, type RecordedFields } from '../../kernel/change-record.ts'
import { type CustomField, type CustomFields, MAX_CUSTOM_FIELDS, sortCustomFields } from '../../kernel/custom-field.ts'
import { POST_KINDS } from '../../kernel/post.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { SETTINGS_ID } from './write-site-settings.ts'

/** Throws `rest_invalid_param` for a key that exists, one field too many, and options that do not suit the type. */
export async function createCustomField(services: Services, { label, ...input }: NewCustomField): Promise<CustomField> {
  return changeCustomFields(services, (fields) => {
    if (fields.some(({ key }) => key === input.key))
      throw createInvalidParams({ key: { kind: 'invalid', message: 'error.custom_field_exists' } })
    if (fields.length >= MAX_CUSTOM_FIELDS) {
      const values = { limit: String(MAX_CUSTOM_FIELDS) }
      throw createInvalidParams({ key: { kind: 'invalid', message: 'error.too_many_custom_fields', values } })
    }
    const lastOrder = fields.at(-1)?.order ?? 0
    const added = checkOptions({
      ...{ options: [], kinds: POST_KINDS, show_on_pages: true, order: lastOrder + 1, ...input },
      label: resolveLabel(label, services),
    })
    return { changed: added, next: [...fields, added] }
  })
}

/** Throws `custom-field-not-found`, or `rest_invalid_param` for options that do not suit the type. */
export async function updateCustomField(
  services: Services,
  key: string,
  { label, ...input }: CustomFieldChange,
): Promise<CustomField> {
  return changeCustomFields(services, (fields) => {
    const current = requireField(fields, key)
    const options = input.options ?? (input.type === undefined || input.type === 'choice' ? current.options : [])
    const changed = checkOptions({
      ...{ ...current, ...input, options },
      label: label === undefined ? current.label : resolveLabel(label, services),
    })
    return { changed, next: fields.map((field) => (field.key === key ? changed : field)) }
  })
}

/** Values of the field stay stored. Returns the definition; throws `custom-field-not-found`. */
export async function deleteCustomField(services: Services, key: string): Promise<CustomField> {
  return changeCustomFields(services, (fields) => ({
    changed: requireField(fields, key),
    next: fields.filter((field) => field.key !== key),
  }))
}

function requireField(fields: CustomFields, key: string): CustomField {
  const field = fields.find((one) => one.key === key)
  if (!field) throw problem('custom-field-not-found')
  return field
}

const resolveLabel = (label: LabelInput, { site }: Services): CustomField['label'] =>
  typeof label === 'string' ? { [site.languages[0]]: label } : label

function checkOptions(field: CustomField): CustomField {
  if ((field.type === 'choice') !== field.options.length > 0)
    throw createInvalidParams({ options: { kind: 'invalid' } })
  return field
}

interface FieldsChange {
  readonly changed: CustomField
  readonly next: CustomFields
}

/** Logs the change as one of the settings, which invalidates every cache that depends on definitions, on all nodes. */
async function changeCustomFields(
  services: Services,
  plan: (fields: CustomFields) => FieldsChange,
): Promise<CustomField> {
  const changed = await retryTransaction(services, async (tx: Writer) => {
    const before = await findCustomFields(tx)
    const change = plan(before)
    const fields = diffFields(recordFields(before, change.changed.key), recordFields(change.next, change.changed.key))
    if (Object.keys(fields).length === 0) return change.changed
    await saveCustomFields(tx, sortCustomFields(change.next))
    await recordChange(tx, { kind: 'settings', id: SETTINGS_ID, op: 'update', at: services.now(), fields })
    return change.changed
  })
  await services.settings.refresh()
  return changed
}

/** The definition as one setting. */
function recordFields(fields: CustomFields, key: string): RecordedFields {
  const field = fields.find((one) => one.key === key)
  return { [`custom_fields[${key}]`]: field === undefined ? null : { ...field, label: { ...field.label } } }
}
