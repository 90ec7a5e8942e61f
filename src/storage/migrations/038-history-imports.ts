import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** The import that has caused a change, so that it can be undone; 0 for other changes. */
export async function addHistoryImports(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('history')
    .addColumn('import_id', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index history_import on history (import_id, kind, record_id) where import_id > 0`.execute(db)
}
