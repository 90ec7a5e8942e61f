import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Color, icon and position of categories. Position 0: after the ordered siblings, by slug. */
export async function addCategoryAppearance(db: Kysely<Tables>): Promise<void> {
  for (const name of ['color', 'icon'])
    await db.schema
      .alterTable('terms')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  await db.schema
    .alterTable('terms')
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
