/** HTTP Basic authentication with application passwords (wire-contract §4.1). */

import type { ApplicationPassword } from '../../domain/fields/application-password.ts'
import type { Channel } from '../../domain/history/history.ts'
import { ANONYMOUS, type Viewer } from '../../domain/model/user.ts'
import { problem } from '../../domain/problem.ts'
import type { SignIns } from '../../usecases/auth/sign-in.ts'

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
  /** Nonce of a cookie session. Sessions do not exist, so a nonce without other credentials is invalid (wire-contract §4.1). */
  readonly nonce: unknown
  readonly ip: string
  readonly channel: Channel
}

export interface Authenticated {
  readonly viewer: Viewer
  /** Application password of the request; undefined for anonymous requests. */
  readonly password: ApplicationPassword | undefined
}

/** Throws 401 for wrong credentials (wire-contract §3.2), or 429 after too many failures of the client. */
export async function authenticate({ application, known }: SignIns, input: AuthInput): Promise<Authenticated> {
  const { authorization = '', nonce, ip, channel } = input
  const credentials = parseCredentials(authorization)
  if (!credentials) {
    if (nonce !== undefined) throw problem('rest_cookie_invalid_nonce')
    return { viewer: ANONYMOUS, password: undefined }
  }
  const verify = () => application({ ...credentials, ip, channel })
  const { user, password } = await known.findOrVerify(authorization, verify)
  return { viewer: user, password }
}
