/** Attributes SQL statements to the request that ran them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ObservedStatement, StatementObserver } from './statement-monitor.ts'

export interface StatementLog {
  readonly record: StatementObserver
  /** Runs `work` and passes it the list to which statements are added while it runs. */
  readonly run: <T>(work: (statements: readonly ObservedStatement[]) => Promise<T>) => Promise<T>
}

/** Limits the memory of a request; the longest statements of larger requests may be missing. */
const MAX_STATEMENTS = 200

const NO_STATEMENTS: readonly ObservedStatement[] = []

/** Records nothing: tracking the request of each statement takes time for every promise. */
export const NO_STATEMENT_LOG: StatementLog = { record: () => {}, run: (work) => work(NO_STATEMENTS) }

export function createStatementLog(): StatementLog {
  const current = new AsyncLocalStorage<ObservedStatement[]>()
  return {
    record: (statement) => {
      const statements = current.getStore()
      if (statements && statements.length < MAX_STATEMENTS) statements.push(statement)
    },
    run: (work) => {
      const statements: ObservedStatement[] = []
      return current.run(statements, () => work(statements))
    },
  }
}
