/**
 * List cache: compiled statements, totals and short lists of ids, by query plan without its page. The plan includes the
 * viewer's access, so viewers never share entries. Results are valid until a change that may affect the list, statements
 * indefinitely.
 */
import type { Compilable } from 'kysely'
import type { CacheStatistics } from '../base/cache-statistics.ts'
import { createCountedCache } from '../base/lru-cache.ts'
import type { Generation } from './identity-types.ts'
import type { CachedList, DatabaseCaches, IdArray, IsAffected, ListSource, Reader, SqlStatement } from './types.ts'

const MAX_LISTS = 200
/** Name of the result that every page needs. */
export const TOTAL_KEY = 'total'
/** Results per list: the total, and the ids in the most recent orders. Clients choose orders, so these are limited. */
const MAX_RESULTS = 3
/** Longer keys name hundreds of records and are hardly requested twice. */
const MAX_KEY_LENGTH = 4000

export interface ListCache {
  readonly find: DatabaseCaches['findList']
  /** Hits and misses count results; entries and evictions count lists. */
  readonly statistics: () => CacheStatistics
}

interface HitCounter {
  hits: number
  misses: number
}

export function createListCache(): ListCache {
  const lists = createCountedCache<string, CachedList>({ maxEntries: MAX_LISTS })
  const counter: HitCounter = { hits: 0, misses: 0 }
  return {
    find: (key, source) => {
      const cached = lists.get(key)
      if (cached) return cached
      const list = createCachedList(source, counter)
      lists.set(key, list)
      return list
    },
    statistics: () => ({ ...lists.statistics(), ...counter }),
  }
}

/**
 * Returns the cached entry of a list, or one that caches nothing on handles without a list cache. `isAffected` must
 * depend on `kind` and `filters` only.
 */
export function findCachedList(db: Reader, kind: string, filters: object, isAffected: IsAffected): CachedList {
  const { findList } = db.caches
  if (!findList) return UNCACHED_LIST
  const key = `${kind} ${JSON.stringify(filters)}`
  return key.length > MAX_KEY_LENGTH ? UNCACHED_LIST : findList(key, isAffected)
}

const compileStatement = (build: () => Compilable): SqlStatement => {
  const { sql, parameters } = build().compile()
  return { sql, parameters }
}

/** `isLong` avoids reading all ids ahead, which only pays off when they are cached. */
const UNCACHED_LIST: CachedList = {
  getStatement: (_name, build) => compileStatement(build),
  getOrFindIds: (_name, find) => find(),
  isLong: () => true,
  markLong: () => {},
}

interface CachedResult {
  readonly generation: Generation
  readonly ids: IdArray
}

/** Unknown changes, such as those of other processes, count as affecting. */
function isUnaffected(cached: CachedResult, newest: Generation, { changes, isAffected }: ListSource): boolean {
  return cached.generation === newest || changes(cached.generation, newest)?.some(isAffected) === false
}

function createCachedList(source: ListSource, counter: HitCounter): CachedList {
  const { generation } = source
  const statements = new Map<string, SqlStatement>()
  const results = new Map<string, CachedResult>()
  let isLong = false
  return {
    isLong: () => isLong,
    markLong: () => {
      isLong = true
    },
    getStatement: (name, build) => {
      const statement = statements.get(name) ?? compileStatement(build)
      statements.set(name, statement)
      return statement
    },
    getOrFindIds: async (name, find) => {
      const newest = generation()
      const cached = results.get(name)
      if (cached && newest && isUnaffected(cached, newest, source)) {
        counter.hits++
        results.set(name, { ...cached, generation: newest })
        return cached.ids
      }
      counter.misses++
      results.delete(name)
      const ids = Uint32Array.from(await find())
      // A concurrent write may or may not be included in the result.
      if (newest !== undefined && generation() === newest) results.set(name, { generation: newest, ids })
      const oldest = [...results.keys()].find((key) => key !== TOTAL_KEY)
      if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest)
      return ids
    },
  }
}
