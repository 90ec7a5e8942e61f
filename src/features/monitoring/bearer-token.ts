import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether an `Authorization` header contains the token (RFC 6750). The time does not depend on where they differ. */
export function hasBearerToken(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return sent !== undefined && timingSafeEqual(hash(sent), hash(token))
}
