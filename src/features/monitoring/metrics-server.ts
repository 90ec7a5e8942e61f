/** A separate HTTP server for `/metrics`. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { hasBearerToken } from './bearer-token.ts'
import { METRICS_CONTENT_TYPE } from './combine-metrics.ts'

export interface MetricsServer {
  readonly close: () => Promise<void>
}

export interface MetricsServerOptions {
  readonly port: number
  readonly host: string
  /** Required from clients; empty for none. */
  readonly token: string
  readonly format: () => Promise<string>
}

/** Rejects when it cannot listen. */
export async function startMetricsServer({ port, host, token, format }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const { status, headers } = checkRequest(request, token)
    if (status !== 200) {
      response.writeHead(status, headers).end()
      return
    }
    format().then(
      (text) => response.writeHead(200, headers).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function checkRequest({ method, url, headers }: IncomingMessage, token: string) {
  if (url?.split('?', 1)[0] !== '/metrics') return { status: 404, headers: {} }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } }
  if (token !== '' && !hasBearerToken(headers.authorization, token))
    return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
  return { status: 200, headers: { 'content-type': METRICS_CONTENT_TYPE, 'cache-control': 'no-store' } }
}
