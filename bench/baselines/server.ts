/**
 * HTTP baseline: node:http sends recorded responses with their headers from memory. `node server.ts FILE` reads `FILE.json`
 * and `FILE.bin` and serves the recorded paths. A POST is appended to `FILE.log`, which is written to the disk before the
 * response.
 */
import { fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { collectRequestBody, serveOnLoopback } from './listen.ts'

export interface RecordedResponse {
  /** With query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Range of the body in the file of bodies. */
  readonly start: number
  readonly end: number
}

interface PreparedResponse {
  readonly headers: Readonly<Record<string, string | number>>
  readonly etag: string | undefined
  readonly body: Buffer
}

const file = process.argv[2] ?? ''
const recorded: readonly RecordedResponse[] = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
const bodies = readFileSync(`${file}.bin`)
const responses = new Map<string | undefined, PreparedResponse>(
  recorded.map(({ path, headers, start, end }) => [
    path,
    {
      headers: { ...headers, 'content-length': end - start },
      etag: headers['etag'],
      body: bodies.subarray(start, end),
    },
  ]),
)
const log = openSync(`${file}.log`, 'w')

function append(body: string, reply: ServerResponse): void {
  writeSync(log, body)
  fdatasyncSync(log)
  reply.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  reply.end(body)
}

serveOnLoopback((request, reply) => {
  if (request.method === 'POST') return void collectRequestBody(request).then((body) => append(body, reply))
  const response = responses.get(request.url)
  if (response === undefined) return reply.writeHead(404, { 'content-length': 0 }).end()
  const tag = request.headers['if-none-match']
  if (tag !== undefined && tag === response.etag) return reply.writeHead(304, response.headers).end()
  reply.writeHead(200, response.headers)
  reply.end(response.body)
})
