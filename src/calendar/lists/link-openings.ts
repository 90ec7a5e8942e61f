/** Links that are shown from a time before the start of their event. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader } from '../../storage/types.ts'

interface LinkOpenings {
  /** Start of the last event up to `start`, and of the first one after it, UTC; undefined when there is none. */
  readonly last: DateTime | undefined
  readonly next: DateTime | undefined
}

/** By the partial index, which the literal selects. */
export async function findLinkOpenings(db: Reader, start: DateTime): Promise<LinkOpenings> {
  const events = db
    .selectFrom('events')
    .select('utc_start_date')
    .where('virtual_url_visibility', '=', sql.lit('hour-before'))
    .limit(1)
  const last = await events.where('utc_start_date', '<=', start).orderBy('utc_start_date', 'desc').executeTakeFirst()
  const next = await events.where('utc_start_date', '>', start).orderBy('utc_start_date').executeTakeFirst()
  return { last: last?.utc_start_date, next: next?.utc_start_date }
}
