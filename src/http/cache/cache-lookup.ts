/**
 * The stage `cacheLookup`, with its entry points: `find` needs only the URL and no I/O, and runs before Fastify sees a
 * request, as `readDirectly` does; `findOrCompute` runs after routing with the cache key.
 */
import type { HttpResponse } from '../response/http-response.ts'
import type { CacheSlot, ResponseCache } from './response-cache.ts'

/** A read of one record for anonymous viewers. */
export interface DirectRead {
  readonly slot: CacheSlot
  /** Undefined when the response is an error. */
  readonly compute: () => Promise<HttpResponse | undefined>
}

export interface CacheLookup {
  readonly find: (url: string) => HttpResponse | undefined
  /** Undefined for URLs of other requests; resolves to undefined when the following stages have to respond. */
  readonly readDirectly: (url: string) => Promise<HttpResponse | undefined> | undefined
  readonly findOrCompute: (slot: CacheSlot, compute: () => Promise<HttpResponse>) => Promise<HttpResponse>
}

export function createCacheLookup(
  responseCache: ResponseCache,
  findDirectRead: (url: string) => DirectRead | undefined,
): CacheLookup {
  return {
    find: responseCache.get,
    readDirectly: (url) => {
      const read = findDirectRead(url)
      return read && responseCache.compute(read.slot, read.compute)
    },
    findOrCompute: responseCache.getOrCompute,
  }
}
