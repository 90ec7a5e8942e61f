/** One request from door to door: who, where, what, and the answer with its headers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentOrPage, fileOrState } from './beside.ts'
import { type Gate, isRead, seenBy } from './gate.ts'
import { corsHeaders } from './headers.ts'
import { interfaceAnswer } from './interface.ts'
import { isMcp, mcpAnswer } from './mcp.ts'
import { findDestination } from './mount.ts'
import { type Delivery, deliver, encodeFor, type Prepared } from './prepared.ts'
import { openStream } from './streaming.ts'

/** Answers a request; `failure` is what went wrong before it could be looked at, such as a body too large. */
export async function dispatch(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  failure?: unknown,
): Promise<FastifyReply> {
  reply.headers(gate.everyHeaders)
  const seen = seenBy(gate, request)
  const { spoken, query, method } = seen
  if (failure === undefined && isMcp(spoken)) {
    const answer = await mcpAnswer(seen)
    return reply.code(answer.status).headers(answer.headers).send(answer.text)
  }
  const destination = findDestination(spoken, query['rest_route'], gate.withWordpress)
  if (!destination && failure === undefined && isRead(seen)) {
    const other = await fileOrState(seen)
    if (other) return reply.code(other.status).headers(other.headers).send(other.body)
  }
  const beside = destination || failure !== undefined ? undefined : await documentOrPage(seen)
  const prepared = beside ?? (await interfaceAnswer(seen, destination, failure))
  const { status, headers, bytes, stream } = await delivered(prepared, request.headers)
  const body = stream && method !== 'HEAD' ? await openStream(stream, gate.streams) : bytes
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
  return reply
    .code(status)
    .headers(corsHeaders(gate.corsOrigins, request.headers.origin) ?? {})
    .send(body)
}

async function delivered(prepared: Prepared, asked: IncomingHttpHeaders): Promise<Delivery> {
  const ready = deliver(prepared, asked)
  if (ready) return ready
  await encodeFor(prepared, asked)
  return deliver(prepared, asked) ?? prepared.plain
}
