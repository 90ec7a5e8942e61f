/** Progress of the purges of shared caches. One process at a time purges a cache. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Position, Reader, Writer } from '../../storage/types.ts'

export interface PurgeState {
  readonly epoch: string
  /** Newest change whose purges are done. */
  readonly cursor: number
  /** The process that purges, until `held_until`; empty without one. */
  readonly holder: string
  readonly held_until: DateTime
}

export interface PurgeClaim {
  /** Identifies the cache. */
  readonly target: string
  readonly holder: string
}

export function findPurgeState(db: Reader, target: string): Promise<PurgeState | undefined> {
  return db
    .selectFrom('purge_states')
    .select(['epoch', 'cursor', 'holder', 'held_until'])
    .where('target', '=', target)
    .executeTakeFirst()
}

/** The state of a cache of which nothing is known: no epoch is empty, so everything is purged. */
export async function insertPurgeState(tx: Writer, target: string): Promise<void> {
  await tx
    .insertInto('purge_states')
    .values({ target, epoch: '', cursor: 0, holder: '', held_until: '' })
    .onConflict((conflict) => conflict.column('target').doNothing())
    .execute()
}

/** Returns false while another process purges. */
export async function claimPurges(
  tx: Writer,
  { target, holder }: PurgeClaim,
  { now, until }: { readonly now: DateTime; readonly until: DateTime },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('purge_states')
    .set({ holder, held_until: until })
    .where('target', '=', target)
    .where((on) => on.or([on('holder', '=', holder), on('held_until', '<=', now)]))
    .executeTakeFirst()
  return Number(claimed.numUpdatedRows) > 0
}

/** Stores the position whose purges are done. Returns false if another process purges now. */
export async function advancePurges(
  tx: Writer,
  { target, holder }: PurgeClaim,
  { position, until }: { readonly position: Position; readonly until: DateTime },
): Promise<boolean> {
  const advanced = await tx
    .updateTable('purge_states')
    .set({ epoch: position.epoch, cursor: position.seq, held_until: until })
    .where('target', '=', target)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(advanced.numUpdatedRows) > 0
}
