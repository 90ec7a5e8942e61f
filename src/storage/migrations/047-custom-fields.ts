import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Values of additional fields, a JSON object; empty without values. Their definitions are among the settings of the site. */
export async function addCustomFields(db: Kysely<Tables>): Promise<void> {
  for (const table of ['events', 'venues', 'organizers'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('custom_fields', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
