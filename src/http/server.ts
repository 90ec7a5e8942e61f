/** The door: Fastify takes bytes in and gives bytes out; what lies between are values. */
import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { dispatch, type Gate } from './dispatch.ts'

export interface ServerOptions {
  readonly logger: FastifyBaseLogger
  readonly trustProxy: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** How long a request may take to arrive. */
const REQUEST_MILLISECONDS = 60_000

/** `type/subtype` (RFC 9110, 8.3), with or without parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** The application, not yet listening. Every path and verb goes to one place, which knows the routes. */
export async function createServer(gate: Gate, { logger, trustProxy }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    // One proxy: the address it saw, not what the caller says before it.
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    requestTimeout: REQUEST_MILLISECONDS,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => gate.services.random(8),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // A path with a bad percent-encoding is a path like any other, which finds nothing.
    frameworkErrors: (_error, request, reply) => dispatch(gate, request, reply),
    // What arrives on an open connection while the service stops is still answered.
    return503OnClosing: false,
  })
  // Bodies are read where it is known how large they may be, and from whom.
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'] })
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

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip } = request
  // Passwords travel in queries; the log keeps only the path.
  const path = url.split('?', 1)[0]
  request.log.info(
    { method, path, ip, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
    'answered',
  )
}
