/**
 * Cookies of the service: sessions, challenges of passkeys, sign-ins in progress (`features/accounts/oidc-flow.ts`), and
 * known devices (`calendar/users/known-device.ts`).
 */

import type { DeviceToken } from '../../calendar/users/known-device.ts'
import { MAX_SESSION_SECONDS } from '../../calendar/users/sessions.ts'

/** One cookie for each user of a browser. */
const DEVICE_COOKIE = /(?:^|;\s*)calends_device_\d+=([\w.-]+)/g
/** Further cookies are ignored, because each one takes the verification of a signature. */
const MAX_TOKENS = 20

export const readDeviceTokens = (cookie: string | undefined): readonly string[] =>
  [...(cookie ?? '').matchAll(DEVICE_COOKIE)].map(([, value = '']) => value).slice(0, MAX_TOKENS)

const SESSION_COOKIE = /(?:^|;\s*)calends_session=([0-9a-f]{64})(?:;|$)/

export const readSessionToken = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : SESSION_COOKIE.exec(cookie)?.[1]

const PASSKEY_COOKIE = /(?:^|;\s*)calends_passkey=([0-9a-f]{64})(?:;|$)/

/** The token of an unanswered challenge. */
export const readPasskeyToken = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : PASSKEY_COOKIE.exec(cookie)?.[1]

interface CookieOptions {
  readonly name: string
  readonly value: string
  readonly sameSite: 'Strict' | 'Lax'
  /** Seconds; 0 deletes the cookie. */
  readonly lifetime: number
}

/** `site` is the URL of the site, which limits the cookie to its path, and to HTTPS if it has that scheme. */
function createCookie({ name, value, sameSite, lifetime }: CookieOptions, site: string): string {
  const { protocol, pathname } = new URL(site)
  const attributes = ['HttpOnly', `SameSite=${sameSite}`, `Path=${pathname}`, `Max-Age=${lifetime}`]
  const secure = protocol === 'https:' ? ['Secure'] : []
  return [`${name}=${value}`, ...attributes, ...secure].join('; ')
}

export const createDeviceCookie = ({ userId, value, lifetime }: DeviceToken, site: string): string =>
  createCookie({ name: `calends_device_${userId}`, value, sameSite: 'Strict', lifetime }, site)

/** Lax, so that links from other sites open pages as the signed-in user; writes require a nonce. */
export const createSessionCookie = (token: string, site: string): string =>
  createCookie({ name: 'calends_session', value: token, sameSite: 'Lax', lifetime: MAX_SESSION_SECONDS }, site)

export const createEndedSessionCookie = (site: string): string =>
  createCookie({ name: 'calends_session', value: '', sameSite: 'Lax', lifetime: 0 }, site)

/** Lifetime of the challenge of a passkey, and of its cookie. */
export const CHALLENGE_SECONDS = 300

export const createPasskeyCookie = (token: string, site: string): string =>
  createCookie({ name: 'calends_passkey', value: token, sameSite: 'Strict', lifetime: CHALLENGE_SECONDS }, site)

export const createEndedPasskeyCookie = (site: string): string =>
  createCookie({ name: 'calends_passkey', value: '', sameSite: 'Strict', lifetime: 0 }, site)

const OIDC_COOKIE = /(?:^|;\s*)calends_oidc=([\w-]+)(?:;|$)/

export const readOidcCookie = (cookie: string | undefined): string | undefined => OIDC_COOKIE.exec(cookie ?? '')?.[1]

/** Time in which a user has to sign in at the provider. */
export const OIDC_FLOW_SECONDS = 600

/** Lax, because the browser comes back from the site of the provider. */
export const createOidcCookie = (flow: string, site: string): string =>
  createCookie({ name: 'calends_oidc', value: flow, sameSite: 'Lax', lifetime: OIDC_FLOW_SECONDS }, site)

export const createEndedOidcCookie = (site: string): string =>
  createCookie({ name: 'calends_oidc', value: '', sameSite: 'Lax', lifetime: 0 }, site)
