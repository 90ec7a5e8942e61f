/**
 * Tracks whether the database accepts writes: from real transactions, or by a probe when there were none for some
 * seconds.
 */
import { Problem } from '../domain/problem.ts'

export interface WriteHealth {
  /** Records the outcome of a transaction. */
  readonly recordSuccess: () => void
  readonly recordFailure: (error: unknown) => void
  /** The reason why writes fail; undefined while they succeed. */
  readonly check: () => Promise<Problem | undefined>
  /** Number of transactions that failed for a reason of the database, not of the request. */
  readonly countFailures: () => number
}

const SUCCESS_MILLISECONDS = 5000
const FAILURE_MILLISECONDS = 1000

/** A busy or unreachable database is not a write failure: reads report it, and it is temporary. */
const isWriteFailure = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'storage_full' || error.code === 'database_unavailable')

/** Whether the reason is the database and not the request. */
const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'overloaded' || isWriteFailure(error))

/** `probe` must write something that no client sees. */
export function createWriteHealth(probe: () => Promise<void>): WriteHealth {
  let failure: Problem | undefined
  let failures = 0
  let knownUntil = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined
  const recordOutcome = (found: Problem | undefined) => {
    failure = found
    knownUntil = performance.now() + (found ? FAILURE_MILLISECONDS : SUCCESS_MILLISECONDS)
  }
  const recordSuccess = () => recordOutcome(undefined)
  const recordFailure = (error: unknown) => {
    if (isWriteFailure(error)) recordOutcome(error)
  }
  const probeOnce = () => probe().then(recordSuccess, recordFailure)
  return {
    recordSuccess,
    recordFailure: (error) => {
      if (isDatabaseFailure(error)) failures++
      recordFailure(error)
    },
    countFailures: () => failures,
    check: async () => {
      if (performance.now() > knownUntil) {
        probing ??= probeOnce().finally(() => {
          probing = undefined
        })
        await probing
      }
      return failure
    },
  }
}
