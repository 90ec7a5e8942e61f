/** All contents of a database, for comparison. */
import { sql } from 'kysely'
import type { Reader } from '../../src/storage/types.ts'

/** Tables that must be equal, and their unique columns. Hashes of passwords have random salts. */
const KEYS = {
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
  application_passwords: ['id'],
  changes: ['seq'],
  history: ['revision', 'kind'],
} as const
export type TableName = keyof typeof KEYS
export const TABLE_NAMES = Object.keys(KEYS) as readonly TableName[]

/** Rows with their columns by name, because engines return them in different orders. */
export async function readRows(db: Reader, table: TableName): Promise<unknown> {
  const order = sql.join(KEYS[table].map((column) => sql.ref(column)))
  const shown = table === 'post_search' || table === 'protected_search' ? sql`rowid, text` : sql`*`
  // Sign-ins are stored after the request, so their place in the history depends on the time.
  const condition = table === 'history' ? sql`where action not in ('sign-in', 'sign-in-failed')` : sql``
  const { rows } = await sql<object>`select ${shown} from ${sql.table(table)} ${condition} order by ${order}`.execute(
    db,
  )
  return rows.map((row) =>
    Object.entries(row)
      .filter(([name]) => table !== 'history' || name !== 'id')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
