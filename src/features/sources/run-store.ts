/** The log of the runs of sources. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { SourceRunTable } from '../../storage/tables/synchronization-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { NO_COUNTS, RUN_STATUSES, type RunCounts, type RunDetail, type SourceRun } from './source.ts'

const toRun = (row: Selectable<SourceRunTable>): SourceRun => ({
  id: row.id,
  source: row.source_id,
  status: RUN_STATUSES.find((status) => status === row.status) ?? 'failed',
  isPreview: row.is_preview === 1,
  isConfirmed: row.is_confirmed === 1,
  attempts: row.attempts,
  requested: row.requested_utc,
  started: row.started_utc || undefined,
  ended: row.ended_utc || undefined,
  error: row.error,
  // The service itself wrote the column.
  details: row.details === '' ? [] : JSON.parse(row.details),
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  conflicts: row.conflicts,
  canceled: row.canceled,
  failed: row.failed,
})

export interface RunRequest {
  readonly source: number
  readonly isPreview: boolean
  readonly isConfirmed: boolean
}

/** Adds a run that waits for a process. */
export async function insertRun(
  tx: Writer,
  { source, isPreview, isConfirmed }: RunRequest,
  now: DateTime,
): Promise<SourceRun> {
  const row = {
    ...{ source_id: source, status: 'queued', requested_utc: now, started_utc: '', ended_utc: '' },
    ...{ error: '', details: '', is_preview: isPreview ? 1 : 0, is_confirmed: isConfirmed ? 1 : 0, attempts: 0 },
    ...NO_COUNTS,
  }
  const { id } = await tx.insertInto('source_runs').values(row).returning('id').executeTakeFirstOrThrow()
  return toRun({ ...row, id })
}

export async function findRun(
  db: Reader,
  { id, source }: Pick<SourceRun, 'id' | 'source'>,
): Promise<SourceRun | undefined> {
  const row = await db
    .selectFrom('source_runs')
    .selectAll()
    .where('id', '=', id)
    .where('source_id', '=', source)
    .executeTakeFirst()
  return row && toRun(row)
}

/** The oldest run of a source that was requested, or interrupted because its process ended. */
export async function findOpenRun(db: Reader, source: number): Promise<SourceRun | undefined> {
  const row = await db
    .selectFrom('source_runs')
    .selectAll()
    .where('source_id', '=', source)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && toRun(row)
}

/** A requested run with the same options that has not begun. */
export async function findQueuedRun(
  db: Reader,
  { source, isPreview, isConfirmed }: RunRequest,
): Promise<SourceRun | undefined> {
  const row = await db
    .selectFrom('source_runs')
    .selectAll()
    .where('source_id', '=', source)
    .where('status', '=', 'queued')
    .where('is_preview', '=', isPreview ? 1 : 0)
    .where('is_confirmed', '=', isConfirmed ? 1 : 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && toRun(row)
}

/** The newest run of each of the sources, without previews. */
export async function findLastRuns(db: Reader, sources: readonly number[]): Promise<ReadonlyMap<number, SourceRun>> {
  if (sources.length === 0) return new Map()
  const newest = db
    .selectFrom('source_runs')
    .select((on) => on.fn.max('id').as('id'))
    .where('source_id', 'in', sources)
    .where('is_preview', '=', 0)
    .groupBy('source_id')
  const rows = await db.selectFrom('source_runs').selectAll().where('id', 'in', newest).execute()
  return new Map(rows.map((row) => [row.source_id, toRun(row)]))
}

/** A page of the runs of a source, the newest first, and their total. */
export async function listRuns(
  db: Reader,
  source: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly runs: readonly SourceRun[]; readonly total: number }> {
  const matching = db.selectFrom('source_runs').where('source_id', '=', source)
  const { total } = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { runs: rows.map(toRun), total: Number(total) }
}

export async function startRun(tx: Writer, { id, attempts }: SourceRun, now: DateTime): Promise<void> {
  await tx
    .updateTable('source_runs')
    .set({ status: 'running', started_utc: now, attempts: attempts + 1 })
    .where('id', '=', id)
    .execute()
}

/** Makes a run wait again after a shutdown, which does not count as an attempt. */
export async function requeueRun(tx: Writer, { id, attempts }: SourceRun): Promise<void> {
  await tx
    .updateTable('source_runs')
    .set({ status: 'queued', started_utc: '', attempts })
    .where('id', '=', id)
    .execute()
}

/** Adds to the counts of a run that has not ended. */
export async function addRunCounts(
  tx: Writer,
  id: number,
  { created, updated }: Pick<RunCounts, 'created' | 'updated'>,
): Promise<void> {
  if (created + updated === 0) return
  await tx
    .updateTable('source_runs')
    .set((on) => ({ created: on('created', '+', created), updated: on('updated', '+', updated) }))
    .where('id', '=', id)
    .execute()
}

export interface RunResult {
  readonly status: 'succeeded' | 'not-modified' | 'failed'
  readonly counts: RunCounts
  readonly details: readonly RunDetail[]
  /** Empty unless the run failed. */
  readonly error: string
}

export async function endRun(
  tx: Writer,
  id: number,
  { status, counts, details, error }: RunResult,
  now: DateTime,
): Promise<void> {
  await tx
    .updateTable('source_runs')
    .set({
      ...{ status, error, ended_utc: now },
      details: details.length > 0 ? JSON.stringify(details) : '',
      created: counts.created,
      updated: counts.updated,
      unchanged: counts.unchanged,
      conflicts: counts.conflicts,
      canceled: counts.canceled,
      failed: counts.failed,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes the runs of a source that ended before a time. */
export async function deleteRunsBefore(tx: Writer, source: number, at: DateTime): Promise<void> {
  await tx
    .deleteFrom('source_runs')
    .where('source_id', '=', source)
    .where('ended_utc', '<>', '')
    .where('ended_utc', '<', at)
    .execute()
}
