/** Counterpart of `startBaseline`: a server on loopback that prints its port and exits when stdin ends. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

export function serveOnLoopback(handler: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 72_000 }, handler)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
  })
  process.stdin.on('end', () => process.exit(0)).resume()
}

export async function collectRequestBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The query string of a URL without `?`. */
export function getSearch({ url = '' }: IncomingMessage): string {
  return url.slice(url.indexOf('?') + 1)
}
