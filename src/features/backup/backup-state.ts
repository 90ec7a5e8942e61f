/** State of backups, shared by all nodes. One process at a time may write one. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { BackupStateTable } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export type BackupState = Omit<Selectable<BackupStateTable>, 'id'>

export async function findBackupState(db: Reader): Promise<BackupState> {
  return db.selectFrom('backup_state').selectAll().executeTakeFirstOrThrow()
}

export interface BackupClaim {
  readonly holder: string
  readonly now: DateTime
  readonly until: DateTime
}

/** Returns false while another process has the claim. */
export async function claimBackup(tx: Writer, { holder, now, until }: BackupClaim): Promise<boolean> {
  const claimed = await tx
    .updateTable('backup_state')
    .set({ holder, held_until: until, attempted_at: now })
    .where('held_until', '<=', now)
    .executeTakeFirst()
  return Number(claimed.numUpdatedRows) > 0
}

/** Returns false if another process has taken over. */
export async function extendClaim(tx: Writer, { holder, until }: Omit<BackupClaim, 'now'>): Promise<boolean> {
  const extended = await tx
    .updateTable('backup_state')
    .set({ held_until: until })
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(extended.numUpdatedRows) > 0
}

/** Ends the claim of a process that has ended. */
export async function releaseClaim(tx: Writer, holder: string): Promise<void> {
  await tx.updateTable('backup_state').set({ holder: '', held_until: '' }).where('holder', '=', holder).execute()
}

/** `at` is the time of the snapshot, or of the failure. */
export type BackupOutcome = ({ readonly archive: string } | { readonly failure: string }) & { readonly at: DateTime }

/** Stores the result and ends the claim. */
export async function recordBackup(tx: Writer, holder: string, outcome: BackupOutcome): Promise<void> {
  const result =
    'failure' in outcome
      ? { failure: outcome.failure, attempted_at: outcome.at }
      : { archive: outcome.archive, succeeded_at: outcome.at, failure: '' }
  await tx
    .updateTable('backup_state')
    .set({ ...result, holder: '', held_until: '' })
    .where('holder', '=', holder)
    .execute()
}
