/** Links with which users set a password: invitations and resets. A user has at most one. */
import type { DateTime } from '../../base/time/date-time.ts'
import { toUser } from '../../calendar/users/user-store.ts'
import type { User } from '../../kernel/user.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

/** Replaces the link of the user, and deletes expired ones. */
export async function insertAccountLink(tx: Writer, link: Tables['account_links'], now: DateTime): Promise<void> {
  await deleteAccountLinks(tx, link.user_id)
  await tx.deleteFrom('account_links').where('expires_utc', '<=', now).execute()
  await tx.insertInto('account_links').values(link).execute()
}

export interface FoundLink {
  readonly user: User
  readonly purpose: string
}

/** A valid link of a user who may sign in. */
export async function findAccountLink(db: Reader, digest: string, now: DateTime): Promise<FoundLink | undefined> {
  const row = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id', 'login', 'email', 'name', 'role', 'disabled_utc', 'purpose'])
    .where('digest', '=', digest)
    .where('expires_utc', '>', now)
    .where('disabled_utc', '=', '')
    .executeTakeFirst()
  return row && { user: toUser(row), purpose: row.purpose }
}

export async function deleteAccountLinks(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).execute()
}
