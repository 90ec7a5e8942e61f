import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Progress of imports from live sites, so that an interrupted one continues. */
export async function createImportProgress(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('import_progress')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('first', 'text', (column) => column.notNull())
    .addColumn('last', 'text', (column) => column.notNull())
    .addColumn('next', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_progress_key', ['source', 'list', 'first'])
    .execute()
}
