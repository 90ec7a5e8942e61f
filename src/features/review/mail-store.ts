/** Mails about changes: the users who want them, and those sent. */
import type { Reader, Writer } from '../../storage/types.ts'

/** Id of the newest entry of the history whose mails were sent. */
export async function findMailCursor(db: Reader): Promise<number> {
  return (await db.selectFrom('review_mail_state').select('history_id').executeTakeFirst())?.history_id ?? 0
}

/** Returns false if another process has advanced it, which then sends the mails. */
export async function advanceMailCursor(
  tx: Writer,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const advanced = await tx
    .updateTable('review_mail_state')
    .set({ history_id: to })
    .where('history_id', '=', from)
    .executeTakeFirst()
  return Number(advanced.numUpdatedRows) > 0
}

export interface MailSettings {
  /** Empty for the first language of the site. */
  readonly language: string
  readonly isEnabled: boolean
}

export const DEFAULT_MAIL_SETTINGS: MailSettings = { language: '', isEnabled: true }

/** Settings by user; users without any are omitted. */
export async function findMailSettings(db: Reader): Promise<ReadonlyMap<number, MailSettings>> {
  const rows = await db.selectFrom('review_mail_settings').selectAll().execute()
  return new Map(rows.map(({ user_id, language, is_enabled }) => [user_id, { language, isEnabled: is_enabled === 1 }]))
}

export async function saveMailSettings(tx: Writer, userId: number, settings: MailSettings): Promise<void> {
  const row = { language: settings.language, is_enabled: settings.isEnabled ? 1 : 0 }
  await tx
    .insertInto('review_mail_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
