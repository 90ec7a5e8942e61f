/** Sources, and the claims by which one process at a time runs a source. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { SourceTable } from '../../storage/tables/synchronization-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { MISSING_ACTIONS, SOURCE_STATUSES, SOURCE_TYPES, type Source, type SourceSettings } from './source.ts'

/** Later versions may have more types, statuses and actions. */
const toSource = (row: Selectable<SourceTable>): Source => ({
  id: row.id,
  name: row.name,
  type: SOURCE_TYPES.find((type) => type === row.type) ?? 'ics',
  url: row.url,
  username: row.username,
  password: row.password,
  interval: row.interval_minutes,
  category: row.category,
  status: SOURCE_STATUSES.find((status) => status === row.status) ?? 'pending',
  author: row.author,
  missing: MISSING_ACTIONS.find((action) => action === row.missing) ?? 'keep',
  isEnabled: row.is_enabled === 1,
  created: row.created_utc,
  etag: row.etag,
  lastModified: row.last_modified,
  nextRun: row.next_run_utc,
  failures: row.failures,
})

const toColumns = ({ interval, isEnabled, ...settings }: SourceSettings) => ({
  name: settings.name,
  type: settings.type,
  url: settings.url,
  username: settings.username,
  password: settings.password,
  category: settings.category,
  status: settings.status,
  author: settings.author,
  missing: settings.missing,
  interval_minutes: interval,
  is_enabled: isEnabled ? 1 : 0,
})

export async function listSources(db: Reader): Promise<Source[]> {
  return (await db.selectFrom('sources').selectAll().orderBy('id').execute()).map(toSource)
}

export async function findSource(db: Reader, id: number): Promise<Source | undefined> {
  const row = await db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toSource(row)
}

/** The first run is due at once. Returns the id. */
export async function insertSource(tx: Writer, settings: SourceSettings, now: DateTime): Promise<number> {
  const state = { etag: '', last_modified: '', next_run_utc: now, holder: '', held_until: '', failures: 0 }
  const { id } = await tx
    .insertInto('sources')
    .values({ ...toColumns(settings), ...state, created_utc: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The next run is due at once and reads the source completely, because the settings change its result. */
export async function updateSourceRow(tx: Writer, id: number, settings: SourceSettings, now: DateTime): Promise<void> {
  await tx
    .updateTable('sources')
    .set({ ...toColumns(settings), etag: '', last_modified: '', next_run_utc: now, failures: 0 })
    .where('id', '=', id)
    .execute()
}

/** Also deletes the log of its runs. */
export async function deleteSourceRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('sources').where('id', '=', id).execute()
}

/** Unclaimed sources with a requested or interrupted run, or whose next run is due. */
export async function findDueSources(db: Reader, now: DateTime): Promise<number[]> {
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('held_until', '<=', now)
    .where((on) =>
      on.or([
        on.and([on('is_enabled', '=', 1), on('next_run_utc', '<=', now)]),
        on('id', 'in', on.selectFrom('source_runs').select('source_id').where('status', 'in', ['queued', 'running'])),
      ]),
    )
    .orderBy('next_run_utc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface SourceClaim {
  readonly id: number
  readonly holder: string
  /** End of the claim, unless it is extended. */
  readonly until: DateTime
}

/** Returns false while another process holds the claim, or when the source was deleted. */
export async function claimSource(tx: Writer, { id, holder, until }: SourceClaim, now: DateTime): Promise<boolean> {
  const claimed = await tx
    .updateTable('sources')
    .set({ holder, held_until: until })
    .where('id', '=', id)
    .where('held_until', '<=', now)
    .executeTakeFirst()
  return Number(claimed.numUpdatedRows) > 0
}

/** Returns false if another process has taken over. */
export async function extendSourceClaim(tx: Writer, { id, holder, until }: SourceClaim): Promise<boolean> {
  const extended = await tx
    .updateTable('sources')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(extended.numUpdatedRows) > 0
}

export interface SourceState {
  readonly nextRun: DateTime
  readonly failures: number
  /** Undefined: unchanged. */
  readonly validators: { readonly etag: string; readonly lastModified: string } | undefined
}

/** Ends the claim; `state` is undefined after a preview or interruption. Returns false if another process has taken over. */
export async function releaseSource(
  tx: Writer,
  { id, holder }: Omit<SourceClaim, 'until'>,
  state: SourceState | undefined,
): Promise<boolean> {
  const { nextRun, failures, validators } = state ?? {}
  const released = await tx
    .updateTable('sources')
    .set({
      ...{ holder: '', held_until: '' },
      ...(nextRun !== undefined && { next_run_utc: nextRun }),
      ...(failures !== undefined && { failures }),
      ...(validators && { etag: validators.etag, last_modified: validators.lastModified }),
    })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(released.numUpdatedRows) > 0
}
