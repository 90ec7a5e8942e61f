import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Salted digest of a record password, so that the database does not reveal it. An empty password removes protection.
 */
export function hashPostPassword(password: string, salt: string): string {
  return password === '' ? '' : `${salt}$${createDigest(password, salt).toString('hex')}`
}

/** Tests the format of a text, not its value. */
export const isPostPasswordDigest = (text: string): boolean => /^[^$]{1,64}\$[0-9a-f]{64}$/.test(text)

/** Compares in constant time. Returns false for a stored text that is no digest. */
export function verifyPostPassword(password: string | undefined, stored: string): boolean {
  const [salt, hex] = stored.split('$')
  if (password === undefined || !isPostPasswordDigest(stored) || salt === undefined || hex === undefined) return false
  return timingSafeEqual(createDigest(password, salt), Buffer.from(hex, 'hex'))
}

const createDigest = (password: string, salt: string): Buffer =>
  createHash('sha256').update(`${salt}$${password}`).digest()
