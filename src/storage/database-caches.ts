import { createCountedCache } from '../base/lru-cache.ts'
import { createListCache } from './list-cache.ts'
import type { DatabaseCaches } from './types.ts'

const MAX_STATEMENTS = 1000

/** Creates empty caches; each database needs its own, as dialects and records differ. */
export function createDatabaseCaches(): DatabaseCaches {
  const lists = createListCache()
  return {
    statements: createCountedCache({ maxEntries: MAX_STATEMENTS }),
    findList: lists.find,
    listStatistics: lists.statistics,
  }
}
