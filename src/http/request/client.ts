/** The client of a request: its address, its cookies and the page that sent it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { SessionClient } from '../../calendar/users/sessions.ts'
import { readDeviceTokens, readPasskeyToken, readSessionToken } from './cookies.ts'

export interface RequestClient extends SessionClient {
  /** Known-device tokens. */
  readonly devices: readonly string[]
  /** Token of a passkey challenge. */
  readonly passkeyToken: string | undefined
  /** False for requests that a browser sends for a page of another origin. */
  readonly isSameOrigin: boolean
}

interface IncomingClient {
  readonly ip: string
  readonly headers: IncomingHttpHeaders
}

/** `site` is the URL of the site. */
export const createRequestClient = ({ ip, headers }: IncomingClient, site: string): RequestClient => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  sessionToken: readSessionToken(headers.cookie),
  devices: readDeviceTokens(headers.cookie),
  passkeyToken: readPasskeyToken(headers.cookie),
  isSameOrigin: isSameOrigin(headers, site),
})

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and on loopback, and `Origin` with every POST. Programs that are no browsers
 * send neither; they cannot be tricked into sending the cookies of a user.
 */
function isSameOrigin(headers: IncomingHttpHeaders, site: string): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && (new URL(origin).host === host || new URL(origin).origin === new URL(site).origin)
}
