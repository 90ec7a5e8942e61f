/** A TCP proxy on loopback whose connections can be cut or blocked. */
import { connect, createServer, type Socket } from 'node:net'
import { finished } from 'node:stream'

export interface UnreliableNetwork {
  readonly port: number
  /** Resets all connections; new ones are accepted. */
  readonly cut: () => void
  /** While blocked, no byte passes and new connections wait, as when packets are dropped. */
  readonly setBlocked: (isBlocked: boolean) => void
  readonly close: () => void
}

export async function startUnreliableNetwork(targetPort: number): Promise<UnreliableNetwork> {
  const sockets = new Set<Socket>()
  let isBlocked = false
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    finished(socket, () => sockets.delete(socket))
    if (isBlocked) socket.pause()
  }
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    add(client)
    add(target)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk))
      finished(from, () => to.destroy())
    }
    if (isBlocked) client.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port was assigned')
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    cut,
    setBlocked: (value) => {
      isBlocked = value
      for (const socket of sockets) value ? socket.pause() : socket.resume()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
