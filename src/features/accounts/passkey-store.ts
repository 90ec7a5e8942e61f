/** Passkeys of users, and the challenges that browsers have not answered yet. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Passkey, PasskeyCredential } from '../../calendar/users/passkey.ts'
import { toUser } from '../../calendar/users/user-store.ts'
import type { User } from '../../kernel/user.ts'
import type { PasskeyTable } from '../../storage/tables/account-tables.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

const COLUMNS = ['passkeys.id', 'user_id', 'passkeys.name', 'passkeys.created_utc', 'last_used_utc'] as const
const CREDENTIAL_COLUMNS = ['credential_id', 'public_key', 'counter', 'transports'] as const

const toPasskey = (
  row: Pick<PasskeyTable, 'user_id' | 'name' | 'created_utc' | 'last_used_utc'> & { readonly id: number },
): Passkey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  created: row.created_utc,
  lastUsed: row.last_used_utc || undefined,
})

const toCredential = (row: Pick<PasskeyTable, (typeof CREDENTIAL_COLUMNS)[number]>): PasskeyCredential => ({
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports === '' ? [] : row.transports.split(','),
})

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(db: Reader, userId: number): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function listPasskeyCredentials(db: Reader, userId: number): Promise<PasskeyCredential[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(CREDENTIAL_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(toCredential)
}

export interface FoundPasskey {
  readonly id: number
  readonly credential: PasskeyCredential
  readonly user: User
}

/** The passkey with its user; undefined when the user is disabled. */
export async function findPasskey(db: Reader, credentialId: string): Promise<FoundPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', ...CREDENTIAL_COLUMNS])
    .select(['login', 'email', 'users.name', 'role', 'disabled_utc'])
    .where('credential_id', '=', credentialId)
    .where('disabled_utc', '=', '')
    .executeTakeFirst()
  return row && { id: row.id, credential: toCredential(row), user: toUser({ ...row, id: row.user_id }) }
}

/** Undefined when the credential is already registered. */
export async function insertPasskey(tx: Writer, row: Omit<PasskeyTable, 'id'>): Promise<Passkey | undefined> {
  const inserted = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && toPasskey({ ...row, id: inserted.id })
}

export async function deleteUserPasskeys(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

/** Undefined when the user has no such passkey, like `deletePasskeyRow`. */
export async function renamePasskeyRow(
  tx: Writer,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  name: string,
): Promise<Passkey | undefined> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toPasskey(row)
}

export async function deletePasskeyRow(
  tx: Writer,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
): Promise<Passkey | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toPasskey(row)
}

/** Returns false when another request has changed the counter meanwhile. */
export async function updatePasskeyUse(
  tx: Writer,
  { id, credential }: Pick<FoundPasskey, 'id' | 'credential'>,
  use: Pick<PasskeyTable, 'counter' | 'last_used_utc'>,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', credential.counter)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Also deletes expired challenges. */
export async function insertPasskeyChallenge(
  tx: Writer,
  row: Tables['passkey_challenges'],
  now: DateTime,
): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_utc', '<=', now).execute()
  await tx.insertInto('passkey_challenges').values(row).execute()
}

export interface ChallengeKey {
  /** Of the token of the browser. */
  readonly digest: string
  /** The user who registers a passkey; 0 for a sign-in. */
  readonly userId: number
}

/** Whether the challenge exists and has not expired. */
export async function hasPasskeyChallenge(
  db: Reader,
  { digest, userId }: ChallengeKey,
  now: DateTime,
): Promise<boolean> {
  const row = await db
    .selectFrom('passkey_challenges')
    .select('digest')
    .where('digest', '=', digest)
    .where('user_id', '=', userId)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false when the challenge does not exist any more. */
export async function deletePasskeyChallenge(tx: Writer, { digest }: ChallengeKey): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('digest', '=', digest)
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}
