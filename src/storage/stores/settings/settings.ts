/** Settings that administrators have changed. */
import {
  isSiteSettingName,
  SITE_SETTING_NAMES,
  type SiteSettingName,
  type StoredSettings,
} from '../../../domain/settings/site-settings.ts'
import type { Reader, Writer } from '../../core/types.ts'

/** Settings that only a later version has are omitted. */
export async function findStoredSettings(db: Reader): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).orderBy('name').execute()
  return new Map(rows.flatMap(({ name, value }) => (isSiteSettingName(name) ? [[name, value]] : [])))
}

/** Replaces settings; an empty text deletes one. */
export async function saveStoredSettings(tx: Writer, texts: ReadonlyMap<SiteSettingName, string>): Promise<void> {
  const names = SITE_SETTING_NAMES.filter((name) => texts.has(name))
  if (names.length === 0) return
  await tx.deleteFrom('settings').where('name', 'in', names).execute()
  const rows = names.map((name) => ({ name, value: texts.get(name) ?? '' })).filter(({ value }) => value !== '')
  if (rows.length > 0) await tx.insertInto('settings').values(rows).execute()
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
