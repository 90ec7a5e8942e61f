/** Asks a geocoder of Nominatim's form for the place of an address, politely: one request at a time, a second apart. */
import { setTimeout } from 'node:timers/promises'
import { type Address, linesOf } from '../calendar/geocoding.ts'
import type { Point } from '../calendar/place.ts'
import { createQueue } from '../concurrency/queue.ts'
import { pointIn, readBody, retryAfter } from './geocoder-answer.ts'

export type Answer =
  | { readonly kind: 'found'; readonly point: Point }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Geocoder {
  /** Waits for its turn. Rejects only when `signal` is aborted: what goes wrong is an answer too. */
  readonly lookUp: (address: Address, signal: AbortSignal) => Promise<Answer>
  /** Milliseconds for which it is to be left alone, after failures and when it said so. */
  readonly rest: () => number
}

/** Tests bring their own. */
export interface Timer {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface GeocoderOptions {
  readonly url: string
  readonly agent: string
  /** Milliseconds from the end of a request to the next. */
  readonly interval?: number
  /** Milliseconds after which a request is given up. */
  readonly timeout?: number
  readonly timer?: Timer
}

const realTimer: Timer = {
  now: Date.now,
  pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Answers by which a server defends itself. */
const BUSY = [403, 429, 503]

type Query = Readonly<Record<string, string>>
/** `rest`: milliseconds that the server wants, at least. */
type Reply = Answer & { readonly rest?: number }

export function createGeocoder(options: GeocoderOptions): Geocoder {
  const { interval = SECOND, timer = realTimer } = options
  const requests = createQueue({ concurrency: 1 })
  let failures = 0
  let nextStart = 0
  let restUntil = 0

  async function ask(query: Query, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    const wait = Math.max(nextStart, restUntil) - timer.now()
    if (wait > 0) await timer.pause(wait, signal)
    const { rest = 0, ...answer } = await request(query, signal, options).finally(() => {
      // Counted from its end: however long it took to get there, the server sees them no closer.
      nextStart = timer.now() + interval
    })
    failures = answer.kind === 'failed' ? failures + 1 : 0
    if (failures > 0) restUntil = timer.now() + Math.max(rest, Math.min(SECOND * 2 ** (failures - 1), HOUR))
    return answer
  }

  async function lookUp(address: Address, signal: AbortSignal): Promise<Answer> {
    const answer = await ask(structured(address), signal)
    // The structured form is the more exact one, but knows fewer ways to write an address.
    return answer.kind === 'unknown' ? ask(freeForm(address), signal) : answer
  }

  return {
    lookUp: (address, signal) => requests.run(() => lookUp(address, signal)),
    rest: () => Math.max(0, restUntil - timer.now()),
  }
}

const structured = (address: Address): Query =>
  Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''))

const freeForm = (address: Address): Query => ({
  q: linesOf(address)
    .filter((line) => line !== '')
    .join(', '),
})

async function request(query: Query, signal: AbortSignal, options: GeocoderOptions): Promise<Reply> {
  const { agent, timeout = 10 * SECOND, timer = realTimer } = options
  const url = new URL(options.url)
  for (const [name, value] of Object.entries({ format: 'jsonv2', limit: '1', ...query })) {
    url.searchParams.set(name, value)
  }
  const patience = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': agent, accept: 'application/json' },
      signal: AbortSignal.any([signal, patience]),
    })
    if (response.ok) return pointAnswer(await readBody(response))
    await response.body?.cancel()
    const rest = BUSY.includes(response.status) ? retryAfter(response, timer.now()) : 0
    return { kind: 'failed', reason: `it answered with status ${response.status}`, rest }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'failed', reason: patience.aborted ? `no answer within ${timeout / SECOND} s` : causeOf(error) }
  }
}

function pointAnswer(body: string | undefined): Answer {
  const point = body === undefined ? undefined : pointIn(body)
  if (point === undefined) return { kind: 'failed', reason: 'its answer is not one of a geocoder' }
  return point === 'none' ? { kind: 'unknown' } : { kind: 'found', point }
}

/** The address asked may hold a key, so it is not told. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `no connection${code}`
}
