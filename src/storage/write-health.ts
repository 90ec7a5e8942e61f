/** Whether the database takes writes: told by those that happen, and tried where none did for some seconds. */
import { Problem } from '../calendar/problem.ts'

export interface WriteHealth {
  /** Takes note of how a transaction ended. */
  readonly succeeded: () => void
  readonly failed: (error: unknown) => void
  /** Why writes fail; undefined while they do not. */
  readonly check: () => Promise<Problem | undefined>
}

const GOOD_MILLISECONDS = 5000
const BAD_MILLISECONDS = 1000

/** That the database is busy or away is none: reads tell of that, and it passes. */
const isWriteFailure = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'storage_full' || error.code === 'database_unavailable')

/** `probe` writes something that no client sees. */
export function createWriteHealth(probe: () => Promise<void>): WriteHealth {
  let failure: Problem | undefined
  let knownUntil = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined
  const note = (found: Problem | undefined) => {
    failure = found
    knownUntil = performance.now() + (found ? BAD_MILLISECONDS : GOOD_MILLISECONDS)
  }
  const succeeded = () => note(undefined)
  const failed = (error: unknown) => {
    if (isWriteFailure(error)) note(error)
  }
  const tryWrite = () => probe().then(succeeded, failed)
  return {
    succeeded,
    failed,
    check: async () => {
      if (performance.now() > knownUntil) {
        probing ??= tryWrite().finally(() => {
          probing = undefined
        })
        await probing
      }
      return failure
    },
  }
}
