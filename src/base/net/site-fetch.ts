/** Fetches from sites of which the status and headers of every response are needed, over reused connections. */
import { setMaxListeners } from 'node:events'
import { Agent, request } from './http-client.ts'
import { lookupAll } from './safe-attempt.ts'
import { createSafeConnector, isRefusal, type LookupAddresses } from './safe-connector.ts'
import { collectBody } from './safe-fetch.ts'

export interface SiteRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Maximum size of the body, in bytes. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface SiteResponse {
  readonly status: number
  /** The first value of a header with this name in lower case; empty without one. */
  readonly header: (name: string) => string
  readonly bytes: Buffer
}

/** Redirects are returned, not followed. Throws when there is no connection, no complete response, or a body that is too large. */
export type SiteFetch = (url: URL, request: SiteRequest) => Promise<SiteResponse>

export interface SiteFetcherOptions {
  /** Hosts (`host` or `host:port`, in the form of `normalizeHost`) that may have private addresses. */
  readonly allow: readonly string[]
  /** Default: the resolver of the system. */
  readonly lookup?: LookupAddresses
}

export interface SiteFetcher {
  readonly fetch: SiteFetch
  /** Aborts running requests and closes all connections. */
  readonly close: () => Promise<void>
}

/** A site may compute a long list for a minute. */
const TIMEOUT_MILLISECONDS = 90_000

export function createSiteFetcher({ allow, lookup = lookupAll }: SiteFetcherOptions): SiteFetcher {
  const closing = new AbortController()
  // Every open connection listens to it.
  setMaxListeners(0, closing.signal)
  const connect = createSafeConnector({ allow: new Set(allow), lookup, signal: closing.signal })
  const dispatcher = new Agent({ connect, headersTimeout: TIMEOUT_MILLISECONDS, bodyTimeout: TIMEOUT_MILLISECONDS })
  return {
    fetch: async (url, { headers, maxBytes, signal }) => {
      const signals = [closing.signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS), ...(signal ? [signal] : [])]
      const sent = { 'accept-encoding': 'identity', 'user-agent': 'Calends', ...headers }
      const response = await request(url, { dispatcher, signal: AbortSignal.any(signals), headers: sent }).catch(
        (error: unknown) => {
          throw isRefusal(error) ? new Error(`${url.host} has an address that is not public`, { cause: error }) : error
        },
      )
      // Destroying an unread body emits an error.
      response.body.on('error', () => undefined)
      const bytes = await collectBody(response.body, maxBytes)
      if (bytes === undefined) throw new Error(`the response has more than ${maxBytes} bytes`)
      const header = (name: string) => String([response.headers[name] ?? ''].flat()[0] ?? '')
      return { status: response.statusCode, header, bytes }
    },
    close: async () => {
      closing.abort()
      await dispatcher.destroy()
    },
  }
}
