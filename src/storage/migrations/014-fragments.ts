import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

/** Rendered JSON of events, venues and organizers. The service fills the table when it reads or writes records. */
export async function createFragments(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('fragments')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('author', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('relations', 'text', (column) => column.notNull())
    .addColumn('open', engine.bytesType, (column) => column.notNull())
    .addColumn('closed', engine.bytesType)
    .addColumn('detail', engine.bytesType, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('fragment_progress')
    .addColumn('version', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .execute()
}
