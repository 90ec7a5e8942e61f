/** Open connections of an HTTP server and the pending responses of each. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface ConnectionState {
  /** Responses that are not complete, in the order of their requests. */
  readonly responses: ReadonlySet<ServerResponse>
  /** Time of the last response, or else of the connection, from `performance.now()`. */
  readonly idleSince: number
}

export interface OpenConnections {
  readonly count: () => number
  readonly all: () => IterableIterator<[Duplex, ConnectionState]>
  readonly listResponses: (connection: Duplex) => ReadonlySet<ServerResponse>
  /** Resolves when the connection has no pending response. */
  readonly waitUntilIdle: (connection: Duplex) => Promise<void>
  /** Stops tracking a connection that was replaced by another one. */
  readonly forget: (connection: Duplex) => void
}

interface State {
  responses: Set<ServerResponse>
  idleSince: number
  waiting: (() => void)[]
}

const NO_RESPONSES: ReadonlySet<ServerResponse> = new Set()

/** Must be called before the server listens. */
export function trackConnections(server: Server): OpenConnections {
  const states = new Map<Duplex, State>()
  server.on('connection', (connection: Duplex) => {
    states.set(connection, { responses: new Set(), idleSince: performance.now(), waiting: [] })
    connection.once('close', () => states.delete(connection))
  })
  // Runs before the listener that sends cached responses synchronously.
  server.prependListener('request', ({ socket }: IncomingMessage, response) => {
    const state = states.get(socket)
    if (!state) return
    state.responses.add(response)
    response.once('close', () => {
      state.responses.delete(response)
      state.idleSince = performance.now()
      if (state.responses.size > 0) return
      for (const resolve of state.waiting.splice(0)) resolve()
    })
  })
  return {
    count: () => states.size,
    all: () => states.entries(),
    listResponses: (connection) => states.get(connection)?.responses ?? NO_RESPONSES,
    waitUntilIdle: async (connection) => {
      const state = states.get(connection)
      if (!state || state.responses.size === 0) return
      await new Promise<void>((resolve) => state.waiting.push(resolve))
    },
    forget: (connection) => states.delete(connection),
  }
}
