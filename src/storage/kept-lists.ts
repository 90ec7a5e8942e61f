/**
 * What is remembered of the lists that were asked for: their statements as text, and what these found for as long as
 * nothing is written. A list is known by all of its plan but the page, and so by whom it is for.
 */
import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Generation } from './bus.ts'
import type { Reader } from './database.ts'

export interface KeptList {
  /** The statement of that name, which is built when it is asked for first. */
  readonly statement: (name: string, build: () => Compilable) => Statement
  /** The numbers found under that name, which are found anew once something was written. */
  readonly finding: (name: string, find: () => Promise<readonly number[]>) => Promise<Numbers>
  /** Whether it was found to be a long one, which it will hardly cease to be. */
  readonly isLong: () => boolean
  readonly setLong: () => void
}

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>
export type Numbers = readonly number[] | Uint32Array

/** Room for what is asked for again and again. */
const MOST_LISTS = 200
/** Name of the finding that every page needs. */
export const TOTAL = 'total'
/** Of one list: its total, and its numbers in the orders that were asked for last. Callers make up what they ask for. */
const MOST_FINDINGS = 3
/** What has longer ones names hundreds of records, and is hardly asked for twice. */
const LONGEST_KEY = 4000

/** The newest state; undefined while that is not known. */
type Newest = () => Generation | undefined

const memories = new WeakMap<Reader, (key: string) => KeptList>()

/** Lets lists read through `db` be remembered. Not for transactions and replicas: the bus does not tell what they see. */
export function rememberLists(db: Reader, generation: Newest): void {
  const lists = new LRUCache<string, KeptList>({ max: MOST_LISTS })
  memories.set(db, (key) => {
    const list = lists.get(key) ?? remembered(generation)
    lists.set(key, list)
    return list
  })
}

/** What is remembered of a list; nothing where nothing may be. */
export function keptList(db: Reader, kind: string, asked: object): KeptList {
  const memory = memories.get(db)
  if (!memory) return FORGOTTEN
  const key = `${kind} ${JSON.stringify(asked)}`
  return key.length > LONGEST_KEY ? FORGOTTEN : memory(key)
}

const compiled = (build: () => Compilable): Statement => {
  const { sql, parameters } = build().compile()
  return { sql, parameters }
}

/** Nothing is found out about it ahead of need. */
const FORGOTTEN: KeptList = {
  statement: (_name, build) => compiled(build),
  finding: (_name, find) => find(),
  isLong: () => true,
  setLong: () => {},
}

function remembered(generation: Newest): KeptList {
  const statements = new Map<string, Statement>()
  const findings = new Map<string, { readonly generation: Generation; readonly numbers: Numbers }>()
  let isLong = false
  return {
    isLong: () => isLong,
    setLong: () => {
      isLong = true
    },
    statement: (name, build) => {
      const statement = statements.get(name) ?? compiled(build)
      statements.set(name, statement)
      return statement
    },
    finding: async (name, find) => {
      const newest = generation()
      const kept = findings.get(name)
      if (kept && kept.generation === newest) return kept.numbers
      findings.delete(name)
      const numbers = Uint32Array.from(await find())
      // What was written meanwhile may be in it, or not.
      if (newest !== undefined && generation() === newest) findings.set(name, { generation: newest, numbers })
      const oldest = [...findings.keys()].find((kept) => kept !== TOTAL)
      if (findings.size > MOST_FINDINGS && oldest !== undefined) findings.delete(oldest)
      return numbers
    },
  }
}
