/** The client of a request, as far as limits and logs need it. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { getClientNetwork } from '../../net/client-network.ts'

/** Client IP address as seen by the one trusted proxy, as in `request.ip` of Fastify. */
export function findClientIp({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return [forwarded].flat().join(',').split(',').at(-1)?.trim() || socket.remoteAddress
}

/**
 * The network of a client, or undefined for this machine itself: health checks and metrics, and a proxy whose clients
 * cannot be distinguished because TRUST_PROXY is off.
 */
export function createClientIdentifier(trustProxy: boolean): (request: IncomingMessage) => string | undefined {
  const networks = new WeakMap<Socket, string>()
  return (request) => {
    const { socket } = request
    if (trustProxy && request.headers['x-forwarded-for'] !== undefined)
      return identify(findClientIp(request, trustProxy)) || undefined
    // The address of a connection does not change.
    const known = networks.get(socket)
    if (known !== undefined) return known || undefined
    const network = identify(socket.remoteAddress)
    networks.set(socket, network)
    return network || undefined
  }
}

/** An empty text for this machine. */
function identify(address: string | undefined): string {
  if (address === undefined || LOOPBACK.test(address)) return ''
  return getClientNetwork(address)
}

const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/
