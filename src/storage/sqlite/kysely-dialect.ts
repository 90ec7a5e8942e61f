/** Kysely dialect for one SQLite handle, with prepared statements and queued transactions. */
import { setTimeout } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { type DatabaseConnection, type Driver, Kysely, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'
import { LRUCache } from 'lru-cache'
import { problem } from '../../domain/problem.ts'
import type { Tables } from '../core/tables.ts'
import type { DatabaseFile } from './database-file.ts'
import { getSqliteErrorCode, translateSqliteError } from './translate-error.ts'
import { createWriteQueue } from './write-queue.ts'

/** Timeout of the start of a transaction, including its time in the queue. */
const LOCK_TIMEOUT_MILLISECONDS = 10_000
/** Snapshots of commands may use the handle for any time. */
const READ_TIMEOUT_MILLISECONDS = 2 ** 31 - 1
const MAX_LOCK_PAUSE_MILLISECONDS = 20
/** Number of attempts after which the pause grows by a millisecond. */
const ATTEMPTS_PER_MILLISECOND = 16

/** `beforeCommit` must not throw. */
export function createSqliteKysely(
  handle: Sqlite.Database,
  file: DatabaseFile,
  beforeCommit = () => {},
): Kysely<Tables> {
  const database = prepareOnce(handle)
  const dialect = new SqliteDialect({ database })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => createDriver(handle, { database, file, beforeCommit }),
    },
  })
}

interface DriverOptions {
  readonly database: SqliteDatabase
  readonly file: DatabaseFile
  readonly beforeCommit: () => void
}

/** A transaction that reads before it writes must own the write lock from its start, or two processes deadlock. */
function createDriver(handle: Sqlite.Database, { database, file, beforeCommit }: DriverOptions): Driver {
  const inner = new SqliteDriver({ database })
  const queue = createWriteQueue()
  const timeout = handle.readonly ? READ_TIMEOUT_MILLISECONDS : LOCK_TIMEOUT_MILLISECONDS
  /** Deadline of the transaction that is starting. */
  let deadline = 0
  const begin = () => handle.exec(handle.readonly ? 'begin' : 'begin immediate')
  return {
    init: () => inner.init(),
    acquireConnection: async () => {
      const until = performance.now() + timeout
      await queue.acquire(timeout)
      deadline = until
      return translateFailures(await inner.acquireConnection())
    },
    beginTransaction: async () => {
      if (!handle.readonly) file.assertInPlace()
      for (let attempts = 0; !tryBegin(begin); attempts++) {
        if (performance.now() > deadline) throw problem('overloaded', { retryAfter: 1 })
        await setTimeout(computeLockPause(attempts))
      }
    },
    commitTransaction: async () => {
      if (!handle.readonly) file.assertInPlace()
      beforeCommit()
      runTranslated(() => handle.exec('commit'))
    },
    // SQLite rolls back by itself after some errors, such as a full disk.
    rollbackTransaction: async () => {
      if (handle.inTransaction) runTranslated(() => handle.exec('rollback'))
    },
    releaseConnection: async () => {
      await inner.releaseConnection()
      queue.release()
    },
    destroy: () => inner.destroy(),
  }
}

/**
 * Short at first, because the lock is free only briefly between transactions; longer while one process holds it, as an
 * import does. Randomized, so that processes do not retry in step.
 */
const computeLockPause = (attempts: number): number =>
  Math.min(1 + attempts / ATTEMPTS_PER_MILLISECOND, MAX_LOCK_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

/** Returns false while another process holds the lock. SQLite's own busy timeout would block the event loop. */
function tryBegin(begin: () => unknown): boolean {
  try {
    begin()
    return true
  } catch (error) {
    if (getSqliteErrorCode(error) === 'SQLITE_BUSY') return false
    throw translateSqliteError(error)
  }
}

function runTranslated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateSqliteError(error)
  }
}

const MAX_STATEMENTS = 500

/** Reuses prepared statements, because preparing costs more than running most queries. */
function prepareOnce(handle: Sqlite.Database): SqliteDatabase {
  const statements = new LRUCache<string, Sqlite.Statement<unknown[], unknown>>({ max: MAX_STATEMENTS })
  return {
    close: () => handle.close(),
    prepare: (text: string) => {
      const statement = statements.get(text) ?? handle.prepare<unknown[], unknown>(text)
      statements.set(text, statement)
      return statement
    },
  }
}

function translateFailures(connection: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      try {
        return await connection.executeQuery(query)
      } catch (error) {
        throw translateSqliteError(error)
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  }
}
