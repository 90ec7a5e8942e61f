/**
 * Remembers when records were invalidated, so that responses assembled from fragments outlive the writes that do not
 * concern them. Numbers count the invalidations of this process.
 */

/** The records whose fragments a response contains. */
export interface FragmentSources {
  /** Ids of events, venues and organizers. */
  readonly posts: readonly number[]
  readonly terms: readonly number[]
}

export interface InvalidationLog {
  /** Number of the newest invalidation. Read it before the fragments of a response. */
  readonly newest: () => number
  readonly addPost: (id: number) => void
  readonly addTerm: (id: number) => void
  readonly addAll: () => void
  /** True if a record was invalidated after `number`, or if `number` is older than the log. */
  readonly isOutdated: (sources: FragmentSources, number: number) => boolean
}

/** Remembers the newest `limit` invalidated records. */
export function createInvalidationLog(limit: number): InvalidationLog {
  /** Posts by ID, terms by negative ID. */
  const numbers = new Map<number, number>()
  let newest = 0
  /** Everything that is older counts as outdated. */
  let oldest = 0
  const add = (key: number) => {
    numbers.delete(key)
    numbers.set(key, ++newest)
    const [eldest] = numbers
    if (numbers.size <= limit || !eldest) return
    numbers.delete(eldest[0])
    oldest = eldest[1]
  }
  return {
    newest: () => newest,
    addPost: (id) => add(id),
    addTerm: (id) => add(-id),
    addAll: () => {
      oldest = ++newest
      numbers.clear()
    },
    isOutdated: ({ posts, terms }, number) =>
      number < oldest ||
      posts.some((id) => (numbers.get(id) ?? 0) > number) ||
      terms.some((id) => (numbers.get(-id) ?? 0) > number),
  }
}
