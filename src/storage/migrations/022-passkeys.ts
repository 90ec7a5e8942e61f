import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

/** Passkeys of users, and the challenges that browsers have not answered yet. */
export async function addPasskeys(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const passkeys = db.schema
    .createTable('passkeys')
    .addColumn('id', 'integer', engine.serial)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    // Counters have 32 bits without a sign, more than the integers of PostgreSQL.
    .addColumn('counter', 'double precision', (column) => column.notNull())
  await ['public_key', 'transports', 'name', 'created_utc', 'last_used_utc']
    .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), passkeys)
    .execute()
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull())
    .addColumn('expires_utc', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('passkey_challenges_expires').on('passkey_challenges').column('expires_utc').execute()
}
