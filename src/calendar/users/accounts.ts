/** Users and their passwords (wire-contract §4). */

import { isEmailAddress } from '../../base/text/email-address.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import type { Role, User } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Database, Reader, Writer } from '../../storage/types.ts'
import { recordUserFields } from '../posts/recorded-fields.ts'
import type { ProcessServices } from '../services.ts'
import { isLogin } from './account-fields.ts'
import { addApplicationPassword, recordPasswordChange } from './application-passwords.ts'
import { generateSecret } from './generate-secret.ts'
import { findUser, findUserById, insertUser, listUsers } from './user-store.ts'

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

/**
 * Creates a user. `addDetails` runs in the same transaction. Throws `rest_invalid_param` when the login or email is taken or
 * invalid.
 */
export async function createAccount(
  services: ProcessServices,
  account: NewAccount,
  addDetails?: (tx: Writer, userId: number) => Promise<void>,
): Promise<Account> {
  const prepared = await prepareAccount(services, account)
  const id = await runUnlessTaken(services.database, async (tx) => {
    await assertNameFree(tx, 'login', account.login)
    await assertNameFree(tx, 'email', account.email)
    const userId = await insertAccount(tx, services, prepared)
    await addDetails?.(tx, userId)
    return userId
  })
  return createAccountView(id, prepared)
}

interface PreparedAccount {
  readonly account: NewAccount
  readonly password: string
  readonly passwordHash: string
  readonly secret: string | undefined
}

async function prepareAccount({ random, passwords }: ProcessServices, account: NewAccount): Promise<PreparedAccount> {
  const { login, email } = account
  if (!isLogin(login)) throw createInvalidParams({ login: { kind: 'invalid', message: 'hint.login' } })
  if (!isEmailAddress(email)) throw createInvalidParams({ email: { kind: 'invalid', message: 'hint.email' } })
  const password = account.password ?? generateSecret(random)
  const secret = account.appPassword === undefined ? undefined : generateSecret(random)
  return { account, password, passwordHash: await passwords.hash(password), secret }
}

async function insertAccount(
  tx: Writer,
  services: ProcessServices,
  { account, passwordHash, secret }: PreparedAccount,
): Promise<number> {
  const { login, email, role, id, name = login, appPassword = '' } = account
  const created_utc = services.now()
  const row = { login, email, role, name, password_hash: passwordHash, created_utc, ...(id !== undefined && { id }) }
  const userId = await insertUser(tx, row)
  const fields = diffFields(undefined, recordUserFields({ ...row, isDisabled: false }))
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

const createTakenProblem = (name: 'login' | 'email') =>
  createInvalidParams({ [name]: { kind: 'invalid', message: `error.${name}_taken` } })

/** `id` is that of the user who may have the login or email. */
export async function assertNameFree(tx: Writer, name: 'login' | 'email', value: string, id = 0): Promise<void> {
  const user = await findUser(tx, value)
  if (user && user.id !== id) throw createTakenProblem(name)
}

/** Concurrent writes may take the same login or email. */
export async function runUnlessTaken<T>(database: Database, work: (tx: Writer) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (database.engine.isUniqueViolation(error)) throw createTakenProblem('login')
    throw error
  }
}

/** Throws `last_administrator` for the only user who can manage users. */
export async function assertNotLastAdministrator(tx: Writer, user: User): Promise<void> {
  const users = await listUsers(tx)
  if (hasAdministrator(users) && !hasAdministrator(users.filter(({ id }) => id !== user.id))) {
    throw problem('last_administrator', { values: { login: user.login } })
  }
}

/** `requireUser` outside of a transaction. */
export const requireAccount = ({ database }: ProcessServices, login: string): Promise<User> =>
  requireUser(database.read, login)

/** Finds a user by login or email. Throws an `Error` for the operator when there is none. */
export async function requireUser(db: Reader, login: string): Promise<User> {
  const user = await findUser(db, login)
  if (!user) throw new Error(`there is no user ${login}`)
  return user
}

/**
 * Creates the administrator of a new database with the configured password, and returns its login; undefined when an
 * administrator exists, or when `readPassword` returns none. Checked again inside the transaction, so that processes
 * starting together create one.
 */
export async function createConfiguredAdministrator(
  services: ProcessServices,
  readPassword: () => string | undefined,
): Promise<string | undefined> {
  if (hasAdministrator(await listUsers(services.database.read))) return undefined
  const password = readPassword()
  if (password === undefined) return undefined
  const email = `admin@${services.random(4)}.localhost`
  const prepared = await prepareAccount(services, { email, role: 'administrator', password, login: 'admin' })
  return services.database.transaction(async (tx) => {
    const users = await listUsers(tx)
    if (hasAdministrator(users)) return undefined
    const login = users.some((user) => user.login === 'admin') ? `admin-${services.random(2)}` : 'admin'
    await insertAccount(tx, services, { ...prepared, account: { ...prepared.account, login } })
    return login
  })
}

export const hasAdministrator = (users: readonly User[]): boolean =>
  users.some(({ role, isDisabled }) => role === 'administrator' && !isDisabled)

export function findAccount({ database }: ProcessServices, id: number): Promise<User | undefined> {
  return findUserById(database.read, id)
}

export function listAccounts({ database }: ProcessServices): Promise<User[]> {
  return listUsers(database.read)
}
