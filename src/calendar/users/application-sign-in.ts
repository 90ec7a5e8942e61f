/**
 * Sign-in with an application password. Such a password cannot be guessed, so valid credentials are always accepted;
 * the limit on failures only reduces the load of clients with wrong ones.
 */

import { getClientNetwork } from '../../base/net/client-network.ts'
import { toSeconds } from '../../base/time/civil-time.ts'
import { problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import type { ProcessServices } from '../services.ts'
import { createUnknownUserProblem } from './account-sign-in.ts'
import { type ApplicationPassword, digestSecret } from './application-password-fields.ts'
import { findSignIn } from './application-password-store.ts'
import { createAttemptLimiter, createLimitKey, WINDOW_POLICY } from './attempt-limiter.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'
import type { LogSignIn } from './sign-in-log.ts'
import type { UseRecorder } from './use-recorder.ts'

export interface SignedInApplication {
  readonly user: User
  readonly password: ApplicationPassword
}

/** More failures than a client can cause in a window; fits an integer column. */
const NO_LIMIT = 2 ** 31 - 1

/** `maxFailures` per IP address; 0 disables the limit. Throws the 401 of wire-contract §3.2, or `too_many_sign_ins`. */
export function createApplicationSignIn(
  services: ProcessServices,
  most: number,
  {
    recordUse,
    logSignIn,
  }: { readonly recordUse: UseRecorder<ApplicationPassword>['record']; readonly logSignIn: LogSignIn },
) {
  const limiter = createAttemptLimiter(services, WINDOW_POLICY)
  return async ({ login, password: secret, ip: address, channel }: SignInAttempt): Promise<SignedInApplication> => {
    const now = services.now()
    const limit = {
      key: createLimitKey(`application client ${getClientNetwork(address)}`),
      most: most || NO_LIMIT,
      now,
    }
    const query = { loginOrEmail: login, digest: digestSecret(secret), limit }
    const { user, password, blockedUntil } = await findSignIn(services.database.read, query)
    if (user && password) {
      recordUse(password, { ip: address, channel })
      return { user, password }
    }
    if (blockedUntil !== null) {
      throw problem('too_many_sign_ins', { retryAfter: toSeconds(blockedUntil) - toSeconds(now) })
    }
    const { wait } = await limiter.countAttempt(most === 0 ? [] : [{ key: limit.key, maxFailures: most }])
    if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
    await logSignIn({ action: 'sign-in-failed', userId: user?.id ?? 0, application: '', ip: address, channel })
    throw user ? problem('incorrect_password') : createUnknownUserProblem(login)
  }
}
