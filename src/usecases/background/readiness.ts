import type { Problem } from '../../domain/problem.ts'
import type { Generation } from '../../storage/core/types.ts'
import { readGeneration } from '../../storage/identity/database-identity.ts'
import type { Services } from '../services.ts'

export interface Readiness {
  /** The newest state of the database. */
  readonly generation: Generation
  /** Why writes fail; undefined while they do not. */
  readonly writeFailure: Problem | undefined
}

/** Undefined when the database does not answer. `onFailure` hears what is wrong. */
export async function checkReadiness(
  { database }: Services,
  onFailure: (error: unknown) => void,
): Promise<Readiness | undefined> {
  try {
    const generation = await readGeneration(database.read)
    const writeFailure = await database.checkWrites()
    if (writeFailure) onFailure(writeFailure)
    return { generation, writeFailure }
  } catch (error) {
    onFailure(error)
    return undefined
  }
}
