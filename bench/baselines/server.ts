/**
 * The limit of everything that is served over HTTP: node:http sending bytes that lie ready, with the same headers as the
 * service. `node server.ts FILE`, where the file has an `HttpResponse` as JSON.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { serveOnLoopback } from './listen.ts'

interface PreparedAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PreparedResponses {
  /** Answered to the path `/hot`. */
  readonly hot: PreparedAnswer
  /** Answered to `/singles/NUMBER`, in turn. */
  readonly singles: readonly PreparedAnswer[]
}

const lying = ({ headers, body }: PreparedAnswer) => ({
  headers,
  etag: headers['etag'],
  body: Buffer.from(body),
  length: Buffer.byteLength(body),
})
type Lying = ReturnType<typeof lying>

const prepared: PreparedResponses = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const hot = lying(prepared.hot)
const singles = prepared.singles.map(lying)

function answer(reply: ServerResponse, { headers, body, length }: Lying): void {
  reply.writeHead(200, { ...headers, 'content-length': length })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  const { url = '' } = request
  if (url !== '/hot') return answer(reply, singles[Number(url.slice(url.lastIndexOf('/') + 1)) % singles.length] ?? hot)
  if (request.headers['if-none-match'] !== hot.etag) return answer(reply, hot)
  reply.writeHead(304, hot.headers)
  reply.end()
})
