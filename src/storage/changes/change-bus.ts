/** How a process hears that there is something new, whichever process wrote it. */
import type { DateTime } from '../../datetime/parse-date.ts'

/**
 * A state of the database. While two reads of `Bus.current` return the same object, nothing was written in between.
 * Numbers of changes can be compared only within one epoch: after a restore or a failover they are given out again.
 */
export interface Generation {
  /** Random name of the history that the database holds; empty until it was read. */
  readonly epoch: string
  /** Number of the newest change. */
  readonly seq: number
  /** When the epoch began, UTC. */
  readonly since: DateTime
}

/** As much of a generation as tells states apart. */
export type Position = Pick<Generation, 'epoch' | 'seq'>

export interface ChangeBus {
  /** The newest state this process knows of: never older than that of a write it has answered. */
  readonly current: () => Generation
  /** Whether no other process can have written more than a second ago what `current` does not count. */
  readonly isFresh: () => boolean
  /** Calls `listener`, which must not throw, whenever `current` changes. Returns the function that ends it. */
  readonly subscribe: (listener: (generation: Generation) => void) => () => void
}

/** The side of those who know. */
export interface ChangeBusPublisher extends ChangeBus {
  /** There is a change of this number in the current epoch. */
  readonly publish: (seq: number) => void
  /** This was the newest state when it was asked for, at a moment of `performance.now()`. Another epoch may go back. */
  readonly confirm: (generation: Generation, asked: number) => void
  /** Makes `isCertain` false until a state is confirmed that was asked for from now on. */
  readonly invalidate: () => void
  /** Whether no state was confirmed since the last doubt. */
  readonly isInvalidated: () => boolean
}

const FRESH_MILLISECONDS = 1000
const UNKNOWN_GENERATION: Generation = { epoch: '', seq: 0, since: '' }

export function createChangeBus(): ChangeBusPublisher {
  const listeners = new Set<(generation: Generation) => void>()
  let current = UNKNOWN_GENERATION
  let confirmedAt = Number.NEGATIVE_INFINITY
  let invalidatedAt = Number.NEGATIVE_INFINITY
  const set = (generation: Generation) => {
    current = generation
    for (const listener of listeners) listener(generation)
  }
  const publish = (seq: number) => {
    if (seq > current.seq) set({ ...current, seq })
  }
  return {
    current: () => current,
    isFresh: () => performance.now() - confirmedAt < FRESH_MILLISECONDS,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish,
    confirm: ({ epoch, seq, since }, requestedAt) => {
      if (requestedAt < invalidatedAt) return
      confirmedAt = requestedAt
      if (epoch === current.epoch) publish(seq)
      else set({ epoch, seq, since })
    },
    invalidate: () => {
      invalidatedAt = performance.now()
      confirmedAt = Number.NEGATIVE_INFINITY
    },
    isInvalidated: () => invalidatedAt > confirmedAt,
  }
}
