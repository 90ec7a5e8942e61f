/** The cookie that makes a browser a known device of a user (see `usecases/auth/known-device.ts`). */
import type { DeviceToken } from '../../usecases/auth/known-device.ts'

/** One cookie for each user of a browser. */
const COOKIE = /(?:^|;\s*)calends_device_\d+=([\w.-]+)/g
/** Further cookies are ignored, because each one takes the verification of a signature. */
const MAX_TOKENS = 20

export const readDeviceTokens = (cookie: string | undefined): readonly string[] =>
  [...(cookie ?? '').matchAll(COOKIE)].map(([, value = '']) => value).slice(0, MAX_TOKENS)

/** `home` is the URL of the site, which limits the cookie to its path, and to HTTPS if it has that scheme. */
export function createDeviceCookie({ userId, value, lifetime }: DeviceToken, home: string): string {
  const { protocol, pathname } = new URL(home)
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${pathname}`, `Max-Age=${lifetime}`]
  const secure = protocol === 'https:' ? ['Secure'] : []
  return [`calends_device_${userId}=${value}`, ...attributes, ...secure].join('; ')
}
