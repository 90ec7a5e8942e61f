/** Messages over HTTP, without sessions: any node can answer it. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createInvalidMessageError, findBatchError, handleEachMessage } from './json-rpc-batch.ts'

/** Answers as JSON, in the form of whichever version of the protocol the message is in. `server` is used up. */
export async function handleMcpMessage(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) return handleLegacyMessage(server, request, parsedBody)
  // Nothing is ever announced, so there is nothing to subscribe to.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody })
}

/** A batch of messages: each is answered by itself, as none may depend on another. */
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

/** Versions that begin with `initialize`. */
async function handleLegacyMessage(server: McpServer, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}
