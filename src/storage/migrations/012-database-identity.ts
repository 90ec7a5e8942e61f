import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** One row that distinguishes this database from copies, restored backups and promoted standbys. */
export async function createDatabaseIdentity(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('database_identity')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('written', 'text', (column) => column.notNull())
    .execute()
  const epoch = randomBytes(5).toString('hex')
  await db.insertInto('database_identity').values({ id: 1, epoch, since: '', place: '', written: '' }).execute()
}
