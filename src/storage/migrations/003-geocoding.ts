import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Looking up coordinates: when a venue's turn comes. Venues that have an address already want theirs. */
export async function addGeocoding(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('venues')
    .addColumn('geocode_due', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('venues')
    .addColumn('geocode_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('venues_geocoding').on('venues').columns(['geocoding', 'geocode_due', 'id']).execute()
  await db
    .updateTable('venues')
    .set({ geocoding: 'wanted' })
    .where('geo_lat', 'is', null)
    .where((on) => on.or([on('address', '!=', ''), on('city', '!=', ''), on('zip', '!=', '')]))
    .execute()
}
