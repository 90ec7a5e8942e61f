/** A server on loopback that sends a list of responses in order to any requests, and records the requests. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startListener } from './request-recorder.ts'

/** One response; a body that is not a string is sent as JSON. `broken` closes the connection instead. */
export type ScriptedResponse =
  | 'broken'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface ScriptedServer {
  readonly url: string
  /** Sets the responses, and clears the recorded requests. */
  readonly setResponses: (...lines: readonly ScriptedResponse[]) => void
  readonly getRequests: () => readonly RecordedRequest[]
  readonly stop: () => Promise<void>
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let lines: ScriptedResponse[] = []
  let seen: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const at = Date.now()
    seen.push({ method, path, headers, body: await text(request), at })
    const line = lines.shift() ?? { status: 500 }
    if (line === 'broken') return request.socket.destroy()
    const { status, headers: sent = {}, body = '' } = line
    response.writeHead(status, sent).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const { host, stop } = await startListener(server)
  return {
    url: `http://${host}`,
    setResponses: (...next) => {
      lines = [...next]
      seen = []
    },
    getRequests: () => seen,
    stop,
  }
}
