/** Substring search over folded texts; the engine's trigram index serves words of three letters and more. */
import type { Event, Organizer, PostKind, PostOf, Venue } from '../calendar/post.ts'
import { searchText } from '../text/fold.ts'
import type { Writer } from './database.ts'
import { insertRows } from './kept-statements.ts'
import { SEARCH_TABLES, type SearchTable } from './tables.ts'

const shared = ({ title, content, excerpt }: Event | Venue | Organizer): string[] => [title, excerpt, content]

/** What is searched of each kind: contract 8.5 and 11.2. */
const SEARCHED: { readonly [K in PostKind]: (record: PostOf[K]) => readonly string[] } = {
  event: shared,
  venue: (venue) => [
    ...shared(venue),
    venue.address,
    venue.city,
    venue.province,
    venue.state,
    venue.stateprovince,
    venue.zip,
    venue.phone,
  ],
  organizer: (organizer) => [...shared(organizer), organizer.phone, organizer.email, organizer.website],
}

/** The texts of a record: what everyone may search, and what only those may who are shown it whole. */
function searchTexts<K extends PostKind>(kind: K, record: PostOf[K]) {
  const whole = SEARCHED[kind](record)
  const isProtected = record.password !== ''
  return { shown: isProtected ? [record.title] : whole, hidden: isProtected ? [whole] : [] }
}

export async function indexText<K extends PostKind>(
  tx: Writer,
  kind: K,
  record: PostOf[K],
  isNew: boolean,
): Promise<void> {
  const { id } = record
  const { shown, hidden } = searchTexts(kind, record)
  await indexParts(tx, id, shown, isNew)
  if (!isNew) await dropFrom(tx, 'protected_search', [id])
  await insertRows(
    tx,
    'protected_search',
    hidden.map((parts) => searchRow(id, parts)),
  )
}

/** The parts of any record that everyone may search. */
export async function indexParts(tx: Writer, id: number, parts: readonly string[], isNew: boolean): Promise<void> {
  const { text } = searchRow(id, parts)
  if (isNew) await insertRows(tx, 'post_search', [{ rowid: id, text }])
  else await tx.updateTable('post_search').set({ text }).where('rowid', '=', id).execute()
}

function searchRow(rowid: number, parts: readonly string[]): { rowid: number; text: string } {
  return { rowid, text: searchText(parts.filter((part) => part !== '').join('\n')) }
}

/** Indexes records that are not in the index. */
export async function insertTexts<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostOf[K][],
): Promise<void> {
  const texts = records.map((record) => ({ id: record.id, ...searchTexts(kind, record) }))
  await insertRows(
    tx,
    'post_search',
    texts.map(({ id, shown }) => searchRow(id, shown)),
  )
  await insertRows(
    tx,
    'protected_search',
    texts.flatMap(({ id, hidden }) => hidden.map((parts) => searchRow(id, parts))),
  )
}

export async function dropTexts(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const table of SEARCH_TABLES) await dropFrom(tx, table, ids)
}

async function dropFrom(tx: Writer, table: SearchTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom(table as 'post_search')
    .where('rowid', 'in', ids)
    .execute()
}
