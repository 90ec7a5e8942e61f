import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

/** External calendars that are imported repeatedly, and the log of their runs. */
export async function createSources(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const sources = db.schema.createTable('sources').addColumn('id', 'integer', engine.serial)
  const texts = ['name', 'type', 'url', 'username', 'password', 'status', 'missing', 'created_utc']
  const numbers = ['interval_minutes', 'category', 'author', 'is_enabled']
  const state = ['etag', 'last_modified', 'next_run_utc', 'holder', 'held_until']
  const withTexts = [...texts, ...state].reduce(
    (table, name) => table.addColumn(name, 'text', (column) => column.notNull()),
    sources,
  )
  await [...numbers, 'failures']
    .reduce((table, name) => table.addColumn(name, 'integer', (column) => column.notNull()), withTexts)
    .execute()
  const runs = db.schema
    .createTable('source_runs')
    .addColumn('id', 'integer', engine.serial)
    .addColumn('source_id', 'integer', (column) => column.notNull().references('sources.id').onDelete('cascade'))
  const withRunTexts = ['status', 'requested_utc', 'started_utc', 'ended_utc', 'error', 'details'].reduce(
    (table, name) => table.addColumn(name, 'text', (column) => column.notNull()),
    runs,
  )
  const counts = ['created', 'updated', 'unchanged', 'conflicts', 'canceled', 'failed']
  await ['is_preview', 'is_confirmed', 'attempts', ...counts]
    .reduce((table, name) => table.addColumn(name, 'integer', (column) => column.notNull()), withRunTexts)
    .execute()
  await db.schema.createIndex('source_runs_source').on('source_runs').columns(['source_id', 'id']).execute()
  await db.schema.createIndex('source_runs_status').on('source_runs').columns(['status', 'source_id']).execute()
}
