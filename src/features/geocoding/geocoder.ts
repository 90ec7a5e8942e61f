/** Client of a Nominatim-compatible geocoder. Sends one request at a time, with at least a second in between. */
import { setTimeout } from 'node:timers/promises'
import { createQueue } from '../../base/concurrency/queue.ts'
import { parseRetryAfter } from '../../base/net/retry-after.ts'
import type { Point } from '../../calendar/linked/geo.ts'
import { type PostalAddress, toAddressLines } from '../../calendar/linked/geocoding-state.ts'
import { parsePoint, readGeocoderBody } from './geocoder-response.ts'

export type GeocodeResult =
  | { readonly kind: 'found'; readonly point: Point }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Geocoder {
  /** Waits for earlier requests. Rejects only if `signal` is aborted; failures are results. */
  readonly lookUp: (address: PostalAddress, signal: AbortSignal) => Promise<GeocodeResult>
  /** Milliseconds until the next request may be sent, after failures or as requested by the server. */
  readonly getBackoff: () => number
}

/** Replaced in tests. */
export interface Timer {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface GeocoderOptions {
  readonly url: string
  readonly agent: string
  /** Milliseconds between the end of a request and the next one. Default: 1000. */
  readonly interval?: number
  /** Milliseconds after which a request fails. Default: 10000. */
  readonly timeout?: number
  readonly timer?: Timer
}

const systemTimer: Timer = {
  now: Date.now,
  pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Statuses of servers that limit requests. */
const BUSY_STATUSES = [403, 429, 503]

type GeocoderQuery = Readonly<Record<string, string>>
/** `backoff` is the minimum pause that the server requested, in milliseconds. */
type GeocoderReply = GeocodeResult & { readonly backoff?: number }

export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { interval = SECOND, timer = systemTimer } = options
  const requests = createQueue({ concurrency: 1 })
  let failures = 0
  let nextStart = 0
  let backoffUntil = 0

  async function sendQuery(query: GeocoderQuery, signal: AbortSignal): Promise<GeocodeResult> {
    signal.throwIfAborted()
    const wait = Math.max(nextStart, backoffUntil) - timer.now()
    if (wait > 0) await timer.pause(wait, signal)
    const { backoff = 0, ...result } = await sendRequest(query, signal, options).finally(() => {
      // Counted from the end of the request, so that latency cannot shorten the interval at the server.
      nextStart = timer.now() + interval
    })
    failures = result.kind === 'failed' ? failures + 1 : 0
    if (failures > 0) backoffUntil = timer.now() + Math.max(backoff, Math.min(SECOND * 2 ** (failures - 1), HOUR))
    return result
  }

  async function lookUp(address: PostalAddress, signal: AbortSignal): Promise<GeocodeResult> {
    const result = await sendQuery(createStructuredQuery(address), signal)
    // The structured query is more precise, but fails for some spellings of an address.
    return result.kind === 'unknown' ? sendQuery(createFreeFormQuery(address), signal) : result
  }

  return {
    lookUp: (address, signal) => requests.run(() => lookUp(address, signal)),
    getBackoff: () => Math.max(0, backoffUntil - timer.now()),
  }
}

const createStructuredQuery = (address: PostalAddress): GeocoderQuery =>
  Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''))

const createFreeFormQuery = (address: PostalAddress): GeocoderQuery => ({
  q: toAddressLines(address)
    .filter((line) => line !== '')
    .join(', '),
})

async function sendRequest(
  query: GeocoderQuery,
  signal: AbortSignal,
  options: GeocoderOptions,
): Promise<GeocoderReply> {
  const { agent, timeout = 10 * SECOND, timer = systemTimer } = options
  const url = new URL(options.url)
  for (const [name, value] of Object.entries({ format: 'jsonv2', limit: '1', ...query })) {
    url.searchParams.set(name, value)
  }
  const timeoutSignal = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': agent, accept: 'application/json' },
      signal: AbortSignal.any([signal, timeoutSignal]),
    })
    if (response.ok) return parseResult(await readGeocoderBody(response))
    await response.body?.cancel()
    const backoff = BUSY_STATUSES.includes(response.status)
      ? (parseRetryAfter(response.headers.get('retry-after') ?? '', timer.now()) ?? MINUTE)
      : 0
    return { kind: 'failed', reason: `it answered with status ${response.status}`, backoff }
  } catch (error) {
    signal.throwIfAborted()
    return {
      kind: 'failed',
      reason: timeoutSignal.aborted ? `no response within ${timeout / SECOND} s` : describeError(error),
    }
  }
}

function parseResult(body: string | undefined): GeocodeResult {
  const point = body === undefined ? undefined : parsePoint(body)
  if (point === undefined) return { kind: 'failed', reason: 'the response is not a geocoder result' }
  return point === 'none' ? { kind: 'unknown' } : { kind: 'found', point }
}

/** The URL may contain an API key, so it is not part of the message. */
function describeError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `no connection${code}`
}
