/**
 * Response cache: complete responses to requests without credentials. Entries expire on any write, or when a relative
 * date would change its meaning. A response is stored on its second request, so that a client that reads every page
 * once does not evict frequently used entries.
 */
import { LRUCache } from 'lru-cache'
import type { CacheStatistics } from '../../caching/cache-statistics.ts'
import type { DateTime } from '../../datetime/date-time.ts'
import type { Language } from '../../i18n/language.ts'
import type { Generation } from '../../storage/core/types.ts'
import { estimateResponseSize, type HttpResponse } from '../response/http-response.ts'

interface CacheEntry {
  readonly response: HttpResponse
  readonly generation: Generation
  /** First and last second, UTC, for which the entry is valid. */
  readonly from: DateTime
  readonly until: DateTime
}

export interface ResponseCache {
  /** Valid response for the URL of a request, without parsing it. */
  readonly get: (url: string) => HttpResponse | undefined
  /** Response for a key: from the cache, from a concurrent identical request, or computed. */
  readonly getOrCompute: (slot: CacheSlot, compute: () => Promise<HttpResponse>) => Promise<HttpResponse>
  /** An expired entry counts as a miss. */
  readonly statistics: () => CacheStatistics
}

/** The place of a response in the cache. */
export interface CacheSlot {
  /** URL as the client sent it, after the negotiated language if the response depends on one. */
  readonly url: string
  /** The same for all URLs with the same response. */
  readonly key: string
  /** Language of the request. Errors are localized even where successful responses are not. */
  readonly language: Language
  /** False for responses that are assembled faster than they could be stored. */
  readonly isStored?: boolean
}

export interface ResponseCacheOptions {
  /** Maximum size; 0 disables storing. */
  readonly bytes: number
  readonly now: () => DateTime
  /** Newest generation of the database; undefined while it is unknown. */
  readonly generation: () => Generation | undefined
}

/** Limit of the index from URLs to keys. Many URLs can share a key, and clients choose them. */
const URL_INDEX_BYTES = 4_000_000
/** Estimated memory of an entry of the index besides its texts. */
const ENTRY_OVERHEAD_BYTES = 200

function createEntries(bytes: number, onEviction: () => void): LRUCache<string, CacheEntry> {
  return new LRUCache({
    maxSize: Math.max(bytes, 1),
    dispose: (_entry, _key, reason) => {
      if (reason === 'evict') onEviction()
    },
  })
}

export function createResponseCache({ bytes, now, generation }: ResponseCacheOptions): ResponseCache {
  const counts = { hits: 0, misses: 0, evictions: 0 }
  const entries = createEntries(bytes, () => counts.evictions++)
  const keysByUrl = new LRUCache<string, string>({
    maxSize: URL_INDEX_BYTES,
    sizeCalculation: (key, url) => key.length + url.length + ENTRY_OVERHEAD_BYTES,
  })
  const pendingResponses = new Map<string, Promise<HttpResponse>>()

  function getFresh(key: string, newest: Generation | undefined): HttpResponse | undefined {
    const cached = entries.get(key)
    if (!cached || newest === undefined || cached.generation !== newest) return undefined
    const moment = now()
    if (moment < cached.from || moment > cached.until) return undefined
    counts.hits++
    return cached.response
  }

  async function computeAndStore(
    key: string,
    { newest, isStored }: { newest: Generation; isStored: boolean },
    compute: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const from = now()
    const response = await compute()
    const until = response.validUntil
    if (until !== undefined && isStored && bytes > 0) {
      entries.set(key, { response, generation: newest, from, until }, { size: estimateResponseSize(response) })
    }
    return response
  }

  return {
    get: (url) => {
      const key = keysByUrl.get(url)
      return key === undefined ? undefined : getFresh(key, generation())
    },
    getOrCompute: async ({ url, key, language, isStored = true }, compute) => {
      const newest = generation()
      if (newest === undefined) return compute()
      const isRepeated = keysByUrl.has(url)
      keysByUrl.set(url, key)
      const cached = getFresh(key, newest)
      if (cached) return cached
      counts.misses++
      const pendingKey = `${newest.epoch} ${newest.seq} ${now()} ${language} ${key}`
      const pending =
        pendingResponses.get(pendingKey) ??
        computeAndStore(key, { newest, isStored: isStored && isRepeated }, compute).finally(() =>
          pendingResponses.delete(pendingKey),
        )
      pendingResponses.set(pendingKey, pending)
      return pending
    },
    statistics: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  }
}
