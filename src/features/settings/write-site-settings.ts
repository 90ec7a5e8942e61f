/** Reads and changes the settings of the site. */

import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { findStoredSettings, saveStoredSettings } from '../../calendar/settings-store.ts'
import { diffFields, type RecordedFields } from '../../kernel/change-record.ts'
import { createInvalidParams, type FieldError } from '../../kernel/problem.ts'
import {
  type FixedSettings,
  resolveSetting,
  type SettingState,
  SITE_SETTING_NAMES,
  type SiteSettingName,
  type StoredSettings,
} from '../../kernel/site-settings.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export type SettingTexts = ReadonlyMap<SiteSettingName, string>

/** The settings of the site are one record of the change log. */
export const SETTINGS_ID = 1

export async function listSettings(db: Reader, { settings }: Pick<Services, 'settings'>): Promise<SettingState[]> {
  const stored = await findStoredSettings(db)
  return SITE_SETTING_NAMES.map((name) => resolveSetting(name, settings.fixed[name], stored))
}

/** Throws `rest_invalid_param` that names the settings of the environment among `texts`. */
export async function changeSettings(services: Services, texts: SettingTexts): Promise<SettingState[]> {
  assertNotFixed(services.settings.fixed, texts)
  await retryTransaction(services, (tx) => storeSettings(tx, services, texts))
  await services.settings.refresh()
  return listSettings(services.database.read, services)
}

/** Stores settings as a part of a larger transaction. Settings of the environment must not be among them. */
export async function storeSettings(tx: Writer, { now }: Services, texts: SettingTexts): Promise<void> {
  const before = await findStoredSettings(tx)
  await saveStoredSettings(tx, texts)
  const fields = diffFields(recordSettings(before), recordSettings(new Map([...before, ...texts])))
  if (Object.keys(fields).length === 0) return
  await recordChange(tx, { kind: 'settings', id: SETTINGS_ID, op: 'update', at: now(), fields })
}

const recordSettings = (stored: StoredSettings): RecordedFields =>
  Object.fromEntries(SITE_SETTING_NAMES.map((name) => [name, stored.get(name) ?? '']))

/** Throws an error that names each setting that the environment determines. */
export function assertNotFixed(fixed: FixedSettings, texts: SettingTexts): void {
  const errors = [...texts.keys()].flatMap((name): [string, FieldError][] => {
    const { variable, environment } = fixed[name]
    const error: FieldError = { kind: 'invalid', message: 'error.setting_locked', values: { variable } }
    return environment === undefined ? [] : [[name, error]]
  })
  if (errors.length > 0) throw createInvalidParams(Object.fromEntries(errors))
}
