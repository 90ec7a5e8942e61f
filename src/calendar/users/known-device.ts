/**
 * Known devices: a browser in which a user has signed in keeps a token for a year. Failed sign-ins of others then cannot
 * lock the user out on that device, because only its own failures count against it.
 *
 * The token is signed with the stored hash of the user's password, which contains a random salt and never leaves the
 * database. So no further secret has to be kept and shared between nodes, and a new password makes every device unknown.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountCredentials } from './user-store.ts'

const LIFETIME_SECONDS = 365 * 86_400

/** `userId.deviceId.expires.signature`; expires is Unix time. */
const TOKEN = /^(\d{1,10})\.([0-9a-f]{32})\.(\d{1,12})\.([\w-]{43})$/

export interface DeviceToken {
  readonly userId: number
  readonly value: string
  /** Lifetime in seconds. */
  readonly lifetime: number
}

/** Creates a token. `now` is Unix time. */
export function createDeviceToken(account: AccountCredentials, deviceId: string, now: number): DeviceToken {
  const userId = account.user.id
  const claim = `${userId}.${deviceId}.${now + LIFETIME_SECONDS}`
  return { userId, value: `${claim}.${sign(account, claim)}`, lifetime: LIFETIME_SECONDS }
}

/** The device id of the first token that is valid for this account; undefined without one. */
export function findDevice(account: AccountCredentials, tokens: readonly string[], now: number): string | undefined {
  for (const token of tokens) {
    const [, userId, deviceId, expires, signature = ''] = TOKEN.exec(token) ?? []
    if (Number(userId) !== account.user.id || Number(expires) <= now) continue
    const expected = sign(account, `${userId}.${deviceId}.${expires}`)
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return deviceId
  }
  return undefined
}

const sign = ({ passwordHash }: AccountCredentials, claim: string): string =>
  createHmac('sha256', passwordHash).update(`calends known device ${claim}`).digest('base64url')
