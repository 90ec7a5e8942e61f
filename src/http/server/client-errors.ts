/** Responses to input that the HTTP parser of Node rejects: the error envelope with CORS headers (decisions: "Raw bytes in a request line"). */
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { negotiateLanguage } from '../../base/i18n/language.ts'
import { type Problem, problem } from '../../kernel/problem.ts'
import type { AppContext } from '../app-context.ts'
import { siteUrl } from '../request/resolve-mount.ts'
import { buildResponse } from '../response/build-response.ts'
import { DEFAULT_ENVELOPE } from '../response/envelope.ts'
import { corsHeaders } from '../response/headers.ts'
import { NO_SHARED_CACHING } from '../response/shared-caching.ts'
import type { OpenConnections } from './connections.ts'
import type { ParseFailure } from './request-line.ts'

/** Properties of a `clientError` of Node; errors of the socket have none of them. */
interface ClientError {
  readonly code?: unknown
  readonly rawPacket?: unknown
  readonly bytesParsed?: unknown
}

export function readParseFailure({ code, rawPacket, bytesParsed }: ClientError): ParseFailure {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0)
  const offset = typeof bytesParsed === 'number' ? Math.min(bytesParsed, packet.length) : 0
  return { code: String(code), packet, offset }
}

const PROBLEMS_BY_CODE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: problem('request_headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: problem('request_timeout'),
}

interface RejectOptions {
  readonly app: AppContext
  readonly logger: Logger
  readonly connections: OpenConnections
}

/** Sends an error response for input that cannot be parsed, and closes the connection. */
export function createConnectionRejecter({ app, logger, connections }: RejectOptions) {
  const respond = (connection: Duplex, failure: ParseFailure): void => {
    if (connection.destroyed || !connection.writable) return
    const reason = PROBLEMS_BY_CODE[failure.code] ?? problem('request_malformed')
    const headers = {
      origin: findRawHeader(failure.packet, 'origin'),
      'accept-language': findRawHeader(failure.packet, 'accept-language'),
    }
    connection.end(serializeResponse(app, reason, headers))
    logger.info({ status: reason.status, reason: failure.code }, 'request rejected')
  }
  return (connection: Duplex, failure: ParseFailure): void => {
    const responses = [...connections.listResponses(connection)]
    const isReading = responses.some(({ req }) => !req.complete)
    // The client is gone, or part of a response was sent, which a second response would corrupt.
    if (isConnectionLost(failure) || (isReading && responses.some(({ headersSent }) => headersSent))) {
      connection.destroy()
      return
    }
    if (isReading) respond(connection, failure)
    else void connections.waitUntilIdle(connection).then(() => respond(connection, failure))
  }
}

/** Codes of parser errors start with HPE_; others come from the socket. */
const isConnectionLost = ({ code }: ParseFailure): boolean =>
  !code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT'

interface Rejection {
  readonly status: number
  /** Names and values alternate. */
  readonly headers: string[]
  readonly body: Buffer
}

/** The response to a request that is rejected before it is parsed or routed. */
export function buildRejection(app: AppContext, reason: Problem, requestHeaders: IncomingHttpHeaders): Rejection {
  const language = negotiateLanguage(requestHeaders['accept-language'], app.services.settings.current().languages)
  const { identity } = buildResponse({
    response: reason,
    allowedMethods: undefined,
    discoveryLink: { home: siteUrl({ site: app.getHomeUrl(), language: undefined }), hasWordpress: app.withWordpress },
    contentLanguage: { language, isNegotiated: true },
    envelope: DEFAULT_ENVELOPE,
    isPersonal: false,
    isRead: false,
    isBodiless: false,
    freshness: undefined,
    sharedCaching: NO_SHARED_CACHING,
    route: undefined,
    epoch: app.services.database.bus.current().epoch,
  })
  // Without a readable Origin, the response gets the headers that every origin may have.
  const cors = corsHeaders(app.corsOrigins, requestHeaders.origin ?? 'null') ?? {}
  const body = Buffer.isBuffer(identity.body) ? identity.body : Buffer.alloc(0)
  const extraHeaders = Object.entries({ ...cors, ...app.responseHeaders }).flat()
  return { status: identity.status, headers: [...identity.headers, ...extraHeaders], body }
}

/** Serializes a complete response with `Connection: close`. */
export function serializeResponse(app: AppContext, reason: Problem, requestHeaders: IncomingHttpHeaders): Buffer {
  const { status, headers: common, body } = buildRejection(app, reason, requestHeaders)
  const headers = [...common, 'date', new Date().toUTCString(), 'connection', 'close']
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** Part of a rejected request in which its headers are searched. */
const MAX_SEARCHED_BYTES = 16_384

/** Best-effort search for a header of a request that could not be parsed. */
function findRawHeader(packet: Buffer, name: 'origin' | 'accept-language'): string | undefined {
  const text = packet.toString('latin1', 0, MAX_SEARCHED_BYTES)
  return new RegExp(`\\n${name}:[ \\t]*([\\x20-\\x7e]*)`, 'i').exec(text)?.[1]?.trim()
}
