/** Reads the change log for clients that follow it. */
import { createHash } from 'node:crypto'
import type { DateTime } from '../../base/time/date-time.ts'
import type { MarkedChange } from '../../kernel/marked-change.ts'
import type { PostKind } from '../../kernel/post.ts'
import type { LoggedChange, Reader } from '../types.ts'

/** A row of the change log with its time, UTC. */
export interface ChangeEntry extends LoggedChange {
  readonly at: DateTime
}

const COLUMNS = ['seq', 'kind', 'id', 'op', 'at'] as const

/** At most `limit` changes after one sequence number up to another, in order. */
export function findEntriesBetween(
  db: Reader,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<ChangeEntry[]> {
  return db
    .selectFrom('changes')
    .select(COLUMNS)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .$narrowType<ChangeEntry>()
    .execute()
}

/** Characters of a mark: 48 bits. */
const MARK_LENGTH = 8

/** `content` is `DatabaseState.mark`; empty without a change. */
export const digestMark = (content: string): string =>
  content === '' ? '' : createHash('sha1').update(content).digest('base64url').slice(0, MARK_LENGTH)

export const createMark = ({ kind, id, op, at }: Omit<ChangeEntry, 'seq'>): string =>
  digestMark(`${kind} ${id} ${op} ${at}`)

/** Returns true if the log contains all of these changes. Sequence number 0, before the first change, always counts as contained. */
export async function containsChanges(db: Reader, changes: readonly MarkedChange[]): Promise<boolean> {
  const wanted = changes.filter(({ seq }) => seq > 0)
  if (wanted.length === 0) return true
  const seqs = wanted.map(({ seq }) => seq)
  const rows = await db
    .selectFrom('changes')
    .select(COLUMNS)
    .where('seq', 'in', seqs)
    .$narrowType<ChangeEntry>()
    .execute()
  const marks = new Map(rows.map((entry) => [entry.seq, createMark(entry)]))
  return wanted.every(({ seq, mark }) => marks.get(seq) === mark)
}

const STATUS_CHANGE = '"status":['
const WAS_PUBLIC = /"status":\["publish",|"status":\[[^\]]*,"publish"\]/

/** The records, of those with an id, that were never public. A record with an incomplete history counts as one that was. */
export async function findNeverPublicIds(
  db: Reader,
  kind: PostKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('history')
    .select(['record_id', 'action', 'fields'])
    .where('kind', '=', kind)
    .where('record_id', 'in', ids)
    .where((on) => on.or([on('action', '=', 'create'), on('fields', 'like', `%${STATUS_CHANGE}%`)]))
    .execute()
  const hidden = new Set(rows.flatMap(({ record_id, action }) => (action === 'create' ? [record_id] : [])))
  for (const { record_id, fields } of rows) if (WAS_PUBLIC.test(fields)) hidden.delete(record_id)
  return hidden
}
