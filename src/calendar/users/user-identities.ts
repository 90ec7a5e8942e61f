/** Identities of users at OpenID Connect providers. A user has at most one. */
import type { User } from '../../kernel/user.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { toUser } from './user-store.ts'

type IdentityKey = Pick<Tables['user_identities'], 'issuer' | 'subject'>

/** Also a disabled user. */
export async function findIdentityUser(db: Reader, { issuer, subject }: IdentityKey): Promise<User | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select(['users.id', 'login', 'email', 'name', 'role', 'disabled_utc'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && toUser(row)
}

export async function hasIdentity(db: Reader, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user_identities').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Throws a unique violation if the identity or the user is linked already. */
export async function insertIdentity(tx: Writer, identity: Tables['user_identities']): Promise<void> {
  await tx.insertInto('user_identities').values(identity).execute()
}

/** Returns false if the user has none. */
export async function deleteIdentity(tx: Writer, userId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}
