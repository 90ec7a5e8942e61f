/** Seeded pseudo-random numbers for sample data and tests. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
}

/** Creates a generator from a seed (mulberry32 by Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      const found = list[between(0, list.length - 1)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
