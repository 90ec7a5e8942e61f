/** Imports, and the claims by which one process at a time works on one of them. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { ImportTable } from '../../storage/tables/import-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import {
  ACTIVE_STATUSES,
  DEFAULT_SETTINGS,
  IMPORT_FORMAT_NAMES,
  IMPORT_STATUSES,
  IMPORT_TASKS,
  type Import,
  type ImportCounts,
  type ImportSettings,
  type ImportTask,
  NO_RESULTS,
} from './import.ts'
import { deleteImportFile } from './import-files.ts'

/** The service itself wrote the JSON columns. Later versions may have more formats, tasks and statuses. */
const toImport = ({ user_id, task_user_id, options, counts, layout, ...row }: Selectable<ImportTable>): Import => ({
  id: row.id,
  name: row.name,
  url: row.url,
  username: row.username,
  password: row.password,
  settings: { ...DEFAULT_SETTINGS, ...JSON.parse(options) },
  format: IMPORT_FORMAT_NAMES.find((format) => format === row.format) ?? '',
  layout: layout === '' ? undefined : JSON.parse(layout),
  bytes: row.bytes,
  channel: row.channel === 'command' ? 'command' : 'api',
  userId: user_id,
  taskUserId: task_user_id,
  task: IMPORT_TASKS.find((task) => task === row.task) ?? 'inspect',
  status: IMPORT_STATUSES.find((status) => status === row.status) ?? 'failed',
  done: row.done,
  total: row.total,
  counts: { ...NO_RESULTS, ...JSON.parse(counts) },
  error: row.error,
  attempts: row.attempts,
  created: row.created_utc,
  started: row.started_utc,
  ended: row.ended_utc,
  imported: row.imported_utc,
  undone: row.undone_utc,
})

export type NewImport = Pick<Import, 'name' | 'url' | 'username' | 'password' | 'channel' | 'userId' | 'settings'>

/** Adds an import whose first task waits for a process. */
export async function insertImport(
  tx: Writer,
  { settings, userId, ...fields }: NewImport,
  task: ImportTask,
  now: DateTime,
): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({
      ...{ name: fields.name, url: fields.url, username: fields.username, password: fields.password },
      ...{
        channel: fields.channel,
        user_id: userId,
        task_user_id: userId,
        options: JSON.stringify(settings),
        task,
        status: 'queued',
      },
      ...{ format: '', layout: '', counts: '{}', error: '', holder: '', held_until: '' },
      ...{ created_utc: now, started_utc: '', ended_utc: '', imported_utc: '', undone_utc: '' },
      ...{ bytes: 0, done: 0, total: 0, attempts: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findImport(db: Reader, id: number): Promise<Import | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toImport(row)
}

/** A page of the imports, the newest first, and their total. */
export async function listImports(
  db: Reader,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly imports: readonly Import[]; readonly total: number }> {
  const { total } = await db
    .selectFrom('imports')
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { imports: rows.map(toImport), total: Number(total) }
}

/** Also deletes the file and the results. */
export async function deleteImportRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('imports').where('id', '=', id).execute()
}

/** Settings make the results of an earlier task obsolete. */
export async function saveSettings(tx: Writer, id: number, settings: ImportSettings): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ options: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

/** Lets a task wait for a process. */
export async function queueTask(
  tx: Writer,
  { id, task, userId }: { readonly id: number; readonly task: ImportTask; readonly userId: number },
): Promise<void> {
  const state = { status: 'queued', counts: '{}', error: '', started_utc: '', ended_utc: '' }
  await tx
    .updateTable('imports')
    .set({ ...state, task, task_user_id: userId, done: 0, total: 0, attempts: 0 })
    .where('id', '=', id)
    .execute()
}

/** A waiting task is stopped at once; a running one stops when its process notices it. */
export async function stopTask(tx: Writer, id: number, now: DateTime): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: 'stopped', ended_utc: now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
  await tx
    .updateTable('imports')
    .set({ status: 'stopping' })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** True if a task waits or runs; a statement on the index. */
export async function hasActiveImport(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('status', 'in', [...ACTIVE_STATUSES])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends the claims of processes that have ended: tasks of the service wait again, those of the command line have failed
 * with `failure`, because only that process has the file.
 */
export async function releaseExpired(tx: Writer, now: DateTime, failure: string): Promise<void> {
  const freed = { holder: '', held_until: '' }
  const expired = tx.updateTable('imports').where('held_until', '<>', '').where('held_until', '<=', now)
  await expired
    .set({ ...freed, status: 'stopped', ended_utc: now })
    .where('status', '=', 'stopping')
    .execute()
  await expired
    .set({ ...freed, status: 'failed', error: failure, ended_utc: now })
    .where('status', '=', 'running')
    .where('channel', '=', 'command')
    .where('task', '=', 'run')
    .execute()
  await expired
    .set({ ...freed, status: 'queued' })
    .where('status', '=', 'running')
    .execute()
}

export interface ImportClaim {
  readonly id: number
  readonly holder: string
  /** End of the claim, unless it is extended. */
  readonly until: DateTime
}

/**
 * Claims the oldest waiting task unless another one runs. Processes choose the same row, so that of two at the same time
 * only one succeeds.
 */
export async function claimNextTask(
  tx: Writer,
  { holder, until }: Omit<ImportClaim, 'id'>,
  now: DateTime,
): Promise<Import | undefined> {
  const row = await tx
    .updateTable('imports')
    .set((on) => ({
      ...{ holder, held_until: until, status: 'running', started_utc: now },
      attempts: on('attempts', '+', 1),
    }))
    .where((on) =>
      on(
        'id',
        '=',
        on
          .selectFrom('imports')
          .select((of) => of.fn.min('id').as('id'))
          .where('status', '=', 'queued'),
      ),
    )
    .where('status', '=', 'queued')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports as other')
            .select('other.id')
            .where('other.status', 'in', ['running', 'stopping'])
            .where('other.channel', '=', 'api'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toImport(row)
}

/** Claims a task of the command line, which does not wait for others. */
export async function claimTask(tx: Writer, { id, holder, until }: ImportClaim, now: DateTime): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ holder, held_until: until, status: 'running', started_utc: now, attempts: 1 })
    .where('id', '=', id)
    .execute()
}

