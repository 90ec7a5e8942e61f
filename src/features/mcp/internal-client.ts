/** Sends requests to the own server in memory, so that they pass through all stages. */
import type { FastifyInstance } from 'fastify'
import type { SendRequest } from './api-client.ts'

/** `ip` is the IP address of the client; by default that of this machine. */
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
