/** Rows of all tables in batches, in an order and form that do not depend on the engine. */
import { createHash, type Hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DerivedTable } from '../listed-events.ts'
import { SEARCH_TABLES, type Tables } from '../tables/tables.ts'
import type { Reader, Writer } from '../types.ts'

/**
 * Triggers fill derived tables; fragments are rendered again; the state of backups, the deliveries of webhooks, the
 * progress of purges, the uploaded files of imports and the record of sent mails belong to one database.
 */
export type TableName = Exclude<
  keyof Tables,
  | ('migrations' | 'database_identity' | 'backup_state' | 'fragments' | 'fragment_progress')
  | ('webhook_states' | 'webhook_deliveries' | 'purge_states' | 'import_chunks' | 'review_mail_state')
  | DerivedTable
>
type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** Primary keys of the tables whose rows are copied, referenced tables first. */
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
  preview_links: ['event_id'],
  totp_secrets: ['user_id'],
  recovery_codes: ['user_id', 'digest'],
  user_identities: ['issuer', 'subject'],
  passkeys: ['id'],
  passkey_challenges: ['digest'],
  failed_attempts: ['key'],
  changes: ['seq'],
  history: ['id'],
  imported_records: ['source', 'kind', 'key'],
  idempotency_keys: ['key'],
  sources: ['id'],
  source_runs: ['id'],
  import_progress: ['source', 'list', 'first'],
  imports: ['id'],
  import_results: ['import_id', 'position'],
  webhooks: ['id'],
  merged_records: ['kind', 'id'],
  settings: ['name'],
  setup_token: ['id'],
  sample_records: ['kind', 'record_id'],
  link_checks: ['url'],
  review_notes: ['id'],
  review_mail_settings: ['user_id'],
  digest_subscriptions: ['id'],
  digest_links: ['digest'],
  submissions: ['event_id'],
  submission_links: ['digest'],
  submission_keys: ['id'],
}
export const TABLE_NAMES = Object.keys(PRIMARY_KEYS) as TableName[]

export const isTableName = (name: string): name is TableName => Object.hasOwn(PRIMARY_KEYS, name)

/** Limits memory and the number of statement parameters. */
const BATCH_SIZE = 250

/** Consecutive rows of one table. A table without rows has one empty batch. */
export interface TableBatch {
  readonly name: TableName
  readonly rows: readonly Row[]
}

/** Reads tables in the order of their primary keys. */
export async function* readTables(db: Reader, names: readonly TableName[] = TABLE_NAMES): AsyncGenerator<TableBatch> {
  for (const name of names) {
    const key = PRIMARY_KEYS[name]
    for (let last: Row | undefined, isDone = false; !isDone; ) {
      const { rows } = await sql<Row>`
        select ${selectColumns(name)} from ${sql.table(name)} ${buildAfterKey(key, last)} order by ${joinColumns(key)} limit ${sql.lit(BATCH_SIZE)}
      `.execute(db)
      isDone = rows.length < BATCH_SIZE
      if (rows.length > 0 || last === undefined) yield { name, rows }
      last = rows.at(-1)
    }
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

export async function insertTableBatch(tx: Writer, { name, rows }: TableBatch): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  try {
    await sql`insert into ${sql.table(name)} (${joinColumns(columns)}) values ${sql.join(values)}`.execute(tx)
  } catch (error) {
    throw new Error(`${name}: the target rejects rows, so nothing was written`, { cause: error })
  }
}

export async function countRows(db: Reader, name: TableName): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(name)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** The first of the tables that has rows. */
export async function findFilledTable(db: Kysely<Tables>, names: readonly TableName[]): Promise<TableName | undefined> {
  for (const name of names) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

export interface TableDigest {
  readonly name: string
  readonly rows: number
  /** SHA-256 in hex over all rows in key order; independent of the engine. */
  readonly hash: string
}

/** Counts and hashes the batches of each table. */
export interface TableDigester {
  readonly add: (batch: TableBatch) => void
  /** Digests of the tables so far, in the order of their first batches. */
  readonly digests: () => readonly TableDigest[]
}

export function createTableDigester(): TableDigester {
  const tables = new Map<TableName, { rows: number; readonly hash: Hash }>()
  return {
    add: ({ name, rows }) => {
      const table = tables.get(name) ?? { rows: 0, hash: createHash('sha256') }
      tables.set(name, table)
      for (const row of rows) hashRow(table.hash, row)
      table.rows += rows.length
    },
    digests: () => [...tables].map(([name, { rows, hash }]) => ({ name, rows, hash: hash.copy().digest('hex') })),
  }
}

/** Values are hashed in the order of the column names; both engines return the same numbers and strings. */
function hashRow(hash: Hash, row: Row): void {
  const columns = Object.keys(row).sort()
  hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`)
}

/** Called with the number of rows processed. */
export type RowProgress = (done: number, total: number) => void

export const sumRows = (tables: readonly { readonly rows: number }[]): number =>
  tables.reduce((total, { rows }) => total + rows, 0)

/** Reads the tables again and compares them with the digests. Throws a plain `Error` that names the first difference. */
export async function verifyTables(
  db: Reader,
  expected: readonly TableDigest[],
  onProgress: RowProgress,
): Promise<void> {
  const total = sumRows(expected)
  let done = 0
  const digester = createTableDigester()
  const names = expected.map(({ name }) => name).filter(isTableName)
  for await (const batch of readTables(db, names)) {
    digester.add(batch)
    done += batch.rows.length
    onProgress(done, total)
  }
  const digests = digester.digests()
  for (const [at, { name, rows, hash }] of expected.entries()) {
    const actual = digests[at]
    if (actual?.name !== name || actual.rows !== rows)
      throw new Error(`${name}: the source has ${rows} rows, the target ${actual?.rows}; nothing was written`)
    if (actual.hash !== hash)
      throw new Error(`${name}: the target returns other rows than were written; nothing was written`)
  }
}
