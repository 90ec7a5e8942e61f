/** Entries of the response cache, and whether they are still valid. */
import { LRUCache } from 'lru-cache'
import type { CacheStatistics } from '../../base/cache-statistics.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import type { FragmentCache } from '../../calendar/fragments/fragment-cache.ts'
import type { Generation } from '../../storage/identity-types.ts'
import { estimateResponseSize, type HttpResponse } from '../response/http-response.ts'

/** State of the database and the clock before a response was computed. */
interface ComputedFrom {
  readonly generation: Generation
  /** Number of the newest invalidation of fragments. */
  readonly invalidation: number
  /** UTC. */
  readonly from: DateTime
}

interface Entry extends ComputedFrom {
  readonly response: HttpResponse
  /** The newest generation for which the entry is valid. */
  generation: Generation
  /** Last second, UTC, for which the entry is valid. */
  readonly until: DateTime
  /** Bytes. */
  readonly size: number
}

export interface ResponseEntries {
  /** Read this before a response is computed that is then stored. */
  readonly begin: (generation: Generation) => ComputedFrom
  /** Ignores responses that must not be cached. */
  readonly set: (key: string, response: HttpResponse, computedFrom: ComputedFrom) => void
  /** The response, if it is valid in the newest generation. */
  readonly get: (key: string, newest: Generation) => HttpResponse | undefined
  readonly statistics: () => Pick<CacheStatistics, 'hits' | 'evictions' | 'entries' | 'bytes'>
}

export interface ResponseEntriesOptions {
  /** Maximum size; 0 disables storing. */
  readonly bytes: number
  readonly now: () => DateTime
  readonly fragments: Pick<FragmentCache, 'newestInvalidation' | 'isOutdated'>
}

export function createResponseEntries({ bytes, now, fragments }: ResponseEntriesOptions): ResponseEntries {
  const counts = { hits: 0, evictions: 0 }
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(bytes, 1),
    dispose: (_entry, _key, reason) => {
      if (reason === 'evict') counts.evictions++
    },
  })

  /** A response that no newer write concerns is valid for the newest generation as well. */
  function isOfGeneration(entry: Entry, newest: Generation): boolean {
    if (entry.generation === newest) return true
    const { sources } = entry.response
    if (!sources || entry.generation.epoch !== newest.epoch) return false
    if (fragments.isOutdated(sources, entry.invalidation)) return false
    entry.generation = newest
    return true
  }

  /** Compressed representations are added to a response after it was stored. */
  function updateSize(key: string, entry: Entry): void {
    const size = estimateResponseSize(entry.response)
    if (size !== entry.size) entries.set(key, { ...entry, size }, { size })
  }

  return {
    begin: (generation) => ({ generation, invalidation: fragments.newestInvalidation(), from: now() }),
    set: (key, response, computedFrom) => {
      const until = response.validUntil
      if (until === undefined || bytes === 0) return
      const size = estimateResponseSize(response)
      entries.set(key, { ...computedFrom, response, until, size }, { size })
    },
    get: (key, newest) => {
      const entry = entries.get(key)
      if (!entry || !isOfGeneration(entry, newest)) return undefined
      const moment = now()
      if (moment < entry.from || moment > entry.until) return undefined
      counts.hits++
      updateSize(key, entry)
      return entry.response
    },
    statistics: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  }
}
