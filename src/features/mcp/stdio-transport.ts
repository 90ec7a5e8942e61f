/** MCP over stdin and stdout. */
import { once } from 'node:events'
import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { unpackBatches } from './stdio-batches.ts'

/** Serves until stdin ends. `createServer` may be called twice, because clients probe the protocol version. */
export async function serveOverStdio(createServer: () => McpServer, onerror: (error: Error) => void): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { input, output } = unpackBatches({ input: process.stdin, output: process.stdout })
  const transport = new StdioServerTransport(input, output)
  const { close } = serveStdio(createServer, { maxSubscriptions: 0, onerror, transport })
  await ended
  await close()
}
