/** Numbers of the public events of terms, venues and organizers. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader } from '../../storage/types.ts'
import type { ListedScope } from './next-listed-events.ts'

/** Events that end after a wall time, by the id of the term, venue or organizer; none without such events. */
export async function countEventsEndingAfter(
  db: Reader,
  scope: ListedScope['scope'],
  ids: readonly number[],
  end: DateTime,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; total: number }>`select scope_id as id, count(*) as total from listed_events
    where scope = ${scope} and scope_id in (${sql.join(ids)}) and end_date > ${end} group by scope_id`.execute(db)
  return new Map(rows.map(({ id, total }) => [id, Number(total)]))
}
