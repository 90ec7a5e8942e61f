import { setTimeout as pause } from 'node:timers/promises'
import { Problem, type ProblemCode } from '../kernel/problem.ts'
import type { Database, Writer } from '../storage/types.ts'
import { assertPrecondition, type Precondition } from './optimistic-lock.ts'

const MAX_ATTEMPTS = 3

/**
 * Runs a write as one transaction and retries it when it conflicts with a concurrent one: another node may insert the
 * same external id between the check and the write, or a foreign transaction may cause a deadlock. `write` must have no
 * effect outside the transaction. Throws `rest_precondition_failed` when the record is not at an expected revision.
 */
export async function retryTransaction<T>(
  { database }: { readonly database: Database },
  write: (tx: Writer) => Promise<T>,
  precondition?: Precondition,
): Promise<T> {
  const { engine } = database
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(async (tx) => {
        if (precondition) await assertPrecondition(engine, tx, precondition)
        return write(tx)
      })
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(engine.isUniqueViolation(error) || engine.isConflict(error))) throw error
    }
  }
}

const MAX_BUSY_ATTEMPTS = 5
const BUSY_MILLISECONDS = 1000

/** Codes of problems of a write that could not begin, because other writers took too long. */
const BUSY_CODES: readonly ProblemCode[] = ['database_locked', 'overloaded']

/**
 * Runs a write of a background job, and repeats it while the database is busy. The clients of requests do so themselves.
 * Each attempt waits for the write lock as long as a request does.
 */
export async function retryWhileBusy<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      const isBusy = error instanceof Problem && BUSY_CODES.includes(error.code)
      if (attempt === MAX_BUSY_ATTEMPTS || !isBusy) throw error
    }
    await pause(BUSY_MILLISECONDS)
  }
}
