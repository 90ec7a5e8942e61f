import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Venues, organizers and terms that were merged into others, so that their old URLs still lead there. */
export async function createMergedRecords(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('merged_records')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'integer', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('target_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('merged_records_key', ['kind', 'id'])
    .execute()
  await db.schema.createIndex('merged_records_slug').on('merged_records').columns(['kind', 'slug']).execute()
  await db.schema.createIndex('merged_records_target').on('merged_records').columns(['kind', 'target_id']).execute()
}
