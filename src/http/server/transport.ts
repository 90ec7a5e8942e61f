/** The HTTP server of Node below Fastify: time limits, cached responses, and input that its parser rejects. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { problem } from '../../domain/problem.ts'
import { createFragmentResponder } from '../api/cached-event-response.ts'
import type { AppContext } from '../api/request-context.ts'
import { createFastPath } from '../cache/fast-path.ts'
import { createConnectionRejecter, readParseFailure, serializeResponse } from './client-errors.ts'
import { type OpenConnections, trackConnections } from './connections.ts'
import { createReparser } from './reparse.ts'
import type { ServerOptions } from './server.ts'

/** How long a request may take to arrive. */
export const REQUEST_TIMEOUT_MILLISECONDS = 60_000
/** How long a connection waits for its next request: longer than proxies keep theirs, so that they are the ones to close. */
const KEEP_ALIVE_MILLISECONDS = 72_000
/** How long a connection with a request under way may be idle: a client that stops reading keeps its response in memory. */
const INACTIVITY_TIMEOUT_MILLISECONDS = 120_000

export interface Transport {
  readonly connections: OpenConnections
  /** The server, which passes to `handler` what it does not answer itself. */
  readonly serve: (handler: RequestListener) => Server
  readonly onClientError: (error: object, socket: Socket) => void
  /** The method as the client sent it. */
  readonly sentMethod: (request: IncomingMessage) => string | undefined
}

export function createTransport(app: AppContext, options: ServerOptions): Transport {
  const { logger, trustProxy } = options
  // A request without Host is answered by an envelope like any other: see `lacksHost`.
  const server = createServer({ requireHostHeader: false })
  server.requestTimeout = REQUEST_TIMEOUT_MILLISECONDS
  server.timeout = INACTIVITY_TIMEOUT_MILLISECONDS
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections
  reportRefusedConnections(server, logger)
  const connections = trackConnections(server)
  const reject = createConnectionRejecter({ app, logger, connections })
  const reparser = createReparser({ server, connections, reject })
  const respondFast = createFastPath({
    ...app,
    respondFromFragments: createFragmentResponder(app),
    onResponse: createResponseLogger(logger, trustProxy),
  })
  handleSpecialRequests(server, app)
  return {
    connections,
    serve: (handler) =>
      server.on('request', (request, response) => {
        // The connection is being closed: the response could not be sent.
        if (request.socket.writableEnded) return
        request.url = toOriginForm(request.url ?? '/')
        if (isHostMissing(request) || !respondFast(request, response)) handler(request, response)
      }),
    onClientError: (error, socket) => {
      const failure = readParseFailure(error)
      if (!reparser.takeFailure(socket, failure)) reject(socket, failure)
    },
    sentMethod: ({ socket, method }) => reparser.takeSentMethod(socket) ?? method,
  }
}

/** Shortest time between two reports of connections that were closed because there were too many. */
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
  // Without a listener, a connection that cannot be accepted would end the process. Failures to listen are reported by `listen`.
  server.on('error', (error) => {
    if (server.listening) logger.error({ err: error }, 'connection not accepted')
  })
}

/** Requests that Node would answer without a body, or end without a response. */
function handleSpecialRequests(server: Server, app: AppContext): void {
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', ({ headers }, socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(serializeResponse(app, problem('rest_no_route'), headers))
  })
}

/** HTTP/1.1 demands a Host (RFC 9112, 3.2). */
export const isHostMissing = ({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean =>
  headers.host === undefined && httpVersion === '1.1'

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

/** Path and query of a target that may be a whole URL, as proxies receive it (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || !ABSOLUTE_FORM.test(target)) return target
  const rest = target.replace(ABSOLUTE_FORM, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

function createResponseLogger(logger: Logger, trustProxy: boolean) {
  return (request: IncomingMessage, status: number): void => {
    if (!logger.isLevelEnabled('info')) return
    const ip = findClientIp(request, trustProxy)
    logger.info({ method: request.method, path: stripQuery(request.url ?? ''), ip, status, ms: 0 }, 'answered')
  }
}

/** The address that one proxy in front of us saw, as Fastify finds it. */
function findClientIp({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return [forwarded].flat().join(',').split(',').at(-1)?.trim() || socket.remoteAddress
}

/** Passwords travel in queries; the log keeps only the path. */
export const stripQuery = (url: string): string => url.split('?', 1)[0] ?? ''
