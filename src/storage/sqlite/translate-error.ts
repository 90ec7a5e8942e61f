/** Maps SQLite errors to problems. */
import { type Problem, problem } from '../../domain/problem.ts'

export const getSqliteErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Freeing disk space takes time. */
const FULL_RETRY_SECONDS = 30
const UNAVAILABLE_RETRY_SECONDS = 5

/** Disk or permission errors. Corruption is excluded: it is permanent. */
const UNAVAILABLE_CODES = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOLFS|AUTH|PERM|NOMEM)/
const BUSY_CODES = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|INTERRUPT)/

/** Returns a problem with the driver's error as its `cause` when the request is not at fault, else the error itself. */
export function translateSqliteError(error: unknown): unknown {
  const code = getSqliteErrorCode(error)
  if (code === 'SQLITE_FULL') return withCause(problem('storage_full', { retryAfter: FULL_RETRY_SECONDS }), error)
  if (UNAVAILABLE_CODES.test(code))
    return withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), error)
  if (BUSY_CODES.test(code)) return withCause(problem('overloaded', { retryAfter: 1 }), error)
  return error
}

const withCause = (failure: Problem, cause: unknown): Problem => Object.assign(failure, { cause })

/** The database file was moved, deleted or replaced. */
export const createUnavailableFile = (reason: string): Problem =>
  withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), new Error(reason))
