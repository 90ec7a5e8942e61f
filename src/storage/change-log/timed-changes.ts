/** Reads the change log with the times of the changes. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { LoggedChange, Reader } from '../types.ts'

export interface TimedChange extends LoggedChange {
  readonly at: DateTime
}

/** Sequence numbers, both included. */
export interface SeqRange {
  readonly first: number
  readonly last: number
}

/** The changes of a range, in order, at most `limit`. */
export function findTimedChanges(db: Reader, { first, last }: SeqRange, limit: number): Promise<TimedChange[]> {
  return db
    .selectFrom('changes')
    .select(['seq', 'kind', 'id', 'op', 'at'])
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(limit)
    .$narrowType<TimedChange>()
    .execute()
}

/** The changes between two times, UTC, both included. Reads the whole log, which has no index by time. */
export async function findSeqRange(db: Reader, from: DateTime, to: DateTime): Promise<SeqRange | undefined> {
  const { first, last } = await db
    .selectFrom('changes')
    .select((on) => [on.fn.min('seq').as('first'), on.fn.max('seq').as('last')])
    .where('at', '>=', from)
    .where('at', '<=', to)
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first, last }
}
