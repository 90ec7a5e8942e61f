/** Client of an OpenID Connect provider: authorization code flow with PKCE (RFC 7636), state and nonce. */
import type { ClientAuth, Configuration } from 'openid-client'

export interface OidcClientOptions {
  /** Named by the operator, so it may be in a private network. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Separated by spaces. */
  readonly scopes: string
  /** Returns Unix time. */
  readonly now: () => number
}

/** The values that bind an authorization to a browser. */
export interface OidcRequest {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier. */
  readonly verifier: string
}

/** `rejected`: by the provider, or an invalid or forged response; `unavailable`: no usable response from the provider. */
export type OidcResult<T> =
  | { readonly value: T }
  | { readonly failure: 'rejected' | 'unavailable'; readonly reason: string }

export interface OidcClient {
  /** URL of the provider to which the browser is sent. */
  readonly buildAuthorizationUrl: (request: OidcRequest, redirectUrl: string) => Promise<OidcResult<string>>
  /** The verified claims about the user; `url` is the redirect URL with the parameters that the provider has added. */
  readonly redeemCode: (request: OidcRequest, url: string) => Promise<OidcResult<Readonly<Record<string, unknown>>>>
}

const TIMEOUT_SECONDS = 10
/** Metadata of the provider is read again after this time. */
const METADATA_SECONDS = 3600

/** Loads the library and the metadata of the provider on first use. */
export function createOidcClient(options: OidcClientOptions): OidcClient {
  const { scopes, now } = options
  let cached: { readonly loading: Promise<Configuration>; readonly expires: number } | undefined
  const loadConfiguration = (): Promise<Configuration> => {
    if (cached && now() < cached.expires) return cached.loading
    const entry = { loading: discoverProvider(options), expires: now() + METADATA_SECONDS }
    cached = entry
    // The next request tries again.
    entry.loading.catch(() => {
      if (cached === entry) cached = undefined
    })
    return entry.loading
  }
  return {
    buildAuthorizationUrl: ({ state, nonce, verifier }, redirectUrl) =>
      catchFailure(async () => {
        const configuration = await loadConfiguration()
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
        const challenge = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        const parameters = { redirect_uri: redirectUrl, scope: scopes, state, nonce, ...challenge }
        return buildAuthorizationUrl(configuration, parameters).href
      }),
    redeemCode: ({ state, nonce, verifier }, url) =>
      catchFailure(async () => {
        const configuration = await loadConfiguration()
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await authorizationCodeGrant(configuration, new URL(url), checks)
        const claims = tokens.claims()
        if (!claims) throw new Error('the provider has returned no ID token')
        if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
        // Many providers return the email address and groups only here.
        const userInfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { ...claims, ...userInfo, iss: claims.iss, sub: claims.sub }
      }),
  }
}

async function discoverProvider({ issuer, clientId, clientSecret }: OidcClientOptions): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks } =
    await import('openid-client')
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  // Basic is the default of the specification, but not every provider supports it.
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
  return discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: TIMEOUT_SECONDS,
    // Signatures of ID tokens are verified, because the connection may be one without TLS.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  })
}

async function catchFailure<T>(work: () => Promise<T>): Promise<OidcResult<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { failure: isUnavailable(error) ? 'unavailable' : 'rejected', reason: describeError(error) }
  }
}

/** Codes of `openid-client` for responses that are not those of a working provider. */
const UNAVAILABLE_CODES: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('status' in error && typeof error.status === 'number') return error.status >= 500
  // `fetch` throws a TypeError without a connection, with the error of the connection as cause.
  if (error instanceof TypeError) return error.cause !== undefined
  return 'code' in error && UNAVAILABLE_CODES.includes(error.code)
}

const MAX_REASON_LENGTH = 300

/** Only messages and codes, because properties of these errors contain responses with tokens and claims. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const details = ['error' in error && error.error, 'error_description' in error && error.error_description]
  const cause = error.cause instanceof Error ? [error.cause.message] : []
  return [error.message, ...details, ...cause]
    .filter((text) => typeof text === 'string' && text !== '')
    .join(': ')
    .slice(0, MAX_REASON_LENGTH)
}
