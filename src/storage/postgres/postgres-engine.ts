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
import { SERIAL_COLUMNS, type Tables } from '../core/tables.ts'
import type { ChangeBusPublisher, Connections, DatabaseOptions, Engine, Replica } from '../core/types.ts'
import { createDatabaseHistory, createHistoryOptions, utcNow } from '../identity/database-history.ts'
import { probeWrite } from '../identity/database-identity.ts'
import {
  createClientFactory,
  DISABLE_STATEMENT_TIMEOUT,
  getErrorCode,
  isCommitUncertain,
  isPostgresError,
  openPool,
  openRawPool,
} from './connection-pool.ts'
import { CHANNEL, createPostgresChangeSource } from './listen-notify.ts'
import { buildPlaceExpression } from './place-expression.ts'
import { createReplicaPool, isReplicaFailure } from './read-replica.ts'

/** SQLSTATEs of a deadlock, and of a transaction that fits with no order of the others. */
const CONFLICT_CODES = ['40P01', '40001']

const postgresEngine: Omit<Engine, 'locate'> = {
  name: 'postgres',
  serial: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  createSearchTable: async (db, table = 'post_search') => {
    const [name, index] = [sql.table(table), sql.ref(`${table}_text`)]
    await sql`create table ${name} (rowid integer primary key, text text not null)`.execute(db)
    await createTrigramExtension(db)
    await sql`create index ${index} on ${name} using gin (text gin_trgm_ops)`.execute(db)
  },
  afterMigration: async (db) => {
    await installGaplessNumbers(db)
    await useByteCollation(db)
  },
  findLastId: async (db, table) => {
    const { rows } = await sql<{ last: number }>`select last from numbers where name = ${table}`.execute(db)
    return rows[0]?.last ?? 0
  },
  resetSequence: async (db, table, least = 0) => {
    const highest = sql`select max(${sql.ref(SERIAL_COLUMNS[table])}) from ${sql.table(table)}`
    await sql`update numbers set last = greatest(last, (${highest}), ${least}::integer) where name = ${table}`.execute(
      db,
    )
  },
  disableStatementTimeout: async (tx) => {
    await sql.raw(DISABLE_STATEMENT_TIMEOUT).execute(tx)
  },
  isUniqueViolation: (error) => getErrorCode(error) === '23505',
  notify: async (tx, generation) => {
    await sql`select pg_notify(${CHANNEL}, ${String(generation)})`.execute(tx)
  },
  // Of our own transactions one runs at a time; but somebody else's may stand in their way.
  isConflict: (error) => error instanceof Error && CONFLICT_CODES.includes(getErrorCode(error.cause)),
  isCommitUncertain,
  // The server sees to its files and references itself; amcheck is for its administrators.
  checkIntegrity: async () => [],
}

/** Trusted since PostgreSQL 13: an owner of the database may create it; others are told whom to ask. */
async function createTrigramExtension(db: Kysely<Tables>): Promise<void> {
  const found = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  if (found.rows.length > 0) return
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `PostgreSQL needs the extension pg_trgm; let an administrator run: create extension pg_trgm (${reason})`,
    )
  }
}

/**
 * A sequence keeps what a failed transaction took from it: numbers would differ from those of SQLite, and the change log
 * would have gaps that look like changes still to come. Writers come one after another, so a row that counts holds nobody up.
 */
