/** Fills a database from the rows of a backup, whose schema may be that of an earlier version. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { runQuickCheck } from '../corruption.ts'
import { utcNow } from '../database-history.ts'
import { renewEpoch } from '../database-identity.ts'
import { applyMigrations, findUnknown } from '../migrations/migrate.ts'
import { getFilePath, openDatabase, openForRestore } from '../open-database.ts'
import { assertUnused, replaceSqliteFile } from '../sqlite/replace-file.ts'
import type { Tables } from '../tables/tables.ts'
import type { Database, DatabaseOptions, Writer } from '../types.ts'
import { continueIds, copyDatabase, insertTables, type LastIds } from './copy-database.ts'
import { findFilledTable, isTableName, type TableBatch, type TableDigest, verifyTables } from './table-rows.ts'

export interface RestoredTables {
  /** Migrations of the database that was saved. */
  readonly migrations: readonly string[]
  readonly digests: readonly TableDigest[]
  readonly lastIds: LastIds
  readonly batches: () => AsyncIterable<TableBatch>
}

export interface RestoreOptions {
  readonly database: DatabaseOptions
  /** Replaces a database that is not empty; its data is renamed. */
  readonly replaces: boolean
  /** Distinguishes the renamed data, such as the current time; letters, digits and underscores. */
  readonly suffix: string
  readonly onProgress: (stage: 'restoring' | 'checking', done: number) => void
}

/** Throws a plain `Error` for a backup of a newer version. */
export function assertRestorable({ migrations }: Pick<RestoredTables, 'migrations'>): void {
  const [unknown] = findUnknown(migrations)
  if (unknown !== undefined)
    throw new Error(`the backup is of a newer version of Calends, which has the migration ${unknown}`)
}

const NOT_EMPTY = 'the database is not empty. Name an empty one with --into, or replace it with --replace'

/** Throws a plain `Error` unless the database is empty or may be replaced. */
export async function assertRestoreTarget(url: string, { database, replaces }: RestoreOptions): Promise<void> {
  const path = getFilePath(url)
  if (path !== undefined && !existsSync(path)) return
  if (path !== undefined && replaces) return assertUnused(path)
  if (replaces) return
  const target = await openForRestore(url, database)
  const isFilled = await target.transaction((tx) => hasRows(target, tx)).finally(target.close)
  if (isFilled) throw new Error(NOT_EMPTY)
}

/** Returns the new name of the data that was replaced; undefined without any. All is restored, or nothing. */
export function restoreTables(
  url: string,
  tables: RestoredTables,
  options: RestoreOptions,
): Promise<string | undefined> {
  const path = getFilePath(url)
  return path === undefined ? restoreServer(url, tables, options) : restoreFile(path, tables, options)
}

/** Writes a new file, which is renamed when it is complete. */
async function restoreFile(path: string, tables: RestoredTables, options: RestoreOptions): Promise<string | undefined> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const partPath = `${path}.restore-${randomBytes(6).toString('hex')}`
  try {
    const target = await openForRestore(`sqlite:${partPath}`, options.database)
    await target.transaction((tx) => fill(target, tx, tables, options)).finally(target.close)
    return await replaceFile(path, partPath, options)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(partPath + suffix, { force: true })
  }
}

/**
 * Checks and migrates a SQLite file that was restored from a replica, gives it a new epoch, and puts it in the place of
 * the database, which may be on a server. Returns the new name of the data that was replaced.
 */
export async function restoreSqliteFile(
  url: string,
  file: string,
  options: RestoreOptions,
): Promise<string | undefined> {
  const source = await openDatabase(`sqlite:${file}`, options.database)
  const path = getFilePath(url)
  try {
    const [damage] = await runQuickCheck(source.read)
    if (damage !== undefined) throw new Error(`the restored file is damaged: ${damage}`)
    if (path !== undefined) await source.transaction((tx) => renewEpoch(tx, utcNow()))
    else await copyToServer(source, url, options)
  } finally {
    await source.close()
  }
  return path === undefined ? undefined : replaceFile(path, file, options)
}

async function copyToServer(source: Database, url: string, { database, onProgress }: RestoreOptions): Promise<void> {
  const target = await openDatabase(url, database)
  const report = (stage: 'copying' | 'checking', done: number) =>
    onProgress(stage === 'copying' ? 'restoring' : stage, done)
  await copyDatabase(source, target, { onProgress: report }).finally(target.close)
}

/** Returns the path of the previous file. */
async function replaceFile(
  path: string,
  restored: string,
  options: Pick<RestoreOptions, 'database' | 'replaces' | 'suffix'>,
): Promise<string | undefined> {
  const isFilled = existsSync(path) && (options.replaces || (await isFileFilled(path, options.database)))
  if (isFilled && !options.replaces) throw new Error(NOT_EMPTY)
  const previous = isFilled ? `${path}.before_${options.suffix}` : undefined
  replaceSqliteFile(path, restored, previous)
  return previous
}

async function isFileFilled(path: string, options: DatabaseOptions): Promise<boolean> {
  const database = await openForRestore(`sqlite:${path}`, options)
  return database.transaction((tx) => hasRows(database, tx)).finally(database.close)
}

async function restoreServer(
  url: string,
  tables: RestoredTables,
  options: RestoreOptions,
): Promise<string | undefined> {
  const target = await openForRestore(url, options.database)
  const work = async (tx: Writer) => {
    const isFilled = await hasRows(target, tx)
    if (isFilled && !options.replaces) throw new Error(NOT_EMPTY)
    const previous = isFilled ? `calends_before_${options.suffix}` : undefined
    await target.engine.setTablesAside(tx, previous)
    await fill(target, tx, tables, options)
    return previous
  }
  return target.transaction(work).finally(target.close)
}

async function hasRows({ engine }: Database, db: Kysely<Tables>): Promise<boolean> {
  const names = (await engine.findTableNames(db)).filter(isTableName)
  return (await findFilledTable(db, names)) !== undefined
}

/** The rows are written and compared in the schema in which they were saved, which is then migrated. */
async function fill(
  target: Database,
  tx: Writer,
  { migrations, digests, lastIds, batches }: RestoredTables,
  { onProgress }: RestoreOptions,
): Promise<void> {
  await applyMigrations(tx, target.engine, migrations)
  await insertTables(tx, batches(), (done) => onProgress('restoring', done))
  await verifyTables(tx, digests, (done) => onProgress('checking', done))
  await continueIds(target, tx, lastIds)
  await applyMigrations(tx, target.engine)
  await renewEpoch(tx, utcNow())
}
