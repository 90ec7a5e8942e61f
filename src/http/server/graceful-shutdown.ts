/** Graceful shutdown of the HTTP server. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { OpenConnections } from './connections.ts'

/** Longest wait for requests under way once the service is to stop. */
const SHUTDOWN_TIMEOUT_MILLISECONDS = 10_000
/** How long an idle connection is kept for a request that its client may be sending already. */
const IDLE_MILLISECONDS = 1000
/** How long a connection that we ended is read, as unread data would reset it and so may lose the last response. */
const LINGER_MILLISECONDS = 500
const POLL_INTERVAL_MILLISECONDS = 25
/** After this many turns of the event loop without a new connection, none is queued. */
const IDLE_TURNS = 3
const ACCEPT_MILLISECONDS = 3000

/** Ends a server: no new connections, requests under way answered, then every connection closed. */
export type CloseServer = () => Promise<void>

/**
 * While the server closes, each response carries `Connection: close`. A connection is not closed between two requests
 * at once: a request that crosses the end of the connection would be reset. Of workers that share a port none tells its
 * clients to come back before all have stopped listening, as a connection that is not accepted is reset as well.
 */
export function createGracefulShutdown(
  app: FastifyInstance,
  connections: OpenConnections,
  waitForOthers?: () => Promise<void>,
): CloseServer {
  const { server } = app
  return async () => {
    if (!server.listening) return app.close()
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
 * Accepts connections that the system has queued, one in a turn of the event loop: with the listening socket they would be
 * reset, and with them requests that were sent.
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
