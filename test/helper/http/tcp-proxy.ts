/** A URL that stays the same while the server behind it changes, like a virtual IP address or a DNS name. */
import { createServer, connect as open, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface TcpProxy {
  readonly port: number
  /** Connects new clients to this port, and closes connections to the previous one. */
  readonly setTarget: (port: number | undefined) => void
  /** Milliseconds by which data of the server arrives late. */
  readonly setDelay: (milliseconds: number) => void
  readonly stop: () => Promise<void>
}

export function startTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let target: number | undefined
  let delay = 0
  const server = createServer((client) => {
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = open(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    const late = new Transform({
      transform: (chunk, _encoding, pass) => void setTimeout(pass, delay, null, chunk),
    })
    client.pipe(upstream).pipe(late).pipe(client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        setTarget: (port) => {
          target = port
          cut()
        },
        setDelay: (milliseconds) => {
          delay = milliseconds
        },
        stop: async () => {
          cut()
          await new Promise((done) => server.close(done))
        },
      })
    })
  })
}
