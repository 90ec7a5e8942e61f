/** Substring search in folded texts; a trigram index serves words of at least three letters. */
import { runTogether } from '../../base/concurrency/run-together.ts'
import { foldSearchText } from '../../base/text/fold-case.ts'
import type { Event, Organizer, PostByKind, PostKind, Venue } from '../../kernel/post.ts'
import { executeCached, insertRows } from '../../storage/statement-cache.ts'
import { SEARCH_TABLES, type SearchTable } from '../../storage/tables/tables.ts'
import type { Writer } from '../../storage/types.ts'

const listSharedTexts = ({ title, content, excerpt }: Event | Venue | Organizer): string[] => [title, excerpt, content]

/** Searched fields by kind (wire-contract §8.5, 11.2). */
const SEARCHED_TEXTS: { readonly [K in PostKind]: (record: PostByKind[K]) => readonly string[] } = {
  event: listSharedTexts,
  venue: (venue) => [
    ...listSharedTexts(venue),
    venue.address,
    venue.city,
    venue.province,
    venue.state,
    venue.stateprovince,
    venue.zip,
    venue.phone,
  ],
  organizer: (organizer) => [...listSharedTexts(organizer), organizer.phone, organizer.email, organizer.website],
}

/** The search texts of a record: the public one, and the one for viewers who see the record in full. */
function searchTexts<K extends PostKind>(kind: K, record: PostByKind[K]) {
  const whole = SEARCHED_TEXTS[kind](record)
  const isProtected = record.password !== ''
  return { shown: isProtected ? [record.title] : whole, hidden: isProtected ? [whole] : [] }
}

/** Indexes a record. `stored` is the record that it replaces; its text is only written if it differs. */
export async function indexPost<K extends PostKind>(
  tx: Writer,
  kind: K,
  record: PostByKind[K],
  stored: PostByKind[K] | undefined,
): Promise<void> {
  const { id } = record
  const texts = searchTexts(kind, record)
  const storedTexts = stored && searchTexts(kind, stored)
  const isSame = (first: readonly string[] | undefined, second: readonly string[] | undefined) =>
    first?.length === second?.length && first?.every((part, index) => part === second?.[index]) !== false
  await runTogether([
    isSame(texts.shown, storedTexts?.shown) ? undefined : indexSearchText(tx, id, texts.shown, stored === undefined),
    storedTexts && storedTexts.hidden.length > 0 ? dropFrom(tx, 'protected_search', [id]) : undefined,
    insertRows(
      tx,
      'protected_search',
      texts.hidden.map((parts) => createSearchRow(id, parts)),
    ),
  ])
}

/** Indexes the public text of any record. */
export async function indexSearchText(tx: Writer, id: number, parts: readonly string[], isNew: boolean): Promise<void> {
  const { text } = createSearchRow(id, parts)
  if (isNew) await insertRows(tx, 'post_search', [{ rowid: id, text }])
  else
    await executeCached(tx, {
      key: 'update search text',
      values: [text, id],
      build: () => tx.updateTable('post_search').set({ text }).where('rowid', '=', id),
    })
}

function createSearchRow(rowid: number, parts: readonly string[]): { rowid: number; text: string } {
  return { rowid, text: foldSearchText(parts.filter((part) => part !== '').join('\n')) }
}

/** Indexes new records. */
export async function insertSearchTexts<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
): Promise<void> {
  const texts = records.map((record) => ({ id: record.id, ...searchTexts(kind, record) }))
  await insertRows(
    tx,
    'post_search',
    texts.map(({ id, shown }) => createSearchRow(id, shown)),
  )
  await insertRows(
    tx,
    'protected_search',
    texts.flatMap(({ id, hidden }) => hidden.map((parts) => createSearchRow(id, parts))),
  )
}

export async function deleteSearchTexts(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const table of SEARCH_TABLES) await dropFrom(tx, table, ids)
}

async function dropFrom(tx: Writer, table: SearchTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await executeCached(tx, {
    key: `delete ${ids.length} from ${table}`,
    values: ids,
    build: () => tx.deleteFrom(table as 'post_search').where('rowid', 'in', ids),
  })
}
