/** Counters of a cache since it was created, read by health and metrics endpoints. */
export interface CacheStatistics {
  readonly hits: number
  readonly misses: number
  /** Entries removed to make room; invalidated and replaced entries are not counted. */
  readonly evictions: number
  readonly entries: number
  /** Estimated memory of the entries; undefined where the limit is a number of entries. */
  readonly bytes: number | undefined
}

/** Reads the statistics of each cache by its name. */
export type ReadCacheStatistics = () => Readonly<Record<string, CacheStatistics>>

/** Adds the counters of caches that share one name, as those of several kinds of records. */
export const sumStatistics = (parts: readonly CacheStatistics[]): CacheStatistics =>
  parts.reduce((sum, part) => ({
    hits: sum.hits + part.hits,
    misses: sum.misses + part.misses,
    evictions: sum.evictions + part.evictions,
    entries: sum.entries + part.entries,
    bytes: sum.bytes === undefined || part.bytes === undefined ? undefined : sum.bytes + part.bytes,
  }))
