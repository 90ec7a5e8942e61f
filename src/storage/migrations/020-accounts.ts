import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Engine } from '../types.ts'

/** Sessions of browsers and links in mails, by the digest of their token, second factors, and users who may not sign in. */
export async function addSessionsAndLinks(db: Kysely<Tables>, engine: Engine): Promise<void> {
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
  const links = db.schema
    .createTable('account_links')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
  await ['purpose', 'expires_utc']
    .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), links)
    .execute()
  await db.schema
    .createTable('totp_secrets')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .addColumn('is_confirmed', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
    .execute()
  await db.schema.createIndex('account_links_user').on('account_links').column('user_id').execute()
  await db.schema.createIndex('sessions_digest').on('sessions').column('digest').unique().execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('sessions_expires').on('sessions').column('expires_utc').execute()
}
