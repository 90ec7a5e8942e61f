import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Crop and focal point of images, the original files of images that have either, and the images of series. */
export async function addImageEdits(db: Kysely<Tables>): Promise<void> {
  for (const column of ['crop', 'focal_point', 'original', 'original_key'])
    await db.schema
      .alterTable('media')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  await db.schema.createIndex('media_original').on('media').column('original_key').execute()
  await addSeriesImages(db)
}

/** The images of series, which are in their templates. */
async function addSeriesImages(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('series')
    .addColumn('image', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const { id, template } of await db.selectFrom('series').select(['id', 'template']).execute()) {
    const image = Number(/"image":(\d+)/.exec(template)?.[1] ?? 0)
    if (image !== 0) await db.updateTable('series').set({ image }).where('id', '=', id).execute()
  }
  const hasImage = sql<boolean>`image <> 0`
  await db.schema.createIndex('series_image').on('series').column('image').where(hasImage).execute()
}
