import type { Kysely } from 'kysely'
import { isOffer } from '../../kernel/offer.ts'
import { classifyPricing } from '../../kernel/pricing.ts'
import type { Tables } from '../tables/tables.ts'

const BATCH_SIZE = 1000

/** Which events cost nothing, and which something. */
export async function addPricing(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('pricing', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (let last: number | undefined = 0; last !== undefined; ) last = await updatePriceBatch(db, last)
  // As of offers: all that a page of numbers needs.
  await db.schema
    .createIndex('events_pricing')
    .on('events')
    .columns(['status', 'hide_from_listings', 'pricing', 'start_date', 'date', 'id', 'end_date', 'password', 'author'])
    .execute()
}

function parseList(text: string): readonly unknown[] {
  const list: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(list) ? list : []
}

/** Works out the next events; the number of the last one, until there are no more. */
async function updatePriceBatch(db: Kysely<Tables>, last: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'cost', 'tickets'])
    .where('id', '>', last)
    .where((on) => on.or([on('cost', '<>', ''), on('tickets', '<>', '')]))
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const events = rows.map(({ id, cost, tickets }) => ({
    id,
    pricing: classifyPricing({ cost: parseList(cost).map(String), tickets: parseList(tickets).filter(isOffer) }),
  }))
  for (const pricing of ['free', 'paid'] as const) {
    const ids = events.filter((event) => event.pricing === pricing).map(({ id }) => id)
    if (ids.length > 0) await db.updateTable('events').set({ pricing }).where('id', 'in', ids).execute()
  }
  return rows.at(-1)?.id
}
