/** Reads a site by HTTP: paced, with retries, and with credentials only for the host that was named. */
import { setTimeout } from 'node:timers/promises'
import type { ContainedReader } from '../../../base/concurrency/contained-reader.ts'
import { parseRetryAfter } from '../../../base/net/retry-after.ts'
import type { SiteFetch, SiteResponse } from '../../../base/net/site-fetch.ts'
import { decodeResponse } from '../formats/decode-response.ts'
import { readJson } from '../formats/json-parts.ts'
import { MAX_IMPORT_BYTES } from '../import.ts'
import { createRequestPace } from './pace-requests.ts'
import { readPageLinks } from './page-links.ts'

export interface SiteCredentials {
  readonly user: string
  readonly password: string
}

export interface SiteClientOptions {
  /** URL of the site without credentials. */
  readonly url: URL
  readonly credentials?: SiteCredentials | undefined
  readonly fetch: SiteFetch
  /** Parses the responses. */
  readonly reader: ContainedReader
  /** Default: 2. */
  readonly concurrency?: number | undefined
  /** Requests per second; unlimited when omitted. */
  readonly rate?: number | undefined
  /** Wait before the first retry, doubled for each further one. Default: 500. */
  readonly retryMilliseconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SiteReply {
  readonly status: number
  readonly header: SiteResponse['header']
  readonly bytes: Buffer
  /** URL after redirects. */
  readonly url: URL
}

export interface SiteClient {
  /** The JSON of a response; undefined for other content. */
  readonly readJson: (reply: Pick<SiteReply, 'bytes'>) => Promise<unknown>
  /** URLs of the API that a page states. */
  readonly readLinks: (reply: Pick<SiteReply, 'bytes'>) => Promise<readonly string[]>
  /**
   * Sends a GET request and follows redirects. Returns responses with any status; throws an `Error` when the site does
   * not respond after several attempts.
   */
  readonly get: (url: URL, options?: { readonly accept?: string; readonly maxBytes?: number }) => Promise<SiteReply>
}

const DEFAULT_CONCURRENCY = 2
const RETRY_MILLISECONDS = 500
const MAX_RETRY_MILLISECONDS = 30_000
const MAX_REDIRECTS = 5
/** Attempts for failures that pass, and for an internal error, which a broken record may cause every time. */
const ATTEMPTS = 8
const ATTEMPTS_AFTER_ERROR = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

export function createSiteClient(options: SiteClientOptions): SiteClient {
  const { signal, credentials, retryMilliseconds = RETRY_MILLISECONDS } = options
  const pace = createRequestPace({
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    rate: options.rate,
    signal,
  })

  const send = async (first: URL, accept: string, maxBytes: number): Promise<SiteReply> => {
    for (let url = first, redirects = 0; ; redirects += 1) {
      const headers = { accept, ...(credentials && isSameSite(url, options.url) && createAuthorization(credentials)) }
      const response = await pace.run(() => options.fetch(url, { headers, maxBytes, signal }))
      const target = REDIRECTS.has(response.status) ? resolveLocation(response.header('location'), url) : undefined
      if (!target)
        return {
          ...response,
          bytes: await decodeResponse(options, response.bytes, response.header('content-encoding')),
          url,
        }
      if (redirects === MAX_REDIRECTS) throw new Error('it redirects too often')
      url = target
    }
  }

  return {
    readJson: ({ bytes }) => readJson(options.reader, bytes, signal),
    readLinks: ({ bytes }) => readPageLinks(options.reader, bytes, signal),
    get: async (url, { accept = 'application/json', maxBytes = MAX_IMPORT_BYTES } = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        signal?.throwIfAborted()
        const outcome = await send(url, accept, maxBytes).catch((error: unknown) => ({ error }))
        if ('error' in outcome) {
          signal?.throwIfAborted()
          if (attempt === ATTEMPTS) throw new Error(`${url.href} cannot be read`, { cause: outcome.error })
        } else if (!isRetryable(outcome.status, attempt)) return outcome
        else pace.pause(parseRetryAfter(outcome.header('retry-after'), Date.now()) ?? 0)
        const wait = Math.min(retryMilliseconds * 2 ** (attempt - 1), MAX_RETRY_MILLISECONDS)
        await setTimeout(wait, undefined, { signal })
      }
    },
  }
}

const isRetryable = (status: number, attempt: number): boolean =>
  TEMPORARY.has(status) ? attempt < ATTEMPTS : status >= 500 && attempt < ATTEMPTS_AFTER_ERROR

/** Also after a redirect from http to https on the same host. */
const isSameSite = (url: URL, named: URL): boolean =>
  url.origin === named.origin ||
  (url.protocol === 'https:' && named.protocol === 'http:' && url.hostname === named.hostname && named.port === '')

const createAuthorization = ({ user, password }: SiteCredentials) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

function resolveLocation(location: string, url: URL): URL | undefined {
  if (location === '' || !URL.canParse(location, url.href)) return undefined
  const target = new URL(location, url)
  return target.protocol === 'http:' || target.protocol === 'https:' ? target : undefined
}
