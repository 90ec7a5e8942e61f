import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/**
 * Placeholders and variants of images. The default of `derivation_due` is in the past, so that they are computed for all
 * images, also for those that a node of the previous version adds during an upgrade.
 */
export async function addImageVariants(db: Kysely<Tables>): Promise<void> {
  const defaults = { thumbhash: '', variants: '', derivation_due: '1970-01-01 00:00:00' }
  for (const [column, value] of Object.entries(defaults))
    await db.schema
      .alterTable('media')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(value))
      .execute()
  const isDue = sql<boolean>`derivation_due <> ''`
  await db.schema.createIndex('media_derivation').on('media').columns(['derivation_due', 'id']).where(isDue).execute()
}
