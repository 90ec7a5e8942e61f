/** MCP over HTTP without sessions, so that any node can handle a message. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createInvalidMessageError, findBatchError, handleEachMessage } from './json-rpc-batch.ts'

/** Responds with JSON in the protocol version of the message. `server` cannot be used again. */
export async function handleMcpMessage(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) return handleLegacyMessage(server, request, parsedBody)
  // The server sends no notifications, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody })
}

/** Handles the messages of a batch independently of each other. */
export async function handleMcpBatch(
  createServer: () => McpServer,
  request: Request,
  messages: readonly unknown[],
): Promise<Response> {
  const batchError = findBatchError(messages, request.headers.get('mcp-protocol-version') ?? undefined)
  if (batchError) return Response.json(batchError, { status: 400 })
  return handleEachMessage(messages, async (message) =>
    !Array.isArray(message) && (await isLegacyRequest(request, message))
      ? handleLegacyMessage(createServer(), request, message)
      : Response.json(createInvalidMessageError(message), { status: 400 }),
  )
}

/** Handles messages of protocol versions with an `initialize` handshake. */
async function handleLegacyMessage(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
