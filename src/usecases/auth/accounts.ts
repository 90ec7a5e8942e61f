/** Users and their passwords (wire-contract §4). */
import { diffFields } from '../../domain/history/history.ts'
import { recordUserFields } from '../../domain/history/recorded-fields.ts'
import type { Role, User } from '../../domain/model/user.ts'
import { recordChange } from '../../storage/changes/change-log.ts'
import type { Database, Reader, Writer } from '../../storage/core/types.ts'
import {
  deleteUser,
  findUser,
  findUserById,
  insertUser,
  listUsers,
  setPasswordHash,
  setRole,
} from '../../storage/stores/users.ts'
import type { Services } from '../services.ts'
import { addApplicationPassword, recordPasswordChange } from './application-passwords.ts'
import { generateSecret } from './generate-secret.ts'

export interface NewAccount {
  readonly login: string
  readonly email: string
  readonly role: Role
  readonly id?: number
  readonly name?: string
  /** Generated when omitted. */
  readonly password?: string
  /** Also creates an application password of this name. */
  readonly appPassword?: string
}

export interface Account {
  readonly id: number
  readonly login: string
  readonly role: Role
  readonly password: string
  /** Returned only once; only its digest is stored. */
  readonly app_password?: string
}

/** Creates a user. Throws an `Error` for the user when the login or email is taken or invalid. */
export async function createAccount(services: Services, account: NewAccount): Promise<Account> {
  const prepared = await prepareAccount(services, account)
  const id = await runUnlessTaken(services.database, account, (tx) => insertAccount(tx, services, prepared))
  return createAccountView(id, prepared)
}

interface PreparedAccount {
  readonly account: NewAccount
  readonly password: string
  readonly passwordHash: string
  readonly secret: string | undefined
}

async function prepareAccount({ random, passwords }: Services, account: NewAccount): Promise<PreparedAccount> {
  const { login, email } = account
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.@-]{0,59}$/u.test(login)) throw new Error(`login ${login} is not usable`)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${email} is no e-mail address`)
  const password = account.password ?? generateSecret(random)
  const secret = account.appPassword === undefined ? undefined : generateSecret(random)
  return { account, password, passwordHash: await passwords.hash(password), secret }
}

async function insertAccount(
  tx: Writer,
  services: Services,
  { account, passwordHash, secret }: PreparedAccount,
): Promise<number> {
  const { login, email, role, id, name = login, appPassword = '' } = account
  const created_utc = services.now()
  const row = { login, email, role, name, password_hash: passwordHash, created_utc, ...(id !== undefined && { id }) }
  const userId = await insertUser(tx, row)
  const fields = diffFields(undefined, recordUserFields(row))
  await recordChange(tx, { kind: 'user', id: userId, op: 'create', at: created_utc, fields })
  if (secret) {
    await addApplicationPassword(tx, services, { userId, secret, name: appPassword })
    const change = { userId, action: 'create-application-password', before: null, after: appPassword } as const
    await recordPasswordChange(tx, services, change)
  }
  return userId
}

function createAccountView(id: number, { account: { login, role }, password, secret }: PreparedAccount): Account {
  return { id, login, role, password, ...(secret && { app_password: secret }) }
}

async function runUnlessTaken<T>(
  database: Database,
  { login, email }: NewAccount,
  work: (tx: Writer) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (database.engine.isUniqueViolation(error)) throw new Error(`login ${login} or e-mail ${email} is taken`)
    throw error
  }
}

/** Sets a new password, generated when omitted, and returns it. */
export async function changePassword(services: Services, login: string, password?: string): Promise<string> {
  const user = await requireUser(services.database.read, login)
  const newPassword = password ?? generateSecret(services.random)
  const password_hash = await services.passwords.hash(newPassword)
  await services.database.transaction(async (tx) => {
    await setPasswordHash(tx, user.id, password_hash)
    await recordChange(tx, {
      ...{ kind: 'user', id: user.id, op: 'update', at: services.now() },
      ...{ action: 'change-password', fields: {} },
    })
  })
  return newPassword
}

export async function removeAccount(services: Services, login: string): Promise<void> {
  await services.database.transaction(async (tx) => {
    const user = await requireUser(tx, login)
    await assertNotLastAdministrator(tx, user)
    await deleteUser(tx, user.id)
    const fields = diffFields(recordUserFields(user), undefined)
    await recordChange(tx, { kind: 'user', id: user.id, op: 'delete', at: services.now(), fields })
  })
}

/** Changes the role. Other nodes apply it once they learn of the change. */
export async function changeRole(services: Services, login: string, role: Role): Promise<User> {
  return services.database.transaction(async (tx) => {
    const user = await requireUser(tx, login)
    if (role !== 'administrator') await assertNotLastAdministrator(tx, user)
    await setRole(tx, user.id, role)
    await recordChange(tx, {
      ...{ kind: 'user', id: user.id, op: 'update', at: services.now() },
      ...{ action: 'change-role', fields: { role: [user.role, role] } },
    })
    return { ...user, role }
  })
}

/** Throws an `Error` for the user when there is no other administrator. */
export async function assertNotLastAdministrator(tx: Writer, user: User): Promise<void> {
  const others = (await listUsers(tx)).filter(({ id }) => id !== user.id)
  if (user.role === 'administrator' && !hasAdministrator(others)) {
    throw new Error(`${user.login} is the last administrator`)
  }
}

/** `requireUser` outside of a transaction. */
export const requireAccount = ({ database }: Services, login: string): Promise<User> =>
  requireUser(database.read, login)

/** Finds a user by login or email. Throws an `Error` for the user when there is none. */
export async function requireUser(db: Reader, login: string): Promise<User> {
  const user = await findUser(db, login)
  if (!user) throw new Error(`there is no user ${login}`)
  return user
}

export interface FirstAdministrator {
  readonly login: string
  /** Generated credentials, to show once; undefined when the password was configured. */
  readonly generated: { readonly password: string; readonly applicationPassword: string } | undefined
}

/**
 * Creates the administrator of a new database; undefined when one exists. `readPassword` returns the configured
 * password; without one, a password and an application password are generated. Checked again inside the transaction, so
 * that processes starting together create one.
 */
export async function createFirstAdministrator(
  services: Services,
  readPassword: () => string | undefined,
): Promise<FirstAdministrator | undefined> {
  if (hasAdministrator(await listUsers(services.database.read))) return undefined
  const password = readPassword()
  const account = {
    email: `admin@${services.random(4)}.localhost`,
    role: 'administrator',
    ...(password === undefined ? { appPassword: 'first start' } : { password }),
  } as const
  const prepared = await prepareAccount(services, { ...account, login: 'admin' })
  return services.database.transaction(async (tx) => {
    const users = await listUsers(tx)
    if (hasAdministrator(users)) return undefined
    const login = users.some((user) => user.login === 'admin') ? `admin-${services.random(2)}` : 'admin'
    const finalAccount = { ...prepared, account: { ...account, login } }
    await insertAccount(tx, services, finalAccount)
    const { secret } = finalAccount
    const generated =
      secret === undefined ? undefined : { password: finalAccount.password, applicationPassword: secret }
    return { login, generated }
  })
}

const hasAdministrator = (users: readonly User[]): boolean => users.some(({ role }) => role === 'administrator')

export function findAccount({ database }: Services, id: number): Promise<User | undefined> {
  return findUserById(database.read, id)
}

export function listAccounts({ database }: Services): Promise<User[]> {
  return listUsers(database.read)
}
