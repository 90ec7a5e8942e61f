import { type Problem, problem } from '../kernel/problem.ts'
import { readGeneration } from '../storage/database-identity.ts'
import type { Generation } from '../storage/identity-types.ts'
import type { ProcessServices } from './services.ts'

export interface Readiness {
  /** Current generation of the database. */
  readonly generation: Generation
  /** The reason why writes fail; undefined otherwise. */
  readonly writeFailure: Problem | undefined
}

/** Undefined when the database is unavailable; `onFailure` receives the reason. */
export async function checkReadiness(
  { database }: ProcessServices,
  onFailure: (error: unknown) => void,
): Promise<Readiness | undefined> {
  try {
    const known = database.bus.isInOutage() ? database.generation() : undefined
    const generation = known ?? (await readGeneration(database.read))
    // A server that does not respond would delay the check until a balancer removes the node, which can still read.
    const writeFailure = known ? problem('database_unavailable') : await database.checkWrites()
    if (writeFailure) onFailure(writeFailure)
    return { generation, writeFailure }
  } catch (error) {
    onFailure(error)
    return undefined
  }
}
