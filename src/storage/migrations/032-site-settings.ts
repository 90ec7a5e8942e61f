import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Settings that administrators change while the service runs, and the token with which the first one is created. */
export async function createSiteSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('setup_token')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .execute()
}
