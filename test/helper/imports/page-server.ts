/** A server on loopback whose pages a test sets. */
import { createServer } from 'node:http'
import { startListener } from '../http/request-recorder.ts'

export interface ServedPage {
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string | number>>
}

export interface PageServer {
  readonly origin: string
  readonly host: string
  /** Responses by path, with or without query. `{origin}` and `{host}` in texts are replaced. Other paths return 404. */
  readonly pages: Map<string, ServedPage>
  /** Paths of the requests so far. */
  readonly requests: string[]
  readonly stop: () => Promise<void>
}

export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, ServedPage>()
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const { body, headers = {} } = pages.get(url) ?? pages.get(url.replace(/\?.*/, '')) ?? {}
    if (body === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not found</html>')
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
        .end(typeof body === 'string' ? body.replaceAll('{origin}', origin).replaceAll('{host}', host) : body)
  })
  const { host, stop } = await startListener(server)
  const origin = `http://${host}`
  return { origin, host, pages, requests, stop }
}
