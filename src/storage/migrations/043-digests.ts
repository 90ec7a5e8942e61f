import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

const TEXTS = ['email', 'email_folded', 'scope', 'language', 'status', 'created_utc', 'confirmed_utc'] as const
const DELIVERY_TEXTS = ['period_utc', 'sent_utc', 'next_attempt_utc', 'holder', 'held_until'] as const
const COUNTS = ['attempts', 'bounces'] as const

/** Subscriptions to digests by mail, and the links in these mails. */
export async function createDigestTables(db: Kysely<Tables>, { serial }: Engine): Promise<void> {
  let subscriptions = db.schema.createTable('digest_subscriptions').addColumn('id', 'integer', serial)
  for (const name of [...TEXTS, ...DELIVERY_TEXTS])
    subscriptions = subscriptions.addColumn(name, 'text', (column) => column.notNull())
  for (const name of COUNTS) subscriptions = subscriptions.addColumn(name, 'integer', (column) => column.notNull())
  await subscriptions.execute()
  const on = 'digest_subscriptions'
  await db.schema.createIndex(`${on}_unique`).on(on).columns(['email_folded', 'scope']).unique().execute()
  await db.schema.createIndex(`${on}_due`).on(on).columns(['status', 'period_utc']).execute()
  await db.schema
    .createTable('digest_links')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('subscription_id', 'integer', (column) =>
      column.notNull().references('digest_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_utc', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('digest_links_subscription').on('digest_links').column('subscription_id').execute()
}
