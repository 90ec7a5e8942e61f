import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** The user who created a preview link; 0 for links of earlier versions. */
export async function addPreviewLinkUsers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('preview_links')
    .addColumn('user_id', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