async function installGaplessNumbers(db: Kysely<Tables>): Promise<void> {
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
async function useByteCollation(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and collation_name is distinct from 'C'`.execute(db)
  for (const { table_name, column_name } of rows) {
    await sql`alter table ${sql.table(table_name)} alter column ${sql.ref(column_name)} type text collate "C"`.execute(
      db,
    )
  }
}

/** Longest wait, in seconds, for a connection and for the turn to write. */
const MAX_WAIT_SECONDS = 10

/** One transaction at work and one next in line: more could only stand there and keep reads from their connections. */
const countWriters = (connections: number): number => (connections < 4 ? 1 : 2)

/** Opens a pool for writes and one for reads, and what is needed to hear of others' writes. */
export async function openPostgres(
  url: string,
  options: DatabaseOptions,
  bus: ChangeBusPublisher,
): Promise<Connections> {
  const { timeout, connections } = options
  const waitSeconds = Math.min(MAX_WAIT_SECONDS, timeout)
  const open = async (connections: number) =>
    createPostgresKysely(await openPool(url, { connections, timeout, waitSeconds }), waitSeconds)
  const writers = countWriters(connections)
  const write = await open(writers)
  try {
    await assertSupportedServer(write)
    const replica = await openReplica(options, bus)
    const place = await buildPlaceExpression((query) => queryText(write, query), isPostgresError)
    const history = createDatabaseHistory(createHistoryOptions(options, bus))
    const newClient = await createClientFactory(url, Math.min(REPLICA_TIMEOUT_SECONDS, timeout))
    const watch = createPostgresChangeSource(newClient, { bus, history, place })
    const engine = {
      ...postgresEngine,
      locate: async (db: Kysely<Tables>) => (await queryText(db, `select ${place} as text`)) ?? '',
    }
    const read = await open(connections - writers)
    const { now = utcNow } = options
    const probe = () => probeWrite(read, now())
    return {
      engine,
      write,
      read,
      ...(replica && { replica }),
      changeSource: watch,
      history,
      probeWrite: probe,
      needsCheck: false,
    }
  } catch (error) {
    await write.destroy()
    throw error
  }
}

/** Seconds: what takes a replica longer is asked of the primary. */
const REPLICA_TIMEOUT_SECONDS = 5

async function queryText(db: Kysely<Tables>, query: string): Promise<string | null | undefined> {
  const { rows } = await sql.raw<{ text: string | null }>(query).execute(db)
  return rows[0]?.text
}

async function openReplica(
  { replica: url, connections, timeout, report = () => {} }: DatabaseOptions,
  bus: ChangeBusPublisher,
): Promise<Replica | undefined> {
  if (url === undefined) return undefined
  const waitSeconds = Math.min(REPLICA_TIMEOUT_SECONDS, timeout)
  const rawPool = await openRawPool(url, { connections, timeout: waitSeconds, waitSeconds })
  const { pool, isAvailable: isOpen, retry: tryAgain } = createReplicaPool(rawPool, { bus, report })
  return {
    read: createPostgresKysely(pool, waitSeconds),
    isAvailable: isOpen,
    isFailure: isReplicaFailure,
    retry: tryAgain,
  }
}

export interface PostgresServerInfo {
  /** Two digits for each part after the first: 150004. */
  readonly version: number
  readonly encoding: string
}

async function assertSupportedServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<PostgresServerInfo>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding
  `.execute(db)
  const reason = rows[0] && describeUnsupportedServer(rows[0])
  if (reason) throw new Error(reason)
}

/** Why a server cannot hold a calendar, a line for a person. Before 13 only a superuser could create pg_trgm. */
export function describeUnsupportedServer({ version, encoding }: PostgresServerInfo): string | undefined {
  if (version < 130_000) return `PostgreSQL 13 or newer is needed; this server is ${Math.floor(version / 10_000)}`
  if (encoding !== 'UTF8') return `the database must be encoded in UTF8; this one is in ${encoding}`
  return undefined
}

function createPostgresKysely(pool: PostgresPool, waitSeconds: number): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => withWriteLock(dialect.createDriver(), waitSeconds),
    },
  })
}

/** Any number; all nodes of one database take the same. */
const WRITE_LOCK = 7_426_301

/**
 * Writers come one after another, as with SQLite: the change log's numbers are in the order of commits, and what a
 * transaction looked up before it writes stays true. The lock goes with the transaction. Readers take none. The wait for
 * a connection counts as part of the wait for the lock.
 */
function withWriteLock(driver: Driver, waitSeconds: number): Driver {
  const begin = driver.beginTransaction.bind(driver)
  const acquire = driver.acquireConnection.bind(driver)
  const limit = waitSeconds * 1000
  /** Until when the transaction that has the connection may wait. */
  const deadlines = new WeakMap<DatabaseConnection, number>()
  const overrides: Pick<Driver, 'acquireConnection' | 'beginTransaction'> = {
    acquireConnection: async () => {
      const deadline = performance.now() + limit
      const connection = await acquire()
      deadlines.set(connection, deadline)
      return connection
    },
    beginTransaction: async (connection, settings) => {
      if (settings.accessMode === 'read only') return begin(connection, settings)
      const remaining = Math.ceil((deadlines.get(connection) ?? 0) - performance.now())
      const lock = `begin; set local lock_timeout = ${Math.max(1, remaining)}; select pg_advisory_xact_lock(${WRITE_LOCK});
        set local lock_timeout = ${limit}`
      try {
        await connection.executeQuery(CompiledQuery.raw(lock))
      } catch (error) {
        await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
        throw error
      }
    },
  }
  return Object.assign(driver, overrides)
}
