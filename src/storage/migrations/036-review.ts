import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

/** Notes of the review of records, mails that users have chosen, and mails sent from this database. */
export async function addReview(db: Kysely<Tables>, { serial }: Engine): Promise<void> {
  await db.schema
    .createTable('review_notes')
    .addColumn('id', 'integer', serial)
    .addColumn('record_id', 'integer', (column) => column.notNull().references('object_ids.id').onDelete('cascade'))
    .addColumn('author', 'integer', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('review_notes_record').on('review_notes').columns(['record_id', 'id']).execute()
  await db.schema
    .createTable('review_mail_settings')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('review_mail_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('history_id', 'integer', (column) => column.notNull())
    .execute()
  const newest = db.selectFrom('history').select((on) => on.fn.coalesce(on.fn.max('id'), on.lit(0)).as('id'))
  const { id } = await newest.executeTakeFirstOrThrow()
  await db.insertInto('review_mail_state').values({ id: 1, history_id: id }).execute()
}
