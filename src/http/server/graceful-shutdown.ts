/** Graceful shutdown of the HTTP server. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { OpenConnections } from './connections.ts'

/** Maximum wait for pending requests after the request to stop the service. */
const SHUTDOWN_TIMEOUT_MILLISECONDS = 10_000
/** Time for which an idle connection stays open, because its client may be sending a request already. */
const IDLE_MILLISECONDS = 1000
/** Time for which an ended connection is still read: unread data would reset it and could lose the last response. */
const LINGER_MILLISECONDS = 500
const POLL_INTERVAL_MILLISECONDS = 25
/** Turns of the event loop without a new connection after which none is queued. */
const IDLE_TURNS = 3
const ACCEPT_MILLISECONDS = 3000

/** Stops listening, waits for pending requests, and closes all connections. */
export type CloseServer = () => Promise<void>

export interface ShutdownOptions {
  /** Resolves when no other worker listens on the port any more. */
  readonly waitForOthers?: (() => Promise<void>) | undefined
  /** Ends the responses that would stay open. Their clients reconnect, to another process or to the next one. */
  readonly endLive: () => void
}

/**
 * While the server closes, each response has `Connection: close`. Idle connections are closed after a delay, because a
 * request that is in transit when its connection closes would be reset. Workers that share a port send `Connection: close`
 * only after all of them stopped listening, because clients would reconnect to a socket that is about to be closed.
 */
export function createGracefulShutdown(
  app: FastifyInstance,
  connections: OpenConnections,
  { waitForOthers, endLive }: ShutdownOptions,
): CloseServer {
  const { server } = app
  return async () => {
    if (!server.listening) {
      endLive()
      return app.close()
    }
    const end = performance.now() + SHUTDOWN_TIMEOUT_MILLISECONDS
    await acceptQueued(server)
    const closed = once(server, 'close')
    // Unlike `Server.close` of HTTP, this leaves idle connections open.
    NetServer.prototype.close.call(server)
    await waitForOthers?.()
    const started = performance.now()
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    for (const [, { responses }] of connections.all())
      for (const response of responses) response.shouldKeepAlive = false
    endLive()
    const timer = setInterval(() => {
      closeIdle(connections, started)
      if (performance.now() > end) for (const [connection] of connections.all()) connection.destroy()
    }, POLL_INTERVAL_MILLISECONDS)
    await closed
    clearInterval(timer)
    await app.close()
  }
}

/**
 * Accepts the connections in the queue of the system, one per turn of the event loop. Closing the listening socket would
 * reset them and lose their requests.
 */
async function acceptQueued(server: Server): Promise<void> {
  const started = performance.now()
  let idleTurns = 0
  const onConnection = () => {
    idleTurns = 0
  }
  server.on('connection', onConnection)
  while (idleTurns < IDLE_TURNS && performance.now() - started < ACCEPT_MILLISECONDS) {
    idleTurns++
    await setImmediate()
  }
  server.off('connection', onConnection)
}

function closeIdle(connections: OpenConnections, started: number): void {
  const now = performance.now()
  for (const [connection, { responses, idleSince }] of connections.all()) {
    const idle = responses.size > 0 ? 0 : now - Math.max(idleSince, started)
    if (idle > IDLE_MILLISECONDS + LINGER_MILLISECONDS) connection.destroy()
    else if (idle > IDLE_MILLISECONDS && !connection.writableEnded) connection.end()
  }
}
