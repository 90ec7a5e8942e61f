import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** The records of the sample calendar, and the results of link checks. */
export async function createSiteChecks(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sample_records')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('sample_records_key', ['kind', 'record_id'])
    .execute()
  await db.schema
    .createTable('link_checks')
    .addColumn('url', 'text', (column) => column.primaryKey())
    .addColumn('checked_utc', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('link_checks_time').on('link_checks').column('checked_utc').execute()
}
