import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

const TEXTS = [
  ...['name', 'url', 'format', 'options', 'layout', 'username', 'password', 'channel', 'task', 'status', 'counts'],
  ...['error', 'holder', 'held_until', 'created_utc', 'started_utc', 'ended_utc', 'imported_utc', 'undone_utc'],
] as const
const INTEGERS = ['user_id', 'task_user_id', 'bytes', 'done', 'total', 'attempts'] as const

/** Imports by administrators and by the command line, their uploaded files and their results. */
export async function createImports(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const table = db.schema.createTable('imports').addColumn('id', 'integer', engine.serial)
  const withTexts = TEXTS.reduce((all, name) => all.addColumn(name, 'text', (column) => column.notNull()), table)
  await INTEGERS.reduce(
    (all, name) => all.addColumn(name, 'integer', (column) => column.notNull()),
    withTexts,
  ).execute()
  await db.schema.createIndex('imports_status').on('imports').columns(['status', 'id']).execute()
  await db.schema
    .createTable('import_chunks')
    .addColumn('import_id', 'integer', (column) => column.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('content', engine.bytesType, (column) => column.notNull())
    .addPrimaryKeyConstraint('import_chunks_key', ['import_id', 'position'])
    .execute()
  const results = db.schema
    .createTable('import_results')
    .addColumn('import_id', 'integer', (column) => column.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('record_id', 'integer', (column) => column.notNull())
  await ['outcome', 'kind', 'title', 'location', 'details']
    .reduce((all, name) => all.addColumn(name, 'text', (column) => column.notNull()), results)
    .addPrimaryKeyConstraint('import_results_key', ['import_id', 'position'])
    .execute()
}
