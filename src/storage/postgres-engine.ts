/** PostgreSQL: a server that any number of nodes share. */
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, PostgresDialect, sql } from 'kysely'
import type Pg from 'pg'
import { type Problem, problem } from '../calendar/problem.ts'
import type { Connections, DatabaseOptions, Engine } from './engine.ts'
import { NUMBERED, type Tables } from './tables.ts'

const postgres: Engine = {
  name: 'postgres',
  serial: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  createSearchTable: async (db) => {
    await sql`create table post_search (rowid integer primary key, text text not null)`.execute(db)
    await createTrigrams(db)
    await sql`create index post_search_text on post_search using gin (text gin_trgm_ops)`.execute(db)
  },
  afterMigration: async (db) => {
    await numberWithoutGaps(db)
    await compareByBytes(db)
  },
  lastNumber: async (db, table) => {
    const { rows } = await sql<{ last: number }>`select last from numbers where name = ${table}`.execute(db)
    return rows[0]?.last ?? 0
  },
  resetSequence: async (db, table, least = 0) => {
    const highest = sql`select max(${sql.ref(NUMBERED[table])}) from ${sql.table(table)}`
    await sql`update numbers set last = greatest(last, (${highest}), ${least}::integer) where name = ${table}`.execute(
      db,
    )
  },
  isUniqueViolation: (error) => codeOf(error) === '23505',
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

/**
 * A sequence keeps what a failed transaction took from it: numbers would differ from those of SQLite, and the change log
 * would have gaps that look like changes still to come. Writers come one after another, so a row that counts holds nobody up.
 */
async function numberWithoutGaps(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(db)
  if (rows.length === 0) return
  await sql`create table if not exists numbers (name text primary key, last integer not null)`.execute(db)
  await sql`create or replace function next_number(wanted text) returns integer language sql
    as 'update numbers set last = last + 1 where name = wanted returning last'`.execute(db)
  for (const { name, column } of rows) {
    const [table, id] = [sql.table(name), sql.ref(column)]
    await sql`insert into numbers (name, last) select ${name}, coalesce(max(${id}), 0) from ${table}`.execute(db)
    await sql`alter table ${table} alter column ${id} drop identity`.execute(db)
    await sql`alter table ${table} alter column ${id} set default next_number(${sql.lit(name)})`.execute(db)
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
export async function openPostgres(url: string, { timeout, connections }: DatabaseOptions): Promise<Connections> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: LOCK_PATIENCE_MILLISECONDS,
    statement_timeout: timeout * 1000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'calends',
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // A connection that is lost while idle is replaced when the next is needed.
  pool.on('error', () => {})
  const write = kyselyOn(pool, true)
  try {
    await requireServer(write)
  } catch (error) {
    await write.destroy()
    throw error
  }
  return { engine: postgres, write, read: kyselyOn(pool, false) }
}

export interface ServerFacts {
  /** Two digits for each part after the first: 150004. */
  readonly version: number
  readonly encoding: string
}

async function requireServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const refusal = rows[0] && refusalOf(rows[0])
  if (refusal) throw new Error(refusal)
}

/** Why a server cannot hold a calendar, a line for a person. Before 13 only a superuser could create pg_trgm. */
export function refusalOf({ version, encoding }: ServerFacts): string | undefined {
  if (version < 130_000) return `PostgreSQL 13 or newer is needed; this server is ${Math.floor(version / 10_000)}`
  if (encoding !== 'UTF8') return `the database must be encoded in UTF8; this one is in ${encoding}`
  return undefined
}

function kyselyOn(pool: Pg.Pool, writes: boolean): Kysely<Tables> {
  // One pool serves both; the writer closes it.
  const dialect = new PostgresDialect({ pool: writes ? pool : { connect: () => pool.connect(), end: async () => {} } })
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
 * transaction looked up before it writes stays true. The lock goes with the transaction. Readers take none.
 */
function takingTheWriteLockFirst(driver: Driver): Driver {
  return overriding(driver, {
    beginTransaction: async (connection, settings) => {
      if (settings.accessMode === 'read only') return driver.beginTransaction(connection, settings)
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
