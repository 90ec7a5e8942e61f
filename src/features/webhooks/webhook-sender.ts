/** Posts messages to the URLs of webhooks, with SSRF protection and without following redirects. */
import { request } from '../../base/net/http-client.ts'
import { parseFetchUrl } from '../../base/net/parse-url.ts'
import { createSafeAttempts, type SafeAttempt, type SafeAttemptOptions } from '../../base/net/safe-attempt.ts'
import { isRefusal } from '../../base/net/safe-connector.ts'
import { createWebhookHeaders, type SignedMessage } from './webhook-signature.ts'

export interface OutgoingMessage extends SignedMessage {
  readonly url: string
  /** Each of them signs the message. */
  readonly secrets: readonly string[]
  /** Aborts the request. */
  readonly signal?: AbortSignal
}

/** `status` is 0 without a response. */
export interface WebhookResponse {
  readonly status: number
  readonly milliseconds: number
  /** First part of the response, without characters that a database cannot store. */
  readonly excerpt: string
  /** `refused`: the host is not public; empty when a response arrived. */
  readonly failure: '' | 'refused' | 'unreachable' | 'timeout' | 'aborted'
}

/** Requests by result, since the start of the process. */
export interface WebhookCounts {
  readonly delivered: number
  /** Responses with another status than 2xx. */
  readonly rejected: number
  /** Requests without a response. */
  readonly failed: number
}

export interface WebhookSender {
  /** Never throws for failures of the remote host. */
  readonly send: (request: OutgoingMessage) => Promise<WebhookResponse>
  readonly counts: () => WebhookCounts
  /** Aborts running requests. */
  readonly close: () => Promise<void>
}

const MAX_EXCERPT_BYTES = 1000

export function createWebhookSender(options: SafeAttemptOptions): WebhookSender {
  const attempts = createSafeAttempts(options)
  const counts = { delivered: 0, rejected: 0, failed: 0 }
  return {
    send: async (request) => {
      const start = performance.now()
      const response = await attempts.run((attempt) => post(request, attempt))
      if (response.failure === 'aborted') return { ...response, milliseconds: 0 }
      if (response.failure !== '') counts.failed++
      else if (response.status >= 200 && response.status < 300) counts.delivered++
      else counts.rejected++
      return { ...response, milliseconds: Math.round(performance.now() - start) }
    },
    counts: () => ({ ...counts }),
    close: attempts.close,
  }
}

type Outcome = Omit<WebhookResponse, 'milliseconds'>

const fail = (failure: Outcome['failure']): Outcome => ({ status: 0, excerpt: '', failure })

async function post(message: OutgoingMessage, attempt: SafeAttempt): Promise<Outcome> {
  const { url, body, secrets, signal: stop } = message
  const target = parseFetchUrl(url)
  if (target === undefined) return fail('refused')
  const signal = stop ? AbortSignal.any([attempt.signal, stop]) : attempt.signal
  const headers = {
    ...createWebhookHeaders(message, secrets),
    ...{ 'content-type': 'application/json', 'user-agent': 'Calends', 'accept-encoding': 'identity' },
  }
  try {
    const options = { method: 'POST', headers, body, dispatcher: attempt.dispatcher, signal, reset: true } as const
    const response = await request(target, options)
    // Destroying an unread body emits an error.
    response.body.on('error', () => undefined)
    return { status: response.statusCode, excerpt: await readExcerpt(response.body), failure: '' }
  } catch (error) {
    if (stop?.aborted) return fail('aborted')
    if (attempt.signal.aborted) return fail('timeout')
    return fail(isRefusal(error) ? 'refused' : 'unreachable')
  }
}

/** The rest of the body is not read. A body that breaks off does not change the result. */
async function readExcerpt(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_EXCERPT_BYTES) break
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES).toString('utf8').replaceAll('\0', '')
}
