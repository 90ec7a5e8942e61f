import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Offers of events, and what records are called elsewhere. */
export async function addOffers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('tickets', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('events')
    .addColumn('ticketed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Covers a page of IDs: only some viewers may see whether a protected event has offers.
  await db.schema
    .createIndex('events_ticketed')
    .on('events')
    .columns(['status', 'hide_from_listings', 'ticketed', 'start_date', 'date', 'id', 'end_date', 'password', 'author'])
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
