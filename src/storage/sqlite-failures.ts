/** What failures of SQLite mean to a client. */
import { type Problem, problem } from '../calendar/problem.ts'

export const readSqliteCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Seconds: disks are not emptied at once. */
const FULL_RETRY = 30
const AWAY_RETRY = 5

/** The disk, or rights to it. Damage is none of these: it does not pass. */
const AWAY = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOLFS|AUTH|PERM|NOMEM)/
const BUSY = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|INTERRUPT)/

/** The failure as a problem with the driver's error as its `cause`, where the request is not at fault. */
export function translateFailure(error: unknown): unknown {
  const code = readSqliteCode(error)
  if (code === 'SQLITE_FULL') return withCause(problem('storage_full', { retryAfter: FULL_RETRY }), error)
  if (AWAY.test(code)) return withCause(problem('database_unavailable', { retryAfter: AWAY_RETRY }), error)
  if (BUSY.test(code)) return withCause(problem('overloaded', { retryAfter: 1 }), error)
  return error
}

const withCause = (failure: Problem, cause: unknown): Problem => Object.assign(failure, { cause })

/** A file that is no longer where it was opened. */
export const createUnavailable = (why: string): Problem =>
  withCause(problem('database_unavailable', { retryAfter: AWAY_RETRY }), new Error(why))
