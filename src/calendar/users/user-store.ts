import { foldCase } from '../../base/text/fold-case.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { isRole, type Role, type User } from '../../kernel/user.ts'
import type { Reader, Writer } from '../../storage/types.ts'

interface UserRow {
  readonly id: number
  readonly login: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly disabled_utc: DateTime
}

export function toUser({ id, login, email, name, role, disabled_utc }: UserRow): User {
  if (!isRole(role)) throw new Error(`user ${id} has the unknown role ${role}`)
  return { id, login, email, name, role, isDisabled: disabled_utc !== '' }
}

const PUBLIC_COLUMNS = ['id', 'login', 'email', 'name', 'role', 'disabled_utc'] as const

/** By login in any case, or by e-mail (wire-contract §4.1). */
export async function findUser(db: Reader, loginOrEmail: string): Promise<User | undefined> {
  const row = await findByName(db, loginOrEmail).select(PUBLIC_COLUMNS).executeTakeFirst()
  return row && toUser(row)
}

/** By email address only, unlike `findUser`. */
export async function findUserByEmail(db: Reader, email: string): Promise<User | undefined> {
  const users = db.selectFrom('users').select(PUBLIC_COLUMNS).where('email_folded', '=', foldCase(email))
  const row = await users.executeTakeFirst()
  return row && toUser(row)
}

export interface AccountCredentials {
  readonly user: User
  /** Hash of the account password. */
  readonly passwordHash: string
}

/** Of a user who may sign in: by login in any case, or by e-mail (wire-contract §4.1). */
export async function findCredentials(db: Reader, loginOrEmail: string): Promise<AccountCredentials | undefined> {
  const row = await selectActiveUser(db, loginOrEmail)
    .select([...PUBLIC_COLUMNS, 'password_hash'])
    .executeTakeFirst()
  return row && { user: toUser(row), passwordHash: row.password_hash }
}

/** Selects a user who may sign in, like `findByName`. */
export const selectActiveUser = (db: Reader, loginOrEmail: string) =>
  findByName(db, loginOrEmail).where('users.disabled_utc', '=', '')

/** Selects a user by login in any case, or by email address. */
function findByName(db: Reader, loginOrEmail: string) {
  const folded = foldCase(loginOrEmail)
  const first = db
    .selectFrom('users')
    .select((on) => on.fn.min('id').as('id'))
    .where((on) => on.or([on('login_folded', '=', folded), on('email_folded', '=', folded)]))
  // Two queries, because SQLite would sort the combined result of two indexes at several times the cost.
  return db.selectFrom('users').where('users.id', '=', first)
}

export async function findUserById(db: Reader, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(PUBLIC_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toUser(row)
}

export async function findUsersByIds(db: Reader, ids: readonly number[]): Promise<User[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('users').select(PUBLIC_COLUMNS).where('id', 'in', ids).execute()).map(toUser)
}

export async function listUsers(db: Reader): Promise<User[]> {
  return (await db.selectFrom('users').select(PUBLIC_COLUMNS).orderBy('id').execute()).map(toUser)
}

export async function findExistingUserIds(db: Reader, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('users').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)
}

export interface NewUser {
  readonly id?: number
  readonly login: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly password_hash: string
  readonly created_utc: DateTime
}

/** Inserts a user and returns its id; throws a unique violation for a taken login or email. */
export async function insertUser(tx: Writer, user: NewUser): Promise<number> {
  const row = { ...user, login_folded: foldCase(user.login), email_folded: foldCase(user.email) }
  const { id } = await tx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export interface UserColumns {
  readonly email?: string
  readonly name?: string
  readonly role?: Role
  readonly password_hash?: string
  /** Empty for active users. */
  readonly disabled_utc?: DateTime
}

/** Changes the given columns. Throws a unique violation for a taken email. */
export async function updateUser(tx: Writer, id: number, columns: UserColumns): Promise<void> {
  if (Object.keys(columns).length === 0) return
  const { email } = columns
  const folded = email === undefined ? {} : { email_folded: foldCase(email) }
  await tx
    .updateTable('users')
    .set({ ...columns, ...folded })
    .where('id', '=', id)
    .execute()
}

export async function deleteUser(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}
