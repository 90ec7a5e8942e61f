import { Problem, problem } from '../domain/problem.ts'

const RETRY_AFTER_SECONDS = 10

/** The problem `overloaded`, for example if a file cannot be stored now. The cause appears only in the log. */
export const createOverloadProblem = (cause: unknown): Problem =>
  Object.assign(problem('overloaded', { retryAfter: RETRY_AFTER_SECONDS }), { cause })

/** Converts system errors to the problem `overloaded`. Other errors are rethrown unchanged. */
export function rethrowAsOverload(error: unknown): never {
  if (error instanceof Problem || !isSystemFailure(error)) throw error
  throw createOverloadProblem(error)
}

/** Whether the system reported the error: full disk, missing permission, lost connection. */
const isSystemFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(error.code)