export interface TaskProgress {
  readonly done: number
  readonly total: number
}

/** Extends the claim. `lost`: another process has taken over, or the import was deleted. */
export async function saveProgress(
  tx: Writer,
  { id, holder, until }: ImportClaim,
  { done, total }: TaskProgress,
): Promise<'running' | 'stopping' | 'lost'> {
  const row = await tx
    .updateTable('imports')
    .set({ held_until: until, done, total })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('status')
    .executeTakeFirst()
  if (!row) return 'lost'
  return row.status === 'stopping' ? 'stopping' : 'running'
}

/** From now on the import writes. */
export async function markImported(tx: Writer, id: number, now: DateTime): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ imported_utc: now })
    .where('id', '=', id)
    .where('imported_utc', '=', '')
    .execute()
}

export interface TaskOutcome {
  readonly status: 'succeeded' | 'failed' | 'stopped' | 'queued'
  readonly counts: ImportCounts
  readonly error: string
  readonly format?: Import['format']
  readonly layout?: Import['layout']
  readonly isUndone?: boolean
  /** True if the credentials are removed, because the import is complete. */
  readonly isComplete?: boolean
}

/** Ends the claim. Returns false if another process has taken over. */
export async function endTask(
  tx: Writer,
  { id, holder }: Omit<ImportClaim, 'until'>,
  outcome: TaskOutcome & TaskProgress,
  now: DateTime,
): Promise<boolean> {
  const { status, counts, error, done, total, format, layout, isUndone, isComplete } = outcome
  const ended = await tx
    .updateTable('imports')
    .set((on) => ({
      ...{ status, error, done, total, holder: '', held_until: '', counts: JSON.stringify(counts) },
      ended_utc: status === 'queued' ? '' : now,
      ...(format !== undefined && { format }),
      ...(format !== undefined && { layout: layout ? JSON.stringify(layout) : '' }),
      ...(isUndone && { undone_utc: now }),
      ...(isComplete && { password: '', username: '', bytes: 0 }),
      // A shutdown is no failed attempt.
      ...(status === 'queued' && { attempts: on('attempts', '-', 1) }),
    }))
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows) > 0
}

/** Imports that ended, or whose file was uploaded, before a time, and that no task needs. */
export async function findOldImports(db: Reader, at: DateTime, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('created_utc', '<', at)
    .where('status', 'not in', [...ACTIVE_STATUSES])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Imports with a file or credentials that were created before a time, and that no task needs. */
export async function findUnusedFiles(db: Reader, at: DateTime, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('created_utc', '<', at)
    .where('status', 'not in', [...ACTIVE_STATUSES])
    .where((on) => on.or([on('bytes', '>', 0), on('password', '<>', '')]))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the file of an import, and the credentials. */
export async function forgetFile(tx: Writer, id: number): Promise<void> {
  await deleteImportFile(tx, id)
  await tx.updateTable('imports').set({ bytes: 0, username: '', password: '' }).where('id', '=', id).execute()
}
