import type { Database, Writer } from '../storage/core/types.ts'

/** Often enough for any of them to come through. */
const MAX_ATTEMPTS = 3

/**
 * Runs a write as one transaction; `write` must do nothing else. Where nodes write at the same moment, one may take an
 * external id between the look and the write of another, and a stranger's transaction may stand in the way of ours:
 * the write is then done anew on what is there by now.
 */
export async function retryTransaction<T>(
  { database }: { readonly database: Database },
  write: (tx: Writer) => Promise<T>,
): Promise<T> {
  const { engine } = database
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(write)
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !(engine.isUniqueViolation(error) || engine.isConflict(error))) throw error
    }
  }
}
