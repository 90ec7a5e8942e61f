/** Definitions of additional fields, which are stored among the settings of the site. */
import type { CustomFields } from '../../../domain/custom-field.ts'
import { isCustomField, NO_CUSTOM_FIELDS, sortCustomFields } from '../../../domain/model/custom-field.ts'
import type { Reader, Writer } from '../../core/types.ts'

/** Name in the table of settings. Versions without additional fields ignore it. */
const NAME = 'custom_fields'

export async function findCustomFields(db: Reader): Promise<CustomFields> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  if (!row) return NO_CUSTOM_FIELDS
  const fields: unknown = JSON.parse(row.value)
  return Array.isArray(fields) ? sortCustomFields(fields.filter(isCustomField)) : NO_CUSTOM_FIELDS
}

export async function saveCustomFields(tx: Writer, fields: CustomFields): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', NAME).execute()
  if (fields.length === 0) return
  await tx
    .insertInto('settings')
    .values({ name: NAME, value: JSON.stringify(fields) })
    .execute()
}
