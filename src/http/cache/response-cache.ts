/**
 * Response cache: complete responses, by what their viewers may see. Entries expire when a relative date would change its
 * meaning, and on any write, except that the response to a read of one record expires only on writes of the records in
 * it. A response is stored on its second request, so that a client that reads every page once does not evict frequently
 * used entries.
 */
import { LRUCache } from 'lru-cache'
import type { CacheStatistics } from '../../base/cache-statistics.ts'
import type { Language } from '../../base/i18n/language.ts'
import type { Generation } from '../../storage/identity-types.ts'
import type { HttpResponse } from '../response/http-response.ts'
import { createResponseEntries, type ResponseEntriesOptions } from './response-entries.ts'

export interface ResponseCache {
  /** Valid response for the URL of a slot, without parsing it. */
  readonly get: (url: string) => HttpResponse | undefined
  /** Computes and stores a response that takes so little time that concurrent requests need not be coalesced. */
  readonly compute: (
    slot: CacheSlot,
    compute: () => Promise<HttpResponse | undefined>,
  ) => Promise<HttpResponse | undefined>
  /** Response for a key: from the cache, from a concurrent identical request, or computed. */
  readonly getOrCompute: (slot: CacheSlot, compute: () => Promise<HttpResponse>) => Promise<HttpResponse>
  /** An expired entry counts as a miss. */
  readonly statistics: () => CacheStatistics
}

/** The place of a response in the cache. */
export interface CacheSlot {
  /** URL as the client sent it, after everything else on which the response depends. */
  readonly url: string
  /** The same for all URLs with the same response. */
  readonly key: string
  /** Language of the request. Errors are localized even where successful responses are not. */
  readonly language: Language
}

export interface ResponseCacheOptions extends ResponseEntriesOptions {
  /** Newest generation of the database; undefined while it is unknown. */
  readonly generation: () => Generation | undefined
}

/** Limit of the index from URLs to keys. Many URLs can share a key, and clients choose them. */
const URL_INDEX_BYTES = 4_000_000
/** Estimated memory of an entry of the index without its texts. */
const ENTRY_OVERHEAD_BYTES = 200

export function createResponseCache({ generation, ...options }: ResponseCacheOptions): ResponseCache {
  let misses = 0
  const entries = createResponseEntries(options)
  const keysByUrl = new LRUCache<string, string>({
    maxSize: URL_INDEX_BYTES,
    sizeCalculation: (key, url) => key.length + url.length + ENTRY_OVERHEAD_BYTES,
  })
  const pendingResponses = new Map<string, Promise<HttpResponse>>()

  /** Stores the response if its URL was requested before. */
  async function computeAndStore<T extends HttpResponse | undefined>(
    { url, key }: CacheSlot,
    newest: Generation,
    compute: () => Promise<T>,
  ): Promise<T> {
    const isRepeated = keysByUrl.has(url)
    keysByUrl.set(url, key)
    misses++
    const computedFrom = entries.begin(newest)
    const response = await compute()
    if (response && isRepeated) entries.set(key, response, computedFrom)
    return response
  }

  return {
    get: (url) => {
      const key = keysByUrl.get(url)
      const newest = key === undefined ? undefined : generation()
      return key === undefined || newest === undefined ? undefined : entries.get(key, newest)
    },
    compute: async (slot, compute) => {
      const newest = generation()
      return newest === undefined ? compute() : computeAndStore(slot, newest, compute)
    },
    getOrCompute: async (slot, compute) => {
      const { url, key, language } = slot
      const newest = generation()
      if (newest === undefined) return compute()
      const cached = entries.get(key, newest)
      if (cached) {
        keysByUrl.set(url, key)
        return cached
      }
      const pendingKey = `${newest.epoch} ${newest.seq} ${options.now()} ${language} ${key}`
      const pending =
        pendingResponses.get(pendingKey) ??
        computeAndStore(slot, newest, compute).finally(() => pendingResponses.delete(pendingKey))
      pendingResponses.set(pendingKey, pending)
      return pending
    },
    statistics: () => ({ misses, ...entries.statistics() }),
  }
}
