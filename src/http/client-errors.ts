/** Responses to input that the HTTP parser of Node rejects: the error envelope with CORS headers (decisions, "Raw bytes"). */
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type Problem, problem } from '../calendar/problem.ts'
import { wishedLanguage } from '../text/language.ts'
import { answerInBytes } from './answer.ts'
import type { Connections } from './connections.ts'
import type { Gate } from './gate.ts'
import { corsHeaders } from './headers.ts'
import { homeOf } from './mount.ts'
import { PLAIN } from './output.ts'
import type { ParseFailure } from './request-line.ts'

/** What one may tell from a failed connection: not every failure comes from the parser. */
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

const PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: problem('request_headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: problem('request_timeout'),
}

interface RejectOptions {
  readonly gate: Gate
  readonly logger: Logger
  readonly connections: Connections
}

/** Tells the client why nothing more can be read from the connection, and closes it. */
export function createReject({ gate, logger, connections }: RejectOptions) {
  const respond = (connection: Duplex, failure: ParseFailure): void => {
    if (connection.destroyed || !connection.writable) return
    const reason = PROBLEMS[failure.code] ?? problem('request_malformed')
    const headers = {
      origin: headerIn(failure.packet, 'origin'),
      'accept-language': headerIn(failure.packet, 'accept-language'),
    }
    connection.end(responseBytes(gate, reason, headers))
    logger.info({ status: reason.status, reason: failure.code }, 'request rejected')
  }
  return (connection: Duplex, failure: ParseFailure): void => {
    const responses = [...connections.responsesOn(connection)]
    const isReading = responses.some(({ req }) => !req.complete)
    // The client is gone, or part of a response to the request was sent: another one would be taken for its rest.
    if (isConnectionLost(failure) || (isReading && responses.some(({ headersSent }) => headersSent))) {
      connection.destroy()
      return
    }
    if (isReading) respond(connection, failure)
    else void connections.whenIdle(connection).then(() => respond(connection, failure))
  }
}

/** Failures of the parser begin so; others come from the socket. */
const isConnectionLost = ({ code }: ParseFailure): boolean =>
  !code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT'

/** A whole response, after which the connection is to be closed. */
export function responseBytes(gate: Gate, reason: Problem, sent: IncomingHttpHeaders): Buffer {
  const language = wishedLanguage(sent['accept-language'], gate.services.site.languages)
  const { plain } = answerInBytes({
    reply: reason,
    allow: undefined,
    place: { home: homeOf({ site: gate.home(), language: undefined }), hasWordpress: gate.withWordpress },
    voice: { language, isNegotiated: true },
    wrapping: PLAIN,
    isPersonal: false,
    isRead: false,
    isBodiless: false,
    lasting: undefined,
    cdnSeconds: 0,
    epoch: gate.services.database.bus.current().epoch,
  })
  // Where the Origin cannot be read, only what any origin may see is said.
  const cors = corsHeaders(gate.corsOrigins, sent.origin ?? 'null') ?? {}
  const more = { ...cors, ...gate.everyHeaders, date: new Date().toUTCString(), connection: 'close' }
  const headers = [...plain.headers, ...Object.entries(more).flat()]
  const lines = [`HTTP/1.1 ${plain.status} ${STATUS_CODES[plain.status] ?? ''}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), plain.bytes ?? Buffer.alloc(0)])
}

/** Where headers of a rejected request are looked for. */
const SEARCHED_BYTES = 16_384

/** A header of a request that could not be parsed, as far as it can be told. Names here hold letters and hyphens only. */
function headerIn(packet: Buffer, name: 'origin' | 'accept-language'): string | undefined {
  const text = packet.toString('latin1', 0, SEARCHED_BYTES)
  return new RegExp(`\\n${name}:[ \\t]*([\\x20-\\x7e]*)`, 'i').exec(text)?.[1]?.trim()
}
