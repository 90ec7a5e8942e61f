/** A server of any protocol on loopback that records connections, for assertions about them. */
import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const TIMEOUT_MILLISECONDS = 3000

export interface TestListener {
  readonly port: number
  /** `127.0.0.1:port`. */
  readonly host: string
  /** Connections so far. */
  readonly connections: () => number
  /** Resolves when every connection so far is closed; throws when one stays open for several seconds. */
  readonly waitUntilClosed: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startListener(server: Server): Promise<TestListener> {
  const sockets = new Map<Socket, Promise<void>>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count += 1
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    sockets.set(socket, closed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    host: `127.0.0.1:${port}`,
    connections: () => count,
    waitUntilClosed: async () => {
      const late = setTimeout(TIMEOUT_MILLISECONDS, 'late', { ref: false })
      const outcome = await Promise.race([Promise.all(sockets.values()), late])
      if (outcome === 'late') throw new Error('a connection stays open')
    },
    stop: async () => {
      for (const socket of sockets.keys()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
