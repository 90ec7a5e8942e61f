/** Receivers of webhooks, and the job that delivers to them. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { type Services, withOrigin } from '../../../src/calendar/services.ts'
import { createWebhookRunner } from '../../../src/features/webhooks/webhook-runner.ts'
import { buildUrls, MOUNTS } from '../../../src/http/request/resolve-mount.ts'
import { createSystemOrigin } from '../../../src/kernel/change-record.ts'
import type { Json, TestService } from '../service.ts'

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Parsed body. */
  readonly json: Json
}

export interface Reply {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface WebhookReceiver {
  readonly url: string
  /** All requests, in the order in which they arrived. */
  readonly received: ReceivedMessage[]
  /** Determines the responses; 204 by default. */
  readonly respondWith: (reply: (message: ReceivedMessage) => Reply | Promise<Reply>) => void
  readonly stop: () => Promise<void>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  let respond: (message: ReceivedMessage) => Reply | Promise<Reply> = () => ({ status: 204 })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const message = { headers: request.headers, body, json: JSON.parse(body) }
      received.push(message)
      const { status, body: text = '', headers = {} } = await respond(message)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    received,
    respondWith: (reply) => {
      respond = reply
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Verifies a message with the library of the receivers. `now` is the time of the clock, in milliseconds. */
export function verifyMessage({ headers, body }: ReceivedMessage, secret: string, now = Date.now()): unknown {
  const realNow = Date.now
  Date.now = () => now
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  } finally {
    Date.now = realNow
  }
}

/** Settings with which a service may send to a receiver on this machine. */
export const RECEIVER_SETTINGS = { WEBHOOK_ALLOW: '127.0.0.1' }

/** Runs the job once, and waits until all that is due is delivered. `replaced` are services instead of those of the service. */
export function createDeliverer(service: TestService, replaced: Partial<Services> = {}): () => Promise<void> {
  const runner = createWebhookRunner(() => buildUrls({ mount: MOUNTS.api, language: undefined, site: service.origin }))
  const services = withOrigin({ ...service.services, ...replaced }, createSystemOrigin('job'))
  return async () => {
    await runner.run(services, new AbortController().signal)
    await runner.settle()
  }
}
