/**
 * Change log: every write appends to it inside its transaction, and to the history. The last row of a deleted record is
 * its tombstone.
 */

import { runTogether } from '../../base/concurrency/run-together.ts'
import { sortIds } from '../sort-ids.ts'
import { executeCached } from '../statement-cache.ts'
import type {
  Change,
  ChangeKind,
  ChangeRecorder,
  LoggedChange,
  NewestChange,
  Reader,
  RecordedChanges,
  Writer,
} from '../types.ts'
import { insertHistory, type NewHistoryEntry } from './history.ts'

/** Returns the sequence number of the change, which is the revision of its record. */
export async function recordChange(tx: Writer, change: Change): Promise<number> {
  const [seq = 0] = await recordChanges(tx, [change])
  return seq
}

/** Returns the sequence numbers of the changes, in their order. */
export async function recordChanges(tx: Writer, changes: readonly Change[]): Promise<readonly number[]> {
  if (changes.length === 0) return []
  const logging = executeCached(tx, {
    key: `record ${changes.length} changes`,
    values: changes.flatMap(({ kind, id, op, at }) => [kind, id, op, at]),
    build: () =>
      tx
        .insertInto('changes')
        .values(changes.map(({ kind, id, op, at }) => ({ kind, id, op, at })))
        .returning('seq'),
  })
  const [rows] = await runTogether([logging, insertHistory(tx, changes.flatMap(toHistoryEntry), tx.origin)])
  const seqs = sortIds(rows.map(({ seq }) => ({ id: seq })))
  const logged = changes.map(({ kind, id, op }, index) => ({ seq: seqs[index] ?? 0, kind, id, op }))
  const [newest] = changes.slice(-1)
  tx.recorder.record(logged, newest ? `${newest.kind} ${newest.id} ${newest.op} ${newest.at}` : '')
  return seqs
}

/** Updates that change nothing are not part of the history. */
function toHistoryEntry({ kind, id, op, at, fields, action = op }: Change): NewHistoryEntry[] {
  if (kind === 'count' || kind === 'variants' || fields === undefined) return []
  return action === 'update' && Object.keys(fields).length === 0 ? [] : [{ kind, id, action, at, fields }]
}

/** Number of changes that a process remembers of its own writes (`own-changes.ts`). */
export const MAX_RECENT_CHANGES = 100

export function createChangeRecorder(): ChangeRecorder {
  let recorded: RecordedChanges = { changes: [], mark: '' }
  let count = 0
  return {
    count: () => count,
    record: (changes, mark) => {
      count += changes.length
      recorded = { changes: [...recorded.changes, ...changes].slice(-MAX_RECENT_CHANGES), mark }
    },
    recorded: () => recorded,
  }
}

/** Undefined before the first change. */
export function findNewestChange(db: Reader): Promise<NewestChange | undefined> {
  return db.selectFrom('changes').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/** At most `limit` changes after sequence number `seq`, in order. */
export function findChangesAfter(db: Reader, seq: number, limit: number): Promise<LoggedChange[]> {
  return db
    .selectFrom('changes')
    .select(['seq', 'kind', 'id', 'op'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .$narrowType<LoggedChange>()
    .execute()
}

/** Sequence number of the newest change of each record; records without changes are omitted. */
export async function findRevisions(
  db: Reader,
  kind: ChangeKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('changes')
    .select((on) => ['id', on.fn.max('seq').as('seq')])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** Sequence number of the newest change of a record; 0 when there is none. */
export async function findRevision(db: Reader, kind: ChangeKind, id: number): Promise<number> {
  return (await findRevisions(db, kind, [id])).get(id) ?? 0
}

/** Sequence number of the newest change; 0 when there is none. */
export async function findNewestSeq(db: Reader): Promise<number> {
  const { seq } = await db
    .selectFrom('changes')
    .select((on) => on.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * Reads a record and its revision. The revision is read first, so it is never newer than the record: a write in between
 * makes the next `If-Match` fail.
 */
export async function readWithRevision<T>(
  db: Reader,
  kind: ChangeKind,
  id: number,
  read: () => Promise<T>,
): Promise<{ readonly revision: number; readonly record: T }> {
  const revision = await findRevision(db, kind, id)
  return { revision, record: await read() }
}
