/** Changes that require the current password of the signed-in user. */

import type { Services } from '../../calendar/services.ts'
import type { AccountAttempt } from '../../calendar/users/account-sign-in.ts'
import { revokePasswords } from '../../calendar/users/application-passwords.ts'
import type { SignIns } from '../../calendar/users/sign-in.ts'
import { findUserById } from '../../calendar/users/user-store.ts'
import { createInvalidParams, Problem, problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import { updateAccount } from './manage-users.ts'

export type PasswordConfirmation = Pick<AccountAttempt, 'password' | 'ip' | 'devices'>

/**
 * Verifies the password of a user, with the limits of a sign-in. Throws `rest_invalid_param` for a wrong one, and the 429
 * of a sign-in.
 */
export async function confirmPassword(
  { database }: Services,
  { account }: SignIns,
  userId: number,
  confirmation: PasswordConfirmation,
): Promise<User> {
  const user = await findUserById(database.read, userId)
  if (!user) throw problem('rest_not_logged_in')
  try {
    const { user: confirmed } = await account({ ...confirmation, login: user.login, channel: 'admin' })
    if (confirmed.id !== userId) throw problem('incorrect_password')
    return confirmed
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error
    throw createInvalidParams({ current_password: { kind: 'invalid', message: 'error.wrong_password' } })
  }
}

export interface OwnPasswordChange {
  readonly confirmation: PasswordConfirmation
  readonly password: string
  readonly revokesApplicationPasswords: boolean
}

/** Ends all sessions of the user, and on request revokes the application passwords. Throws like `confirmPassword`. */
export async function changeOwnPassword(
  services: Services,
  signIns: SignIns,
  userId: number,
  { confirmation, password, revokesApplicationPasswords }: OwnPasswordChange,
): Promise<User> {
  const { id } = await confirmPassword(services, signIns, userId, confirmation)
  const user = await updateAccount(services, id, { password })
  if (revokesApplicationPasswords) await revokePasswords(services, id, () => true)
  return user
}
