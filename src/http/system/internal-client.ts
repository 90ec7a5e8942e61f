/** Requests that the service makes to itself: they go through the door as any other, only without a connection. */
import type { FastifyInstance } from 'fastify'
import type { SendRequest } from '../../mcp/api-client.ts'

/** `from` is the address of whoever asks; without one, this machine. */
export const createInternalClient =
  (server: Pick<FastifyInstance, 'inject'>, ip?: string): SendRequest =>
  async ({ method, url, headers, body }) => {
    const response = await server.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body }),
      ...(ip !== undefined && { remoteAddress: ip }),
    })
    return { status: response.statusCode, text: response.payload }
  }
