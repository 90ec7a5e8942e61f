/** Passkeys (WebAuthn) of users. */
import { createHash, createHmac } from 'node:crypto'
import type { DateTime } from '../../base/time/date-time.ts'

export interface Passkey {
  readonly id: number
  readonly userId: number
  /** Chosen by the user. */
  readonly name: string
  /** Times are UTC. */
  readonly created: DateTime
  /** Undefined before the first sign-in. */
  readonly lastUsed: DateTime | undefined
}

/** Inputs for the verification of a signature. Binary values are base64url. */
export interface PasskeyCredential {
  readonly credentialId: string
  /** COSE key. */
  readonly publicKey: string
  /** Signature counter; 0 for authenticators without one. */
  readonly counter: number
  /** Connections to the authenticator, for example `internal`. */
  readonly transports: readonly string[]
}

/** Derived from the token of the browser's cookie, so that only this browser can answer it. 32 bytes. */
export const createPasskeyChallenge = (token: string): Buffer =>
  createHmac('sha256', token).update('calends passkey challenge').digest()

/** Identifies the user to authenticators, which replace an earlier passkey of the same user. 32 bytes. */
export const createUserHandle = (userId: number): Buffer =>
  createHash('sha256').update(`calends passkey user ${userId}`).digest()
