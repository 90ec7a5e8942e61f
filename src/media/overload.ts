import { Problem, problem } from '../domain/problem.ts'

const RETRY_AFTER_SECONDS = 10

/** The problem of what cannot be done now, such as keeping a file; only the log shows the cause. */
export const createOverloadProblem = (cause: unknown): Problem =>
  Object.assign(problem('overloaded', { retryAfter: RETRY_AFTER_SECONDS }), { cause })

/** Turns a failure of a disk or storage service into the problem `overloaded`, and throws any other error as it is. */
export function rethrowAsOverload(error: unknown): never {
  if (error instanceof Problem || !isSystemFailure(error)) throw error
  throw createOverloadProblem(error)
}

/** Whether the system refused an operation: a full disk, missing rights, a lost connection. */
const isSystemFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(error.code)
