import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

const WEBHOOK_TEXTS = ['name', 'url', 'kinds', 'filters', 'view', 'disabled_reason', 'secret', 'previous_secret']
const WEBHOOK_TIMES = ['previous_secret_until', 'created_utc', 'modified_utc']

const DELIVERY_TEXTS = ['message_id', 'kind', 'action', 'state', 'response', 'failure']
const DELIVERY_TIMES = ['changed_utc', 'queued_utc', 'attempted_utc', 'next_attempt_utc']
const DELIVERY_INTEGERS = ['record_id', 'revision', 'attempts', 'status', 'duration_ms']

type Table = CreateTableBuilder<string, string>

const addColumns = (table: Table, names: readonly string[], type: 'text' | 'integer'): Table =>
  names.reduce((all, name) => all.addColumn(name, type, (column) => column.notNull()), table)

/** Webhooks, the progress of their deliveries in this database, and the deliveries: outbox and log. */
export async function createWebhooks(db: Kysely<Tables>, { serial }: Engine): Promise<void> {
  const webhooks: Table = db.schema.createTable('webhooks').addColumn('id', 'integer', serial)
  await addColumns(addColumns(webhooks, [...WEBHOOK_TEXTS, ...WEBHOOK_TIMES], 'text'), ['enabled'], 'integer').execute()
  await addColumns(
    db.schema
      .createTable('webhook_states')
      .addColumn('webhook_id', 'integer', (column) => column.primaryKey().references('webhooks.id').onDelete('cascade'))
      .addColumn('cursor', 'integer', (column) => column.notNull()) as Table,
    ['epoch', 'holder', 'held_until'],
    'text',
  ).execute()
  const deliveries = db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'integer', serial)
    .addColumn('webhook_id', 'integer', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    ) as Table
  await addColumns(
    addColumns(deliveries, [...DELIVERY_TEXTS, ...DELIVERY_TIMES], 'text'),
    DELIVERY_INTEGERS,
    'integer',
  ).execute()
  await createIndexes(db)
}

/** The outbox is the pending part of the table, which is small: its indexes are partial. */
async function createIndexes(db: Kysely<Tables>): Promise<void> {
  const on = 'webhook_deliveries'
  const { schema } = db
  await schema.createIndex('webhook_deliveries_message').on(on).columns(['webhook_id', 'message_id']).unique().execute()
  await schema.createIndex('webhook_deliveries_list').on(on).columns(['webhook_id', 'id']).execute()
  await schema.createIndex('webhook_deliveries_old').on(on).columns(['queued_utc', 'id']).execute()
  for (const [name, columns] of [
    ['webhook_deliveries_due', ['webhook_id', 'next_attempt_utc', 'id']],
    ['webhook_deliveries_record', ['webhook_id', 'kind', 'record_id', 'id']],
  ] as const)
    await schema
      .createIndex(name)
      .on(on)
      .columns([...columns])
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute()
}
