/** Changes of users: by themselves, by administrators and on the command line. */

import { recordUserFields } from '../../calendar/posts/recorded-fields.ts'
import type { ProcessServices, Services } from '../../calendar/services.ts'
import {
  assertNameFree,
  assertNotLastAdministrator,
  requireAccount,
  runUnlessTaken,
} from '../../calendar/users/accounts.ts'
import { deletePasswords } from '../../calendar/users/application-passwords.ts'
import { generateSecret } from '../../calendar/users/generate-secret.ts'
import { reassignRecords } from '../../calendar/users/reassign-records.ts'
import { deleteUserSessions } from '../../calendar/users/session-store.ts'
import { deleteUser, findUserById, type UserColumns, updateUser } from '../../calendar/users/user-store.ts'
import { diffFields, type HistoryAction } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import type { Role, User } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { deleteAccountLinks } from './account-link-store.ts'
import { deleteUserPasskeys } from './passkey-store.ts'

export interface AccountUpdate {
  readonly name?: string
  readonly email?: string
  readonly role?: Role
  readonly isDisabled?: boolean
  readonly password?: string
  readonly revokesPasskeys?: boolean
  readonly revokesApplicationPasswords?: boolean
}

/**
 * Changes the given properties. A new password and disabling end all sessions of the user; a new password or email makes
 * links invalid that were sent before. Throws `rest_user_invalid_id`,
 * `last_administrator`, or `rest_invalid_param` for a taken email.
 */
export async function updateAccount(services: ProcessServices, id: number, update: AccountUpdate): Promise<User> {
  const { database, now } = services
  const columns = await createColumns(services, update)
  return runUnlessTaken(database, async (tx) => {
    const user = await requireUserById(tx, id)
    const { email, role, isDisabled, password } = update
    if (email !== undefined) await assertNameFree(tx, 'email', email, id)
    if (isDisabled || (role !== undefined && role !== 'administrator')) await assertNotLastAdministrator(tx, user)
    await updateUser(tx, id, columns)
    if (isDisabled || password !== undefined) await deleteUserSessions(tx, id)
    if (update.revokesPasskeys) await deleteUserPasskeys(tx, id)
    if (update.revokesApplicationPasswords) await deletePasswords(tx, services, id, () => true)
    if (email !== undefined || password !== undefined) await deleteAccountLinks(tx, id)
    const updated = await requireUserById(tx, id)
    const fields = diffFields(recordUserFields(user), recordUserFields(updated))
    await recordChange(tx, { kind: 'user', id, op: 'update', at: now(), action: chooseAction(update), fields })
    return updated
  })
}

/** The audit distinguishes changes of credentials and rights from others. */
function chooseAction({ password, role }: AccountUpdate): HistoryAction {
  if (password !== undefined) return 'change-password'
  return role === undefined ? 'update' : 'change-role'
}

async function createColumns(
  { passwords, now }: ProcessServices,
  { name, email, role, isDisabled, password }: AccountUpdate,
): Promise<UserColumns> {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(role !== undefined && { role }),
    ...(isDisabled !== undefined && { disabled_utc: isDisabled ? now() : '' }),
    ...(password !== undefined && { password_hash: await passwords.hash(password) }),
  }
}

async function requireUserById(tx: Writer, id: number): Promise<User> {
  const user = await findUserById(tx, id)
  if (!user) throw problem('rest_user_invalid_id')
  return user
}

/**
 * Deletes a user with all credentials. The records of the user get another author, or, with `reassignTo` 0, keep the id
 * of the deleted one.
 */
export async function deleteAccount(services: Services, id: number, reassignTo = 0): Promise<void> {
  const { database, now } = services
  await database.transaction(async (tx) => {
    const user = await requireUserById(tx, id)
    await assertNotLastAdministrator(tx, user)
    if (reassignTo !== 0) {
      await requireUserById(tx, reassignTo)
      await reassignRecords(tx, services, { from: id, to: reassignTo })
    }
    await deleteUser(tx, id)
    const fields = diffFields(recordUserFields(user), undefined)
    await recordChange(tx, { kind: 'user', id, op: 'delete', at: now(), fields })
  })
}

/** By login or email, like the following functions. Throws an `Error` for the operator when there is no such user. */
export async function removeAccount(services: Services, login: string): Promise<void> {
  await deleteAccount(services, (await requireAccount(services, login)).id)
}

/** Other nodes apply the role once they learn of the change. */
export async function changeRole(services: ProcessServices, login: string, role: Role): Promise<User> {
  return updateAccount(services, (await requireAccount(services, login)).id, { role })
}

/** Sets a new password, generated when omitted, with further changes. Returns the password. */
export async function changePassword(services: Services, login: string, update: AccountUpdate = {}): Promise<string> {
  const { id } = await requireAccount(services, login)
  const { password = generateSecret(services.random) } = update
  await updateAccount(services, id, { ...update, password })
  return password
}
