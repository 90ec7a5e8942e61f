import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

const TEXT_COLUMNS = ['at', 'kind', 'action', 'application', 'ip', 'channel', 'fields'] as const
const INTEGER_COLUMNS = ['record_id', 'revision', 'user_id'] as const

const INDEXES = {
  history_record: ['kind', 'record_id', 'id'],
  history_user: ['user_id', 'at', 'id'],
  history_action: ['action', 'at', 'id'],
  history_at: ['at', 'id'],
} as const

/** Who changed what. Writes of earlier versions are not in it. */
export async function addHistory(db: Kysely<Tables>, { serial }: Engine): Promise<void> {
  const table = db.schema.createTable('history').addColumn('id', 'integer', serial)
  const withIntegers = INTEGER_COLUMNS.reduce(
    (all, name) => all.addColumn(name, 'integer', (column) => column.notNull()),
    table,
  )
  await TEXT_COLUMNS.reduce(
    (all, name) => all.addColumn(name, 'text', (column) => column.notNull()),
    withIntegers,
  ).execute()
  for (const [name, columns] of Object.entries(INDEXES))
    await db.schema
      .createIndex(name)
      .on('history')
      .columns([...columns])
      .execute()
}
