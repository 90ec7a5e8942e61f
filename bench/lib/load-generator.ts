/**
 * Load on a server of this machine over keep-alive sockets, as wrk does it. It reads into buffers that it uses again and
 * parses nothing but heads, so that it costs less than the barest server it is used on, and times in microseconds.
 */
import { connect, type Socket } from 'node:net'
import { createResponseReader, type ParsedResponse } from './response-reader.ts'

export interface LoadRequest {
  /** The whole request as it goes over the wire. */
  readonly text: string
  /** What its time is counted under. */
  readonly kind: string
}

export interface LoadOptions {
  readonly port: number
  /** Each asks again as soon as it is answered. */
  readonly connections: number
  readonly seconds: number
  readonly next: () => LoadRequest
  /** What every answer must be, or one of these; 200 by default. */
  readonly status?: number | readonly number[]
}

export interface LoadResult {
  readonly answers: number
  /** From the first request to the last answer. */
  readonly seconds: number
  readonly bytes: number
  /** Milliseconds from each request to the end of its answer, by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>
  /** Share of the time in which this process, the generator, used a processor. */
  readonly generatorShare: number
}

const BUFFER_BYTES = 256 * 1024
/** A server that does not answer for so long has failed. */
const PATIENCE_MILLISECONDS = 60_000

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  /** JSON. */
  readonly body?: string
}

export function formatRequest(path: string, { headers = {}, method = 'GET', body }: Options = {}): string {
  const length =
    body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...given, ...length, '', body ?? ''].join('\r\n')
}

/** Rejects when any answer has another status than it should, or a connection breaks. */
export async function runLoad({ port, connections, seconds, next, status = 200 }: LoadOptions): Promise<LoadResult> {
  const times = new Map<string, number[]>()
  const good = typeof status === 'number' ? [status] : status
  let [answers, bytes] = [0, 0]
  const used = process.cpuUsage()
  const began = performance.now()
  const until = began + seconds * 1000
  const note = (kind: string, taken: number, answer: ParsedResponse, ask: LoadRequest) => {
    if (!good.includes(answer.status))
      throw new Error(`${ask.text.split('\r\n', 1)} was answered with ${answer.status}`)
    const noted = times.get(kind)
    if (noted) noted.push(taken)
    else times.set(kind, [taken])
    answers++
    bytes += answer.bytes
  }
  await Promise.all(Array.from({ length: connections }, () => askAgainAndAgain(port, until, next, note)))
  const taken = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(used)
  return { answers, seconds: taken, bytes, times, generatorShare: (user + system) / 1e6 / taken }
}

type Note = (kind: string, milliseconds: number, answer: ParsedResponse, ask: LoadRequest) => void

function askAgainAndAgain(port: number, until: number, next: () => LoadRequest, note: Note): Promise<void> {
  return new Promise((resolve, reject) => {
    let ask = next()
    let began = 0
    const send = () => {
      began = performance.now()
      socket.write(ask.text)
    }
    const take = createResponseReader((answer) => {
      const now = performance.now()
      note(ask.kind, now - began, answer, ask)
      if (now >= until) return socket.end(resolve)
      ask = next()
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
            take(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)))
          }
          return true
        },
      },
    })
    socket.setTimeout(PATIENCE_MILLISECONDS, () => socket.destroy(new Error('the server does not answer')))
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
}
