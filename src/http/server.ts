/** The door: Fastify takes bytes in and gives bytes out; what lies between are values. */
import { createServer as createServerOf, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { dispatch } from './dispatch.ts'
import { createFront } from './front.ts'
import type { Gate } from './gate.ts'
import { createReady } from './ready.ts'

export interface ServerOptions {
  readonly logger: Logger
  readonly trustProxy: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** How long a request may take to arrive. */
const REQUEST_MILLISECONDS = 60_000
/** How long a connection waits for its next request: longer than proxies keep theirs, so that they are the ones to close. */
const KEPT_ALIVE_MILLISECONDS = 72_000
/** How long a connection with a request under way may stand still: whoever takes nothing holds what is being sent. */
const STILL_MILLISECONDS = 120_000

/** `type/subtype` (RFC 9110, 8.3), with or without parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** The application, not yet listening. Every path and verb goes to one place, which knows the routes. */
export async function createServer(gate: Gate, { logger, trustProxy }: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({
    loggerInstance,
    // One proxy: the address it saw, not what the caller says before it.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: REQUEST_MILLISECONDS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: numbering(gate.services.random(6)),
    forceCloseConnections: 'idle',
    serverFactory: (handler) => createHttpServer(gate, { logger, trustProxy }, handler),
    exposeHeadRoutes: false,
    // A path with a bad percent-encoding is a path like any other, which finds nothing.
    frameworkErrors: (_error, request, reply) => dispatch(gate, request, reply),
    // What arrives on an open connection while the service stops is still answered.
    return503OnClosing: false,
  })
  // Bodies are read where it is known how large they may be, and from whom.
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  // A content type that is none says nothing about a body, which then counts as absent (contract 1.3).
  app.addHook('onRequest', async ({ headers }) => {
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
  const handler = (request: FastifyRequest, reply: FastifyReply) => dispatch(gate, request, reply)
  app.route({ method: [...METHODS], url: '*', handler })
  app.setNotFoundHandler(handler)
  app.setErrorHandler((error, request, reply) => dispatch(gate, request, reply, error))
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  return app
}

/** Names of requests that no other process gives. */
function numbering(process: string): () => string {
  let number = 0
  return () => `${process}-${(++number).toString(36)}`
}

function createHttpServer(gate: Gate, { logger, trustProxy }: ServerOptions, handler: RequestListener): Server {
  const onAnswer = (request: IncomingMessage, status: number) => {
    if (!logger.isLevelEnabled('info')) return
    const ip = addressOf(request, trustProxy)
    logger.info({ method: request.method, path: pathOf(request.url ?? ''), ip, status, ms: 0 }, 'answered')
  }
  const front = createFront({ ...gate, ready: createReady(gate), onAnswer })
  const server = createServerOf((request, response) => {
    if (!front(request, response)) handler(request, response)
  })
  server.requestTimeout = REQUEST_MILLISECONDS
  server.timeout = STILL_MILLISECONDS
  server.keepAliveTimeout = KEPT_ALIVE_MILLISECONDS
  return server
}

/** The address that one proxy in front of us saw, as Fastify finds it. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return [forwarded].flat().join(',').split(',').at(-1)?.trim() || socket.remoteAddress
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request
  const ms = Math.round(reply.elapsedTime * 10) / 10
  request.log.info({ method, path: pathOf(url), ip, status: reply.statusCode, ms }, 'answered')
}

/** Passwords travel in queries; the log keeps only the path. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''
