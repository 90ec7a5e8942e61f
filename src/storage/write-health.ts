/** Whether the database takes writes: told by those that happen, and tried where none did for some seconds. */
import { Problem } from '../domain/problem.ts'

export interface WriteHealth {
  /** Takes note of how a transaction ended. */
  readonly recordSuccess: () => void
  readonly recordFailure: (error: unknown) => void
  /** Why writes fail; undefined while they do not. */
  readonly check: () => Promise<Problem | undefined>
}

const SUCCESS_MILLISECONDS = 5000
const FAILURE_MILLISECONDS = 1000

/** That the database is busy or away is none: reads tell of that, and it passes. */
const isWriteFailure = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'storage_full' || error.code === 'database_unavailable')

/** `probe` writes something that no client sees. */
export function createWriteHealth(probe: () => Promise<void>): WriteHealth {
  let failure: Problem | undefined
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
    recordFailure,
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
