/**
 * Whole answers to callers without credentials, ready to go out. Each is good until anything is written, or until the
 * moment at which the same question would mean something else. What is asked for once, as by those who walk through all
 * pages, is not kept: it would only push out what is asked for often.
 */
import { LRUCache } from 'lru-cache'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { Language } from '../../i18n/language.ts'
import type { Generation } from '../../storage/core/types.ts'
import { estimateResponseSize, type HttpResponse } from '../response/http-response.ts'

interface CacheEntry {
  readonly response: HttpResponse
  readonly generation: Generation
  /** First and last second for which it is true, UTC. */
  readonly from: DateTime
  readonly until: DateTime
}

/** An answer, and the last second for which it is true; without one it is not kept. */
export interface CacheableResponse {
  readonly response: HttpResponse
  readonly until: DateTime | undefined
}

export interface ResponseCache {
  /** What lies ready for an address, just as it was asked for. */
  readonly get: (address: string) => HttpResponse | undefined
  /** The answer of this key: kept, being made for somebody else at this moment, or made now. */
  readonly getOrCompute: (question: CacheRequest, make: () => Promise<CacheableResponse>) => Promise<HttpResponse>
}

export interface CacheRequest {
  /** Just as it was asked. */
  readonly url: string
  /** The same for all who are answered alike. */
  readonly key: string
  /** Of the caller. What fails says so in it, though success may be the same in any. */
  readonly language: Language
}

export interface ResponseCacheOptions {
  /** Most it may weigh; with 0 nothing is kept. */
  readonly bytes: number
  readonly now: () => DateTime
  /** The newest state; undefined while that is not known. */
  readonly generation: () => Generation | undefined
}

/** What the addresses may weigh that were seen to mean a key; several may mean the same, and callers make them up. */
const URL_INDEX_BYTES = 4_000_000
/** What an entry takes beside its texts, roughly. */
const ENTRY_OVERHEAD_BYTES = 200

export function createResponseCache({ bytes, now, generation }: ResponseCacheOptions): ResponseCache {
  const entries = new LRUCache<string, CacheEntry>({ maxSize: Math.max(bytes, 1) })
  const keysByUrl = new LRUCache<string, string>({
    maxSize: URL_INDEX_BYTES,
    sizeCalculation: (key, url) => key.length + url.length + ENTRY_OVERHEAD_BYTES,
  })
  const pendingResponses = new Map<string, Promise<HttpResponse>>()

  function getFresh(key: string, newest: Generation | undefined): HttpResponse | undefined {
    const cached = entries.get(key)
    if (!cached || newest === undefined || cached.generation !== newest) return undefined
    const moment = now()
    return cached.from <= moment && moment <= cached.until ? cached.response : undefined
  }

  async function computeAndStore(
    key: string,
    { newest, isRepeated }: { newest: Generation; isRepeated: boolean },
    compute: () => Promise<CacheableResponse>,
  ): Promise<HttpResponse> {
    const from = now()
    const { response, until } = await compute()
    if (until !== undefined && isRepeated && bytes > 0) {
      entries.set(key, { response, generation: newest, from, until }, { size: estimateResponseSize(response) })
    }
    return response
  }

  return {
    get: (url) => {
      const key = keysByUrl.get(url)
      return key === undefined ? undefined : getFresh(key, generation())
    },
    getOrCompute: async ({ url, key, language }, compute) => {
      const newest = generation()
      if (newest === undefined) return (await compute()).response
      const isRepeated = keysByUrl.has(url)
      keysByUrl.set(url, key)
      const cached = getFresh(key, newest)
      if (cached) return cached
      const pendingKey = `${newest.epoch} ${newest.seq} ${now()} ${language} ${key}`
      const pending =
        pendingResponses.get(pendingKey) ??
        computeAndStore(key, { newest, isRepeated }, compute).finally(() => pendingResponses.delete(pendingKey))
      pendingResponses.set(pendingKey, pending)
      return pending
    },
  }
}
