/** Writes that happen only if nobody else wrote the record since its writer read it (RFC 9110, 13.1.1). */
import { problem } from '../calendar/problem.ts'
import { type ChangeKind, revisionOf } from '../storage/changes.ts'
import type { Reader, Writer } from '../storage/database.ts'
import type { Services } from './services.ts'

/** Revisions that the record may be at; `any` asks only that it is there. */
export type AtRevisions = readonly number[] | 'any'

/** Says which record of the kind is meant; undefined when there is none. */
export interface Meant {
  readonly kind: ChangeKind
  readonly id: (db: Reader) => Promise<number | undefined>
}

/**
 * Services whose write throws `rest_precondition_failed` where the record is at another revision, looked at inside its
 * transaction. A request has one write that counts; what follows on it is not held up.
 */
export function onlyAt(services: Services, revisions: AtRevisions | undefined, meant: Meant): Services {
  if (revisions === undefined) return services
  const { database } = services
  let isDone = false
  async function transaction<T>(work: (tx: Writer) => Promise<T>): Promise<T> {
    const result = await database.transaction(async (tx) => {
      if (!isDone) await refuseOther(tx, meant, revisions ?? 'any')
      return work(tx)
    })
    isDone = true
    return result
  }
  return { ...services, database: { ...database, transaction } }
}

async function refuseOther(tx: Writer, { kind, id }: Meant, revisions: AtRevisions): Promise<void> {
  const found = await id(tx)
  const holds = found !== undefined && (revisions === 'any' || revisions.includes(await revisionOf(tx, kind, found)))
  if (!holds) throw problem('rest_precondition_failed')
}

/** A record with its revision, which is never newer than what is read of it: a write between the two fails. */
export async function withRevision<T>(
  db: Reader,
  kind: ChangeKind,
  id: number,
  read: () => Promise<T>,
): Promise<{ readonly revision: number; readonly record: T }> {
  const revision = await revisionOf(db, kind, id)
  return { revision, record: await read() }
}
