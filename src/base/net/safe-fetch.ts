/** Fetches URLs from untrusted input: only public hosts, with limits on size, time and redirects. */
import type { Dispatcher } from 'undici'
import { request } from './http-client.ts'
import { parseFetchUrl } from './parse-url.ts'
import { createSafeAttempts, type SafeAttempt, type SafeAttemptOptions } from './safe-attempt.ts'
import { isRefusal } from './safe-connector.ts'

export interface SafeFetchRequest {
  /** Value of the header `Accept`. */
  readonly accept: string
  /** Maximum size of the body, in bytes. */
  readonly maxBytes: number
  /** Further headers, such as credentials. They are not sent to other origins to which the server redirects. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether a body that is compressed, although `identity` was requested, is returned as it is. */
  readonly acceptsEncoded?: boolean
  /** Ends the request with `timeout` when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * `refused`: invalid URL or host that is not public; `unreachable`: no connection, invalid certificate or aborted
 * response; `status`: other than 200; `redirects`: more than three; `encoding`: compressed although `identity` was
 * requested.
 */
export type FetchFailure = 'refused' | 'unreachable' | 'timeout' | 'status' | 'redirects' | 'encoding' | 'too-large'

/** A header of the response that is missing is `''`. */
export interface FetchedContent {
  readonly bytes: Buffer
  /** Value of `Content-Encoding`: empty or `identity` unless encoded bodies are accepted. */
  readonly encoding: string
  readonly contentType: string
  readonly etag: string
  readonly lastModified: string
  /** URL after redirects. */
  readonly url: string
}

export interface FailedFetch {
  readonly failure: FetchFailure
  /** Status and header `Retry-After` of a response with another status than 200. */
  readonly status?: number
  readonly retryAfter?: string
}

export type FetchResult = FetchedContent | FailedFetch

/** Never throws for failures of the remote host. */
export type SafeFetch = (url: string, request: SafeFetchRequest) => Promise<FetchResult>

export interface SafeFetcher {
  readonly fetch: SafeFetch
  /** Aborts running requests with `timeout` and waits until their connections are closed. */
  readonly close: () => Promise<void>
}

interface AttemptOutcome {
  readonly result: FetchResult
  readonly isRetryable: boolean
}

type FetchAttempt = SafeFetchRequest & SafeAttempt & { readonly origin: string }

export const MAX_REDIRECTS = 3
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const INITIAL_BUFFER_BYTES = 65_536

/**
 * Sends GET requests over http or https without cookies, and with no credentials except given ones. Temporary failures are
 * retried once, so there are at most two attempts.
 */
export function createSafeFetcher(options: SafeAttemptOptions): SafeFetcher {
  const attempts = createSafeAttempts(options)
  const attempt = (target: URL, request: SafeFetchRequest): Promise<AttemptOutcome> =>
    attempts.run(async ({ dispatcher, signal }) => {
      try {
        return await followRedirects(target, { ...request, origin: target.origin, dispatcher, signal })
      } catch (error) {
        return createErrorOutcome(error, signal)
      }
    }, request.signal)
  return {
    fetch: async (url, request) => {
      const target = parseFetchUrl(url)
      if (target === undefined) return { failure: 'refused' }
      const isEnded = () => attempts.isClosed() || request.signal?.aborted === true
      if (isEnded()) return { failure: 'timeout' }
      const first = await attempt(target, request)
      const isLast = !first.isRetryable || isEnded()
      return isLast ? first.result : (await attempt(target, request)).result
    },
    close: attempts.close,
  }
}

async function followRedirects(first: URL, attempt: FetchAttempt): Promise<AttemptOutcome> {
  let target = first
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendRequest(target, attempt)
    const { location } = response.headers
    if (!REDIRECT_STATUSES.has(response.statusCode) || location === undefined)
      return readResponse(response, target, attempt)
    response.body.destroy()
    if (redirects === MAX_REDIRECTS) return createFailure('redirects')
    const next = typeof location === 'string' ? parseFetchUrl(location, target) : undefined
    if (next === undefined) return createFailure('refused')
    target = next
  }
}

async function sendRequest(
  target: URL,
  { accept, headers: additional, origin, dispatcher, signal }: FetchAttempt,
): Promise<Dispatcher.ResponseData> {
  const headers = {
    ...(target.origin === origin && additional),
    ...{ accept, 'accept-encoding': 'identity', 'user-agent': 'Calends' },
  }
  const response = await request(target, { dispatcher, signal, headers, reset: true })
  // Destroying an unread body emits an error.
  response.body.on('error', () => undefined)
  return response
}

async function readResponse(
  response: Dispatcher.ResponseData,
  target: URL,
  { maxBytes, acceptsEncoded = false }: FetchAttempt,
): Promise<AttemptOutcome> {
  const { statusCode, headers, body } = response
  if (statusCode !== 200) {
    const retryAfter = String(headers['retry-after'] ?? '')
    return { result: { failure: 'status', status: statusCode, retryAfter }, isRetryable: statusCode >= 500 }
  }
  const encoding = String(headers['content-encoding'] ?? '')
  if (!acceptsEncoded && !/^(?:identity)?$/i.test(encoding)) return createFailure('encoding')
  if (Number(headers['content-length'] ?? 0) > maxBytes) return createFailure('too-large')
  const bytes = await collectBody(body, maxBytes)
  if (bytes === undefined) return createFailure('too-large')
  const result = {
    ...{ bytes, encoding },
    contentType: String(headers['content-type'] ?? ''),
    etag: String(headers['etag'] ?? ''),
    lastModified: String(headers['last-modified'] ?? ''),
    url: target.href,
  }
  return { result, isRetryable: false }
}

/** Undefined if the body exceeds `maxBytes`. */
export async function collectBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  // A single growing buffer, because separate chunks of one byte would take a hundred times their size.
  let bytes = Buffer.alloc(Math.min(INITIAL_BUFFER_BYTES, maxBytes))
  let length = 0
  for await (const chunk of body) {
    const end = length + chunk.length
    if (end > maxBytes) return undefined
    if (end > bytes.length) bytes = Buffer.concat([bytes], Math.min(Math.max(end, bytes.length * 2), maxBytes))
    chunk.copy(bytes, length)
    length = end
  }
  return bytes.subarray(0, length)
}

function createFailure(failure: FetchFailure, isRetryable = false): AttemptOutcome {
  return { result: { failure }, isRetryable }
}

function createErrorOutcome(error: unknown, signal: AbortSignal): AttemptOutcome {
  if (signal.aborted) return createFailure('timeout', true)
  return isRefusal(error) ? createFailure('refused') : createFailure('unreachable', true)
}
