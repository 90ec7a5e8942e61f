import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Events that visitors have submitted, the links with which they edit these, and the key that signs their forms. */
export async function createSubmissions(db: Kysely<Tables>): Promise<void> {
  const texts = ['name', 'email', 'note', 'language', 'submitted_utc', 'decided_utc'] as const
  const table = db.schema
    .createTable('submissions')
    .addColumn('event_id', 'integer', (column) => column.primaryKey().references('events.id').onDelete('cascade'))
    .addColumn('venue_id', 'integer', (column) => column.notNull())
    .addColumn('organizer_id', 'integer', (column) => column.notNull())
    .addColumn('form_digest', 'text', (column) => column.notNull().unique())
  await texts.reduce((all, name) => all.addColumn(name, 'text', (column) => column.notNull()), table).execute()
  await db.schema.createIndex('submissions_decided').on('submissions').column('decided_utc').execute()
  await db.schema
    .createTable('submission_links')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'integer', (column) =>
      column.notNull().references('submissions.event_id').onDelete('cascade'),
    )
    .addColumn('expires_utc', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('submission_links_event').on('submission_links').column('event_id').execute()
  await db.schema
    .createTable('submission_keys')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute()
}
