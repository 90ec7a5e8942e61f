/** The protocol over stdin and stdout. */
import { once } from 'node:events'
import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { unpackBatches } from './stdio-batches.ts'

/** Serves until stdin ends. `create` may be asked twice, as clients look which version of the protocol is spoken. */
export async function serveOverStdio(create: () => McpServer, onerror: (error: Error) => void): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { input, output } = unpackBatches({ input: process.stdin, output: process.stdout })
  const transport = new StdioServerTransport(input, output)
  const { close } = serveStdio(create, { maxSubscriptions: 0, onerror, transport })
  await ended
  await close()
}
