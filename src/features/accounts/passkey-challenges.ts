/**
 * Challenges that passkeys sign. The browser has a random token in a cookie, from which the challenge is derived; the
 * database, which all nodes share, has only its digest. A challenge is valid once and for 5 minutes.
 */

import { addSeconds } from '../../base/time/parse-date.ts'
import type { ProcessServices } from '../../calendar/services.ts'
import { createPasskeyChallenge } from '../../calendar/users/passkey.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { CHALLENGE_SECONDS } from '../../http/request/cookies.ts'
import { deletePasskeyChallenge, hasPasskeyChallenge, insertPasskeyChallenge } from './passkey-store.ts'

const TOKEN_BYTES = 32

/** `userId` of challenges for sign-ins, which belong to no user. */
export const ANY_USER = 0

export interface NewChallenge {
  /** For the cookie of the browser. */
  readonly token: string
  readonly challenge: Buffer
}

/** `userId` is the user who registers a passkey, or `ANY_USER`. */
export async function createChallenge(
  { database, now, random }: ProcessServices,
  userId: number,
): Promise<NewChallenge> {
  const token = random(TOKEN_BYTES)
  const expires = addSeconds(now(), CHALLENGE_SECONDS)
  const row = { digest: digestToken(token), user_id: userId, expires_utc: expires }
  await database.transaction((tx) => insertPasskeyChallenge(tx, row, now()))
  return { token, challenge: createPasskeyChallenge(token) }
}

/** Invalidates the challenge and returns it; undefined when it is not valid. */
export async function useChallenge(
  { database, now }: ProcessServices,
  userId: number,
  token: string | undefined,
): Promise<Buffer | undefined> {
  if (token === undefined) return undefined
  const key = { digest: digestToken(token), userId }
  // Requests with invented tokens cause no write.
  if (!(await hasPasskeyChallenge(database.read, key, now()))) return undefined
  const isUnused = await database.transaction((tx) => deletePasskeyChallenge(tx, key))
  return isUnused ? createPasskeyChallenge(token) : undefined
}
