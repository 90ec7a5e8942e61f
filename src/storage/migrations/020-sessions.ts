import type { Kysely } from 'kysely'
import type { Tables } from '../core/tables.ts'
import type { Engine } from '../core/types.ts'

/** Sessions of browsers, by the digest of their token, and users who may not sign in. */
export async function addSessions(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('disabled_utc', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const sessions = db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', engine.serial)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
  await ['digest', 'created_utc', 'last_used_utc', 'expires_utc', 'ip', 'user_agent']
    .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), sessions)
    .execute()
  await db.schema.createIndex('sessions_digest').on('sessions').column('digest').unique().execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expires').on('sessions').column('expires_utc').execute()
}
