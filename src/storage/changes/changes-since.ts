/** Reads the change log for clients that follow it. */
import { createHash } from 'node:crypto'
import type { DateTime } from '../../datetime/date-time.ts'
import type { SeenChange } from '../../domain/history/seen-change.ts'
import type { PostKind } from '../../domain/model/post.ts'
import type { LoggedChange, Reader } from '../core/types.ts'

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

const findEntry = (db: Reader, seq: number): Promise<ChangeEntry | undefined> =>
  db.selectFrom('changes').select(COLUMNS).where('seq', '=', seq).$narrowType<ChangeEntry>().executeTakeFirst()

/** Characters of a mark: 48 bits. */
const MARK_LENGTH = 8

export const createMark = ({ kind, id, op, at }: Omit<ChangeEntry, 'seq'>): string =>
  createHash('sha1').update(`${kind} ${id} ${op} ${at}`).digest('base64url').slice(0, MARK_LENGTH)

/** The position at a sequence number that the log contains. */
export async function findPosition(db: Reader, { epoch, seq }: Omit<SeenChange, 'mark'>): Promise<SeenChange> {
  const entry = await findEntry(db, seq)
  return { epoch, seq, mark: entry ? createMark(entry) : '' }
}

/**
 * Whether the log continues a position: it contains the same change there. This holds in another epoch, too, such as that
 * of a restored backup, if the client saw nothing that is not in it. The start is the same only within an epoch, while
 * nothing was deleted from the log.
 */
export async function hasPosition(db: Reader, { epoch, seq, mark }: SeenChange, current: string): Promise<boolean> {
  if (seq > 0) return (await findPosition(db, { epoch, seq })).mark === mark && mark !== ''
  const oldest = await db.selectFrom('changes').select('seq').orderBy('seq').limit(1).executeTakeFirst()
  return epoch === current && (oldest?.seq ?? 1) === 1
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
