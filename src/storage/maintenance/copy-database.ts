/** Copies a whole database into an empty one, between any two engines. */
import { createHash, type Hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { DerivedTable } from '../core/listed-events.ts'
import { SEARCH_TABLES, SERIAL_COLUMNS, type SerialTable, type Tables } from '../core/tables.ts'
import type { Database, Reader, Writer } from '../core/types.ts'
import { utcNow } from '../identity/database-history.ts'
import { renewEpoch } from '../identity/database-identity.ts'

/** Triggers of the target fill derived tables; fragments are rendered again. */
type TableName = Exclude<
  keyof Tables,
  'migrations' | 'database_identity' | 'fragments' | 'fragment_progress' | DerivedTable
>
type Value = string | number | null
type Row = Readonly<Record<string, Value>>

/**
 * Tables with their primary keys, referenced tables first. Migrations and the database identity are not copied, nor are
 * fragments, which are rendered again.
 */
const PRIMARY_KEYS: Readonly<Record<TableName, readonly string[]>> = {
  object_ids: ['id'],
  events: ['id'],
  venues: ['id'],
  organizers: ['id'],
  series: ['id'],
  links: ['event_id', 'kind', 'position'],
  media: ['id'],
  terms: ['id'],
  event_terms: ['event_id', 'term_id'],
  post_search: ['rowid'],
  protected_search: ['rowid'],
  users: ['id'],
  application_passwords: ['id'],
  sessions: ['id'],
  account_links: ['digest'],
  totp_secrets: ['user_id'],
  recovery_codes: ['user_id', 'digest'],
  user_identities: ['issuer', 'subject'],
  failed_attempts: ['key'],
  changes: ['seq'],
}
const TABLE_NAMES = Object.keys(PRIMARY_KEYS) as TableName[]
const NUMBERED_TABLES = Object.keys(SERIAL_COLUMNS) as SerialTable[]

export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** SHA-256 in hex over all rows in key order; independent of the engine. */
  readonly hash: string
}

export interface CopyOptions {
  /** Called with the number of rows written, then with the number of rows verified. */
  readonly onProgress: (stage: 'copying' | 'checking', done: number, total: number) => void
}

/**
 * Copies every row in one transaction of the target from one snapshot of the source, then reads the copy back and
 * compares it. Generated ids continue where the source's did. Throws a plain `Error`, and rolls back, when the target
 * is not empty or the comparison fails.
 */
export function copyDatabase(
  source: Database,
  target: Database,
  options: CopyOptions,
): Promise<readonly CopiedTable[]> {
  return target.transaction(async (tx) => {
    await target.engine.disableStatementTimeout(tx)
    await assertEmpty(tx)
    // The snapshot of the source ends before verification, because servers abort idle transactions.
    const { copied, last } = await source.snapshot(async (db) => {
      await source.engine.disableStatementTimeout(db)
      return { copied: await copyTables(db, tx, options), last: await findLastIds(source, db) }
    })
    await verifyCopy(tx, copied, options)
    for (const name of NUMBERED_TABLES) await target.engine.resetSequence(tx, name, last.get(name))
    await renewEpoch(tx, utcNow())
    return copied
  })
}

async function assertEmpty(tx: Writer): Promise<void> {
  for (const name of TABLE_NAMES) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0)
      throw new Error(`the target is not empty: it has rows in ${name}. Name a database without records`)
  }
}

async function copyTables(
  source: Reader,
  target: Writer,
  { onProgress: progress }: CopyOptions,
): Promise<readonly CopiedTable[]> {
  const counts = new Map<TableName, number>()
  for (const name of TABLE_NAMES) counts.set(name, await countRows(source, name))
  const total = sum([...counts.values()])
  const copied: CopiedTable[] = []
  for (const name of TABLE_NAMES) {
    const before = sum(copied.map(({ rows }) => rows))
    const table = await hashTable(source, name, async (rows, done) => {
      await insertBatch(target, name, rows)
      progress('copying', before + done, total)
    })
    if (table.rows !== counts.get(name))
      throw new Error(`${name}: ${counts.get(name)} rows, but ${table.rows} were read`)
    copied.push(table)
  }
  return copied
}

async function verifyCopy(
  target: Reader,
  copied: readonly CopiedTable[],
  { onProgress: progress }: CopyOptions,
): Promise<void> {
  const total = sum(copied.map(({ rows }) => rows))
  let before = 0
  for (const [at, name] of TABLE_NAMES.entries()) {
    const [expected, count] = [copied[at], await countRows(target, name)]
    const actual = await hashTable(target, name, async (_rows, done) => progress('checking', before + done, total))
    if (actual.rows !== expected?.rows || count !== expected.rows)
      throw new Error(`${name}: the source has ${expected?.rows} rows, the target ${count}; nothing was kept`)
    if (actual.hash !== expected.hash)
      throw new Error(`${name}: the target gives back other rows than it was given; nothing was kept`)
    before += actual.rows
  }
}

/** Reads a table in batches and hashes its rows. */
async function hashTable(
  db: Reader,
  name: TableName,
  onBatch: (rows: readonly Row[], done: number) => Promise<void>,
): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readBatches(db, name)) {
    for (const row of rows) hashRow(hash, row)
    count += rows.length
    await onBatch(rows, count)
  }
  return { name, rows: count, hash: hash.digest('hex') }
}

/** Values are hashed in the order of the column names; both engines return the same numbers and strings. */
function hashRow(hash: Hash, row: Row): void {
  const columns = Object.keys(row).sort()
  hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`)
}

/** Limits memory and the number of statement parameters. */
const BATCH_SIZE = 250

async function* readBatches(db: Reader, name: TableName): AsyncGenerator<readonly Row[]> {
  const key = PRIMARY_KEYS[name]
  for (let last: Row | undefined, isDone = false; !isDone; ) {
    const { rows } = await sql<Row>`
      select ${selectColumns(name)} from ${sql.table(name)} ${buildAfterKey(key, last)} order by ${joinColumns(key)} limit ${sql.lit(BATCH_SIZE)}
    `.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    isDone = rows.length < BATCH_SIZE
  }
}

/** Search texts are a virtual table in SQLite; `select *` omits its key. */
const selectColumns = (name: TableName): RawBuilder<unknown> =>
  SEARCH_TABLES.some((table) => table === name) ? sql`rowid, text` : sql`*`

const joinColumns = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)))

function buildAfterKey(key: readonly string[], last: Row | undefined): RawBuilder<unknown> {
  return last === undefined
    ? sql``
    : sql`where (${joinColumns(key)}) > (${sql.join(key.map((column) => last[column]))})`
}

async function insertBatch(tx: Writer, name: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  try {
    await sql`insert into ${sql.table(name)} (${joinColumns(columns)}) values ${sql.join(values)}`.execute(tx)
  } catch (error) {
    throw new Error(`${name}: the target refuses rows, so nothing was kept`, { cause: error })
  }
}

async function countRows(db: Reader, name: TableName): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function findLastIds(source: Database, db: Reader): Promise<ReadonlyMap<SerialTable, number>> {
  const last = new Map<SerialTable, number>()
  for (const name of NUMBERED_TABLES) last.set(name, await source.engine.findLastId(db, name))
  return last
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
