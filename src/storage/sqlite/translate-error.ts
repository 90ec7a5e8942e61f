/** What failures of SQLite mean to a client. */
import { type Problem, problem } from '../../domain/problem.ts'

export const getSqliteErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Seconds: disks are not emptied at once. */
const FULL_RETRY_SECONDS = 30
const UNAVAILABLE_RETRY_SECONDS = 5

/** The disk, or rights to it. Damage is none of these: it does not pass. */
const UNAVAILABLE_CODES = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOLFS|AUTH|PERM|NOMEM)/
const BUSY_CODES = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|INTERRUPT)/

/** The failure as a problem with the driver's error as its `cause`, where the request is not at fault. */
export function translateSqliteError(error: unknown): unknown {
  const code = getSqliteErrorCode(error)
  if (code === 'SQLITE_FULL') return withCause(problem('storage_full', { retryAfter: FULL_RETRY_SECONDS }), error)
  if (UNAVAILABLE_CODES.test(code))
    return withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), error)
  if (BUSY_CODES.test(code)) return withCause(problem('overloaded', { retryAfter: 1 }), error)
  return error
}

const withCause = (failure: Problem, cause: unknown): Problem => Object.assign(failure, { cause })

/** A file that is no longer where it was opened. */
export const createUnavailableFile = (reason: string): Problem =>
  withCause(problem('database_unavailable', { retryAfter: UNAVAILABLE_RETRY_SECONDS }), new Error(reason))
