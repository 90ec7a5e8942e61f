/** Connects only to public IP addresses and to explicitly allowed hosts (SSRF protection). */
import type { LookupAddress } from 'node:dns'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import type { buildConnector as Connectors } from 'undici'
import { buildConnector } from './http-client.ts'
import { isPublicIp } from './public-ip.ts'

/** Resolves a host name to all of its addresses. */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>

export interface ConnectorOptions {
  /** `host` for all ports, or `host:port`, in the form of `normalizeHost`. */
  readonly allow: ReadonlySet<string>
  readonly lookup: LookupAddresses
  /** Closes connections in any state. */
  readonly signal: AbortSignal
}

const REFUSED_CODE = 'ERR_ADDRESS_REFUSED'
/** Node's default of 250 ms is too short for distant hosts with several addresses. */
const ADDRESS_MILLISECONDS = 1000

/** Whether a request failed because the address is not allowed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === REFUSED_CODE
}

/**
 * Addresses are checked in the lookup of the socket, so that a second DNS response cannot replace them (DNS rebinding). A
 * host with any private address is refused.
 */
export function createSafeConnector({ allow, lookup, signal }: ConnectorOptions): Connectors.connector {
  const common = { signal, timeout: 0, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MILLISECONDS }
  const openAny = buildConnector({ ...common, lookup: createSocketLookup(lookup) })
  const openPublic = buildConnector({ ...common, lookup: createSocketLookup(restrictToPublic(lookup)) })
  return (options, callback) => {
    // Node would connect a socket whose signal is already aborted, and never close it.
    if (signal.aborted) return callback(new Error('the request was aborted'), null)
    const host = isIPv6(options.hostname) ? `[${options.hostname}]` : options.hostname
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    if (allow.has(host) || allow.has(`${host}:${port}`)) return openAny(options, callback)
    // Sockets do not look up literal IP addresses.
    if (isIP(options.hostname) !== 0 && !isPublicIp(options.hostname)) return callback(createRefusal(host), null)
    return openPublic(options, callback)
  }
}

function restrictToPublic(lookup: LookupAddresses): LookupAddresses {
  return async (hostname) => {
    const addresses = await lookup(hostname)
    if (!addresses.every(({ address }) => isPublicIp(address))) throw createRefusal(hostname)
    return addresses
  }
}

function createSocketLookup(lookup: LookupAddresses): LookupFunction {
  return (hostname, { all }, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) callback(new Error(`${hostname} has no address`), [])
        else if (all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

function createRefusal(host: string): Error {
  return Object.assign(new Error(`${host} has an address that is not public`), { code: REFUSED_CODE })
}
