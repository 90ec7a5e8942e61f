/** A real OpenID Connect provider on a free port, and a browser that signs in at it. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'

export const OIDC_CLIENT = { OIDC_CLIENT_ID: 'calends', OIDC_CLIENT_SECRET: 'a secret / of the client: 1+1' }
const SCOPES = 'openid email profile groups'

export interface OidcServer {
  readonly issuer: string
  /** Claims of users by their subject; tests may change them. */
  readonly users: Map<string, Readonly<Record<string, unknown>>>
  /** Registers the site, whose port is known once it has started. */
  readonly register: (site: string) => void
  /** Subject of the user who signs in next. */
  readonly setSubject: (subject: string) => void
  /** Whether requests get responses other than 503. */
  readonly setAvailable: (isAvailable: boolean) => void
  readonly close: () => Promise<void>
}

/** `host` is that of the issuer URL. */
export async function startOidcServer(host = '127.0.0.1'): Promise<OidcServer> {
  const users: OidcServer['users'] = new Map()
  let [subject, isAvailable] = ['', true]
  let handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined
  const server = createServer((request, response) => {
    if (isAvailable && handle) void handle(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://${host}:${typeof address === 'object' && address ? address.port : 0}`
  return {
    issuer,
    users,
    register: (site) => {
      const provider = new Provider(issuer, createConfiguration(site, users))
      const respond = provider.callback()
      handle = async (request, response) => {
        if (request.url?.startsWith('/interaction/'))
          await provider.interactionFinished(request, response, { login: { accountId: subject } })
        else await respond(request, response)
      }
    },
    setSubject: (next) => {
      subject = next
    },
    setAvailable: (next) => {
      isAvailable = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createConfiguration(site: string, users: OidcServer['users']): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.OIDC_CLIENT_ID,
        client_secret: OIDC_CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [`${site}/sign-in/oidc/callback`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ ...users.get(accountId), sub: accountId }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    // Every user has consented.
    loadExistingGrant: async ({ oidc }) => {
      const { client, account, provider } = oidc
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(account && { accountId: account.accountId }),
      })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
    pkce: { methods: ['S256'], required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  }
}

export interface OidcBrowser {
  /** Cookies by origin. */
  readonly cookies: Map<string, Map<string, string>>
  /** Sends a GET request with the cookies of the origin, without following redirects. */
  readonly get: (url: string) => Promise<Response>
  /** Follows redirects up to the first URL that matches, which is not requested. */
  readonly follow: (url: string, isEnd: (url: URL) => boolean) => Promise<string>
}

const MAX_REDIRECTS = 10

export function createOidcBrowser(): OidcBrowser {
  const cookies: OidcBrowser['cookies'] = new Map()
  const get = async (url: string): Promise<Response> => {
    const { origin } = new URL(url)
    const own = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, own)
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie !== '' && { cookie }) } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') own.delete(name)
      else own.set(name, value)
    }
    return response
  }
  const follow: OidcBrowser['follow'] = async (start, isEnd) => {
    let url = start
    for (let count = 0; !isEnd(new URL(url)); count += 1) {
      const response = await get(url)
      const location = response.headers.get('location')
      if (location === null || count === MAX_REDIRECTS)
        throw new Error(`${url} responds with ${response.status}: ${await response.text()}`)
      url = new URL(location, url).href
    }
    return url
  }
  return { cookies, get, follow }
}
