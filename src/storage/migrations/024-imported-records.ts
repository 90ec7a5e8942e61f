import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Records that were imported from a source, with their state at the last import. */
export async function createImportedRecords(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('imported_records')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('modified', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_records_key', ['source', 'kind', 'key'])
    .execute()
  await db.schema.createIndex('imported_records_record').on('imported_records').columns(['kind', 'record_id']).execute()
}
