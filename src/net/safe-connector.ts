/** Opens connections to public addresses alone, and to the hosts that are allowed whatever their address. */
import type { LookupAddress } from 'node:dns'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicIp } from './public-ip.ts'

/** Every address of a name. */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>

export interface ConnectorOptions {
  /** `host` for all its ports, or `host:port`, as `normalHost` writes them. */
  readonly allow: ReadonlySet<string>
  readonly lookup: LookupAddresses
  /** Ends connections in whatever state they are. */
  readonly signal: AbortSignal
}

const REFUSED_CODE = 'ERR_ADDRESS_REFUSED'
/** Node's own 250 ms gives up on addresses on the other side of the world when a name has several. */
const ADDRESS_MILLISECONDS = 1000

/** Whether a request failed because the guard would not connect. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === REFUSED_CODE
}

/**
 * The address is judged where the socket gets it, so that no later answer of the resolver can put another in its place.
 * A name with one private address among its own is refused whole.
 */
export function createSafeConnector({ allow, lookup, signal }: ConnectorOptions): buildConnector.connector {
  const common = { signal, timeout: 0, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MILLISECONDS }
  const openAny = buildConnector({ ...common, lookup: createSocketLookup(lookup) })
  const openPublic = buildConnector({ ...common, lookup: createSocketLookup(restrictToPublic(lookup)) })
  return (options, callback) => {
    // Node connects a socket whose signal was given before it began, and never closes it.
    if (signal.aborted) return callback(new Error('too late'), null)
    const host = isIPv6(options.hostname) ? `[${options.hostname}]` : options.hostname
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    if (allow.has(host) || allow.has(`${host}:${port}`)) return openAny(options, callback)
    // Sockets look no literal address up.
    if (isIP(options.hostname) !== 0 && !isPublicIp(options.hostname)) return callback(createRefusal(host), null)
    return openPublic(options, callback)
  }
}

function restrictToPublic(lookup: LookupAddresses): LookupAddresses {
  return async (hostname) => {
    const found = await lookup(hostname)
    if (!found.every(({ address }) => isPublicIp(address))) throw createRefusal(hostname)
    return found
  }
}

function createSocketLookup(lookup: LookupAddresses): LookupFunction {
  return (hostname, { all }, callback) => {
    lookup(hostname).then(
      (found) => {
        const [first] = found
        if (first === undefined) callback(new Error(`${hostname} has no address`), [])
        else if (all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}

function createRefusal(host: string): Error {
  return Object.assign(new Error(`${host} is no public address`), { code: REFUSED_CODE })
}
