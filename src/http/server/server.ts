/** The HTTP server: Fastify with one route, which passes every request to `http/pipeline.ts`. */
import type { RequestListener } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { problem } from '../../kernel/problem.ts'
import type { AppContext } from '../app-context.ts'
import { createCacheLookup } from '../cache/cache-lookup.ts'
import { createDirectReadFinder } from '../direct-read.ts'
import { createPipeline, type Pipeline } from '../pipeline.ts'
import type { OpenConnections } from './connections.ts'
import {
  createTransport,
  isHostMissing,
  REQUEST_TIMEOUT_MILLISECONDS,
  type ServerOptions,
  stripQuery,
} from './transport.ts'

export interface AppServer {
  readonly app: FastifyInstance
  readonly connections: OpenConnections
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** `type/subtype` (RFC 9110, 8.3), with or without parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

function rejectSchema(): never {
  throw new Error('routes of Fastify have no schemas here')
}

/** Creates the server without listening. */
export function createServer(app: AppContext, options: ServerOptions): AppServer {
  const { logger, trustProxy, findRoute } = options
  const loggerInstance: FastifyBaseLogger = logger
  const cacheLookup = createCacheLookup(app.responseCache, createDirectReadFinder(app))
  const transport = createTransport(app, cacheLookup, options)
  const pipeline = createPipeline(app, { cacheLookup, findRoute })
  const server = Fastify({
    loggerInstance,
    // Trusts one proxy: uses the client address that it saw, not the ones that the client sent.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(app.services.random(6)),
    serverFactory: (handler: RequestListener) => transport.serve(handler),
    clientErrorHandler: transport.onClientError,
    exposeHeadRoutes: false,
    // Routes have no schemas. The default compilers would take a fifth of the start to load.
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    // The router of Fastify rejects paths with invalid percent-encoding before any hook runs, so it gets a constant path.
    rewriteUrl: () => '/',
    // Requests on open connections are still handled while the service stops.
    return503OnClosing: false,
  })
  // Bodies are read after routing and authentication, when their size limit is known.
  for (const method of METHODS) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  server.addHook('onRequest', async ({ raw, originalUrl }) => {
    raw.url = originalUrl
    const method = transport.sentMethod(raw)
    if (method !== undefined) raw.method = method
    // A body with an invalid content type is ignored (wire-contract §1.3).
    if (!MEDIA_TYPE.test(raw.headers['content-type'] ?? '')) delete raw.headers['content-type']
    if (isHostMissing(raw)) throw problem('request_malformed')
  })
  const handler = (request: FastifyRequest, reply: FastifyReply) => pipeline(request, reply)
  server.route({ method: [...METHODS], url: '/', handler })
  server.setNotFoundHandler(handler)
  server.setErrorHandler((error, request, reply) => respondWithFailure(pipeline, request, reply, error))
  server.addHook('onResponse', async (request, reply) => logResponse(request, reply))
  return { app: server, connections: transport.connections }
}

/** Falls back to a constant 500 when the error cannot be presented. */
async function respondWithFailure(pipeline: Pipeline, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  try {
    return await pipeline(request, reply, error)
  } catch (later) {
    request.log.error({ err: later, cause: error }, 'failure could not be presented')
    const body = { code: 'internal_server_error', message: '', data: { status: 500, request_id: request.id } }
    return reply.code(500).send(body)
  }
}

/** Request IDs that are unique across processes. */
function createRequestIds(prefix: string): () => string {
  let number = 0
  return () => `${prefix}-${(++number).toString(36)}`
}

function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request
  const ms = Math.round(reply.elapsedTime * 10) / 10
  request.log.info({ method, path: stripQuery(url), ip, status: reply.statusCode, ms }, 'answered')
}
