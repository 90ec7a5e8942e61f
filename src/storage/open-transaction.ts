/** A transaction that several writes and reads of one request share. */
import { problem } from '../kernel/problem.ts'
import type { Database, Writer } from './types.ts'

export interface OpenTransaction {
  /**
   * Its transactions are parts of the shared one, which begins with the first of them. Later reads see what they wrote.
   * After a part has failed, all later ones fail with its error.
   */
  readonly database: Database
  /** Commits, if a part has begun it. Rejects when a part has failed. */
  readonly commit: () => Promise<void>
  /** Never rejects. */
  readonly rollback: () => Promise<void>
}

/** All other writes wait for the end of a transaction. */
export interface TransactionLimit {
  /** Maximum number of changes. */
  readonly changes: number
  /** Maximum time, once there are more than `FEW_CHANGES`. */
  readonly seconds: number
}

export interface OpenTransactionOptions {
  /** Runs at the start of the transaction; when it fails, so does the part that began it. */
  readonly onBegin?: ((tx: Writer) => Promise<void>) | undefined
  /** A part that exceeds it fails with `transaction_too_large`. By default there is none. */
  readonly limit?: TransactionLimit | undefined
}

interface Running {
  readonly tx: Writer
  /** Milliseconds of `performance.now()`. */
  readonly beganAt: number
  /** Resolves when the transaction has ended. */
  readonly end: (isCommitted: boolean) => Promise<void>
}

const ROLLBACK = new Error('the transaction is rolled back on request')

export function createOpenTransaction(
  database: Database,
  { onBegin = async () => {}, limit }: OpenTransactionOptions = {},
): OpenTransaction {
  let starting: Promise<Running> | undefined
  let writer: Writer | undefined
  let failure: { readonly error: unknown } | undefined
  const start = async (): Promise<Running> => {
    starting ??= begin(database, onBegin)
    const running = await starting
    writer = running.tx
    return running
  }
  const end = async (isCommitted: boolean): Promise<void> => {
    const running = await starting?.catch(() => undefined)
    writer = undefined
    await running?.end(isCommitted)
  }
  const shared: Database = {
    ...database,
    get read() {
      return writer ?? database.read
    },
    transaction: async (work) => {
      if (failure) throw failure.error
      try {
        const running = await start()
        const result = await work(running.tx)
        if (limit) assertWithin(limit, running)
        return result
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
    // A request has one origin.
    withOrigin: () => shared,
    readFromReplicaIfPossible: (work) => work(shared),
  }
  return {
    database: shared,
    commit: async () => {
      if (failure) throw failure.error
      await end(true)
    },
    rollback: async () => {
      // A transaction that has failed was rolled back already.
      await end(false).catch(() => {})
    },
  }
}

/** They take long only on a machine that is overloaded by others, where they must succeed nevertheless. */
const FEW_CHANGES = 1000

function assertWithin({ changes, seconds }: TransactionLimit, { tx, beganAt }: Running): void {
  const count = tx.recorder.count()
  const isInTime = count <= FEW_CHANGES || performance.now() - beganAt <= seconds * 1000
  if (isInTime && count <= changes) return
  throw problem('transaction_too_large', { values: { changes: String(changes), seconds: String(seconds) } })
}

/** Resolves when the transaction has begun. */
function begin(database: Database, onBegin: (tx: Writer) => Promise<void>): Promise<Running> {
  return new Promise((resolve, reject) => {
    let decide: (isCommitted: boolean) => void = () => {}
    const decision = new Promise<boolean>((settle) => {
      decide = settle
    })
    const ended = database.transaction(async (tx) => {
      const beganAt = performance.now()
      await onBegin(tx)
      const end = async (isCommitted: boolean) => {
        decide(isCommitted)
        await ended.catch(ignoreRollback)
      }
      resolve({ tx, beganAt, end })
      if (!(await decision)) throw ROLLBACK
    })
    ended.catch(reject)
  })
}

function ignoreRollback(error: unknown): void {
  if (error !== ROLLBACK) throw error
}
