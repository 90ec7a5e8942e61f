/** Problems of images and their files. The cause appears only in the log. */
import { Problem, problem } from '../../kernel/problem.ts'

const RETRY_AFTER_SECONDS = 10

/** Too many images are processed, or one could not be. */
export const createOverloadProblem = (cause: unknown): Problem =>
  Object.assign(problem('overloaded', { retryAfter: RETRY_AFTER_SECONDS }), { cause })

/** Files cannot be stored or read. */
export const createMediaProblem = (cause: unknown): Problem =>
  Object.assign(problem('media_unavailable', { retryAfter: RETRY_AFTER_SECONDS }), { cause })

/** Converts system errors to the problem `media_unavailable`. Other errors are rethrown unchanged. */
export function rethrowAsMediaProblem(error: unknown): never {
  if (error instanceof Problem || !isSystemFailure(error)) throw error
  throw createMediaProblem(error)
}

/** The limit of open files belongs to the process or the system, not to the store. */
const OUT_OF_FILES: readonly unknown[] = ['EMFILE', 'ENFILE']

/** Whether the system reported the error: full disk, missing permission, lost connection. */
const isSystemFailure = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^E(?!RR_)[A-Z0-9]+$/.test(error.code) &&
  !OUT_OF_FILES.includes(error.code)
