/** What failures of SQLite mean to a client. */
import { type Problem, problem } from '../calendar/problem.ts'

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Seconds: disks are not emptied at once. */
const FULL_RETRY = 30
const AWAY_RETRY = 5

/** The disk, or rights to it. Damage is none of these: it does not pass. */
const AWAY = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|NOLFS|AUTH|PERM|NOMEM)/
const BUSY = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|INTERRUPT)/

/** The failure as a problem with the driver's error as its `cause`, where the request is not at fault. */
export function translateFailure(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_FULL') return because(problem('storage_full', { retryAfter: FULL_RETRY }), error)
  if (AWAY.test(code)) return because(problem('database_unavailable', { retryAfter: AWAY_RETRY }), error)
  if (BUSY.test(code)) return because(problem('overloaded', { retryAfter: 1 }), error)
  return error
}

const because = (failure: Problem, cause: unknown): Problem => Object.assign(failure, { cause })

/** A file that is no longer where it was opened. */
export const unavailable = (why: string): Problem =>
  because(problem('database_unavailable', { retryAfter: AWAY_RETRY }), new Error(why))
