import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Coordinates of venues. */
export async function addVenueCoordinates(db: Kysely<Tables>): Promise<void> {
  for (const column of ['geo_lat', 'geo_lng', 'geo_x', 'geo_y', 'geo_z']) {
    await db.schema.alterTable('venues').addColumn(column, 'double precision').execute()
  }
  await db.schema
    .alterTable('venues')
    .addColumn('geocoding', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('venues_place').on('venues').columns(['geo_lat', 'geo_lng']).execute()
}
