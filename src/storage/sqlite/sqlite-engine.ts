/** SQLite engine: an embedded database in a file that processes of one machine share. */
import { existsSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import { isCorruption, runIntegrityCheck } from '../corruption.ts'
import { createDatabaseHistory, createHistoryOptions, utcNow } from '../database-history.ts'
import { createStateReader } from '../database-identity.ts'
import { createStatementMonitor } from '../statement-monitor.ts'
import { SEARCH_TABLES, type Tables } from '../tables/tables.ts'
import type { ChangeBusPublisher, Connections, DatabaseOptions, Engine } from '../types.ts'
import { createSqliteChangeSource } from './change-source.ts'
import { type DatabaseFile, trackFile } from './database-file.ts'
import { createSqliteKysely } from './kysely-dialect.ts'
import { loadSqlite } from './load-driver.ts'
import { writeStatistics } from './planner-statistics.ts'
import { translateSqliteError } from './translate-error.ts'

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']

const sqliteEngine: Omit<Engine, 'locate' | 'readState'> = {
  name: 'sqlite',
  serial: (column) => column.primaryKey().autoIncrement(),
  bytesType: 'blob',
  createSearchTable: async (db, table = 'post_search') => {
    await sql`create virtual table ${sql.table(table)} using fts5(text, tokenize = 'trigram')`.execute(db)
  },
  tableInKeyOrder: sql`without rowid`,
  createTrigger: async (db, { name, table, after, when = 'true', statements }) => {
    await sql`create trigger ${sql.ref(name)} after ${sql.raw(after)} on ${sql.table(table)} when ${sql.raw(when)}
      begin ${sql.raw(statements.join('; '))}; end`.execute(db)
  },
  // SQLite compares text byte by byte by default.
  afterMigration: writeStatistics,
  findLastId: async (db, table) => {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return rows[0]?.seq ?? 0
  },
  // AUTOINCREMENT continues after the highest id by itself.
  resetSequence: async (db, table, least = 0) => {
    if ((await sqliteEngine.findLastId(db, table)) >= least) return
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${least})`.execute(db)
  },
  findTableNames: async (db) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
    return rows.map(({ name }) => name)
  },
  setTablesAside: async () => {
    throw new Error('SQLite has one schema per file')
  },
  // SQLite has no statement timeout.
  disableStatementTimeout: async () => {},
  // Readers see the state before the transaction, and block no writer.
  lockTables: async () => {},
  isLockTimeout: () => false,
  isUniqueViolation: (error) =>
    error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.some((code) => code === error.code),
  // Other processes detect changes by polling the file, which is cheap.
  notify: async () => {},
  isConflict: () => false,
  isCommitUncertain: () => false,
  explain: async (db, { sql: text, parameters }) => {
    const query = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    return (await db.executeQuery<{ detail: string }>(query)).rows.map(({ detail }) => detail)
  },
  checkIntegrity: async (db) => {
    let lines: string[] = []
    const looking = db.transaction().execute(async (snapshot) => {
      lines = await checkSqliteIntegrity(snapshot)
    })
    // Rolling back may fail on a damaged file, too.
    await looking.catch((error) => {
      if (lines.length === 0) throw error
      ignoreCorruption(error)
    })
    return lines
  },
}

async function checkSqliteIntegrity(snapshot: Kysely<Tables>): Promise<string[]> {
  // The check reads the full-text index as this handle last saw it, so a search refreshes it first.
  for (const table of SEARCH_TABLES)
    await sql`select rowid from ${sql.table(table)} where text like '%aaa%' limit 1`
      .execute(snapshot)
      .catch(ignoreCorruption)
  const lines = await runIntegrityCheck(snapshot)
  const keys = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`
    .execute(snapshot)
    .catch(ignoreCorruption)
  const brokenReferences = keys?.rows.map(
    ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to nothing in ${parent}`,
  )
  return [...lines, ...(brokenReferences ?? [])]
}

/** The integrity check names the damage; errors of other queries add nothing. */
function ignoreCorruption(error: unknown): undefined {
  if (!isCorruption(error)) throw error
}

/** Opens the file, or creates it. */
export function openSqlite(path: string, options: DatabaseOptions, bus: ChangeBusPublisher): Connections {
  // The last process that closes the file removes the log, so an existing log belongs to a running or crashed process.
  const hadLog = existsSync(`${path}-wal`)
  const writer = openHandle(path, false)
  // Two handles: readers never wait for a transaction.
  const reader = openHandle(path, true)
  const file = trackFile(path)
  const monitor = createStatementMonitor(options.onStatement)
  const beforeCommit = createCheckpointNotice(path, options.onLongWork)
  const write = createSqliteKysely(writer, { file, monitor, beforeCommit })
  const history = createDatabaseHistory(createHistoryOptions(options, bus))
  const read = createSqliteKysely(reader, { file, monitor })
  return {
    engine: {
      ...sqliteEngine,
      locate: async () => file.inode,
      readState: createStateReader('?', () => `'${file.inode}'`),
    },
    write,
    read,
    primary: read,
    history,
    needsCheck: hadLog,
    changeSource: createSqliteChangeSource({ reader, write, bus, history, file, report: options.report }),
    probeWrite: createWriteProbe(writer, file, options.now ?? utcNow),
    statistics: () => ({ ...monitor.read(), walBytes: readLogSize(path), pools: {} }),
  }
}

/** Log size in bytes above which a checkpoint may take seconds on a slow disk. */
const LONG_LOG_BYTES = 100_000_000

function createCheckpointNotice(path: string, onLongWork = () => {}): () => void {
  return () => {
    if (readLogSize(path) > LONG_LOG_BYTES) onLongWork()
  }
}

/** Size of the write-ahead log, which a checkpoint reuses from the beginning. */
const readLogSize = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** A running transaction of this process shows that writes work, so the probe does not wait for it. */
function createWriteProbe(writer: Sqlite.Database, file: DatabaseFile, now: () => DateTime): () => Promise<void> {
  let statement: Sqlite.Statement<[string]> | undefined
  return async () => {
    file.assertInPlace()
    if (writer.inTransaction) return
    try {
      statement ??= writer.prepare('update database_identity set written = ?')
      statement.run(now())
    } catch (error) {
      throw translateSqliteError(error)
    }
  }
}

/** Page cache of a handle in KiB. Other pages are cached by the operating system for all processes. */
const READER_KIB = 16_384
const WRITER_KIB = 4096
const OPEN_TIMEOUT_MILLISECONDS = 10_000
/**
 * Limits how long a read blocks its process while another process recovers the file; below the timeout of the
 * supervisor.
 */
const READ_TIMEOUT_MILLISECONDS = 2000

function openHandle(path: string, readonly: boolean): Sqlite.Database {
  const handle = new (loadSqlite())(path, { readonly, timeout: OPEN_TIMEOUT_MILLISECONDS })
  if (!readonly) handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma(`cache_size = -${readonly ? READER_KIB : WRITER_KIB}`)
  handle.pragma(`busy_timeout = ${readonly ? READ_TIMEOUT_MILLISECONDS : 0}`)
  return handle
}
