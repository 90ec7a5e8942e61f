import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Links that show an unpublished event to viewers without an account. */
export async function createPreviewLinks(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('preview_links')
    .addColumn('event_id', 'integer', (column) => column.primaryKey())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('expires_utc', 'text', (column) => column.notNull())
    .execute()
}
