/** Kysely dialect for one pool, with a write lock and without a round trip for the start of a transaction. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { StatementMonitor } from '../statement-monitor.ts'
import type { Tables } from '../tables/tables.ts'

export interface PostgresKyselyOptions {
  /** Limits the wait for a connection and for the write lock together. */
  readonly waitSeconds: number
  readonly monitor: StatementMonitor
  /** Statements at the start of each transaction. */
  readonly localSettings?: string
}

export function createPostgresKysely(pool: PostgresPool, options: PostgresKyselyOptions): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => createDriver(pool, options),
    },
  })
}

function createDriver(pool: PostgresPool, { waitSeconds, monitor, localSettings = '' }: PostgresKyselyOptions): Driver {
  const limit = waitSeconds * 1000
  return {
    init: async () => {},
    acquireConnection: async () => {
      const deadline = performance.now() + limit
      return new PostgresConnection(await pool.connect(), deadline, monitor)
    },
    beginTransaction: async (connection, settings) => {
      const own = toOwn(connection)
      const begun = own.begin(`${createBegin(settings, own.deadline, limit)}; ${localSettings}`)
      const recordLockWait = () => monitor.recordLockWait(own.deadline - limit)
      if (settings.accessMode !== 'read only') begun.then(recordLockWait, recordLockWait)
    },
    commitTransaction: async (connection) => {
      await toOwn(connection).run('commit')
    },
    rollbackTransaction: async (connection) => {
      await toOwn(connection).rollback()
    },
    releaseConnection: async (connection) => toOwn(connection).release(),
    destroy: () => pool.end(),
  }
}

function toOwn(connection: DatabaseConnection): PostgresConnection {
  if (!(connection instanceof PostgresConnection)) throw new Error('the connection belongs to another driver')
  return connection
}

/** Arbitrary key of the advisory lock that all nodes of one database use. */
const WRITE_LOCK = 7_426_301

/**
 * Serializes writers, as SQLite does: the order of the change log is the order of commits, and reads of a transaction
 * stay valid. The lock is released with the transaction; readers take none. Waiting for a connection counts toward the
 * lock timeout.
 */
function createBegin({ accessMode, isolationLevel }: TransactionSettings, deadline: number, limit: number): string {
  if (accessMode === 'read only') return `start transaction isolation level ${isolationLevel} read only`
  const remaining = Math.max(1, Math.ceil(deadline - performance.now()))
  return `begin; set local lock_timeout = ${remaining}; select pg_advisory_xact_lock(${WRITE_LOCK});
    set local lock_timeout = ${limit}`
}

const COUNTED_COMMANDS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

class PostgresConnection implements DatabaseConnection {
  readonly deadline: number
  readonly #client: PostgresPoolClient
  readonly #monitor: StatementMonitor
  /** The start of the transaction. Statements are sent without waiting for it; they fail if it fails. */
  #begun: Promise<unknown> | undefined
  /** The first error of a statement of the transaction. */
  #failure: { readonly error: unknown } | undefined
  #isReleased = false

  constructor(client: PostgresPoolClient, deadline: number, monitor: StatementMonitor) {
    this.#client = client
    this.#monitor = monitor
    this.deadline = deadline
  }

  begin(statement: string): Promise<unknown> {
    const begun = this.#client.query(statement, [])
    // Every statement of the transaction reports the error.
    begun.catch(() => {})
    this.#begun = begun
    return begun
  }

  async run<R>(statement: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    if (this.#isReleased) throw new Error('the connection is used after its release')
    try {
      // Responses arrive in order, so the error of the start comes before those that it causes.
      const [result] = await Promise.all([this.#client.query<R>(statement, parameters), this.#begun])
      return result
    } catch (error) {
      // Statements that were sent after a failed one only report that the transaction is aborted.
      if (this.#begun !== undefined) this.#failure ??= { error }
      throw this.#failure?.error ?? error
    }
  }

  async rollback(): Promise<void> {
    this.#begun = undefined
    this.#failure = undefined
    await this.run('rollback')
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const startedAt = performance.now()
    try {
      const { command, rowCount, rows } = await this.run<R>(sql, parameters)
      const isCounted = COUNTED_COMMANDS.includes(command)
      return { rows, ...(isCounted && { numAffectedRows: BigInt(rowCount) }) }
    } finally {
      this.#monitor.recordStatement({ sql, parameters }, startedAt)
    }
  }

  streamQuery(): never {
    throw new Error('nothing is streamed from PostgreSQL')
  }

  release(): void {
    this.#isReleased = true
    this.#client.release()
  }
}
