/** Requests that the service makes to itself: they go through the door as any other, only without a connection. */
import type { FastifyInstance } from 'fastify'
import type { Send } from '../mcp/caller.ts'

/** `from` is the address of whoever asks; without one, this machine. */
export const sendInward =
  (server: Pick<FastifyInstance, 'inject'>, from?: string): Send =>
  async ({ method, address, headers, body }) => {
    const answer = await server.inject({
      method,
      url: address,
      headers,
      ...(body !== undefined && { payload: body }),
      ...(from !== undefined && { remoteAddress: from }),
    })
    return { status: answer.statusCode, text: answer.payload }
  }
