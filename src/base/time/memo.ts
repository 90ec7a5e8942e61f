/** Bounded memos of pure functions. */

/** Returns a function that stores the results of `compute`, except undefined. It discards all of them at `limit` results. */
export function createMemo<V>(limit: number, compute: (key: string) => V | undefined): (key: string) => V | undefined {
  const results = new Map<string, V>()
  return (key) => {
    const stored = results.get(key)
    if (stored !== undefined) return stored
    const result = compute(key)
    if (result === undefined) return undefined
    if (results.size >= limit) results.clear()
    results.set(key, result)
    return result
  }
}
