/** Counts statements and waits for the write lock of one process, and reports each statement to an observer. */
import type { CompiledQuery } from 'kysely'

type SqlStatement = Pick<CompiledQuery, 'sql' | 'parameters'>

export interface StatementCounters {
  readonly statements: number
  readonly statementMilliseconds: number
  /** Transactions that took the write lock. */
  readonly lockWaits: number
  /** Time from the request for the lock until it was taken. */
  readonly lockWaitMilliseconds: number
}

export interface ObservedStatement extends SqlStatement {
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  readonly milliseconds: number
}

export type StatementObserver = (statement: ObservedStatement) => void

export interface StatementMonitor {
  /** Call it when a statement has ended, also when it failed. */
  readonly recordStatement: (statement: SqlStatement, startedAt: number) => void
  /** Call it when the write lock is taken. */
  readonly recordLockWait: (startedAt: number) => void
  readonly read: () => StatementCounters
}

/** `observe` must not throw. */
export function createStatementMonitor(observe?: StatementObserver): StatementMonitor {
  const counters = { statements: 0, statementMilliseconds: 0, lockWaits: 0, lockWaitMilliseconds: 0 }
  return {
    recordStatement: ({ sql, parameters }, startedAt) => {
      const milliseconds = performance.now() - startedAt
      counters.statements++
      counters.statementMilliseconds += milliseconds
      observe?.({ sql, parameters, startedAt, milliseconds })
    },
    recordLockWait: (startedAt) => {
      counters.lockWaits++
      counters.lockWaitMilliseconds += performance.now() - startedAt
    },
    read: () => ({ ...counters }),
  }
}
