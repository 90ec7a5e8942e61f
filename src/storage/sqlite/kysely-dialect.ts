/** Kysely dialect for one SQLite handle, with prepared statements and queued transactions. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { problem } from '../../kernel/problem.ts'
import type { StatementMonitor } from '../statement-monitor.ts'
import type { Tables } from '../tables/tables.ts'
import { type CommitGroup, createCommitGroup, type GroupTransaction } from './commit-group.ts'
import type { DatabaseFile } from './database-file.ts'
import { SearchQueryCompiler } from './query-compiler.ts'
import { createLockedProblem, getSqliteErrorCode, translateSqliteError } from './translate-error.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

/** Timeout of the start of a transaction, including its time in the queue. */
const LOCK_TIMEOUT_MILLISECONDS = 10_000
/** Snapshots of commands may use the handle for any time. */
const READ_TIMEOUT_MILLISECONDS = 2 ** 31 - 1
const MAX_LOCK_PAUSE_MILLISECONDS = 20
/** Number of attempts after which the pause grows by a millisecond. */
const ATTEMPTS_PER_MILLISECOND = 16

export interface SqliteHandleOptions {
  readonly file: DatabaseFile
  readonly monitor: StatementMonitor
  /** It must not throw. */
  readonly beforeCommit?: () => void
}

export function createSqliteKysely(handle: Sqlite.Database, options: SqliteHandleOptions): Kysely<Tables> {
  const database = prepareOnce(handle)
  const dialect = new SqliteDialect({ database })
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => new SearchQueryCompiler(),
      createDriver: () => createDriver(handle, { ...options, database }),
    },
  })
  const destroy = kysely.destroy.bind(kysely)
  return Object.assign(kysely, {
    // Kysely does not close a handle that has run no statement, and an open handle keeps the log of the file.
    destroy: async () => {
      await destroy()
      if (handle.open) handle.close()
    },
  })
}

interface DriverOptions extends SqliteHandleOptions {
  readonly database: SqliteDatabase
}

/** A transaction that reads before it writes must own the write lock from its start, or two processes deadlock. */
function createDriver(handle: Sqlite.Database, options: DriverOptions): Driver {
  const { database, file, monitor, beforeCommit = () => {} } = options
  const queue = createWriteQueue()
  const timeout = handle.readonly ? READ_TIMEOUT_MILLISECONDS : LOCK_TIMEOUT_MILLISECONDS
  const group = createCommitGroup(handle, () => {
    file.assertInPlace()
    beforeCommit()
  })
  let isLocked = false
  // Requests in the queue wait for the lock of another process as well.
  const createTimeout = () => (isLocked ? createLockedProblem() : problem('overloaded', { retryAfter: 1 }))
  const begin = async (deadline: number) => {
    file.assertInPlace()
    for (let attempts = 0; ; attempts++) {
      const transaction = tryBegin(group)
      isLocked = transaction === undefined
      if (transaction) return transaction
      if (performance.now() > deadline) throw createTimeout()
      await setTimeout(computeLockPause(attempts))
    }
  }
  return {
    init: async () => {},
    acquireConnection: async () => {
      const deadline = performance.now() + timeout
      await queue.acquire(timeout, createTimeout)
      return new SqliteConnection({ database, group, queue, monitor, deadline })
    },
    beginTransaction: async (connection) => {
      const own = toOwn(connection)
      if (handle.readonly) handle.exec('begin')
      else {
        own.begin(await begin(own.deadline))
        monitor.recordLockWait(own.deadline - timeout)
      }
    },
    commitTransaction: async (connection) => {
      if (handle.readonly) handle.exec('commit')
      else await toOwn(connection).commit()
    },
    rollbackTransaction: async (connection) => {
      // SQLite rolls back by itself after some errors, such as a damaged page.
      if (!handle.readonly) toOwn(connection).rollback()
      else if (handle.inTransaction) handle.exec('rollback')
    },
    releaseConnection: async (connection) => toOwn(connection).release(),
    destroy: async () => {
      group.flush()
      database.close()
    },
  }
}

/** After this time, a transaction lets other requests run before its next statement. */
const TURN_MILLISECONDS = 20

interface ConnectionOptions {
  readonly database: SqliteDatabase
  readonly group: CommitGroup
  readonly queue: WriteQueue
  readonly monitor: StatementMonitor
  /** Deadline of the start of a transaction. */
  readonly deadline: number
}

/** The handle, from when it is acquired until it is released. */
class SqliteConnection implements DatabaseConnection {
  readonly deadline: number
  transaction: GroupTransaction | undefined
  readonly #database: SqliteDatabase
  readonly #group: CommitGroup
  readonly #queue: WriteQueue
  readonly #monitor: StatementMonitor
  #turnEnd = Number.POSITIVE_INFINITY
  #isReleased = false

  constructor({ database, group, queue, monitor, deadline }: ConnectionOptions) {
    this.#database = database
    this.#group = group
    this.#queue = queue
    this.#monitor = monitor
    this.deadline = deadline
  }

  begin(transaction: GroupTransaction): void {
    this.transaction = transaction
    this.#turnEnd = performance.now() + TURN_MILLISECONDS
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() > this.#turnEnd) await this.#endTurn()
    const statement = this.#prepare(sql)
    const startedAt = performance.now()
    try {
      if (statement.reader) return { rows: statement.all(parameters) as R[] }
      const { changes } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes) }
    } catch (error) {
      throw this.#translate(error)
    } finally {
      this.#monitor.recordStatement({ sql, parameters }, startedAt)
    }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(sql).iterate(parameters)) yield { rows: [row as R] }
  }

  /** Statements wait for nothing, so a long transaction would keep all requests waiting. */
  async #endTurn(): Promise<void> {
    await setImmediate()
    this.#turnEnd = performance.now() + TURN_MILLISECONDS
  }

  #prepare(sql: string): SqliteStatement {
    if (this.#isReleased) throw new Error('the connection is used after its release')
    if (this.transaction) this.transaction.assertIntact()
    else this.#group.flush()
    try {
      return this.#database.prepare(sql)
    } catch (error) {
      throw this.#translate(error)
    }
  }

  #translate(error: unknown): unknown {
    const failure = translateSqliteError(error)
    this.transaction?.recordError(failure)
    return failure
  }

  /** Releases the handle before the transaction is on disk, so that others can join the group. */
  async commit(): Promise<void> {
    const committed = this.transaction?.commit()
    this.transaction = undefined
    this.release()
    await committed
  }

  /** Does nothing after `commit`. */
  rollback(): void {
    this.transaction?.rollback()
    this.transaction = undefined
  }

  release(): void {
    if (!this.#isReleased) this.#queue.release()
    this.#isReleased = true
  }
}

function toOwn(connection: DatabaseConnection): SqliteConnection {
  if (!(connection instanceof SqliteConnection)) throw new Error('the connection belongs to another driver')
  return connection
}

/**
 * Short at first, because the lock is free only briefly between transactions; longer while one process has it, as an
 * import does. Randomized, so that processes do not retry in step.
 */
const computeLockPause = (attempts: number): number =>
  Math.min(1 + attempts / ATTEMPTS_PER_MILLISECOND, MAX_LOCK_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

/** Returns undefined while another process has the lock. SQLite's own busy timeout would block the event loop. */
function tryBegin(group: CommitGroup): GroupTransaction | undefined {
  try {
    return group.begin()
  } catch (error) {
    if (getSqliteErrorCode(error) === 'SQLITE_BUSY') return undefined
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
