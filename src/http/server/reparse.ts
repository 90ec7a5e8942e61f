/** Second parse of requests whose request line the HTTP parser of Node rejects: see `request-line.ts`. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { OpenConnections } from './connections.ts'
import {
  hasWholeLine,
  isRepairable,
  MAX_REQUEST_LINE_BYTES,
  type ParseFailure,
  repairRequest,
  unparsedRequest,
} from './request-line.ts'

interface ReparseOptions {
  readonly server: Server
  readonly connections: OpenConnections
  /** Sends an error response and closes the connection. */
  readonly reject: (connection: Duplex, failure: ParseFailure) => void
}

/**
 * A socket whose parser failed. A failed parser cannot continue, so the HTTP server attaches a new one to a stand-in,
 * which receives the repaired bytes and then everything that follows.
 */
interface Takeover {
  readonly socket: Socket
  /** The connection whose parser failed: the socket, or an earlier stand-in. */
  failed: Duplex
  failure: ParseFailure
  /** Received bytes from the rejected request on that no parser has read. */
  pending: Buffer[]
  standIn: Duplex | undefined
  /** Whether the repaired request waits for the responses before it. */
  isWaiting: boolean
}

export interface Reparser {
  /** Handles a parser error. Returns false for errors that cannot be repaired. */
  readonly takeFailure: (connection: Socket, failure: ParseFailure) => boolean
  /** The method as the client sent it, for the first request after a second parse; undefined for all others. */
  readonly takeSentMethod: (connection: Duplex) => string | undefined
}

export function createReparser(options: ReparseOptions): Reparser {
  const takeovers = new WeakMap<Duplex, Takeover>()
  const sentMethods = new WeakMap<Duplex, string>()

  const proceed = (takeover: Takeover): void => {
    const { pending, failure, failed } = takeover
    if (takeover.isWaiting) return
    const bytes = Buffer.concat(pending)
    if (!hasWholeLine(bytes) && bytes.length <= MAX_REQUEST_LINE_BYTES) return
    if (!repairRequest(bytes, failure.code)) {
      options.reject(failed, failure)
      return
    }
    takeover.isWaiting = true
    // Responses are sent in the order of their requests.
    void options.connections.waitUntilIdle(failed).then(() => {
      takeover.isWaiting = false
      parseAgain(takeover)
    })
  }

  const parseAgain = (takeover: Takeover): void => {
    const { socket, failed, failure, pending } = takeover
    const repaired = repairRequest(Buffer.concat(pending), failure.code)
    if (!repaired || socket.destroyed || socket.writableEnded) return
    const standIn = createStandIn(takeover)
    takeovers.set(standIn, takeover)
    if (repaired.method !== undefined) sentMethods.set(standIn, repaired.method)
    takeover.standIn = standIn
    takeover.pending = []
    options.connections.forget(failed)
    if (failed !== socket) failed.destroy()
    options.server.emit('connection', standIn)
    standIn.push(repaired.bytes)
  }

  const takeFailure = (connection: Socket, failure: ParseFailure): boolean => {
    const known = takeovers.get(connection)
    // Abandoned parsers report a timeout later.
    if (known?.standIn && known.standIn !== connection) return true
    if (!isRepairable(failure)) return false
    const takeover = known ?? takeSocket(connection, failure, proceed)
    takeovers.set(takeover.socket, takeover)
    takeover.failed = connection
    takeover.failure = failure
    takeover.standIn = undefined
    takeover.pending = [unparsedRequest(failure), ...(known ? unreadBytes(connection) : [])]
    proceed(takeover)
    return true
  }

  const takeSentMethod = (connection: Duplex): string | undefined => {
    const method = sentMethods.get(connection)
    sentMethods.delete(connection)
    return method
  }

  return { takeFailure, takeSentMethod }
}

/** Detaches the failed parser, which must neither receive data nor respond, and reads the socket in its place. */
function takeSocket(socket: Socket, failure: ParseFailure, proceed: (takeover: Takeover) => void): Takeover {
  const takeover: Takeover = {
    socket,
    failed: socket,
    failure,
    pending: [],
    standIn: undefined,
    isWaiting: false,
  }
  socket.removeAllListeners('data')
  socket.removeAllListeners('end')
  socket.on('data', (chunk: Buffer) => {
    if (takeover.standIn) {
      if (!takeover.standIn.push(chunk)) socket.pause()
      return
    }
    takeover.pending.push(chunk)
    proceed(takeover)
  })
  socket.on('end', () => {
    if (takeover.standIn) takeover.standIn.push(null)
    else socket.end()
  })
  socket.once('close', () => takeover.standIn?.destroy())
  return takeover
}

function createStandIn(takeover: Takeover): Duplex {
  const { socket } = takeover
  const standIn = new Duplex({
    read: () => socket.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      socket.write(chunk, done)
    },
    final: (done) => {
      socket.end(done)
    },
    destroy: (error, done) => {
      if (takeover.standIn === standIn) socket.destroy()
      done(error)
    },
  })
  // Rate limits and logs use the IP address.
  return Object.assign(standIn, { remoteAddress: socket.remoteAddress })
}

/** Bytes that a stand-in has buffered for its failed parser. */
function unreadBytes(standIn: Duplex): Buffer[] {
  standIn.removeAllListeners('data')
  standIn.pause()
  const bytes: unknown = standIn.read()
  return Buffer.isBuffer(bytes) ? [bytes] : []
}
