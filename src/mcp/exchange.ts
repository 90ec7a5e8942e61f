/** One message over HTTP, without sessions: any node can answer it. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/** Answers as JSON, in the form of whichever version of the protocol the message is in. `server` is used up. */
export async function exchange(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) return exchangeBefore2026(server, request, parsedBody)
  // Nothing is ever announced, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody })
}

/** Versions that begin with `initialize`. */
async function exchangeBefore2026(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
