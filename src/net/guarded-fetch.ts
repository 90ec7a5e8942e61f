/** Fetches for the service what a stranger names by its address: nothing inside our own network, nothing without end. */
import { lookup as lookupName } from 'node:dns/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { guardedConnector, isRefusal, type Lookup } from './guarded-connector.ts'
import { readTarget } from './target.ts'

export interface FetchWish {
  /** Content types, as the header says them. */
  readonly accept: string
  /** Most bytes of a body. */
  readonly maxBytes: number
}

/**
 * `refused`: not an address that may be asked for, or one not public; `unreachable`: no connection, no trust in its
 * certificate, or an answer broken off; `status`: any but 200; `redirects`: more than three; `encoding`: compressed
 * although we asked for it plain.
 */
export type FetchFailure = 'refused' | 'unreachable' | 'timeout' | 'status' | 'redirects' | 'encoding' | 'too-large'

/** `contentType` as the server says it, `''` when it does not; `url` is where the last redirect led. */
export type Fetched =
  | { readonly bytes: Buffer; readonly contentType: string; readonly url: string }
  | { readonly failure: FetchFailure }

/** Never throws for what the outside does. */
export type GuardedFetch = (url: string, wish: FetchWish) => Promise<Fetched>

export interface GuardedFetchOptions {
  /** Hosts (`host` or `host:port`, as `normalHost` writes them) reached although their address is not public. */
  readonly allow: readonly string[]
  /** By default the resolver of the system. */
  readonly lookup?: Lookup
  /** What one attempt may take in all; there are at most two. */
  readonly attemptMilliseconds?: number
}

export interface GuardedFetcher {
  readonly fetch: GuardedFetch
  /** Breaks off what is under way, as a `timeout`, and waits until its connections are closed. */
  readonly close: () => Promise<void>
}

/** What an attempt came to, and whether another may come to more. */
interface Outcome {
  readonly fetched: Fetched
  readonly isPassing: boolean
}

interface Attempt extends FetchWish {
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
}

const ATTEMPT_MILLISECONDS = 10_000
const MOST_REDIRECTS = 3
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const FIRST_BYTES = 65_536

/** GET over http or https on any port, without cookies or credentials, sent a second time when the failure may pass. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetcher {
  const { lookup = lookupAll, attemptMilliseconds = ATTEMPT_MILLISECONDS } = options
  const allow = new Set(options.allow)
  const running = new Map<AbortController, Promise<Outcome>>()
  let isClosed = false

  const attempt = (target: URL, wish: FetchWish): Promise<Outcome> => {
    const ending = new AbortController()
    const { signal } = ending
    const timer = setTimeout(() => ending.abort(), attemptMilliseconds)
    // An agent of its own, so that the end of an attempt closes all it opened, connections being made among it.
    const dispatcher = new Agent({ connect: guardedConnector({ allow, lookup, signal }) })
    const fetchAndClose = async (): Promise<Outcome> => {
      try {
        return await follow(target, { ...wish, dispatcher, signal })
      } catch (error) {
        return broken(error, signal)
      } finally {
        clearTimeout(timer)
        running.delete(ending)
        ending.abort()
        await dispatcher.destroy()
      }
    }
    const outcome = fetchAndClose()
    running.set(ending, outcome)
    return outcome
  }

  return {
    fetch: async (url, wish) => {
      const target = readTarget(url)
      if (target === undefined) return { failure: 'refused' }
      if (isClosed) return { failure: 'timeout' }
      const first = await attempt(target, wish)
      const isLast = !first.isPassing || isClosed
      return isLast ? first.fetched : (await attempt(target, wish)).fetched
    },
    close: async () => {
      isClosed = true
      const outcomes = [...running.values()]
      for (const ending of running.keys()) ending.abort()
      await Promise.all(outcomes)
    },
  }
}

const lookupAll: Lookup = (hostname) => lookupName(hostname, { all: true })

async function follow(first: URL, attempt: Attempt): Promise<Outcome> {
  let target = first
  for (let followed = 0; ; followed += 1) {
    const answer = await ask(target, attempt)
    const { location } = answer.headers
    if (!REDIRECTS.has(answer.statusCode) || location === undefined) return read(answer, target, attempt.maxBytes)
    answer.body.destroy()
    if (followed === MOST_REDIRECTS) return failed('redirects')
    const next = typeof location === 'string' ? readTarget(location, target) : undefined
    if (next === undefined) return failed('refused')
    target = next
  }
}

async function ask(target: URL, { accept, dispatcher, signal }: Attempt): Promise<Dispatcher.ResponseData> {
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Calends' }
  const answer = await request(target, { dispatcher, signal, headers, reset: true })
  // A body left unread is destroyed, which it reports as an error.
  answer.body.on('error', () => undefined)
  return answer
}

async function read(answer: Dispatcher.ResponseData, target: URL, maxBytes: number): Promise<Outcome> {
  const { statusCode, headers, body } = answer
  if (statusCode !== 200) return failed('status', statusCode >= 500)
  if (!/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''))) return failed('encoding')
  if (Number(headers['content-length'] ?? 0) > maxBytes) return failed('too-large')
  const bytes = await collect(body, maxBytes)
  if (bytes === undefined) return failed('too-large')
  const contentType = String(headers['content-type'] ?? '')
  return { fetched: { bytes, contentType, url: target.href }, isPassing: false }
}

/** Undefined when there are more than `maxBytes`. */
async function collect(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | undefined> {
  // One buffer that grows: kept apart, chunks of a byte each would take a hundred times their size.
  let bytes = Buffer.alloc(Math.min(FIRST_BYTES, maxBytes))
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

function failed(failure: FetchFailure, isPassing = false): Outcome {
  return { fetched: { failure }, isPassing }
}

function broken(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted) return failed('timeout', true)
  return isRefusal(error) ? failed('refused') : failed('unreachable', true)
}
