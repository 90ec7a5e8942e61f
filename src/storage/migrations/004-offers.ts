import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Offers of events, and what records are called elsewhere. */
export async function offers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('tickets', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // Holds what a page of numbers needs, as the listing does, of the events with offers alone.
  await db.schema
    .createIndex('events_ticketed')
    .on('events')
    .columns(['status', 'hide_from_listings', 'start_date', 'date', 'id', 'end_date'])
    .where(sql`tickets`, '!=', '')
    .execute()
  for (const table of ['events', 'venues', 'organizers'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('external_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex(`${table}_external_id`)
      .on(table)
      .column('external_id')
      .unique()
      .where(sql`external_id`, '!=', '')
      .execute()
  }
}
