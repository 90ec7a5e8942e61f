/** PostgreSQL engine, for any number of nodes. */
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { createDatabaseHistory, createHistoryOptions, utcNow } from '../database-history.ts'
import { createStateReader, probeWrite } from '../database-identity.ts'
import { createStatementMonitor, type StatementMonitor } from '../statement-monitor.ts'
import { SERIAL_COLUMNS, type Tables } from '../tables/tables.ts'
import type { ChangeBusPublisher, Connections, DatabaseOptions, Engine, Replica } from '../types.ts'
import {
  createClientFactory,
  DISABLE_STATEMENT_TIMEOUT,
  getErrorCode,
  isCommitUncertain,
  isPostgresError,
  openPool,
  openRawPool,
} from './connection-pool.ts'
import { createPostgresKysely } from './kysely-dialect.ts'
import { CHANNEL, createPostgresChangeSource } from './listen-notify.ts'
import { checkNotifications } from './notification-check.ts'
import { buildPlaceExpression } from './place-expression.ts'
import { createReadPool } from './read-pool.ts'
import { createReplicaPool, isReplicaFailure, type ReplicaPool } from './read-replica.ts'
import { findTableNames, lockTables, setTablesAside } from './schema-tables.ts'
import { checkServer } from './server-check.ts'

/** SQLSTATEs of deadlocks and serialization failures. */
const CONFLICT_CODES = ['40P01', '40001']
/** SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = '57014'

/** Values of parameters in a query plan. */
const QUOTED_TEXT = /'(?:[^']|'')*'/g

const postgresEngine: Omit<Engine, 'locate' | 'readState'> = {
  name: 'postgres',
  serial: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytesType: 'bytea',
  createSearchTable: async (db, table = 'post_search') => {
    const [name, index] = [sql.table(table), sql.ref(`${table}_text`)]
    await sql`create table ${name} (rowid integer primary key, text text not null)`.execute(db)
    await createTrigramExtension(db)
    await sql`create index ${index} on ${name} using gin (text gin_trgm_ops)`.execute(db)
  },
  tableInKeyOrder: sql``,
  createTrigger: async (db, { name, table, after, when = 'true', statements }) => {
    await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(
      `begin ${statements.join('; ')}; return null; end`,
    )}`.execute(db)
    await sql`create trigger ${sql.ref(name)} after ${sql.raw(after)} on ${sql.table(table)}
      for each row when (${sql.raw(when)}) execute function ${sql.ref(name)}()`.execute(db)
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
  findTableNames,
  setTablesAside,
  disableStatementTimeout: async (tx) => {
    await sql.raw(DISABLE_STATEMENT_TIMEOUT).execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  },
  lockTables,
  isLockTimeout: (error) => error instanceof Error && getErrorCode(error.cause) === QUERY_CANCELED,
  isUniqueViolation: (error) => getErrorCode(error) === '23505',
  notify: async (runner, seq) => {
    await runner.executeQuery(CompiledQuery.raw('select pg_notify($1, $2)', [CHANNEL, String(seq)]))
  },
  // The write lock serializes our own transactions, but not those of other applications.
  isConflict: (error) => error instanceof Error && CONFLICT_CODES.includes(getErrorCode(error.cause)),
  isCommitUncertain,
  explain: async (db, { sql: text, parameters }) => {
    const query = CompiledQuery.raw(`explain ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(query)
    return rows.map((row) => row['QUERY PLAN'].replace(QUOTED_TEXT, "'?'"))
  },
  // PostgreSQL checks its files itself; administrators can use amcheck.
  checkIntegrity: async () => [],
}

/** A trusted extension since PostgreSQL 13, so the owner of the database may create it. */
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

/** Columns of the tables in the current schema, to be followed by further conditions. */
const OWN_COLUMNS = sql`pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`

/**
 * Rolled-back transactions leave gaps in sequences: ids would differ from those of SQLite, and gaps in the change log
 * look like pending changes. Writers are serialized, so a counter row causes no additional waiting.
 */
async function installGaplessNumbers(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from ${OWN_COLUMNS} and attidentity <> ''`.execute(db)
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

/** Order and equality must not depend on the collation of the database, nor differ from SQLite. */
async function useByteCollation(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from ${OWN_COLUMNS}
    and atttypid = 'text'::regtype and attcollation <> '"C"'::regcollation`.execute(db)
  for (const { name, column } of rows)
    await sql`alter table ${sql.table(name)} alter column ${sql.ref(column)} type text collate "C"`.execute(db)
}

