/**
 * Tracks whether the database accepts writes: from real transactions, or by a probe when there were none for some
 * seconds.
 */
import { Problem, type ProblemCode } from '../kernel/problem.ts'

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
/** Transactions wait so long for a lock, so a shorter one is no failure. */
const LOCKED_MILLISECONDS = 10_000

/** An unreachable or overloaded database is not a write failure: reads report it, and it is temporary. */
const WRITE_FAILURES: readonly ProblemCode[] = ['storage_full', 'database_unavailable']
/** The reason is the database and not the request. */
const DATABASE_FAILURES: readonly ProblemCode[] = [
  ...WRITE_FAILURES,
  'overloaded',
  'database_unreachable',
  'database_locked',
]

const hasCode = (error: unknown, codes: readonly ProblemCode[]): error is Problem =>
  error instanceof Problem && codes.includes(error.code)

const isLocked = (error: unknown): error is Problem => hasCode(error, ['database_locked'])

/**
 * `probe` must write something that no client sees, and not wait for another process that holds the write lock but throw
 * `database_locked`.
 */
export function createWriteHealth(probe: () => Promise<void>): WriteHealth {
  let failure: Problem | undefined
  let failures = 0
  let knownUntil = Number.NEGATIVE_INFINITY
  /** Since when no write has succeeded because of the lock. */
  let lockedSince = Number.POSITIVE_INFINITY
  let probing: Promise<void> | undefined
  const recordOutcome = (found: Problem | undefined) => {
    failure = found
    knownUntil = performance.now() + (found ? FAILURE_MILLISECONDS : SUCCESS_MILLISECONDS)
  }
  const recordSuccess = () => {
    lockedSince = Number.POSITIVE_INFINITY
    recordOutcome(undefined)
  }
  const recordWriteFailure = (error: unknown) => {
    if (hasCode(error, WRITE_FAILURES)) recordOutcome(error)
  }
  const recordProbeFailure = (error: unknown) => {
    if (!isLocked(error)) return recordWriteFailure(error)
    lockedSince = Math.min(lockedSince, performance.now())
    recordOutcome(performance.now() - lockedSince >= LOCKED_MILLISECONDS ? error : undefined)
  }
  const probeOnce = () => probe().then(recordSuccess, recordProbeFailure)
  return {
    recordSuccess,
    recordFailure: (error) => {
      if (hasCode(error, DATABASE_FAILURES)) failures++
      recordWriteFailure(error)
      if (!isLocked(error)) return
      // The transaction has waited as long as a probe would; the next check tells whether the lock is still held.
      lockedSince = Math.min(lockedSince, performance.now() - LOCKED_MILLISECONDS)
      knownUntil = Number.NEGATIVE_INFINITY
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
