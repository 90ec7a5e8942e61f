/** Sessions of browsers, and the nonces that protect them against forged requests (wire-contract §4.1). */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DateTime } from '../../base/time/date-time.ts'

export interface Session {
  readonly id: number
  readonly userId: number
  /** Times are UTC. */
  readonly created: DateTime
  /** Accurate to an hour. */
  readonly lastUsed: DateTime
  /** End of the session, unless it is used again. */
  readonly expires: DateTime
  /** IP address of the last recorded use. */
  readonly ip: string
  readonly userAgent: string
}

/** SHA-256 in hex: random tokens need no slow hash. */
export const digestToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Derived from the token, so that only a page that reads responses of the site can have it. */
export const createNonce = (token: string): string =>
  createHmac('sha256', token).update('calends nonce').digest('base64url')

export function isNonceOf(token: string, nonce: unknown): boolean {
  if (typeof nonce !== 'string') return false
  const [received, expected] = [Buffer.from(nonce), Buffer.from(createNonce(token))]
  return received.length === expected.length && timingSafeEqual(received, expected)
}
