import { createHash, timingSafeEqual } from 'node:crypto'

/** A record's password as it is stored: salted, so that the file does not show it. An empty one lifts protection. */
export function sealPassword(password: string, salt: string): string {
  return password === '' ? '' : `${salt}$${digest(password, salt).toString('hex')}`
}

/** Whether `password` opens what was sealed; takes the same time whichever character is wrong. */
export function opensSeal(password: string | undefined, sealed: string): boolean {
  const [salt, hex] = sealed.split('$')
  if (password === undefined || salt === undefined || hex === undefined) return false
  return timingSafeEqual(digest(password, salt), Buffer.from(hex, 'hex'))
}

const digest = (password: string, salt: string): Buffer => createHash('sha256').update(`${salt}$${password}`).digest()
