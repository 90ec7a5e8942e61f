/** A transaction that several writes and reads of one request share. */
import type { Database, Writer } from './core/types.ts'

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

interface Running {
  readonly tx: Writer
  /** Resolves when the transaction has ended. */
  readonly end: (isCommitted: boolean) => Promise<void>
}

const ROLLBACK = new Error('the transaction is rolled back on request')

/** `onBegin` runs at the start of the transaction; when it fails, so does the part that began it. */
export function createOpenTransaction(
  database: Database,
  onBegin: (tx: Writer) => Promise<void> = async () => {},
): OpenTransaction {
  let starting: Promise<Running> | undefined
  let writer: Writer | undefined
  let failure: { readonly error: unknown } | undefined
  const start = async (): Promise<Writer> => {
    starting ??= begin(database, onBegin)
    const { tx } = await starting
    writer = tx
    return tx
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
        return await work(await start())
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

/** Resolves when the transaction has begun. */
function begin(database: Database, onBegin: (tx: Writer) => Promise<void>): Promise<Running> {
  return new Promise((resolve, reject) => {
    let decide: (isCommitted: boolean) => void = () => {}
    const decision = new Promise<boolean>((settle) => {
      decide = settle
    })
    const ended = database.transaction(async (tx) => {
      await onBegin(tx)
      const end = async (isCommitted: boolean) => {
        decide(isCommitted)
        await ended.catch(ignoreRollback)
      }
      resolve({ tx, end })
      if (!(await decision)) throw ROLLBACK
    })
    ended.catch(reject)
  })
}

function ignoreRollback(error: unknown): void {
  if (error !== ROLLBACK) throw error
}
