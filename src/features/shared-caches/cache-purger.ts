/** Asks a shared cache to purge the responses with some keys. The operator names the cache, so any host is allowed. */

import { Agent, request } from '../../base/net/http-client.ts'
import type { PurgeFormat } from '../../http/response/purge-formats.ts'

/** Resolves when the cache has confirmed the purge. */
export type PurgeCache = (url: string, keys: readonly string[], signal: AbortSignal) => Promise<void>

export interface CachePurgerOptions {
  readonly format: PurgeFormat
  /** Sent with each purge, as `NAME: VALUE`; empty for none. */
  readonly header: string
}

const TIMEOUT_MILLISECONDS = 3000

export function createCachePurger({ format, header }: CachePurgerOptions): PurgeCache {
  const authentication = parseHeader(header)
  const dispatcher = new Agent()
  return async (url, keys, signal) => {
    const { method, headers, body } = format.createRequest(keys)
    const response = await request(url, {
      method,
      headers: { 'user-agent': 'Calends', ...headers, ...authentication },
      ...(body !== undefined && { body }),
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
    })
    await response.body.dump()
    const { statusCode } = response
    if (statusCode >= 200 && statusCode < 300) return
    throw new Error(`Purging ${new URL(url).origin} failed with status ${statusCode}.`)
  }
}

function parseHeader(header: string): Readonly<Record<string, string>> {
  const colon = header.indexOf(':')
  return colon === -1 ? {} : { [header.slice(0, colon)]: header.slice(colon + 1).trim() }
}
