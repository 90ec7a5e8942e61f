import { createHash, timingSafeEqual } from 'node:crypto'

/** A record's password as it is stored: salted, so that the file does not show it. An empty one lifts protection. */
export function hashPostPassword(password: string, salt: string): string {
  return password === '' ? '' : `${salt}$${createDigest(password, salt).toString('hex')}`
}

/** Whether `password` opens what was sealed; takes the same time whichever character is wrong. */
export function verifyPostPassword(password: string | undefined, stored: string): boolean {
  const [salt, hex] = stored.split('$')
  if (password === undefined || salt === undefined || hex === undefined) return false
  return timingSafeEqual(createDigest(password, salt), Buffer.from(hex, 'hex'))
}

const createDigest = (password: string, salt: string): Buffer =>
  createHash('sha256').update(`${salt}$${password}`).digest()
