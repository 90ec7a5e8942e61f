/** Settings that administrators have changed, and the additional fields that they have defined. */

import { type CustomFields, isCustomField, NO_CUSTOM_FIELDS, sortCustomFields } from '../kernel/custom-field.ts'
import {
  isSiteSettingName,
  SITE_SETTING_NAMES,
  type SiteSettingName,
  type StoredSettings,
} from '../kernel/site-settings.ts'
import type { Reader, Writer } from '../storage/types.ts'

/** Settings that only a later version has are omitted. */
export async function findStoredSettings(db: Reader): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).orderBy('name').execute()
  return new Map(rows.flatMap(({ name, value }) => (isSiteSettingName(name) ? [[name, value]] : [])))
}

/** Replaces settings; an empty text deletes one. */
export async function saveStoredSettings(tx: Writer, texts: ReadonlyMap<SiteSettingName, string>): Promise<void> {
  const names = SITE_SETTING_NAMES.filter((name) => texts.has(name))
  await replaceRows(
    tx,
    names.map((name) => ({ name, value: texts.get(name) ?? '' })),
  )
}

/** Name of the definitions of additional fields. Versions without them ignore it. */
const CUSTOM_FIELDS = 'custom_fields'

export async function findCustomFields(db: Reader): Promise<CustomFields> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', CUSTOM_FIELDS).executeTakeFirst()
  if (!row) return NO_CUSTOM_FIELDS
  const fields: unknown = JSON.parse(row.value)
  return Array.isArray(fields) ? sortCustomFields(fields.filter(isCustomField)) : NO_CUSTOM_FIELDS
}

export const saveCustomFields = (tx: Writer, fields: CustomFields): Promise<void> =>
  replaceRows(tx, [{ name: CUSTOM_FIELDS, value: fields.length === 0 ? '' : JSON.stringify(fields) }])

/** An empty value deletes a row. */
async function replaceRows(
  tx: Writer,
  rows: readonly { readonly name: string; readonly value: string }[],
): Promise<void> {
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name)
  await tx.deleteFrom('settings').where('name', 'in', names).execute()
  const stored = rows.filter(({ value }) => value !== '')
  if (stored.length > 0) await tx.insertInto('settings').values(stored).execute()
}

/** True if the log contains a change of the settings, or of images, after a sequence number. */
export async function hasSettingsChange(db: Reader, after: number): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '>', after)
    .where('kind', 'in', ['settings', 'media'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
