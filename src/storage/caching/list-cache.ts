/**
 * What is remembered of the lists that were asked for: their statements as text, and what these found for as long as
 * nothing is written. A list is known by all of its plan but the page, and so by whom it is for.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Generation, Reader } from '../core/types.ts'

export interface CachedList {
  /** The statement of that name, which is built when it is asked for first. */
  readonly getStatement: (name: string, build: () => Compilable) => SqlStatement
  /** The numbers found under that name, which are found anew once something was written. */
  readonly getOrFindIds: (name: string, find: () => Promise<readonly number[]>) => Promise<IdArray>
  /** Whether it was found to be a long one, which it will hardly cease to be. */
  readonly isLong: () => boolean
  readonly markLong: () => void
}

export type SqlStatement = Pick<CompiledQuery, 'sql' | 'parameters'>
export type IdArray = readonly number[] | Uint32Array

/** Room for what is asked for again and again. */
const MAX_LISTS = 200
/** Name of the finding that every page needs. */
export const TOTAL_KEY = 'total'
/** Of one list: its total, and its numbers in the orders that were asked for last. Callers make up what they ask for. */
const MAX_RESULTS = 3
/** What has longer ones names hundreds of records, and is hardly asked for twice. */
const MAX_KEY_LENGTH = 4000

/** The newest state; undefined while that is not known. */
type CurrentGeneration = () => Generation | undefined

const listCaches = new WeakMap<Reader, (key: string) => CachedList>()

/** Lets lists read through `db` be remembered. Not for transactions and replicas: the bus does not tell what they see. */
export function enableListCache(db: Reader, generation: CurrentGeneration): void {
  const lists = new LRUCache<string, CachedList>({ max: MAX_LISTS })
  listCaches.set(db, (key) => {
    const list = lists.get(key) ?? createCachedList(generation)
    lists.set(key, list)
    return list
  })
}

/** What is remembered of a list; nothing where nothing may be. */
export function findCachedList(db: Reader, kind: string, filters: object): CachedList {
  const listCache = listCaches.get(db)
  if (!listCache) return UNCACHED_LIST
  const key = `${kind} ${JSON.stringify(filters)}`
  return key.length > MAX_KEY_LENGTH ? UNCACHED_LIST : listCache(key)
}

const compileStatement = (build: () => Compilable): SqlStatement => {
  const { sql, parameters } = build().compile()
  return { sql, parameters }
}

/** Nothing is found out about it ahead of need. */
const UNCACHED_LIST: CachedList = {
  getStatement: (_name, build) => compileStatement(build),
  getOrFindIds: (_name, find) => find(),
  isLong: () => true,
  markLong: () => {},
}

function createCachedList(generation: CurrentGeneration): CachedList {
  const statements = new Map<string, SqlStatement>()
  const results = new Map<string, { readonly generation: Generation; readonly numbers: IdArray }>()
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
      if (cached && cached.generation === newest) return cached.numbers
      results.delete(name)
      const numbers = Uint32Array.from(await find())
      // What was written meanwhile may be in it, or not.
      if (newest !== undefined && generation() === newest) results.set(name, { generation: newest, numbers })
      const oldest = [...results.keys()].find((cached) => cached !== TOTAL_KEY)
      if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest)
      return numbers
    },
  }
}
