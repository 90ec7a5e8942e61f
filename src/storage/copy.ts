/** The whole of one database into an empty other, whichever engines they are. */
import { createHash, type Hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Writer } from './database.ts'
import { utcNow } from './history.ts'
import { renewEpoch } from './identity.ts'
import { NUMBERED, type NumberedTable, SEARCH_TABLES, type Tables } from './tables.ts'

type TableName = Exclude<keyof Tables, 'migrations' | 'database_identity'>
type Value = string | number | null
type Row = Readonly<Record<string, Value>>

/** Every table with its key, in an order in which what is referred to comes first. Migrations make rows of their own, and a copy has an identity of its own. */
const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  object_ids: ['id'],
  events: ['id'],
  venues: ['id'],
  organizers: ['id'],
  links: ['event_id', 'kind', 'position'],
  media: ['id'],
  terms: ['id'],
  event_terms: ['event_id', 'term_id'],
  post_search: ['rowid'],
  protected_search: ['rowid'],
  users: ['id'],
  application_passwords: ['id'],
  failed_attempts: ['key'],
  changes: ['seq'],
}
const TABLES = Object.keys(KEYS) as TableName[]
const NUMBERED_TABLES = Object.keys(NUMBERED) as NumberedTable[]

export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** SHA-256, in hex, of all rows in the order of their keys: the same on every engine. */
  readonly hash: string
}

export interface CopyHooks {
  /** Rows that were written, then rows that were read back. */
  readonly progress: (stage: 'copying' | 'checking', done: number, total: number) => void
}

/**
 * Copies every row in one transaction of the target from one snapshot of the source, reads all of it back and compares.
 * Numbering goes on where the source's does. Throws a plain `Error` with a clear line when the target holds anything or
 * does not give back what it was given; then nothing is kept.
 */
export function copyDatabase(source: Database, target: Database, hooks: CopyHooks): Promise<readonly CopiedTable[]> {
  return target.transaction(async (tx) => {
    await target.engine.takeTime(tx)
    await refuseRecords(tx)
    // A server ends a transaction that idles: the source's is over before the target is read back.
    const { copied, last } = await source.snapshot(async (db) => {
      await source.engine.takeTime(db)
      return { copied: await copyTables(db, tx, hooks), last: await lastNumbers(source, db) }
    })
    await compare(tx, copied, hooks)
    for (const name of NUMBERED_TABLES) await target.engine.resetSequence(tx, name, last.get(name))
    await renewEpoch(tx, utcNow())
    return copied
  })
}

async function refuseRecords(tx: Writer): Promise<void> {
  for (const name of TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0)
      throw new Error(`the target is not empty: it has rows in ${name}. Name a database without records`)
  }
}

async function copyTables(source: Reader, target: Writer, { progress }: CopyHooks): Promise<readonly CopiedTable[]> {
  const counts = new Map<TableName, number>()
  for (const name of TABLES) counts.set(name, await countRows(source, name))
  const total = sum([...counts.values()])
  const copied: CopiedTable[] = []
  for (const name of TABLES) {
    const before = sum(copied.map(({ rows }) => rows))
    const table = await digest(source, name, async (rows, done) => {
      await insertRows(target, name, rows)
      progress('copying', before + done, total)
    })
    if (table.rows !== counts.get(name))
      throw new Error(`${name}: ${counts.get(name)} rows, but ${table.rows} were read`)
    copied.push(table)
  }
  return copied
}

async function compare(target: Reader, copied: readonly CopiedTable[], { progress }: CopyHooks): Promise<void> {
  const total = sum(copied.map(({ rows }) => rows))
  let before = 0
  for (const [at, name] of TABLES.entries()) {
    const [given, count] = [copied[at], await countRows(target, name)]
    const kept = await digest(target, name, async (_rows, done) => progress('checking', before + done, total))
    if (kept.rows !== given?.rows || count !== given.rows)
      throw new Error(`${name}: the source has ${given?.rows} rows, the target ${count}; nothing was kept`)
    if (kept.hash !== given.hash)
      throw new Error(`${name}: the target gives back other rows than it was given; nothing was kept`)
    before += kept.rows
  }
}

/** Reads a table through, handing on its rows as they come. */
async function digest(
  db: Reader,
  name: TableName,
  each: (rows: readonly Row[], done: number) => Promise<void>,
): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of batches(db, name)) {
    for (const row of rows) addRow(hash, row)
    count += rows.length
    await each(rows, count)
  }
  return { name, rows: count, hash: hash.digest('hex') }
}

/** Values in the order of the names of their columns; both engines hand over the same numbers and texts. */
function addRow(hash: Hash, row: Row): void {
  const columns = Object.keys(row).sort()
  hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`)
}

/** Bounds the memory that is needed, and the parameters of a statement. */
const BATCH = 250

async function* batches(db: Reader, name: TableName): AsyncGenerator<readonly Row[]> {
  const key = KEYS[name]
  for (let last: Row | undefined, isDone = false; !isDone; ) {
    const { rows } = await sql<Row>`
      select ${columnsOf(name)} from ${sql.table(name)} ${after(key, last)} order by ${names(key)} limit ${sql.lit(BATCH)}
    `.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    isDone = rows.length < BATCH
  }
}

/** SQLite keeps search texts in a virtual table, whose key a star leaves out. */
const columnsOf = (name: TableName): RawBuilder<unknown> =>
  SEARCH_TABLES.some((table) => table === name) ? sql`rowid, text` : sql`*`

const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))

function after(key: readonly string[], last: Row | undefined): RawBuilder<unknown> {
  return last === undefined ? sql`` : sql`where (${names(key)}) > (${sql.join(key.map((column) => last[column]))})`
}

async function insertRows(tx: Writer, name: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  try {
    await sql`insert into ${sql.table(name)} (${names(columns)}) values ${sql.join(values)}`.execute(tx)
  } catch (error) {
    throw new Error(`${name}: the target refuses rows, so nothing was kept`, { cause: error })
  }
}

async function countRows(db: Reader, name: TableName): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function lastNumbers(source: Database, db: Reader): Promise<ReadonlyMap<NumberedTable, number>> {
  const last = new Map<NumberedTable, number>()
  for (const name of NUMBERED_TABLES) last.set(name, await source.engine.lastNumber(db, name))
  return last
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
