/**
 * HTTP load generator over keep-alive sockets, similar to wrk. It reuses its buffers and parses only response heads, so
 * that it uses less CPU time than the fastest baseline.
 */
import { connect, type Socket } from 'node:net'
import { createResponseReader, type ParsedResponse } from './response-reader.ts'

export interface LoadRequest {
  /** The complete HTTP request. */
  readonly text: string
  /** Group of the measured time. */
  readonly kind: string
}

export interface LoadOptions {
  readonly port: number
  /** Each connection sends its next request when the response is complete. */
  readonly connections: number
  readonly seconds: number
  /** Undefined ends the connection that requests the next one. */
  readonly next: () => LoadRequest | undefined
  /** Accepted response statuses. Default: 200. */
  readonly status?: number | readonly number[]
  /** Called when the response to a request is complete. */
  readonly onResponse?: (request: LoadRequest) => void
}

export interface LoadResult {
  readonly responses: number
  /** Time from the first request to the last response. */
  readonly seconds: number
  readonly bytes: number
  /** Milliseconds from each request to the end of its response, by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>
  /** CPU time of the generator as a share of the elapsed time. */
  readonly generatorShare: number
}

const BUFFER_BYTES = 256 * 1024
/** A server that is silent for this long is considered failed. */
const TIMEOUT_MILLISECONDS = 180_000

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  /** JSON text. */
  readonly body?: string
}

export function formatRequest(path: string, { headers = {}, method = 'GET', body }: RequestOptions = {}): string {
  const length =
    body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headerLines, ...length, '', body ?? ''].join('\r\n')
}

/** Rejects if a response has an unexpected status or a connection fails. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds, next, status = 200, onResponse } = options
  const times = new Map<string, number[]>()
  const accepted = typeof status === 'number' ? [status] : status
  let [responses, bytes] = [0, 0]
  const used = process.cpuUsage()
  const began = performance.now()
  const until = began + seconds * 1000
  const record = (request: LoadRequest, milliseconds: number, response: ParsedResponse) => {
    const { text, kind } = request
    if (!accepted.includes(response.status))
      throw new Error(`${text.split('\r\n', 1)} returned ${response.status}. Expected ${accepted.join(' or ')}.`)
    const recorded = times.get(kind)
    if (recorded) recorded.push(milliseconds)
    else times.set(kind, [milliseconds])
    responses++
    bytes += response.bytes
    onResponse?.(request)
  }
  await Promise.all(Array.from({ length: connections }, () => sendRepeatedly(port, until, next, record)))
  const elapsed = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(used)
  return { responses, seconds: elapsed, bytes, times, generatorShare: (user + system) / 1e6 / elapsed }
}

type RecordResponse = (request: LoadRequest, milliseconds: number, response: ParsedResponse) => void

function sendRepeatedly(port: number, until: number, next: LoadOptions['next'], record: RecordResponse): Promise<void> {
  const first = next()
  if (first === undefined) return Promise.resolve()
  return new Promise((resolve, reject) => {
    let request = first
    let began = 0
    const send = () => {
      began = performance.now()
      socket.write(request.text)
    }
    const read = createResponseReader((response) => {
      const now = performance.now()
      record(request, now - began, response)
      const following = now < until ? next() : undefined
      if (following === undefined) return socket.end(resolve)
      request = following
      send()
    })
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        callback: (length, buffer) => {
          try {
            read(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)))
          }
          return true
        },
      },
    })
    socket.setTimeout(TIMEOUT_MILLISECONDS, () => socket.destroy(new Error('The server does not respond.')))
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed the connection.')))
  })
}
