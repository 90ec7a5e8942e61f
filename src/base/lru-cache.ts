/** Least-recently-used cache with a limit and counters; the base of all caches. */
import { LRUCache } from 'lru-cache'
import type { CacheStatistics } from './cache-statistics.ts'

export interface CountedCache<K, V> {
  readonly get: (key: K) => V | undefined
  /** `size` in bytes is required where the limit is `maxBytes`. */
  readonly set: (key: K, value: V, size?: number) => void
  readonly delete: (key: K) => void
  /** Examines all entries. */
  readonly deleteWhere: (isDeleted: (value: V) => boolean) => void
  readonly clear: () => void
  readonly statistics: () => CacheStatistics
}

export type CacheLimit = { readonly maxEntries: number } | { readonly maxBytes: number }

export function createCountedCache<K extends string | number, V extends object | string>(
  limit: CacheLimit,
): CountedCache<K, V> {
  let hits = 0
  let misses = 0
  let evictions = 0
  const dispose = (_value: V, _key: K, reason: LRUCache.DisposeReason) => {
    if (reason === 'evict') evictions++
  }
  const hasByteLimit = 'maxBytes' in limit
  const entries = hasByteLimit
    ? new LRUCache<K, V>({ maxSize: Math.max(1, limit.maxBytes), dispose })
    : new LRUCache<K, V>({ max: limit.maxEntries, dispose })
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value === undefined) misses++
      else hits++
      return value
    },
    set: (key, value, size) => {
      entries.set(key, value, hasByteLimit && size !== undefined ? { size } : {})
    },
    delete: (key) => {
      entries.delete(key)
    },
    deleteWhere: (isDeleted) => {
      for (const [key, value] of [...entries.entries()]) if (isDeleted(value)) entries.delete(key)
    },
    clear: () => entries.clear(),
    statistics: () => ({
      hits,
      misses,
      evictions,
      entries: entries.size,
      bytes: hasByteLimit ? entries.calculatedSize : undefined,
    }),
  }
}
