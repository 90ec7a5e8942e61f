import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Salted digest of a record password, so that the database does not reveal it. An empty password removes protection.
 */
export function hashPostPassword(password: string, salt: string): string {
  return password === '' ? '' : `${salt}$${createDigest(password, salt).toString('hex')}`
}

/** Whether a text has the form of a stored digest. */
export const isPostPasswordDigest = (text: string): boolean => /^[^$]{1,64}\$[0-9a-f]{64}$/.test(text)

/** Whether the password matches; compares in constant time. Nothing matches a text that is no digest. */
export function verifyPostPassword(password: string | undefined, stored: string): boolean {
  const [salt, hex] = stored.split('$')
  if (password === undefined || !isPostPasswordDigest(stored) || salt === undefined || hex === undefined) return false
  return timingSafeEqual(createDigest(password, salt), Buffer.from(hex, 'hex'))
}

const createDigest = (password: string, salt: string): Buffer =>
  createHash('sha256').update(`${salt}$${password}`).digest()
