import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Responses to writes with an `Idempotency-Key`, which a repeated request gets again. */
export async function createIdempotencyKeys(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('expires_utc', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('idempotency_keys_expiry').on('idempotency_keys').column('expires_utc').execute()
}
