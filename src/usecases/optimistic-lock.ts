/** Writes that happen only if nobody else wrote the record since its writer read it (RFC 9110, 13.1.1). */
import { problem } from '../domain/problem.ts'
import { findRevision } from '../storage/changes/change-log.ts'
import type { ChangeKind, Database, Reader, Writer } from '../storage/core/types.ts'
import { findEpoch } from '../storage/identity/database-identity.ts'
import type { Services } from './services.ts'

/** Number of the newest change of a record, which means something only in its epoch (`storage/identity.ts`). */
export interface Revision {
  readonly epoch: string
  readonly seq: number
}

/** Revisions that the record may be at; `any` asks only that it is there. */
export type ExpectedRevisions = readonly Revision[] | 'any'

/** Says which record of the kind is meant; undefined when there is none. */
export interface LockTarget {
  readonly kind: ChangeKind
  readonly findId: (db: Reader) => Promise<number | undefined>
}

/**
 * Services whose write throws `rest_precondition_failed` where the record is at another revision, looked at inside its
 * transaction. A request has one write that counts; what follows on it is not held up.
 */
export function withOptimisticLock(
  services: Services,
  revisions: ExpectedRevisions | undefined,
  target: LockTarget,
): Services {
  if (revisions === undefined) return services
  const { database } = services
  let isDone = false
  async function transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    const result = await database.transaction(async (tx) => {
      if (!isDone) await assertRevision({ tx, engine: database.engine }, target, revisions ?? 'any')
      return work(tx)
    })
    isDone = true
    return result
  }
  return { ...services, database: { ...database, transaction } }
}

interface LockTransaction {
  readonly tx: Writer
  readonly engine: Database['engine']
}

async function assertRevision(
  { tx, engine }: LockTransaction,
  { kind, findId: id }: LockTarget,
  revisions: ExpectedRevisions,
): Promise<void> {
  const recordId = await id(tx)
  if (recordId === undefined) throw problem('rest_precondition_failed')
  if (revisions === 'any') return
  const epoch = await findEpoch(tx, await engine.locate(tx))
  const seq = await findRevision(tx, kind, recordId)
  const holds = revisions.some((revision) => revision.epoch === epoch && revision.seq === seq)
  if (!holds) throw problem('rest_precondition_failed')
}
