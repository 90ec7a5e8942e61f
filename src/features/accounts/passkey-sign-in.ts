/**
 * Sign-in with a passkey instead of the account password and the second factor: the authenticator has the key and
 * verifies the user.
 */

import type { ProcessServices } from '../../calendar/services.ts'
import { createUserHandle } from '../../calendar/users/passkey.ts'
import { insertSignIn } from '../../calendar/users/sign-in-log.ts'
import { problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import { createMethodLimit } from './attempts.ts'
import { ANY_USER, createChallenge, useChallenge } from './passkey-challenges.ts'
import type { PasskeyAssertion } from './passkey-fields.ts'
import { findPasskey, updatePasskeyUse } from './passkey-store.ts'
import { createSignInOptions, verifyAssertion } from './webauthn.ts'

export interface PasskeySignIn {
  readonly credential: PasskeyAssertion
  /** Token of the cookie. */
  readonly token: string | undefined
  /** URL of the site. */
  readonly site: string
  /** IP address of the client. */
  readonly ip: string
}

/** `maxFailures` in 15 minutes per client: attempts that were begun and did not succeed; 0 disables the limit. */
export function createPasskeySignIns(services: ProcessServices, maxFailures: number) {
  const limit = createMethodLimit(services, 'passkey', maxFailures)
  return {
    /** Options for the browser, and the token for its cookie. Throws `too_many_sign_ins`. */
    createOptions: async (site: string, ip: string) => {
      // Counted here, so that the number of stored challenges is limited, too.
      await limit.countAttempt(ip)
      const { token, challenge } = await createChallenge(services, ANY_USER)
      return { token, options: await createSignInOptions({ site, challenge }) }
    },
    /** Throws `passkey_invalid`. */
    signIn: async (attempt: PasskeySignIn): Promise<User> => {
      const user = await findSignedInUser(services, attempt)
      if (!user) throw problem('passkey_invalid')
      await limit.refundAttempt(attempt.ip)
      return user
    },
  }
}

async function findSignedInUser(
  services: ProcessServices,
  { credential, token, site, ip }: PasskeySignIn,
): Promise<User | undefined> {
  const { database, now } = services
  const challenge = await useChallenge(services, ANY_USER, token)
  const passkey = challenge && (await findPasskey(database.read, credential.id))
  if (!passkey || credential.userHandle !== createUserHandle(passkey.user.id).toString('base64url')) return undefined
  const counter = await verifyAssertion({ site, challenge }, credential, passkey.credential)
  if (counter === undefined) return undefined
  const use = { counter, last_used_utc: now() }
  const isCurrent = await database.transaction(async (tx) => {
    const isUpdated = await updatePasskeyUse(tx, passkey, use)
    const signIn = { action: 'sign-in', userId: passkey.user.id, application: '', ip, channel: 'admin' } as const
    if (isUpdated) await insertSignIn(tx, services, signIn)
    return isUpdated
  })
  return isCurrent ? passkey.user : undefined
}
