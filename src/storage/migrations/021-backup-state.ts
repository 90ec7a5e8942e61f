import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** State of backups of this database: one row, so that one node at a time writes a backup. */
export async function createBackupState(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('backup_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('held_until', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('attempted_at', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('succeeded_at', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('archive', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('failure', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.insertInto('backup_state').values({ id: 1 }).execute()
}
