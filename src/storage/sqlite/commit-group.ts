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
  /** Throws `SQLITE_BUSY` while another process has the write lock. */
  readonly begin: () => GroupTransaction
  /** Commits what waits for the end of the turn. */
  readonly flush: () => void
}

/** Transactions that have ended and wait for the commit. */
interface Members {
  readonly isEmpty: () => boolean
  readonly add: () => Promise<void>
  readonly resolveAll: () => void
  readonly rejectAll: (error: unknown) => void
}

function createMembers(): Members {
  let members: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
  const takeAll = () => {
    const taken = members
    members = []
    return taken
  }
  return {
    isEmpty: () => members.length === 0,
    add: () => new Promise((resolve, reject) => members.push({ resolve, reject })),
    resolveAll: () => {
      for (const { resolve } of takeAll()) resolve()
    },
    rejectAll: (error) => {
      for (const { reject } of takeAll()) reject(error)
    },
  }
}

/** `beforeCommit` may throw to reject all members. */
export function createCommitGroup(handle: Sqlite.Database, beforeCommit: () => void): CommitGroup {
  const members = createMembers()
  let isOpen = false
  let isDue = false

  function flush(): void {
    isDue = isOpen
    if (isOpen || members.isEmpty()) return
    try {
      beforeCommit()
      handle.exec('commit')
      members.resolveAll()
    } catch (error) {
      members.rejectAll(translateSqliteError(error))
      tryRollback(handle)
    }
  }

  function close(): void {
    isOpen = false
    if (isDue) flush()
  }

  function begin(): GroupTransaction {
    const isFirst = members.isEmpty()
    handle.exec(isFirst ? 'begin immediate' : 'savepoint member')
    isOpen = true
    let failure: { readonly error: unknown } | undefined
    return {
      commit: () => {
        if (isFirst) setImmediate(flush)
        else handle.exec('release member')
        const committed = members.add()
        close()
        return committed
      },
      rollback: () => {
        rollBack(handle, isFirst ? 'rollback' : 'rollback to member; release member')
        close()
      },
      assertIntact: () => {
        if (failure) throw failure.error
      },
      recordError: (error) => {
        failure ??= { error }
        // SQLite has rolled back the whole group.
        if (!handle.inTransaction) members.rejectAll(error)
      },
    }
  }

  return { begin, flush }
}

/** SQLite rolls back by itself after some errors, such as a full disk. */
function rollBack(handle: Sqlite.Database, statements: string): void {
  if (handle.inTransaction) handle.exec(statements)
}

function tryRollback(handle: Sqlite.Database): void {
  try {
    rollBack(handle, 'rollback')
  } catch {
    // The members have failed already, and the next transaction reports what is wrong.
  }
}
