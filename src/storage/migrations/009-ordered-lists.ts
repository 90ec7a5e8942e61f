import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Columns by which lists filter most events, so that one index covers a page of IDs. */
const FILTER_COLUMNS = ['end_date', 'utc_start_date', 'utc_end_date', 'author']
const LISTING_COLUMNS = ['status', 'hide_from_listings', 'start_date', ...FILTER_COLUMNS]

/** Indexes that do not begin with a status also return lists of several statuses in order. */
const INDEXES: Readonly<Record<string, { readonly on: keyof Tables; readonly columns: readonly string[] }>> = {
  events_listing: {
    on: 'events',
    columns: ['status', 'hide_from_listings', 'start_date', 'date', 'id', ...FILTER_COLUMNS, 'featured', 'password'],
  },
  events_by_start: {
    on: 'events',
    columns: ['start_date', 'date', 'id', 'status', 'hide_from_listings', ...FILTER_COLUMNS],
  },
  events_by_end: { on: 'events', columns: ['end_date', 'id', ...LISTING_COLUMNS] },
  events_by_title: { on: 'events', columns: ['title_folded', 'id', ...LISTING_COLUMNS] },
  events_by_date: { on: 'events', columns: ['date', 'id', ...LISTING_COLUMNS] },
  events_by_modified: { on: 'events', columns: ['modified_utc', 'id', ...LISTING_COLUMNS] },
  venues_by_title: { on: 'venues', columns: ['title_folded', 'id', 'status', 'author'] },
  venues_by_date: { on: 'venues', columns: ['date', 'id', 'status', 'author'] },
  venues_by_modified: { on: 'venues', columns: ['modified_utc', 'id', 'status', 'author'] },
  organizers_by_title: { on: 'organizers', columns: ['title_folded', 'id', 'status', 'author'] },
  organizers_by_date: { on: 'organizers', columns: ['date', 'id', 'status', 'author'] },
  organizers_by_modified: { on: 'organizers', columns: ['modified_utc', 'id', 'status', 'author'] },
  links_target: { on: 'links', columns: ['target_id', 'event_id'] },
  media_modified: { on: 'media', columns: ['modified_utc', 'id'] },
  media_post: { on: 'media', columns: ['post', 'id'] },
}

/** Indexes that are replaced, and those that became redundant. */
const DROPPED_INDEXES = [
  ...['events_listing', 'events_utc', 'events_modified', 'links_target'],
  ...['venues_listing', 'venues_title', 'venues_by_title', 'venues_modified'],
  ...['organizers_listing', 'organizers_title', 'organizers_by_title', 'organizers_modified'],
]

/** An index for every order of a list, and for each selective filter. */
export async function addListIndexes(db: Kysely<Tables>): Promise<void> {
  for (const name of DROPPED_INDEXES) await db.schema.dropIndex(name).execute()
  for (const [name, { on, columns }] of Object.entries(INDEXES)) {
    await db.schema
      .createIndex(name)
      .on(on)
      .columns([...columns])
      .execute()
  }
  await db.schema
    .createIndex('events_featured')
    .on('events')
    .columns(['status', 'hide_from_listings', 'start_date', 'date', 'id', ...FILTER_COLUMNS, 'password'])
    .where(sql<boolean>`featured = 1`)
    .execute()
}
