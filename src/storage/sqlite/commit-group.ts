/**
 * Group commit: transactions that end in the same turn of the event loop are committed together, so that they wait for
 * the disk once. The later ones are savepoints of the first, so each of them can fail on its own.
 */
import type Sqlite from 'better-sqlite3'
import { translateSqliteError } from './translate-error.ts'

/** One transaction of the group. At most one of them is open at a time. */
export interface GroupTransaction {
  /** Resolves when the transaction is on disk; rejects when the group could not be committed. */
  readonly commit: () => Promise<void>
  readonly rollback: () => void
  /** Throws the first error of a statement of the transaction, as PostgreSQL runs no statement after an error. */
  readonly assertIntact: () => void
  /** Must be called with every error of a statement of the transaction. */
  readonly recordError: (error: unknown) => void
}

export interface CommitGroup {
  /** Throws `SQLITE_BUSY` while another process holds the write lock. */
  readonly begin: () => GroupTransaction
  /** Commits what waits for the end of the turn. */
  readonly flush: () => void
}

interface Member {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** `beforeCommit` may throw to reject all members. */
export function createCommitGroup(handle: Sqlite.Database, beforeCommit: () => void): CommitGroup {
  let members: Member[] = []
  let isOpen = false
  let isDue = false

  const settle = (end: (member: Member) => void) => {
    const settled = members
    members = []
    for (const member of settled) end(member)
  }

  function flush(): void {
    isDue = isOpen
    if (isOpen || members.length === 0) return
    try {
      beforeCommit()
      handle.exec('commit')
      settle(({ resolve }) => resolve())
    } catch (error) {
      const failure = translateSqliteError(error)
      settle(({ reject }) => reject(failure))
      tryRollback()
    }
  }

  /** SQLite rolls back by itself after some errors, such as a full disk. */
  function rollBack(statements: string): void {
    if (handle.inTransaction) handle.exec(statements)
  }

  function tryRollback(): void {
    try {
      rollBack('rollback')
    } catch {
      // The members have failed already, and the next transaction reports what is wrong.
    }
  }

  function close(): void {
    isOpen = false
    if (isDue) flush()
  }

  function begin(): GroupTransaction {
    const isFirst = members.length === 0
    handle.exec(isFirst ? 'begin immediate' : 'savepoint member')
    isOpen = true
    let failure: { readonly error: unknown } | undefined
    return {
      commit: () => {
        if (!isFirst) handle.exec('release member')
        if (isFirst) setImmediate(flush)
        const committed = new Promise<void>((resolve, reject) => members.push({ resolve, reject }))
        close()
        return committed
      },
      rollback: () => {
        rollBack(isFirst ? 'rollback' : 'rollback to member; release member')
        close()
      },
      assertIntact: () => {
        if (failure) throw failure.error
      },
      recordError: (error) => {
        failure ??= { error }
        // SQLite has rolled back the whole group.
        if (!handle.inTransaction) settle(({ reject }) => reject(error))
      },
    }
  }

  return { begin, flush }
}
