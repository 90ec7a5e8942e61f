/** Requests of a workload, and the classification of their results. */
import type { Json } from '../service.ts'

/**
 * `unavailable`: 503 with `Retry-After`; `cut`: no response, or that of a balancer whose server is gone; `wrong`: every
 * other error.
 */
export type FailureKind = 'unavailable' | 'cut' | 'wrong'

export interface RequestResult {
  readonly status: number
  readonly headers: Headers
  readonly json: Json
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  readonly endedAt: number
  /** Undefined for a response of the service to which the client has to react, such as 404. */
  readonly failure: FailureKind | undefined
}

export interface RequestOptions {
  readonly method?: string
  readonly json?: Json
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MILLISECONDS = 40_000
/** Responses of HAProxy and Varnish when they do not reach a server. */
const GATEWAY_ERRORS: readonly number[] = [502, 504]

/** Sends a request; `path` starts after the namespace. Never rejects. */
export async function sendRequest(origin: string, path: string, options: RequestOptions = {}): Promise<RequestResult> {
  const { method = 'GET', json, headers } = options
  const startedAt = performance.now()
  const end = (status: number, of: Headers, body: Json, failure: FailureKind | undefined): RequestResult => ({
    ...{ status, headers: of, json: body, failure, startedAt },
    endedAt: performance.now(),
  })
  try {
    const response = await fetch(`${origin}/api/cal/events/v1${path}`, {
      method,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const text = await response.text()
    return end(response.status, response.headers, parseJson(text), classify(response))
  } catch (error) {
    return end(0, new Headers(), { message: String(error) }, 'cut')
  }
}

function classify({ status, headers }: Response): FailureKind | undefined {
  if (status === 503) return headers.has('retry-after') ? 'unavailable' : 'wrong'
  if (GATEWAY_ERRORS.includes(status)) return 'cut'
  return status >= 500 || status === 429 ? 'wrong' : undefined
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

/** Counts of failures by kind, with the first wrong responses. */
export interface FailureLog {
  readonly counts: Readonly<Record<FailureKind, number>>
  readonly wrong: readonly string[]
  readonly record: (kind: FailureKind, about: string) => void
}

const MAX_EXAMPLES = 5

export function createFailureLog(): FailureLog {
  const counts = { unavailable: 0, cut: 0, wrong: 0 }
  const wrong: string[] = []
  return {
    counts,
    wrong,
    record: (kind, about) => {
      counts[kind]++
      if (kind === 'wrong' && wrong.length < MAX_EXAMPLES) wrong.push(about)
    },
  }
}

export const describeResult = (action: string, { status, json }: RequestResult): string =>
  `${action}: ${status} ${JSON.stringify(json).slice(0, 300)}`

/** The longest time between two successes; `times` are in order. */
export function findLongestGap(times: readonly number[]): number {
  let longest = 0
  for (const [index, time] of times.entries()) longest = Math.max(longest, time - (times[index - 1] ?? time))
  return longest
}
