import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Progress of the purges of shared caches in this database. */
export async function createPurgeStates(db: Kysely<Tables>): Promise<void> {
  let table = db.schema
    .createTable('purge_states')
    .addColumn('target', 'text', (column) => column.primaryKey())
    .addColumn('cursor', 'integer', (column) => column.notNull())
  for (const name of ['epoch', 'holder', 'held_until'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  await table.execute()
}
