/** Maps SQLite errors to problems. */
import { type Problem, problem } from '../../kernel/problem.ts'

export const getSqliteErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Freeing disk space takes time. */
const FULL_RETRY_SECONDS = 30
const UNAVAILABLE_RETRY_SECONDS = 5

/** Disk or permission errors. Corruption is excluded: it is permanent. */
const UNAVAILABLE_CODES = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOLFS|AUTH|PERM|NOMEM)/
const LOCKED_CODES = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/
const LOCKED_RETRY_SECONDS = 1

/** Returns a problem with the driver's error as its `cause` when the request is not at fault, else the error itself. */
export function translateSqliteError(error: unknown): unknown {
  const code = getSqliteErrorCode(error)
  if (code === 'SQLITE_FULL') return withCause(problem('storage_full', { retryAfter: FULL_RETRY_SECONDS }), error)
  if (UNAVAILABLE_CODES.test(code))
    return withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), error)
  if (LOCKED_CODES.test(code)) return withCause(createLockedProblem(), error)
  if (code === 'SQLITE_INTERRUPT') return withCause(problem('overloaded', { retryAfter: 1 }), error)
  return error
}

/** Another process holds the write lock. */
export const createLockedProblem = (): Problem => problem('database_locked', { retryAfter: LOCKED_RETRY_SECONDS })

const withCause = (failure: Problem, cause: unknown): Problem => Object.assign(failure, { cause })

/** The database file was moved, deleted or replaced. */
export const createUnavailableFile = (reason: string): Problem =>
  withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), new Error(reason))
