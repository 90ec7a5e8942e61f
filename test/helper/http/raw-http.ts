/** A client that sends raw bytes, for requests that no HTTP library sends. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawConnection {
  /** Bytes, or text in UTF-8. */
  readonly send: (bytes: string | Buffer) => void
  /** The next response; undefined when the connection closed before it was complete, or after the time. */
  readonly receive: (milliseconds?: number) => Promise<RawResponse | undefined>
  readonly isOpen: () => boolean
  /** Whether the server reset the connection. */
  readonly isReset: () => boolean
  readonly close: () => void
}

const TIMEOUT_MILLISECONDS = 10_000

export async function openRawConnection(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  let isOpen = true
  let isReset = false
  let notify = () => {}
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    notify()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    isReset ||= error.code === 'ECONNRESET'
  })
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOpen = false
      notify()
    })
  }
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return {
    send: (bytes) => socket.write(bytes),
    receive: async (milliseconds = TIMEOUT_MILLISECONDS) => {
      const end = Date.now() + milliseconds
      for (;;) {
        const found = readResponse(received)
        if (found) {
          received = received.subarray(found.length)
          return found.response
        }
        if (!isOpen || Date.now() >= end) return undefined
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, end - Date.now())
          notify = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    isOpen: () => isOpen,
    isReset: () => isReset,
    close: () => closeQuietly(socket),
  }
}

function closeQuietly(socket: Socket): void {
  socket.end()
  socket.destroy()
}

/** The first response in the bytes and its length; undefined while it is incomplete. */
function readResponse(bytes: Buffer): { readonly response: RawResponse; readonly length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const start = headEnd + 4
  const length = Number(headers['content-length'] ?? 0)
  if (bytes.length < start + length) return undefined
  return {
    response: { status, headers, body: bytes.toString('utf8', start, start + length) },
    length: start + length,
  }
}
