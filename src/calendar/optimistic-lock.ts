/** Writes that succeed only at an expected revision of the record (`If-Match`, RFC 9110, section 13.1.1). */
import { problem } from '../kernel/problem.ts'
import { findRevision } from '../storage/change-log/change-log.ts'
import { findEpoch } from '../storage/database-identity.ts'
import type { ChangeKind, Database, Reader, Writer } from '../storage/types.ts'

/** Number of the newest change of a record; comparable only within its epoch (`storage/database-identity.ts`). */
export interface Revision {
  readonly epoch: string
  readonly seq: number
}

/** Revisions at which the write may happen; `any` requires only that the record exists. */
export type ExpectedRevisions = readonly Revision[] | 'any'

/** Passed to a write, which checks it at the start of its transaction. */
export interface Precondition {
  readonly kind: ChangeKind
  /** Finds the record inside the transaction; undefined when it does not exist. */
  readonly findId: (db: Reader) => Promise<number | undefined>
  readonly expectedRevisions: ExpectedRevisions
}

/** Throws `rest_precondition_failed` when the record does not exist or is at another revision. */
export async function assertPrecondition(
  engine: Database['engine'],
  tx: Writer,
  { kind, findId, expectedRevisions }: Precondition,
): Promise<void> {
  const id = await findId(tx)
  if (id === undefined) throw problem('rest_precondition_failed')
  if (expectedRevisions === 'any') return
  const epoch = await findEpoch(tx, await engine.locate(tx))
  const seq = await findRevision(tx, kind, id)
  const isExpected = expectedRevisions.some((revision) => revision.epoch === epoch && revision.seq === seq)
  if (!isExpected) throw problem('rest_precondition_failed')
}
