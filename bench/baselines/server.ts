/**
 * HTTP baseline: node:http sends prepared bytes with the same headers as the service. `node server.ts FILE`, where the file
 * contains `PreparedResponses` as JSON.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { serveOnLoopback } from './listen.ts'

interface PreparedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PreparedResponses {
  /** Response of `/hot`. */
  readonly hot: PreparedResponse
  /** Responses of `/singles/NUMBER`, by NUMBER modulo their count. */
  readonly singles: readonly PreparedResponse[]
}

const encode = ({ headers, body }: PreparedResponse) => ({
  headers,
  etag: headers['etag'],
  body: Buffer.from(body),
  length: Buffer.byteLength(body),
})
type EncodedResponse = ReturnType<typeof encode>

const prepared: PreparedResponses = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const hot = encode(prepared.hot)
const singles = prepared.singles.map(encode)

function send(reply: ServerResponse, { headers, body, length }: EncodedResponse): void {
  reply.writeHead(200, { ...headers, 'content-length': length })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  const { url = '' } = request
  if (url !== '/hot') return send(reply, singles[Number(url.slice(url.lastIndexOf('/') + 1)) % singles.length] ?? hot)
  if (request.headers['if-none-match'] !== hot.etag) return send(reply, hot)
  reply.writeHead(304, hot.headers)
  reply.end()
})
