/**
 * Signing in with the password of an account, as people do. Such passwords can be guessed, so attempts are limited: per
 * account and IP address together, so that nobody can lock a user out everywhere, and per IP address, against trying many
 * accounts. Refused attempts are not checked, whether the password is right or not. On a known device only its own
 * failures count.
 */
import { problem } from '../calendar/problem.ts'
import type { User } from '../calendar/user.ts'
import { createKeyedQueue } from '../concurrency/queue.ts'
import { clientNetwork } from '../net/client-network.ts'
import { type AccountCredentials, findCredentials } from '../storage/users.ts'
import { secondsOf } from '../text/date-clock.ts'
import { fold } from '../text/fold.ts'
import { BACKOFF, createAttemptLimiter, type LimitedKey, limitKey } from './attempt-limiter.ts'
import { createDeviceToken, type DeviceToken, findDevice } from './known-device.ts'
import { signInsBusy, verifyPassword } from './password-hash.ts'
import type { Services } from './services.ts'
import type { SignInAttempt } from './sign-in.ts'

export interface AccountAttempt extends SignInAttempt {
  /** Tokens of known devices that came with the request. */
  readonly devices: readonly string[]
}

export interface SignedInAccount {
  readonly user: User
  /** Makes the device that signed in a known one. */
  readonly device: DeviceToken
}

/** Failures that are forgiven before the waits begin. */
const MOST_FREE_FAILURES = 5
/** Attempts of one client that may wait for each other. */
const MOST_WAITING = 20

/** `most` failures per IP address; 0 for no limits. Throws the 401 of contract 3.2, `too_many_sign_ins` or `sign_ins_busy`. */
export function createAccountSignIn(services: Services, most: number) {
  const limiter = createAttemptLimiter(services, BACKOFF)
  // Attempts of one moment must not all begin before the first has failed.
  const queue = createKeyedQueue({ concurrency: 1, waiting: { limit: MOST_WAITING, createError: signInsBusy } })
  return async (attempt: AccountAttempt): Promise<SignedInAccount> => {
    const account = await findCredentials(services.database.read, attempt.login)
    const now = secondsOf(services.now())
    const deviceId = account && findDevice(account, attempt.devices, now)
    const client = clientNetwork(attempt.address)
    const keys = most === 0 ? [] : limitsOf({ client, deviceId, account, login: attempt.login, most })
    return queue(deviceId ?? client, async () => {
      const wait = Math.max(0, ...(await limiter.waits(keys)))
      if (wait > 0) throw problem('too_many_sign_ins', { retryAfter: wait })
      const isRight = await verifyPassword(account?.passwordHash, attempt.password, {
        isUrgent: deviceId !== undefined,
      })
      if (account && isRight) {
        return { user: account.user, device: createDeviceToken(account, deviceId ?? services.random(16), now) }
      }
      await limiter.count(keys.map(({ key }) => key))
      throw account ? problem('incorrect_password', { message: 'error.wrong_password' }) : unknownUser(attempt.login)
    })
  }
}

interface LimitInput {
  readonly client: string
  readonly deviceId: string | undefined
  readonly account: AccountCredentials | undefined
  readonly login: string
  readonly most: number
}

/** Login and e-mail address name one account. */
function limitsOf({ client, deviceId, account, login, most }: LimitInput): LimitedKey[] {
  const free = Math.min(MOST_FREE_FAILURES, most)
  const name = account ? `user ${account.user.id}` : `login ${fold(login)}`
  if (deviceId !== undefined) return [{ key: limitKey(`sign-in ${name} device ${deviceId}`), most: free }]
  return [
    { key: limitKey(`sign-in ${name} client ${client}`), most: free },
    { key: limitKey(`sign-in client ${client}`), most },
  ]
}

export const unknownUser = (login: string) => problem(login.includes('@') ? 'invalid_email' : 'invalid_username')
