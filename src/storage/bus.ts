/** How a process hears that there is something new, whoever wrote it. */

export interface Bus {
  /** Number of the newest change this process knows of: never less than that of a write it has answered. */
  readonly current: () => number
  /** Whether no other process can have written more than a second ago what `current` does not count. */
  readonly isCertain: () => boolean
  /** Calls `listener`, which must not throw, whenever `current` moves on. Returns what ends it. */
  readonly subscribe: (listener: (generation: number) => void) => () => void
}

/** The side of those who know. */
export interface BusFeed extends Bus {
  /** There is a change of this number. */
  readonly raise: (generation: number) => void
  /** This was the newest change of all when it was asked for, at a moment of `performance.now()`. */
  readonly confirm: (generation: number, asked: number) => void
}

const CERTAIN_MILLISECONDS = 1000

export function createBus(): BusFeed {
  const listeners = new Set<(generation: number) => void>()
  let current = 0
  let confirmed = Number.NEGATIVE_INFINITY
  const raise = (generation: number) => {
    if (generation <= current) return
    current = generation
    for (const listener of listeners) listener(generation)
  }
  return {
    current: () => current,
    isCertain: () => performance.now() - confirmed < CERTAIN_MILLISECONDS,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    raise,
    confirm: (generation, asked) => {
      confirmed = asked
      raise(generation)
    },
  }
}
