import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Folded names are kept as far as every engine can index them. */
export async function truncateFoldedKeys(db: Kysely<Tables>): Promise<void> {
  for (const [table, column] of [
    ['events', 'title_folded'],
    ['venues', 'title_folded'],
    ['organizers', 'title_folded'],
    ['terms', 'name_folded'],
  ] as const) {
    const name = sql.ref(column)
    await sql`update ${sql.table(table)} set ${name} = substr(${name}, 1, 500) where length(${name}) > 500`.execute(db)
  }
}
