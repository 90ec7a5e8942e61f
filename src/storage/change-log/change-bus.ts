/** Tells a process that the database changed, whichever process wrote it. */

import type { Generation } from '../identity-types.ts'
import type { ChangeBusPublisher } from '../types.ts'

const FRESH_MILLISECONDS = 1000
const UNKNOWN_GENERATION: Generation = { epoch: '', seq: 0, since: '' }

/** `outageSeconds`: how long the last confirmed state is valid while the database is unavailable. */
export function createChangeBus(outageSeconds = 0): ChangeBusPublisher {
  const listeners = new Set<(generation: Generation) => void>()
  let current = UNKNOWN_GENERATION
  let confirmedAt = Number.NEGATIVE_INFINITY
  let invalidatedAt = Number.NEGATIVE_INFINITY
  let isInOutage = false
  const set = (generation: Generation) => {
    current = generation
    for (const listener of listeners) listener(generation)
  }
  const publish = (seq: number) => {
    if (seq > current.seq) set({ ...current, seq })
  }
  return {
    current: () => current,
    isFresh: () => performance.now() - confirmedAt < (isInOutage ? outageSeconds * 1000 : FRESH_MILLISECONDS),
    isInOutage: () => isInOutage,
    beginOutage: () => {
      isInOutage = true
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    publish,
    confirm: ({ epoch, seq, since }, requestedAt) => {
      if (requestedAt < invalidatedAt) return
      confirmedAt = requestedAt
      isInOutage = false
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
