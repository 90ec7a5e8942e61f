/** Notes of the review of records. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export const NOTE_ACTIONS = ['note', 'return'] as const
export type NoteAction = (typeof NOTE_ACTIONS)[number]

export interface NewNote {
  readonly recordId: number
  /** Id of the user. */
  readonly author: number
  /** `return`: the reason for which the record is a draft again. */
  readonly action: NoteAction
  readonly text: string
  readonly at: DateTime
}

export interface ReviewNote extends NewNote {
  readonly id: number
}

export async function insertNote(tx: Writer, { recordId: record_id, ...note }: NewNote): Promise<number> {
  const inserted = tx.insertInto('review_notes').values({ record_id, ...note })
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}

/** Notes of records, the oldest first. */
export async function findNotes(db: Reader, recordIds: readonly number[]): Promise<ReviewNote[]> {
  if (recordIds.length === 0) return []
  const rows = await db
    .selectFrom('review_notes')
    .selectAll()
    .where('record_id', 'in', recordIds)
    .orderBy('id')
    .execute()
  return rows.map(({ record_id, action, ...row }) => ({
    ...row,
    recordId: record_id,
    action: action === 'return' ? 'return' : 'note',
  }))
}

/** Ids of the records that were returned at least once, the newest return first. */
export async function findReturnedIds(db: Reader, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('review_notes')
    .select((on) => ['record_id', on.fn.max('id').as('newest')])
    .where('action', '=', 'return')
    .groupBy('record_id')
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ record_id }) => record_id)
}
