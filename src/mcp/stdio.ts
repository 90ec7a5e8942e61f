/** The protocol over stdin and stdout. */
import { once } from 'node:events'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

/** Serves until stdin ends. `create` may be asked twice, as clients look which version of the protocol is spoken. */
export async function serveOverStdio(create: () => McpServer, onerror: (error: Error) => void): Promise<void> {
  const ended = once(process.stdin, 'end')
  const { close } = serveStdio(create, { maxSubscriptions: 0, onerror })
  await ended
  await close()
}
