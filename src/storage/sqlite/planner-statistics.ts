/**
 * Fixed planner statistics for SQLite, of a calendar of 100,000 events. Without statistics SQLite considers a status as
 * selective as a slug, and collected ones would make query plans depend on the time of collection. Tests check the
 * plans that these produce.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/**
 * By index: the number of rows, then the average number of rows per value of the first column, of the first two, and so
 * on.
 */
type Statistics = Readonly<Record<string, string>>

const EVENTS: Statistics = {
  events_listing: '100000 25000 25000 10 2 1 1 1 1 1 1 1 1',
  events_featured: '5000 1250 1250 2 1 1 1 1 1 1 1',
  events_ticketed: '100000 25000 25000 12500 6 2 1 1 1 1',
  events_pricing: '100000 25000 25000 8000 4 2 1 1 1 1',
  events_status_changed: '2000 500 500 2 1 1 1 1 1 1 1 1',
  events_virtual: '5000 1250 1250 2 1 1 1 1 1 1 1 1',
  events_link_opening: '1000 2',
  events_by_start: '100000 10 2 1 1 1 1 1 1 1',
  events_by_end: '100000 10 1 1 1 1 1 1 1',
  events_by_title: '100000 5 1 1 1 1 1 1 1 1',
  events_by_date: '100000 5 1 1 1 1 1 1 1 1',
  events_by_modified: '100000 5 1 1 1 1 1 1 1 1',
  events_parent: '100000 10',
  events_author: '100000 10000 2500',
  events_due: '100000 25000 5',
  events_slug: '100000 1 1',
  events_image: '10000 2',
  events_external_id: '50000 1',
  events_protected: '500 1 1',
  events_series: '50000 20 1 1 1 1 1 1',
  events_series_date: '50000 20 1',
  events_single: '50000 12500 12500 10 2 1 1',
}

const createLinkedStatistics = (table: string): Statistics => ({
  [`${table}_by_title`]: '10000 1 1 1 1',
  [`${table}_by_date`]: '10000 5 1 1 1',
  [`${table}_by_modified`]: '10000 5 1 1 1',
  [`${table}_author`]: '10000 1000 250',
  [`${table}_due`]: '10000 2500 5',
  [`${table}_slug`]: '10000 1 1',
  [`${table}_image`]: '1000 2',
  [`${table}_external_id`]: '5000 1',
  [`${table}_protected`]: '50 1 1',
})

const VENUES: Statistics = {
  ...createLinkedStatistics('venues'),
  venues_place: '10000 2500 2 1 1 1 1 1 1',
  venues_geocoding: '10000 2500 5 1',
}

const TERMS: Statistics = {
  terms_name: '1000 500 1',
  terms_slug: '1000 500 1',
  terms_modified: '1000 500 5',
  terms_parent: '1000 10',
}

const MEDIA: Statistics = {
  media_listing: '10000 2 1',
  media_modified: '10000 2 1',
  media_slug: '10000 1 1',
  media_post: '10000 5 1',
  media_source: '10000 2',
  media_key: '10000 1',
  media_original: '10000 100',
  media_derivation: '10 5 1',
}

/** Indexes of primary keys have names that SQLite generates. */
const STATISTICS: Readonly<Partial<Record<keyof Tables, Statistics>>> = {
  events: EVENTS,
  venues: VENUES,
  organizers: createLinkedStatistics('organizers'),
  links: { links_target: '200000 200 1', sqlite_autoindex_links_1: '200000 2 2 1' },
  terms: TERMS,
  event_terms: { event_terms_term: '250000 2500 1', sqlite_autoindex_event_terms_1: '250000 3 1' },
  term_ancestors: { term_ancestors: '2000 2 1', term_ancestors_ancestor: '2000 4 1' },
  listed_events: { listed_events: '500000 150000 250 2 1 1 1' },
  listed_counts: { listed_counts: '50000 15000 25 2 1' },
  media: MEDIA,
  series: { series_listing: '1000 250 1 1', series_slug: '1000 1 1', series_due: '500 2 1' },
  changes: { changes_record: '500000 100000 3' },
  history: {
    history_record: '500000 100000 3 1',
    history_user: '500000 50000 2 1',
    history_action: '500000 100000 2 1',
    history_at: '500000 2 1',
  },
  webhook_deliveries: {
    webhook_deliveries_message: '100000 10000 1',
    webhook_deliveries_list: '100000 10000 1',
    webhook_deliveries_due: '1000 100 2 1',
    webhook_deliveries_record: '1000 100 50 2 1',
    webhook_deliveries_old: '100000 2 1',
  },
}

export async function writeStatistics(db: Kysely<Tables>): Promise<void> {
  const rows = Object.entries(STATISTICS).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(([index, numbers]) => sql`(${table}, ${index}, ${numbers})`),
  )
  // Creates the table sqlite_stat1 without collecting anything.
  await sql`analyze sqlite_schema`.execute(db)
  await sql`delete from sqlite_stat1`.execute(db)
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(rows)}`.execute(db)
  // Makes the connection reload the statistics.
  await sql`analyze sqlite_schema`.execute(db)
}
