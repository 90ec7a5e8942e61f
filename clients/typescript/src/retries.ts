/** Tries again what may be tried again, after as long as the service asks for. */

/** What sends a request, `fetch` itself say. */
export type Send = (request: Request) => Promise<Response>

/** Milliseconds. A service that asks for more is not waited for: its answer is handed over. */
const LONGEST_WAIT = 60_000
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 8_000

/** Sent twice, these leave the same as once. A POST that failed may have been kept, and would be again. */
const REPEATABLE = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

/** Sends a request up to `retries` times more, while the service or the network is not ready for it. */
export function withRetries(send: Send, retries: number): Send {
  return async (request) => {
    for (let tried = 0; ; tried++) {
      const isLast = tried >= retries
      const outcome = await attempt(send, isLast ? request : request.clone())
      const wait = isLast ? undefined : waitAfter(outcome, request, tried)
      if (wait === undefined) return result(outcome)
      if ('response' in outcome) await outcome.response.body?.cancel()
      await pause(wait, request.signal)
    }
  }
}

type Outcome = { readonly response: Response } | { readonly error: unknown }

async function attempt(send: Send, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request) }
  } catch (error) {
    return { error }
  }
}

function result(outcome: Outcome): Response {
  if ('error' in outcome) throw outcome.error
  return outcome.response
}

/** How long to wait before the next attempt; undefined when there is none to make. */
function waitAfter(outcome: Outcome, { method, signal }: Request, tried: number): number | undefined {
  if (signal.aborted) return undefined
  const isRepeatable = REPEATABLE.includes(method)
  if ('error' in outcome) return isRepeatable ? backoff(tried) : undefined
  const { status, headers } = outcome.response
  // 429 means that nothing was done; after a 503 nobody knows.
  if (status !== 429 && !(status === 503 && isRepeatable)) return undefined
  const wait = retryAfter(headers.get('retry-after')) ?? backoff(tried)
  return wait <= LONGEST_WAIT ? wait : undefined
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Twice as long each time, less up to half by chance, so that clients do not come back together. */
export const backoff = (tried: number): number =>
  Math.min(FIRST_PAUSE * 2 ** tried, LONGEST_PAUSE) * (1 - Math.random() / 2)

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, milliseconds)
    function finish() {
      signal?.removeEventListener('abort', finish)
      clearTimeout(timer)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    // It may have been told to stop while the answer was put away.
    if (signal?.aborted) finish()
    else signal?.addEventListener('abort', finish)
  })
}
