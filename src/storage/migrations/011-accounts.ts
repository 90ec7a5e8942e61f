import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/**
 * The use of application passwords, and failed attempts with the time at which each is forgotten. The table of failed
 * sign-ins stays for nodes of earlier versions; nothing else reads it.
 */
export async function addAccounts(db: Kysely<Tables>): Promise<void> {
  for (const name of ['app_id', 'last_used_utc', 'last_ip']) {
    await db.schema
      .alterTable('application_passwords')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .createTable('failed_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('expires', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('failed_attempts_expires').on('failed_attempts').column('expires').execute()
}
