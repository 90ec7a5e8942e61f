/** The stage `respond`: selects the representation for the client and sends it. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RequestContext } from '../request-context.ts'
import { corsHeaders } from '../response/headers.ts'
import { chooseRepresentation, type HttpResponse, type Representation } from '../response/http-response.ts'
import type { ServerTiming } from '../response/server-timing.ts'
import { openStream } from '../response/stream-body.ts'

interface SendOptions {
  readonly response: HttpResponse
  readonly timing: ServerTiming
  readonly withCors: boolean
}

export async function sendResponse(
  { app, request, method }: RequestContext,
  reply: FastifyReply,
  { response, timing, withCors }: SendOptions,
): Promise<FastifyReply> {
  const end = timing.start('respond')
  const { status, headers, body } = await chooseRepresentation(response, request.headers)
  const payload = await openBody(body, method, app.streams)
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1])
  if (withCors) reply.headers(corsHeaders(app.corsOrigins, request.headers.origin) ?? {})
  end()
  const serverTiming = timing.format()
  if (serverTiming !== undefined) reply.header('server-timing', serverTiming)
  return reply.code(status).send(payload)
}

async function openBody(body: Representation['body'], method: string, streams: RequestContext['app']['streams']) {
  if (body === undefined || Buffer.isBuffer(body) || body instanceof Readable) return body
  if (method === 'HEAD') return undefined
  return 'open' in body ? body.open() : openStream(body, streams)
}
