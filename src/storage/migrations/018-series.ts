import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

const EVENT_COLUMNS = {
  series_id: 'integer',
  series_date: 'text',
  series_edited: 'integer',
} as const

const TEXT_COLUMNS = [
  ...['status', 'slug', 'title_folded', 'modified_utc', 'template', 'relations'],
  ...['rrule', 'rdate', 'exdate', 'extended_until'],
] as const

/** Series, and the occurrences of each. */
export async function addSeries(db: Kysely<Tables>): Promise<void> {
  for (const [name, type] of Object.entries(EVENT_COLUMNS)) {
    await db.schema
      .alterTable('events')
      .addColumn(name, type, (column) => column.notNull().defaultTo(type === 'text' ? '' : 0))
      .execute()
  }
  const table = db.schema
    .createTable('series')
    .addColumn('id', 'integer', (column) => column.primaryKey().references('object_ids.id'))
    .addColumn('author', 'integer', (column) => column.notNull())
  await TEXT_COLUMNS.reduce((all, name) => all.addColumn(name, 'text', (column) => column.notNull()), table).execute()
  await createIndexes(db)
}

async function createIndexes(db: Kysely<Tables>): Promise<void> {
  const isOccurrence = sql<boolean>`series_id <> 0`
  await db.schema
    .createIndex('events_series')
    .on('events')
    .columns(['series_id', 'start_date', 'id', 'status', 'hide_from_listings', 'date', 'end_date'])
    .where(isOccurrence)
    .execute()
  await db.schema
    .createIndex('events_series_date')
    .on('events')
    .columns(['series_id', 'series_date'])
    .unique()
    .where(isOccurrence)
    .execute()
  await db.schema
    .createIndex('events_single')
    .on('events')
    .columns(['status', 'hide_from_listings', 'start_date', 'date', 'id', 'end_date'])
    .where(sql<boolean>`series_id = 0`)
    .execute()
  await db.schema.createIndex('series_listing').on('series').columns(['status', 'title_folded', 'id']).execute()
  await db.schema.createIndex('series_slug').on('series').columns(['slug', 'id']).execute()
  await db.schema
    .createIndex('series_due')
    .on('series')
    .columns(['extended_until', 'id'])
    .where(sql<boolean>`extended_until <> ''`)
    .execute()
}
