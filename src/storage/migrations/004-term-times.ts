import { type Kysely, sql } from 'kysely'
import { NEVER_PUBLISHED } from '../../kernel/post.ts'
import type { Tables } from '../tables/tables.ts'

const INDEXES: Readonly<Record<string, { readonly on: keyof Tables; readonly columns: readonly string[] }>> = {
  // With the columns that decide who may see a protected event.
  events_listing: {
    on: 'events',
    columns: ['status', 'hide_from_listings', 'start_date', 'date', 'id', 'end_date', 'featured', 'password', 'author'],
  },
  events_modified: { on: 'events', columns: ['status', 'modified_utc', 'id'] },
  venues_modified: { on: 'venues', columns: ['status', 'modified_utc', 'id'] },
  venues_by_title: { on: 'venues', columns: ['status', 'title_folded', 'id'] },
  organizers_by_title: { on: 'organizers', columns: ['status', 'title_folded', 'id'] },
  organizers_modified: { on: 'organizers', columns: ['status', 'modified_utc', 'id'] },
  terms_modified: { on: 'terms', columns: ['taxonomy', 'modified_utc'] },
  // Lists filter by status and location together, and the circle reads no rows when the index has the coordinates.
  venues_place: {
    on: 'venues',
    columns: ['status', 'geo_lat', 'geo_lng', 'geo_x', 'geo_y', 'geo_z', 'password', 'author'],
  },
}

/** When terms changed, as the change log has it; and indexes for lists by time, title and place. */
export async function addTermTimes(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('terms')
    .addColumn('modified_utc', 'text', (column) => column.notNull().defaultTo(NEVER_PUBLISHED))
    .execute()
  await sql`
    update terms set modified_utc = coalesce(
      (select max(changes.at) from changes where changes.kind = terms.taxonomy and changes.id = terms.id), ${NEVER_PUBLISHED}
    )`.execute(db)
  for (const name of ['events_listing', 'venues_place']) await db.schema.dropIndex(name).execute()
  for (const [name, { on, columns }] of Object.entries(INDEXES)) {
    await db.schema
      .createIndex(name)
      .on(on)
      .columns([...columns])
      .execute()
  }
}