/** Maximum wait, in seconds, for a connection and for the write lock. */
const MAX_WAIT_SECONDS = 10

/**
 * One connection for the running transaction and one for the next; more would only wait and reduce the connections for
 * reads.
 */
const countWriters = (connections: number): number => (connections < 4 ? 1 : 2)

/** Opens separate pools for writes and reads, and the change source. */
export async function openPostgres(
  url: string,
  options: DatabaseOptions,
  bus: ChangeBusPublisher,
): Promise<Connections> {
  const { timeout, connections, listen, report = () => {} } = options
  const waitSeconds = Math.min(MAX_WAIT_SECONDS, timeout)
  const monitor = createStatementMonitor(options.onStatement)
  const writers = countWriters(connections)
  const writePool = await openPool(url, { connections: writers, timeout, waitSeconds })
  try {
    const timeouts = { statement: timeout * 1000, idle: waitSeconds * 1000 }
    const { localSettings, isPrimary } = await checkServer(writePool, { timeouts, report })
    const write = createPostgresKysely(writePool, { waitSeconds, monitor, localSettings })
    const replica = await openReplica(options, bus, monitor)
    const place = await buildPlaceExpression((query) => queryText(write, query), isPostgresError)
    const history = createDatabaseHistory(createHistoryOptions(options, bus))
    const newClient = await createClientFactory(listen ?? url, Math.min(REPLICA_TIMEOUT_SECONDS, timeout))
    const notify = (channel: string) => sql`select pg_notify(${channel}, '')`.execute(write)
    const check = () => checkNotifications({ newClient, notify, isSeparate: listen !== undefined })
    const watch = createPostgresChangeSource(newClient, { bus, history, place, check })
    const engine = {
      ...postgresEngine,
      locate: async (db: Kysely<Tables>) => (await queryText(db, `select ${place} as text`)) ?? '',
      readState: createStateReader('$1', () => place),
    }
    const readOptions = { connections: connections - writers, timeout, waitSeconds, rejectsStandby: isPrimary }
    const readPool = await openPool(url, readOptions)
    const kyselyOptions = { waitSeconds, monitor, localSettings }
    const primary = createPostgresKysely(readPool, kyselyOptions)
    const read = replica ? createPostgresKysely(createReadPool(readPool, replica.pool, bus), kyselyOptions) : primary
    const { now = utcNow } = options
    return {
      engine,
      write,
      read,
      primary,
      ...(replica && { replica: replica.handle }),
      statistics: () => ({
        ...monitor.read(),
        walBytes: undefined,
        pools: {
          write: writePool.statistics(),
          read: readPool.statistics(),
          ...(replica && { replica: replica.handle.statistics() }),
        },
      }),
      changeSource: watch,
      history,
      probeWrite: () => probeWrite(primary, now()),
      needsCheck: false,
    }
  } catch (error) {
    await writePool.end()
    throw error
  }
}

/** Statement timeout of the replica; slower queries run on the primary. */
const REPLICA_TIMEOUT_SECONDS = 5

async function queryText(db: Kysely<Tables>, query: string): Promise<string | null | undefined> {
  const { rows } = await sql.raw<{ text: string | null }>(query).execute(db)
  return rows[0]?.text
}

interface OpenReplica {
  readonly pool: ReplicaPool
  readonly handle: Replica
}

async function openReplica(
  { replica: url, connections, timeout, report = () => {} }: DatabaseOptions,
  bus: ChangeBusPublisher,
  monitor: StatementMonitor,
): Promise<OpenReplica | undefined> {
  if (url === undefined) return undefined
  const waitSeconds = Math.min(REPLICA_TIMEOUT_SECONDS, timeout)
  const rawPool = await openRawPool(url, { connections, timeout: waitSeconds, waitSeconds })
  const pool = createReplicaPool(rawPool, { bus, report })
  const handle = {
    read: createPostgresKysely(pool.pool, { waitSeconds, monitor }),
    statistics: rawPool.statistics,
    isAvailable: pool.isAvailable,
    isFailure: isReplicaFailure,
    retry: pool.retry,
  }
  return { pool, handle }
}
