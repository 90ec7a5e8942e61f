import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Failed sign-ins, counted for all processes of the database. */
export async function createSignInFailures(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_failures_since').on('sign_in_failures').column('since').execute()
}
