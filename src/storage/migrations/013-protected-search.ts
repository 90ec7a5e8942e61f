import { type Kysely, sql } from 'kysely'
import { foldSearchText } from '../../base/text/fold-case.ts'
import { createSortKey } from '../sort-key.ts'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

const ROWS = 1000

/** That of 009 with `ticketed`, which is tested together with the password. */
const LISTING = [
  ...['status', 'hide_from_listings', 'start_date', 'date', 'id'],
  ...['end_date', 'utc_start_date', 'utc_end_date', 'author', 'featured', 'password', 'ticketed'],
]

/** Filters, searches and counts no longer reveal what a password hides; terms are sorted by description without case. */
export async function protectedSearch(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await engine.createSearchTable(db, 'protected_search')
  for (const table of ['events', 'venues', 'organizers'] as const) {
    for (let last: number | undefined = 0; last !== undefined; ) last = await moveTextsAfter(db, table, last)
    await db.schema
      .createIndex(`${table}_protected`)
      .on(table)
      .columns(['id', 'password'])
      .where(sql<boolean>`password <> ''`)
      .execute()
  }
  await db.schema.dropIndex('events_listing').execute()
  await db.schema.createIndex('events_listing').on('events').columns(LISTING).execute()
  await sql`
    update terms set count = count - (
      select count(*) from event_terms join events on events.id = event_terms.event_id
      where event_terms.term_id = terms.id and events.status = 'publish' and events.password <> ''
    )`.execute(db)
  await db.schema
    .alterTable('terms')
    .addColumn('description_folded', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (let last: number | undefined = 0; last !== undefined; ) last = await foldDescriptionsAfter(db, last)
}

type PostTable = 'events' | 'venues' | 'organizers'

/** Leaves only the titles of protected records in the search that everyone uses. Returns the last ID, or undefined at the end. */
async function moveTextsAfter(db: Kysely<Tables>, table: PostTable, last: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom(table as 'events')
    .select(['id', 'title'])
    .where('id', '>', last)
    .where('password', '<>', '')
    .orderBy('id')
    .limit(ROWS)
    .execute()
  for (const { id, title } of rows) {
    await sql`insert into protected_search (rowid, text) select rowid, text from post_search where rowid = ${id}`.execute(
      db,
    )
    await db
      .updateTable('post_search')
      .set({ text: foldSearchText(title) })
      .where('rowid', '=', id)
      .execute()
  }
  return rows.at(-1)?.id
}

async function foldDescriptionsAfter(db: Kysely<Tables>, last: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('terms')
    .select(['id', 'description'])
    .where('id', '>', last)
    .where('description', '<>', '')
    .orderBy('id')
    .limit(ROWS)
    .execute()
  for (const { id, description } of rows) {
    const description_folded = createSortKey(description)
    await db.updateTable('terms').set({ description_folded }).where('id', '=', id).execute()
  }
  return rows.at(-1)?.id
}
