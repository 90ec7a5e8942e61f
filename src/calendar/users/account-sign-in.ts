/**
 * Sign-in with an account password. Such passwords can be guessed, so attempts are limited per account and IP address,
 * so that others cannot lock a user out, and per IP address, against trying many accounts. Rejected attempts are not
 * verified. On a known device only failures of that device count.
 */

import { createKeyedQueue } from '../../base/concurrency/queue.ts'
import { getClientNetwork } from '../../base/net/client-network.ts'
import { foldCase } from '../../base/text/fold-case.ts'
import { toSeconds } from '../../base/time/civil-time.ts'
import { problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import type { ProcessServices } from '../services.ts'
import { BACKOFF_POLICY, createAttemptLimiter, createLimitKey, type LimitedKey } from './attempt-limiter.ts'
import { createDeviceToken, type DeviceToken, findDevice } from './known-device.ts'
import { createSignInsBusyProblem } from './password-hash.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'
import type { LogSignIn } from './sign-in-log.ts'
import { type AccountCredentials, findCredentials } from './user-store.ts'

export interface AccountAttempt extends SignInAttempt {
  /** Known-device tokens sent with the request. */
  readonly devices: readonly string[]
}

export interface SignedInAccount {
  readonly user: User
  /** Token that makes the device a known one. */
  readonly device: DeviceToken
}

/** Failures before waiting times begin. */
export const MAX_FREE_FAILURES = 5
/** Attempts of one client that may be queued. */
export const MAX_WAITING_SIGN_INS = 20

/**
 * `maxFailures` per IP address; 0 disables limits. Throws the 401 of wire-contract §3.2, `too_many_sign_ins` or
 * `sign_ins_busy`.
 */
export function createAccountSignIn(services: ProcessServices, maxFailures: number, logSignIn: LogSignIn) {
  const limiter = createAttemptLimiter(services, BACKOFF_POLICY)
  // Concurrent attempts are serialized, so that one in progress does not make others with the right password wait.
  const queue = createKeyedQueue({
    concurrency: 1,
    waiting: { limit: MAX_WAITING_SIGN_INS, createError: createSignInsBusyProblem },
  })
  return async (attempt: AccountAttempt): Promise<SignedInAccount> => {
    const account = await findCredentials(services.database.read, attempt.login)
    const now = toSeconds(services.now())
    const deviceId = account && findDevice(account, attempt.devices, now)
    const client = getClientNetwork(attempt.ip)
    const keys = maxFailures === 0 ? [] : listLimits({ client, deviceId, account, login: attempt.login, maxFailures })
    return queue(deviceId ?? client, async () => {
      const { wait, counted } = await limiter.countAttempt(keys)
      if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
      const refund = () => limiter.refundAttempt(counted)
      const isRight = await services.passwords
        .verify(account?.passwordHash, attempt.password, { isUrgent: deviceId !== undefined })
        .catch(async (error) => {
          await refund()
          throw error
        })
      const { ip, channel } = attempt
      const record = { userId: account?.user.id ?? 0, application: '', ip, channel }
      if (account && isRight) {
        await refund()
        await logSignIn({ action: 'sign-in', ...record })
        return { user: account.user, device: createDeviceToken(account, deviceId ?? services.random(16), now) }
      }
      await logSignIn({ action: 'sign-in-failed', ...record })
      throw account
        ? problem('incorrect_password', { message: 'error.wrong_password' })
        : createUnknownUserProblem(attempt.login)
    })
  }
}

interface LimitInput {
  readonly client: string
  readonly deviceId: string | undefined
  readonly account: AccountCredentials | undefined
  readonly login: string
  readonly maxFailures: number
}

/** Login and email address identify the same account, so both share one key. */
function listLimits({ client, deviceId, account, login, maxFailures }: LimitInput): LimitedKey[] {
  const free = Math.min(MAX_FREE_FAILURES, maxFailures)
  const name = account ? `user ${account.user.id}` : `login ${foldCase(login)}`
  if (deviceId !== undefined) return [{ key: createLimitKey(`sign-in ${name} device ${deviceId}`), maxFailures: free }]
  return [
    { key: createLimitKey(`sign-in ${name} client ${client}`), maxFailures: free },
    { key: createLimitKey(`sign-in client ${client}`), maxFailures },
  ]
}

export const createUnknownUserProblem = (login: string) =>
  problem(login.includes('@') ? 'invalid_email' : 'invalid_username')
