/**
 * The stage `cacheLookup`. It has two entry points for the same caches: `find` needs only the URL and no I/O, and runs
 * before Fastify sees a request; `findOrCompute` runs after routing and knows the cache key.
 */
import type { HttpResponse } from '../response/http-response.ts'
import type { CacheSlot, ResponseCache } from './response-cache.ts'

export interface CacheLookup {
  readonly find: (url: string) => HttpResponse | undefined
  readonly findOrCompute: (slot: CacheSlot, compute: () => Promise<HttpResponse>) => Promise<HttpResponse>
}

/** `respondFromFragments` assembles a response from cached fragments; undefined when that would require I/O. */
export function createCacheLookup(
  responseCache: ResponseCache,
  respondFromFragments: (url: string) => HttpResponse | undefined,
): CacheLookup {
  const find = (url: string): HttpResponse | undefined => {
    try {
      return responseCache.get(url) ?? respondFromFragments(url)
    } catch {
      // The following stages fail in the same way, and can respond with an error.
      return undefined
    }
  }
  return {
    find,
    findOrCompute: async (slot, compute) =>
      (slot.isStored === false ? find(slot.url) : undefined) ?? responseCache.getOrCompute(slot, compute),
  }
}
