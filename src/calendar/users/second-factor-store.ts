/** Second factors of users: the secret of an authenticator app, and recovery codes. */
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

type TotpRow = Tables['totp_secrets']

export function findTotp(db: Reader, userId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Replaces an earlier secret of the user. */
export async function insertTotp(tx: Writer, row: TotpRow): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', row.user_id).execute()
  await tx.insertInto('totp_secrets').values(row).execute()
}

/** Marks a time step and all before it as used. Returns false if it was used before. */
export async function useTotpStep(tx: Writer, userId: number, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step, is_confirmed: 1 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteSecondFactors(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Replaces earlier codes of the user. */
export async function insertRecoveryCodes(tx: Writer, userId: number, digests: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute()
}

/** Deletes the code. Returns false if the user has no such code. */
export async function useRecoveryCode(tx: Writer, userId: number, digest: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const rows = await db.selectFrom('recovery_codes').select('digest').where('user_id', '=', userId).execute()
  return rows.length
}
