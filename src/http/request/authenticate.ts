/** Authentication by HTTP Basic with an application password, or by session cookie with a nonce (wire-contract §4.1). */

import type { ApplicationPassword } from '../../calendar/users/application-password-fields.ts'
import { isSessionNonce, type Sessions, type SignedInSession } from '../../calendar/users/sessions.ts'
import type { SignIns } from '../../calendar/users/sign-in.ts'
import type { CredentialClient } from '../../calendar/users/use-recorder.ts'
import type { Channel } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import { ANONYMOUS, type Viewer } from '../../kernel/user.ts'
import type { RequestClient } from './client.ts'

interface Credentials {
  readonly login: string
  readonly password: string
}

/** Undefined for other schemes and for credentials without a password, whose requests are anonymous. */
function parseCredentials(authorization: string): Credentials | undefined {
  const encoded = /^Basic +([a-z0-9+/=_-]+)\s*$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  // No login contains NUL, which PostgreSQL rejects in parameters.
  const decoded = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '\ufffd')
  const colon = decoded.indexOf(':')
  if (colon < 0 || colon === decoded.length - 1) return undefined
  return { login: decoded.slice(0, colon).trim(), password: decoded.slice(colon + 1) }
}

export interface AuthInput {
  readonly authorization: string | undefined
  /** Nonce of the session. Without one, a session does not authenticate the request (wire-contract §4.1). */
  readonly nonce: unknown
  readonly client: RequestClient
  readonly channel: Channel
  /** True if the session authenticates requests of the same origin without a nonce, so that a page can read the nonce. */
  readonly acceptsCookieAlone: boolean
}

export interface Authenticated {
  readonly viewer: Viewer
  /** Application password of the request; undefined for anonymous requests. */
  readonly password: ApplicationPassword | undefined
  readonly session: SignedInSession | undefined
}

export const UNAUTHENTICATED: Authenticated = { viewer: ANONYMOUS, password: undefined, session: undefined }

/**
 * Throws 401 for wrong credentials (wire-contract §3.2), 403 for a wrong nonce, or 429 after too many failures of the
 * client.
 */
export async function authenticate(signIns: SignIns, input: AuthInput): Promise<Authenticated> {
  const authenticated = await authenticateApplication(signIns, input.authorization, {
    ip: input.client.ip,
    channel: input.channel,
  })
  return authenticated ?? authenticateSession(signIns.sessions, input)
}

/** Undefined for requests without credentials of this kind. Throws the 401 and 429 of `authenticate`. */
export async function authenticateApplication(
  { application, known }: SignIns,
  authorization: string | undefined,
  client: CredentialClient,
): Promise<Authenticated | undefined> {
  const credentials = authorization === undefined ? undefined : parseCredentials(authorization)
  if (authorization === undefined || !credentials) return undefined
  const { user, password } = await known.findOrVerify(authorization, () => application({ ...credentials, ...client }))
  return { viewer: user, password, session: undefined }
}

async function authenticateSession(sessions: Sessions, input: AuthInput): Promise<Authenticated> {
  const { nonce, client, acceptsCookieAlone } = input
  if (nonce === undefined && !(acceptsCookieAlone && client.isSameOrigin)) return UNAUTHENTICATED
  const session = nonce === undefined || isSessionNonce(client, nonce) ? await sessions.find(client) : undefined
  if (session) return { viewer: session.user, password: undefined, session }
  if (nonce !== undefined) throw problem('rest_cookie_invalid_nonce')
  return UNAUTHENTICATED
}
