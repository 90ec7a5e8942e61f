import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** The zone in which the rule of a series counts days; empty for the zone of its events. */
export async function addRuleTimeZones(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('series')
    .addColumn('rule_timezone', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
