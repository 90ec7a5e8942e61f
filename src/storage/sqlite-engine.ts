/** SQLite: the embedded database, a file that one machine's processes share. */
import { setTimeout } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { problem } from '../calendar/problem.ts'
import type { BusFeed } from './bus.ts'
import { generation } from './changes.ts'
import type { Connections, Engine } from './engine.ts'
import { loadSqlite } from './sqlite-driver.ts'
import { writeStatistics } from './sqlite-statistics.ts'
import { SEARCH_TABLES, type Tables } from './tables.ts'

const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']

const sqlite: Engine = {
  name: 'sqlite',
  serial: (column) => column.primaryKey().autoIncrement(),
  createSearchTable: async (db, table = 'post_search') => {
    await sql`create virtual table ${sql.table(table)} using fts5(text, tokenize = 'trigram')`.execute(db)
  },
  // Texts are compared byte by byte unless a column says otherwise.
  afterMigration: writeStatistics,
  lastNumber: async (db, table) => {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return rows[0]?.seq ?? 0
  },
  // AUTOINCREMENT by itself goes on after the highest number it has seen.
  resetSequence: async (db, table, least = 0) => {
    if ((await sqlite.lastNumber(db, table)) >= least) return
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${least})`.execute(db)
  },
  // There is no limit: nobody else's statements are held up.
  takeTime: async () => {},
  isUniqueViolation: (error) =>
    error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.some((code) => code === error.code),
  // A look at the file costs others next to nothing.
  announce: async () => {},
  isCollision: () => false,
  isUncertain: () => false,
  integrity: (db) => db.transaction().execute(integrityOfSqlite),
}

async function integrityOfSqlite(snapshot: Kysely<Tables>): Promise<string[]> {
  // The check takes the search index as this handle saw it last, which is an older one until a search looks anew.
  for (const table of SEARCH_TABLES)
    await sql`select rowid from ${sql.table(table)} where text like '%aaa%' limit 1`.execute(snapshot)
  const file = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(snapshot)
  const keys = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(snapshot)
  return [
    ...file.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...keys.rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to nothing in ${parent}`),
  ]
}

/** Opens a file, making it when there is none. */
export function openSqlite(path: string, bus: BusFeed): Connections {
  const writer = openHandle(path, false)
  // Two handles: a reader never waits for a transaction (design, section 3).
  const reader = openHandle(path, true)
  const read = kyselyOn(reader)
  const watch = { look: () => generation(read), peek: peeking(reader, bus), close: async () => {} }
  return { engine: sqlite, write: kyselyOn(writer), read, watch }
}

/**
 * The file itself says, at the price of a look into shared memory, whether anybody wrote to it since the last look. One
 * look serves all that is done before the event loop turns.
 */
function peeking(reader: Sqlite.Database, bus: BusFeed): () => boolean {
  const look = () => reader.prepare<[], number>('pragma data_version').pluck()
  const newest = () => reader.prepare<[], number | null>('select max(seq) from changes').pluck()
  let statements: { version: ReturnType<typeof look>; seq: ReturnType<typeof newest> } | undefined
  let known: number | undefined
  let hasLooked = false
  const turn = () => {
    hasLooked = false
  }
  return () => {
    if (hasLooked) return true
    hasLooked = true
    setImmediate(turn)
    // Only now are there tables to ask.
    statements ??= { version: look(), seq: newest() }
    const version = statements.version.get()
    if (version !== known) bus.raise(statements.seq.get() ?? 0)
    known = version
    return true
  }
}

/** Pages that a handle keeps; others are a call to the operating system away, which keeps them for all processes. */
const READER_KIB = 16_384
const WRITER_KIB = 4096

function openHandle(path: string, readonly: boolean): Sqlite.Database {
  const handle = new (loadSqlite())(path, { readonly, timeout: 10_000 })
  if (!readonly) handle.pragma('journal_mode = WAL')
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma(`cache_size = -${readonly ? READER_KIB : WRITER_KIB}`)
  if (!readonly) handle.pragma('busy_timeout = 0')
  return handle
}

function kyselyOn(handle: Sqlite.Database): Kysely<Tables> {
  const config = { database: reusingStatements(handle) }
  const dialect = new SqliteDialect(config)
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => takingTheWriteLockFirst(new SqliteDriver(config), handle.readonly),
    },
  })
}

const LOCK_PATIENCE_MILLISECONDS = 10_000
const LONGEST_LOCK_PAUSE_MILLISECONDS = 20
/** Looks after which the pause is a millisecond longer. */
const LOOKS_A_MILLISECOND = 16

/** A transaction that reads before it writes must own the write lock from its start, or two processes deadlock. */
function takingTheWriteLockFirst(driver: SqliteDriver, readonly: boolean): SqliteDriver {
  if (readonly) return driver
  return Object.assign(driver, {
    beginTransaction: async (connection: { executeQuery: (query: CompiledQuery) => Promise<unknown> }) => {
      const until = Date.now() + LOCK_PATIENCE_MILLISECONDS
      const begin = () => connection.executeQuery(CompiledQuery.raw('begin immediate'))
      for (let looks = 0; !(await gotLock(begin)); looks++) {
        if (Date.now() > until) throw problem('overloaded', { retryAfter: 1 })
        await setTimeout(lockPause(looks))
      }
    },
  })
}

/**
 * Short while writers take turns: the lock is free for a moment only, and whoever looks seldom never meets it. Longer
 * while one keeps it, as an import does. By chance, so that no two processes keep looking together.
 */
const lockPause = (looks: number): number =>
  Math.min(1 + looks / LOOKS_A_MILLISECOND, LONGEST_LOCK_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

/** False while another process holds the lock. SQLite's own waiting would hold up every request of this one. */
async function gotLock(begin: () => Promise<unknown>): Promise<boolean> {
  try {
    await begin()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return false
    throw error
  }
}

const KEPT_STATEMENTS = 500

/** Preparing costs more than running most queries, so prepared statements are kept, the least used dropped first. */
function reusingStatements(handle: Sqlite.Database) {
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
