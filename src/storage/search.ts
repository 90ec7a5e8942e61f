/** Substring search over folded texts; the engine's trigram index serves words of three letters and more. */
import type { Event, Organizer, PostKind, PostOf, Venue } from '../calendar/post.ts'
import { searchText } from '../text/fold.ts'
import type { Writer } from './database.ts'
import { insertRows } from './kept-statements.ts'

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

export async function indexText<K extends PostKind>(
  tx: Writer,
  kind: K,
  record: PostOf[K],
  isNew: boolean,
): Promise<void> {
  await indexParts(tx, record.id, SEARCHED[kind](record), isNew)
}

/** The parts of any record that searches look at. */
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
  const rows = records.map((record) => searchRow(record.id, SEARCHED[kind](record)))
  await insertRows(tx, 'post_search', rows)
}

export async function dropTexts(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('post_search').where('rowid', 'in', ids).execute()
}
