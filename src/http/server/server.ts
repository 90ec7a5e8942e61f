/** The application as an HTTP server: Fastify takes bytes in and gives bytes out; what lies between are values. */
import type { RequestListener } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { problem } from '../../domain/problem.ts'
import type { AppContext } from '../api/request-context.ts'
import type { OpenConnections } from './connections.ts'
import { dispatchRequest } from './dispatch.ts'
import { createTransport, isHostMissing, REQUEST_TIMEOUT_MILLISECONDS, stripQuery } from './transport.ts'

export interface ServerOptions {
  readonly logger: Logger
  readonly trustProxy: boolean
  /** More are closed at once; undefined for any number. */
  readonly maxConnections: number | undefined
}

export interface AppServer {
  readonly app: FastifyInstance
  readonly connections: OpenConnections
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** `type/subtype` (RFC 9110, 8.3), with or without parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** The application, not yet listening. Every path and verb goes to one place, which knows the routes. */
export function createServer(app: AppContext, options: ServerOptions): AppServer {
  const { logger, trustProxy } = options
  const loggerInstance: FastifyBaseLogger = logger
  const transport = createTransport(app, options)
  const server = Fastify({
    loggerInstance,
    // One proxy: the address it saw, not what the caller says before it.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(app.services.random(6)),
    serverFactory: (handler: RequestListener) => transport.serve(handler),
    clientErrorHandler: transport.onClientError,
    exposeHeadRoutes: false,
    // Its router rejects a path with a bad percent-encoding before any hook runs, so it is shown another one.
    rewriteUrl: () => '/',
    // A request that arrives on an open connection while the service stops is still answered.
    return503OnClosing: false,
  })
  // Bodies are read where it is known how large they may be, and from whom.
  for (const method of METHODS) server.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  server.addHook('onRequest', async ({ raw, originalUrl }) => {
    raw.url = originalUrl
    const method = transport.sentMethod(raw)
    if (method !== undefined) raw.method = method
    // A content type that is none says nothing about a body, which then counts as absent (contract 1.3).
    if (!MEDIA_TYPE.test(raw.headers['content-type'] ?? '')) delete raw.headers['content-type']
    if (isHostMissing(raw)) throw problem('request_malformed')
  })
  const handler = (request: FastifyRequest, reply: FastifyReply) => dispatchRequest(app, request, reply)
  server.route({ method: [...METHODS], url: '/', handler })
  server.setNotFoundHandler(handler)
  server.setErrorHandler((error, request, reply) => respondWithFailure(app, request, reply, error))
  server.addHook('onResponse', async (request, reply) => logResponse(request, reply))
  return { app: server, connections: transport.connections }
}

/** What fails even while the failure is presented is answered without any of the machinery that failed. */
async function respondWithFailure(gate: AppContext, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  try {
    return await dispatchRequest(gate, request, reply, error)
  } catch (later) {
    request.log.error({ err: later, cause: error }, 'failure could not be presented')
    const body = { code: 'internal_server_error', message: '', data: { status: 500, request_id: request.id } }
    return reply.code(500).send(body)
  }
}

/** Names of requests that no other process gives. */
function createRequestIds(prefix: string): () => string {
  let number = 0
  return () => `${prefix}-${(++number).toString(36)}`
}

function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request
  const ms = Math.round(reply.elapsedTime * 10) / 10
  request.log.info({ method, path: stripQuery(url), ip, status: reply.statusCode, ms }, 'answered')
}
