/** One request from door to door: who, where, what, and the answer with its headers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handleApi } from '../api/handle-api.ts'
import { type AppContext, createRequestContext, isReadRequest } from '../api/request-context.ts'
import { findApiTarget } from '../request/resolve-mount.ts'
import { corsHeaders } from '../response/headers.ts'
import {
  encodeRepresentation,
  type HttpResponse,
  type Representation,
  selectRepresentation,
} from '../response/http-response.ts'
import { openStream } from '../response/stream-body.ts'
import { handleMcp, isMcpPath } from '../system/mcp.ts'
import { handleDocumentOrPage, handleFileOrHealth } from './non-api-handlers.ts'

/** Answers a request; `failure` is what went wrong before it could be looked at, such as a body too large. */
export async function dispatchRequest(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  failure?: unknown,
): Promise<FastifyReply> {
  reply.headers(app.responseHeaders)
  const context = createRequestContext(app, request)
  const { localizedPath, query, method } = context
  if (failure === undefined && isMcpPath(localizedPath)) {
    const mcpResponse = await handleMcp(context)
    return reply.code(mcpResponse.status).headers(mcpResponse.headers).send(mcpResponse.text)
  }
  const apiTarget = findApiTarget(localizedPath, query['rest_route'], app.withWordpress)
  if (!apiTarget && failure === undefined && isReadRequest(context)) {
    const fileResponse = await handleFileOrHealth(context)
    if (fileResponse) return reply.code(fileResponse.status).headers(fileResponse.headers).send(fileResponse.body)
  }
  const documentResponse = apiTarget || failure !== undefined ? undefined : await handleDocumentOrPage(context)
  const response = documentResponse ?? (await handleApi(context, apiTarget, failure))
  const { status, headers, bytes, stream } = await chooseRepresentation(response, request.headers)
  const body = stream && method !== 'HEAD' ? await openStream(stream, app.streams) : bytes
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1])
  return reply
    .code(status)
    .headers(corsHeaders(app.corsOrigins, request.headers.origin) ?? {})
    .send(body)
}

async function chooseRepresentation(
  response: HttpResponse,
  requestHeaders: IncomingHttpHeaders,
): Promise<Representation> {
  const representation = selectRepresentation(response, requestHeaders)
  if (representation) return representation
  await encodeRepresentation(response, requestHeaders)
  return selectRepresentation(response, requestHeaders) ?? response.identity
}
