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
import { problem } from '../calendar/problem.ts'
import type { Connections } from './connections.ts'
import { dispatch } from './dispatch.ts'
import type { Gate } from './gate.ts'
import { createTransport, lacksHost, pathOf, REQUEST_MILLISECONDS } from './transport.ts'

export interface ServerOptions {
  readonly logger: Logger
  readonly trustProxy: boolean
  /** More are closed at once; undefined for any number. */
  readonly maxConnections: number | undefined
}

export interface AppServer {
  readonly app: FastifyInstance
  readonly connections: Connections
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** `type/subtype` (RFC 9110, 8.3), with or without parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** The application, not yet listening. Every path and verb goes to one place, which knows the routes. */
export function createServer(gate: Gate, options: ServerOptions): AppServer {
  const { logger, trustProxy } = options
  const loggerInstance: FastifyBaseLogger = logger
  const transport = createTransport(gate, options)
  const app = Fastify({
    loggerInstance,
    // One proxy: the address it saw, not what the caller says before it.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: REQUEST_MILLISECONDS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: numbering(gate.services.random(6)),
    serverFactory: (handler: RequestListener) => transport.serve(handler),
    clientErrorHandler: transport.onClientError,
    exposeHeadRoutes: false,
    // Its router rejects a path with a bad percent-encoding before any hook runs, so it is shown another one.
    rewriteUrl: () => '/',
    // A request that arrives on an open connection while the service stops is still answered.
    return503OnClosing: false,
  })
  // Bodies are read where it is known how large they may be, and from whom.
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.addHook('onRequest', async ({ raw, originalUrl }) => {
    raw.url = originalUrl
    const method = transport.sentMethod(raw)
    if (method !== undefined) raw.method = method
    // A content type that is none says nothing about a body, which then counts as absent (contract 1.3).
    if (!MEDIA_TYPE.test(raw.headers['content-type'] ?? '')) delete raw.headers['content-type']
    if (lacksHost(raw)) throw problem('request_malformed')
  })
  const handler = (request: FastifyRequest, reply: FastifyReply) => dispatch(gate, request, reply)
  app.route({ method: [...METHODS], url: '/', handler })
  app.setNotFoundHandler(handler)
  app.setErrorHandler((error, request, reply) => answerFailure(gate, request, reply, error))
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  return { app, connections: transport.connections }
}

/** What fails even while the failure is presented is answered without any of the machinery that failed. */
async function answerFailure(gate: Gate, request: FastifyRequest, reply: FastifyReply, error: unknown) {
  try {
    return await dispatch(gate, request, reply, error)
  } catch (later) {
    request.log.error({ err: later, cause: error }, 'failure could not be presented')
    const body = { code: 'internal_server_error', message: '', data: { status: 500, request_id: request.id } }
    return reply.code(500).send(body)
  }
}

/** Names of requests that no other process gives. */
function numbering(process: string): () => string {
  let number = 0
  return () => `${process}-${(++number).toString(36)}`
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request
  const ms = Math.round(reply.elapsedTime * 10) / 10
  request.log.info({ method, path: pathOf(url), ip, status: reply.statusCode, ms }, 'answered')
}
