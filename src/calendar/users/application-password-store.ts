import { foldCase } from '../../base/text/fold-case.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { User } from '../../kernel/user.ts'
import { executeCached } from '../../storage/statement-cache.ts'
import type { ApplicationPasswordTable } from '../../storage/tables/account-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { type ApplicationPassword, deriveUuid } from './application-password-fields.ts'
import { type FailureLimit, selectBlockedUntil } from './failed-attempts.ts'
import { selectActiveUser, toUser } from './user-store.ts'

type Columns = Omit<ApplicationPasswordTable, 'id'>
type Row = Columns & { readonly id: number }

const toPassword = (row: Row): ApplicationPassword => ({
  id: row.id,
  userId: row.user_id,
  uuid: deriveUuid(row.digest),
  name: row.name,
  appId: row.app_id,
  created: row.created_utc,
  lastUsed: row.last_used_utc || undefined,
  lastIp: row.last_ip || undefined,
})

export interface SignInQuery {
  readonly loginOrEmail: string
  /** Digest of the submitted secret. */
  readonly digest: string
  readonly limit: FailureLimit
}

export interface SignInRecord {
  readonly user: User | undefined
  /** The user's application password with the digest. */
  readonly password: ApplicationPassword | undefined
  /** Time until which the limited key is rejected; null otherwise. */
  readonly blockedUntil: DateTime | null
}

/**
 * One query, because every request with credentials runs it. Digests of random 142-bit secrets may be compared by
 * equality: timing does not help to guess the secret.
 */
export async function findSignIn(db: Reader, { loginOrEmail, digest, limit }: SignInQuery): Promise<SignInRecord> {
  const folded = foldCase(loginOrEmail)
  const [row] = await executeCached(db, {
    key: 'sign-in',
    values: [limit.key, limit.most, limit.now, digest, folded, folded, ''],
    build: () =>
      selectActiveUser(db, loginOrEmail)
        .leftJoin('application_passwords as own', (join) =>
          join.onRef('own.user_id', '=', 'users.id').on('own.digest', '=', digest),
        )
        .select(['users.id', 'login', 'email', 'users.name', 'role', 'disabled_utc', 'own.id as password_id'])
        .select(['own.name as password_name', 'own.app_id', 'own.created_utc', 'own.last_used_utc', 'own.last_ip'])
        .select(selectBlockedUntil(db, limit).as('blocked_until')),
  })
  if (!row) {
    const { until } = await selectBlockedUntil(db, limit).executeTakeFirstOrThrow()
    return { user: undefined, password: undefined, blockedUntil: until }
  }
  return { user: toUser(row), password: joinedPassword(row, digest), blockedUntil: row.blocked_until }
}

type JoinedColumns = { [K in 'app_id' | 'created_utc' | 'last_used_utc' | 'last_ip']: string | null }

interface JoinedRow extends JoinedColumns {
  readonly id: number
  readonly password_id: number | null
  readonly password_name: string | null
}

/** Undefined for a user who has no such password: the columns of the password are then null. */
function joinedPassword(row: JoinedRow, digest: string): ApplicationPassword | undefined {
  if (row.password_id === null) return undefined
  return toPassword({
    id: row.password_id,
    user_id: row.id,
    digest,
    name: row.password_name ?? '',
    app_id: row.app_id ?? '',
    created_utc: row.created_utc ?? '',
    last_used_utc: row.last_used_utc ?? '',
    last_ip: row.last_ip ?? '',
  })
}

/** Lists the passwords of a user, or of all users, the oldest first. */
export async function listApplicationPasswords(db: Reader, userId?: number): Promise<ApplicationPassword[]> {
  const all = db.selectFrom('application_passwords').selectAll().orderBy('id')
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute()
  return rows.map(toPassword)
}

/** Returns the password as it is stored. */
export async function insertApplicationPassword(tx: Writer, columns: Columns): Promise<ApplicationPassword> {
  const { id } = await tx.insertInto('application_passwords').values(columns).returning('id').executeTakeFirstOrThrow()
  return toPassword({ ...columns, id })
}

export async function renameApplicationPassword(tx: Writer, id: number, name: string): Promise<void> {
  await tx.updateTable('application_passwords').set({ name }).where('id', '=', id).execute()
}

export async function deleteApplicationPasswords(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('application_passwords').where('id', 'in', ids).execute()
}

export interface PasswordUse {
  readonly at: DateTime
  readonly ip: string
}

/** Not a change of the record, so the change log does not get a row. */
export async function updateLastUse(tx: Writer, id: number, { at, ip }: PasswordUse): Promise<void> {
  await tx.updateTable('application_passwords').set({ last_used_utc: at, last_ip: ip }).where('id', '=', id).execute()
}
