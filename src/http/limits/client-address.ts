/** The client of a request, as far as limits and logs need it. */
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { getClientNetwork } from '../../base/net/client-network.ts'

/** An address with a port, which some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\])(?::\d+)?$/i

/**
 * Reduces `X-Forwarded-For` to the address that the trusted proxy saw, without a port. Returns false when that is not an IP
 * address: the client would have no limits.
 */
export function normalizeForwardedFor({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return true
  const last = [forwarded].flat().join(',').split(',').at(-1)?.trim() ?? ''
  const [, version4, version6] = WITH_PORT.exec(last) ?? []
  const address = version4 ?? version6 ?? last
  headers['x-forwarded-for'] = address
  return isIP(address) !== 0
}

/** Client IP address as seen by the one trusted proxy, as in `request.ip` of Fastify. */
export function findClientIp({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return [forwarded].flat().join(',') || socket.remoteAddress
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

/** The network of an address; undefined for this machine. */
export const findClientNetwork = (address: string): string | undefined => identify(address) || undefined

/** An empty text for this machine. */
function identify(address: string | undefined): string {
  if (address === undefined || LOOPBACK.test(address)) return ''
  return getClientNetwork(address)
}

const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/
