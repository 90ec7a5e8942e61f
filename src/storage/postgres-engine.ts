/** PostgreSQL: a server that any number of nodes share. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
} from 'kysely'
import type Pg from 'pg'
import { type Problem, problem } from '../calendar/problem.ts'
import type { BusFeed } from './bus.ts'
import type { Connections, DatabaseOptions, Engine, Replica } from './engine.ts'
import { guardReplica, isReplicaFailure } from './postgres-replica.ts'
import { CHANNEL, watchPostgres } from './postgres-watch.ts'
import type { Tables } from './tables.ts'

const postgres: Engine = {
  name: 'postgres',
  serial: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  createSearchTable: async (db) => {
    await sql`create table post_search (rowid integer primary key, text text not null)`.execute(db)
    await createTrigrams(db)
    await sql`create index post_search_text on post_search using gin (text gin_trgm_ops)`.execute(db)
  },
  afterMigration: compareByBytes,
  resetSequence: async (db, table) => {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)
    `.execute(db)
  },
  isUniqueViolation: (error) => codeOf(error) === '23505',
  announce: async (tx, generation) => {
    await sql`select pg_notify(${CHANNEL}, ${String(generation)})`.execute(tx)
  },
  // The server sees to its files and references itself; amcheck is for its administrators.
  integrity: async () => [],
}

/** Trusted since PostgreSQL 13: an owner of the database may create it; others are told whom to ask. */
async function createTrigrams(db: Kysely<Tables>): Promise<void> {
  const found = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (found.rows.length > 0) return
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `PostgreSQL needs the extension pg_trgm; let an administrator run: create extension pg_trgm (${why})`,
    )
  }
}

/** Order and equality must not depend on how the database was created, nor differ from those of SQLite. */
async function compareByBytes(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'`.execute(db)
  for (const { table_name, column_name } of rows) {
    await sql`alter table ${sql.table(table_name)} alter column ${sql.ref(column_name)} type text collate "C"`.execute(
      db,
    )
  }
}

/** PostgreSQL counts in 64 bits, which its driver hands over as text; ours fit a number. */
const INT8 = 20

const LOCK_PATIENCE_MILLISECONDS = 10_000

/** Opens the pools; connections are made when they are needed. */
export async function openPostgres(url: string, options: DatabaseOptions, bus: BusFeed): Promise<Connections> {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const common = { application_name: 'calends', keepAlive: true, types } satisfies Pg.ClientConfig
  const pool = openPool(pg, {
    ...common,
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: LOCK_PATIENCE_MILLISECONDS,
    statement_timeout: options.timeout * 1000,
    idle_in_transaction_session_timeout: 60_000,
  })
  const patience = Math.min(options.timeout * 1000, REPLICA_PATIENCE_MILLISECONDS)
  const replicaPool =
    options.replica &&
    openPool(pg, {
      ...common,
      connectionString: options.replica,
      max: options.connections,
      connectionTimeoutMillis: patience,
      statement_timeout: patience,
      // A server that is gone without a word does not end its statements either.
      query_timeout: patience + 1000,
    })
  const listener = () =>
    new pg.Client({ ...common, connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience })
  return {
    engine: postgres,
    write: kyselyOn(pool),
    // One pool serves both; the writer closes it.
    read: kyselyOn({ connect: () => pool.connect(), end: async () => {} }),
    ...(replicaPool && { replica: openReplica(replicaPool, bus, options.report) }),
    watch: watchPostgres(listener, bus.raise),
  }
}

/** What takes a replica longer is asked of the primary. */
const REPLICA_PATIENCE_MILLISECONDS = 5000

function openPool(pg: typeof Pg, config: Pg.PoolConfig): Pg.Pool {
  const pool = new pg.Pool(config)
  // A connection lost while idle is replaced when the next is needed; whoever holds one that is lost hears of it from
  // the next query. Without anybody listening, either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function openReplica(pool: Pg.Pool, bus: BusFeed, report: DatabaseOptions['report'] = () => {}): Replica {
  const { pool: guarded, isOpen, tryAgain } = guardReplica(pool, { bus, report })
  return { read: kyselyOn(guarded), isOpen, isFailure: isReplicaFailure, tryAgain }
}

function kyselyOn(pool: PostgresPool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => withClearFailures(takingTheWriteLockFirst(dialect.createDriver())),
    },
  })
}

/** Any number; all nodes of one database take the same. */
const WRITE_LOCK = 7_426_301

/**
 * Writers come one after another, as with SQLite: the change log's numbers are in the order of commits, and what a
 * transaction looked up before it writes stays true. The lock goes with the transaction.
 */
function takingTheWriteLockFirst(driver: Driver): Driver {
  return overriding(driver, {
    beginTransaction: async (connection) => {
      const lock = `begin; set local lock_timeout = ${LOCK_PATIENCE_MILLISECONDS}; select pg_advisory_xact_lock(${WRITE_LOCK})`
      try {
        await connection.executeQuery(CompiledQuery.raw(lock))
      } catch (error) {
        await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
        throw error
      }
    },
  })
}

/** That the server is away or too busy is no fault of the request: it may come again. */
function withClearFailures(driver: Driver): Driver {
  return overriding(driver, {
    acquireConnection: async () => {
      const connection = await driver.acquireConnection().catch(rethrow)
      return clearly(connection)
    },
    releaseConnection: (connection) => driver.releaseConnection(plain.get(connection) ?? connection),
  })
}

/** The driver knows its connections by identity. */
const plain = new WeakMap<DatabaseConnection, DatabaseConnection>()

function clearly(connection: DatabaseConnection): DatabaseConnection {
  const clear: DatabaseConnection = {
    executeQuery: (query) => connection.executeQuery<never>(query).catch(rethrow),
    streamQuery: (query, size) => connection.streamQuery(query, size),
  }
  plain.set(clear, connection)
  return clear
}

function overriding(driver: Driver, own: Partial<Driver>): Driver {
  const methods = ['init', 'acquireConnection', 'beginTransaction', 'commitTransaction', 'rollbackTransaction'] as const
  const bound = Object.fromEntries(
    [...methods, 'releaseConnection' as const, 'destroy' as const].map((name) => [name, driver[name].bind(driver)]),
  )
  return { ...(bound as unknown as Driver), ...own }
}

/** Codes of PostgreSQL and of sockets that say: not now. */
const AWAY =
  /^(?:08\d{3}|57P0[1-4]|57014|53\d{3}|55P03|40001|40P01|ECONN\w+|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/
const LOST = /Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered/

function rethrow(error: unknown): never {
  throw isAway(error) ? overloaded(error) : error
}

function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || (error instanceof Error && LOST.test(error.message))
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const overloaded = (cause: unknown): Problem => Object.assign(problem('overloaded', { retryAfter: 1 }), { cause })
