import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

/** Below the range from which Linux takes the local ports of outgoing connections: a restarted server finds its port free. */
const [FIRST, LAST] = [10_000, 32_000]

const reserved = new Set<number>()

/** Returns ports of the loopback interface on which no process listens, each only once. */
export async function reservePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(FIRST, LAST)
    if (reserved.has(port) || !(await isFree(port))) continue
    reserved.add(port)
    ports.push(port)
  }
  return ports
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Whether a process listens on a port of the loopback interface. */
export const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
