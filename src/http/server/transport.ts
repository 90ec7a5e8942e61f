/** The HTTP server of Node below Fastify: time limits, cached responses, and input that its parser rejects. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { problem } from '../../kernel/problem.ts'
import type { AppContext } from '../app-context.ts'
import type { CacheLookup } from '../cache/cache-lookup.ts'
import { createFastPath, type RecordResponse } from '../cache/fast-path.ts'
import { findClientIp, normalizeForwardedFor } from '../limits/client-address.ts'
import type { RequestContext } from '../request-context.ts'
import type { RequestObserver } from '../request-observer.ts'
import type { ServedRoute } from '../served-route.ts'
import { buildRejection, createConnectionRejecter, readParseFailure, serializeResponse } from './client-errors.ts'
import { type OpenConnections, trackConnections } from './connections.ts'
import { createReparser } from './reparse.ts'

/** Time in which a request has to arrive. */
export const REQUEST_TIMEOUT_MILLISECONDS = 60_000
/** Time for which an idle connection stays open. Longer than in common proxies, so that the proxy closes it. */
const KEEP_ALIVE_MILLISECONDS = 72_000
/** Time for which a connection with a pending response may be inactive: the response stays in memory until it is read. */
export const INACTIVITY_TIMEOUT_MILLISECONDS = 120_000

export interface Transport {
  readonly connections: OpenConnections
  /** Passes requests without a cached response to `handler`. */
  readonly serve: (handler: RequestListener) => Server
  readonly onClientError: (error: object, socket: Socket) => void
  /** The method as the client sent it. */
  readonly sentMethod: (request: IncomingMessage) => string | undefined
}

export function createTransport(app: AppContext, cacheLookup: CacheLookup, options: ServerOptions): Transport {
  const { logger, trustProxy } = options
  // Requests without Host get the error response of the API instead: see `isHostMissing`.
  const server = createServer({ requireHostHeader: false })
  server.requestTimeout = REQUEST_TIMEOUT_MILLISECONDS
  server.timeout = INACTIVITY_TIMEOUT_MILLISECONDS
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections
  reportRefusedConnections(server, logger)
  const connections = trackConnections(server)
  const reject = createConnectionRejecter({ app, logger, connections })
  const reparser = createReparser({ server, connections, reject })
  const recordResponse = createResponseRecorder(app.observer, logger, trustProxy)
  const respondFast = createFastPath({
    cacheLookup,
    findSignIn: (authorization) => {
      const known = app.signIns.known.find(authorization)
      return known && { viewer: known.user, key: known.password.uuid }
    },
    takeToken: (key, request) => app.limits.takeForKey(key, request) === undefined,
    corsOrigins: app.corsOrigins,
    responseHeaders: app.responseHeaders,
    onResponse: recordResponse,
  })
  handleSpecialRequests(server, app)
  return {
    connections,
    serve: (handler) =>
      server.on('request', (request, response) => {
        // The connection is being closed: the response could not be sent.
        if (request.socket.writableEnded) return
        request.url = toOriginForm(request.url ?? '/')
        const isAddressed = !trustProxy || normalizeForwardedFor(request)
        const rejection = isAddressed ? app.limits.takeForClient(request) : problem('forwarded_address_invalid')
        if (rejection) {
          const { status, headers, body } = buildRejection(app, rejection, request.headers)
          response.writeHead(status, headers).end(body)
          recordResponse(request, { route: 'none', status, milliseconds: 0 })
        } else if (isHostMissing(request)) handler(request, response)
        else respondFast(request, response, () => handler(request, response))
      }),
    onClientError: (error, socket) => {
      const failure = readParseFailure(error)
      if (!reparser.takeFailure(socket, failure)) reject(socket, failure)
    },
    sentMethod: ({ socket, method }) => reparser.takeSentMethod(socket) ?? method,
  }
}

/** Minimum time between two log lines about refused connections. */
const REPORT_INTERVAL_MILLISECONDS = 10_000

function reportRefusedConnections(server: Server, logger: Logger): void {
  let dropped = 0
  let reported = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped++
    if (performance.now() - reported < REPORT_INTERVAL_MILLISECONDS) return
    const advice = 'too many connections: raise the limit of open files (ulimit -n, LimitNOFILE=)'
    logger.error({ dropped, maxConnections: server.maxConnections }, advice)
    reported = performance.now()
    dropped = 0
  })
  // Without a listener, an error while accepting would end the process. `listen` reports its own errors.
  server.on('error', (error) => {
    if (server.listening) logger.error({ err: error }, 'connection not accepted')
  })
}

/** Requests to which Node would respond without a body or not at all. */
function handleSpecialRequests(server: Server, app: AppContext): void {
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', ({ headers }, socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(serializeResponse(app, problem('rest_no_route'), headers))
  })
}

/** HTTP/1.1 requires Host (RFC 9112, 3.2). */
export const isHostMissing = ({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean =>
  headers.host === undefined && httpVersion === '1.1'

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

/** Path and query of a target in absolute form, as sent to proxies (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || !ABSOLUTE_FORM.test(target)) return target
  const rest = target.replace(ABSOLUTE_FORM, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

function createResponseRecorder({ counters }: RequestObserver, logger: Logger, trustProxy: boolean): RecordResponse {
  return (request, { route, status, milliseconds }) => {
    counters.count(route, request.method ?? '', status)
    if (!logger.isLevelEnabled('info')) return
    const ip = findClientIp(request, trustProxy)
    const ms = Math.round(milliseconds * 10) / 10
    logger.info({ method: request.method, path: stripQuery(request.url ?? ''), ip, status, ms }, 'answered')
  }
}

/** The log contains no query strings, because they can contain passwords. */
export const stripQuery = (url: string): string => url.split('?', 1)[0] ?? ''

export interface ServerOptions {
  readonly logger: Logger
  /** Finds the route among everything that the service serves; the 404 of the API when none matches. */
  readonly findRoute: (context: RequestContext) => Promise<ServedRoute>
  readonly trustProxy: boolean
  /** Further connections are closed immediately; undefined for no limit. */
  readonly maxConnections: number | undefined
}
