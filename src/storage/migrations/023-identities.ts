import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Identities of users at OpenID Connect providers; a user has at most one. */
export async function addUserIdentities(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('user_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_utc', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('user_identities_user').on('user_identities').column('user_id').unique().execute()
}
