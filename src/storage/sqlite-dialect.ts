/** Kysely on one handle of SQLite: statements that stay prepared, and transactions that wait for their turn. */
import { setTimeout } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { type DatabaseConnection, type Driver, Kysely, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely'
import { LRUCache } from 'lru-cache'
import { problem } from '../calendar/problem.ts'
import { readSqliteCode, translateFailure } from './sqlite-failures.ts'
import type { DatabaseFile } from './sqlite-file.ts'
import type { Tables } from './tables.ts'
import { createWriteQueue } from './write-queue.ts'

/** How long a transaction waits to begin, counted from when it was asked for. */
const LOCK_PATIENCE_MILLISECONDS = 10_000
/** Reads of commands hold their handle for as long as they take. */
const READ_PATIENCE_MILLISECONDS = 2 ** 31 - 1
const LONGEST_LOCK_PAUSE_MILLISECONDS = 20
/** Looks after which the pause is a millisecond longer. */
const LOOKS_A_MILLISECOND = 16

/** `beforeCommit` must not throw. */
export function kyselyOn(handle: Sqlite.Database, file: DatabaseFile, beforeCommit = () => {}): Kysely<Tables> {
  const dialect = new SqliteDialect({ database: reusingStatements(handle) })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => createDriver(handle, file, beforeCommit),
    },
  })
}

/** A transaction that reads before it writes must own the write lock from its start, or two processes deadlock. */
function createDriver(handle: Sqlite.Database, file: DatabaseFile, beforeCommit: () => void): Driver {
  const inner = new SqliteDriver({ database: reusingStatements(handle) })
  const queue = createWriteQueue()
  const patience = handle.readonly ? READ_PATIENCE_MILLISECONDS : LOCK_PATIENCE_MILLISECONDS
  /** Of the transaction whose turn it is. */
  let deadline = 0
  const begin = () => handle.exec(handle.readonly ? 'begin' : 'begin immediate')
  return {
    init: () => inner.init(),
    acquireConnection: async () => {
      const until = performance.now() + patience
      await queue.enter(patience)
      deadline = until
      return translateFailures(await inner.acquireConnection())
    },
    beginTransaction: async () => {
      if (!handle.readonly) file.assertInPlace()
      for (let looks = 0; !isLocked(begin); looks++) {
        if (performance.now() > deadline) throw problem('overloaded', { retryAfter: 1 })
        await setTimeout(lockPause(looks))
      }
    },
    commitTransaction: async () => {
      if (!handle.readonly) file.assertInPlace()
      beforeCommit()
      run(() => handle.exec('commit'))
    },
    // SQLite ends a transaction itself where it cannot go on, as when the disk is full.
    rollbackTransaction: async () => {
      if (handle.inTransaction) run(() => handle.exec('rollback'))
    },
    releaseConnection: async () => {
      await inner.releaseConnection()
      queue.leave()
    },
    destroy: () => inner.destroy(),
  }
}

/**
 * Short while writers take turns: the lock is free for a moment only, and whoever looks seldom never meets it. Longer
 * while one keeps it, as an import does. By chance, so that no two processes keep looking together.
 */
const lockPause = (looks: number): number =>
  Math.min(1 + looks / LOOKS_A_MILLISECOND, LONGEST_LOCK_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

/** False while another process holds the lock. SQLite's own waiting would hold up every request of this one. */
function isLocked(begin: () => unknown): boolean {
  try {
    begin()
    return true
  } catch (error) {
    if (readSqliteCode(error) === 'SQLITE_BUSY') return false
    throw translateFailure(error)
  }
}

function run<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateFailure(error)
  }
}

const KEPT_STATEMENTS = 500

/** Preparing costs more than running most queries, so prepared statements are kept, the least used dropped first. */
function reusingStatements(handle: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, Sqlite.Statement<unknown[], unknown>>({ max: KEPT_STATEMENTS })
  return {
    close: () => handle.close(),
    prepare: (text: string) => {
      const statement = kept.get(text) ?? handle.prepare<unknown[], unknown>(text)
      kept.set(text, statement)
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
        throw translateFailure(error)
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  }
}
