/** A copy of the calendar that follows `GET /changes`. */
import type { Client } from 'openapi-fetch'
import { CalendsError, dataOf } from './failure.ts'
import { backoff, pause } from './retries.ts'
import type { paths } from './schema.ts'

type Query = NonNullable<paths['/changes']['get']['parameters']['query']>

const readPage = (client: Client<paths>, query: Query, signal: AbortSignal | undefined) =>
  dataOf(client.GET('/changes', { params: { query }, ...(signal && { signal }) }))

export type Change = Awaited<ReturnType<typeof readPage>>['changes'][number]

/** Kinds and filters of the copy. With others than before, the copy begins anew. */
export type CopyQuery = Omit<Query, 'since' | 'include' | 'wait'>

/** Changes to store together with the cursor after them. */
export interface CopyUpdate {
  /** In order. A change with `deleted` may name a record that the copy never had. */
  readonly changes: readonly Change[]
  readonly cursor: string
  /** True if all records of the copy have to be removed before: the changes begin with all records again. */
  readonly isReset: boolean
}

/** Stores a copy, for example in a database. */
export interface CopyStore {
  /** The cursor of the last update; undefined for an empty copy. */
  readonly readCursor: () => Promise<string | undefined>
  /** Stores records and cursor in one transaction, so that the copy is never ahead of its cursor. */
  readonly write: (update: CopyUpdate) => Promise<void>
}

export interface CopyOptions {
  readonly store: CopyStore
  readonly query?: CopyQuery
}

export interface FollowOptions {
  readonly signal?: AbortSignal
  /** Seconds that a request waits for changes, 55 at most; 30 when not given. */
  readonly wait?: number
}

/** Statuses of requests that no repetition makes valid. */
const isPermanent = ({ status }: CalendsError): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

export class CalendsCopy {
  readonly #client: Client<paths>
  readonly #store: CopyStore
  readonly #query: CopyQuery

  constructor(client: Client<paths>, { store, query = {} }: CopyOptions) {
    this.#client = client
    this.#store = store
    this.#query = query
  }

  /** Stores all changes up to now, and returns their number. Throws `CalendsError`. */
  async sync({ signal }: Pick<FollowOptions, 'signal'> = {}): Promise<number> {
    let count = 0
    for (;;) {
      const { changes, hasMore } = await this.#storePage(0, signal)
      count += changes.length
      if (!hasMore) return count
    }
  }

  /**
   * Stores changes as they happen, and yields each page of them after it was stored. Failures of the network and the service
   * are retried without end, with increasing delays; others are thrown. Ends without an error when the signal aborts.
   */
  async *follow({ signal, wait = 30 }: FollowOptions = {}): AsyncGenerator<readonly Change[], void, undefined> {
    for (let failures = 0; !signal?.aborted; ) {
      try {
        const { changes } = await this.#storePage(wait, signal)
        failures = 0
        if (changes.length > 0) yield changes
      } catch (error) {
        if (signal?.aborted) return
        if (!isTemporary(error)) throw error
        await pause(backoff(failures++), signal).catch(() => undefined)
      }
    }
  }

  async #storePage(wait: number, signal: AbortSignal | undefined) {
    const since = await this.#store.readCursor()
    const page = await this.#read(since, wait, signal).catch((error: unknown) => {
      if (error instanceof CalendsError && error.code === 'cursor-expired' && since !== undefined) return undefined
      throw error
    })
    const { changes, cursor, has_more } = page ?? (await this.#read(undefined, 0, signal))
    const isReset = page === undefined || since === undefined
    if (cursor !== since || changes.length > 0) await this.#store.write({ changes, cursor, isReset })
    return { changes, hasMore: has_more }
  }

  #read(since: string | undefined, wait: number, signal: AbortSignal | undefined) {
    const query = { ...this.#query, include: 'records' as const, ...(since && { since }), ...(wait > 0 && { wait }) }
    return readPage(this.#client, query, signal)
  }
}

/** `fetch` throws a `TypeError` when the network fails. Errors of the store are not retried. */
const isTemporary = (error: unknown): boolean =>
  error instanceof CalendsError ? !isPermanent(error) : error instanceof TypeError

/** A store in memory, for programs that need the copy only while they run. */
export interface MemoryStore extends CopyStore {
  /** Records by kind and id, such as `event 7`. */
  readonly records: ReadonlyMap<string, NonNullable<Change['record']>>
}

export function createMemoryStore(): MemoryStore {
  const records = new Map<string, NonNullable<Change['record']>>()
  let stored: string | undefined
  return {
    records,
    readCursor: async () => stored,
    write: async ({ changes, cursor, isReset }) => {
      if (isReset) records.clear()
      for (const { kind, id, deleted, record } of changes) {
        if (deleted || record === undefined) records.delete(`${kind} ${id}`)
        else records.set(`${kind} ${id}`, record)
      }
      stored = cursor
    },
  }
}
