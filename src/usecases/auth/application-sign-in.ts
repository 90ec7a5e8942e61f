/**
 * Sign-in with an application password. Such a password cannot be guessed, so valid credentials are always accepted;
 * the limit on failures only reduces the load of clients with wrong ones.
 */

import { toSeconds } from '../../datetime/civil-time.ts'
import type { DateTime } from '../../datetime/date-time.ts'
import { type ApplicationPassword, digestSecret } from '../../domain/fields/application-password.ts'
import type { User } from '../../domain/model/user.ts'
import { problem } from '../../domain/problem.ts'
import { getClientNetwork } from '../../net/client-network.ts'
import type { Writer } from '../../storage/core/types.ts'
import { findSignIn, updateLastUse } from '../../storage/stores/application-passwords.ts'
import type { Services } from '../services.ts'
import { createUnknownUserProblem } from './account-sign-in.ts'
import { createAttemptLimiter, createLimitKey, WINDOW_POLICY } from './attempt-limiter.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'
import { insertSignIn, type LogSignIn } from './sign-in-log.ts'

export interface SignedInApplication {
  readonly user: User
  readonly password: ApplicationPassword
}

/** More failures than a client can cause in a window; fits an integer column. */
const NO_LIMIT = 2 ** 31 - 1

/** `maxFailures` per IP address; 0 disables the limit. Throws the 401 of wire-contract §3.2, or `too_many_sign_ins`. */
export function createApplicationSignIn(
  services: Services,
  most: number,
  { recordUse, logSignIn }: { readonly recordUse: RecordUse; readonly logSignIn: LogSignIn },
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
    if (most > 0) await limiter.addFailures([limit.key])
    await logSignIn({ action: 'sign-in-failed', userId: user?.id ?? 0, application: '', ip: address, channel })
    throw user ? problem('incorrect_password') : createUnknownUserProblem(login)
  }
}

/** Records the use of a password without delaying the request. */
type RecordUse = (password: ApplicationPassword, client: Pick<SignInAttempt, 'ip' | 'channel'>) => void

export interface UseRecorder {
  readonly record: RecordUse
  /** Resolves once all uses are stored. */
  readonly settle: () => Promise<void>
}

/** At most one use per interval is stored, as a sign-in, because programs sign in with every request. */
const RECORD_SECONDS = 60 * 60

/** Whether a use of the password need not be recorded. */
export const hasRecentUse = ({ lastUsed }: ApplicationPassword, now: DateTime): boolean =>
  lastUsed !== undefined && toSeconds(now) - toSeconds(lastUsed) < RECORD_SECONDS

export function createUseRecorder(services: Services): UseRecorder {
  const { database, now, reportError: report } = services
  const stored = new Map<number, Promise<void>>()
  return {
    record: (password, client) => {
      const { id, userId, name: application } = password
      const at = now()
      if (hasRecentUse(password, at) || stored.has(id)) return
      const store = async (tx: Writer) => {
        await updateLastUse(tx, id, { at, ip: client.ip })
        await insertSignIn(tx, services, { action: 'sign-in', userId, application, ...client })
      }
      const storing = database
        .transaction(store)
        .catch(report)
        .finally(() => stored.delete(id))
      stored.set(id, storing)
    },
    settle: async () => {
      await Promise.all(stored.values())
    },
  }
}
