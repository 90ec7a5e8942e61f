import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

const TEXTS = [
  ...['slug', 'title', 'caption', 'alt_text', 'mime_type', 'key', 'sizes', 'source_url'],
  ...['date', 'date_utc', 'modified', 'modified_utc'],
]
const INTEGERS = ['author', 'width', 'height', 'filesize', 'post']

type Table = CreateTableBuilder<string, never>

/** The library of pictures, and which records show one. */
export async function createMediaTable(db: Kysely<Tables>): Promise<void> {
  let table = db.schema
    .createTable('media')
    .addColumn('id', 'integer', (column) => column.primaryKey().references('object_ids.id')) as Table
  for (const name of TEXTS) table = table.addColumn(name, 'text', (column) => column.notNull().defaultTo('')) as Table
  for (const name of INTEGERS)
    table = table.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)) as Table
  await table.execute()
  await db.schema.createIndex('media_listing').on('media').columns(['date_utc', 'id']).execute()
  await db.schema.createIndex('media_slug').on('media').columns(['slug', 'id']).execute()
  await db.schema.createIndex('media_key').on('media').column('key').unique().execute()
  await db.schema.createIndex('media_source').on('media').column('source_url').execute()
  for (const posts of ['events', 'venues', 'organizers'] as const) {
    await db.schema.createIndex(`${posts}_image`).on(posts).column('image').where(sql<boolean>`image <> 0`).execute()
  }
}
