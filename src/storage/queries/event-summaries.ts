/** Reads the few columns of events that calendars show. */
import { executeCached } from '../caching/statement-cache.ts'
import { parseStatus } from '../core/row-mapping.ts'
import type { Reader } from '../core/types.ts'

const COLUMNS = [
  'id',
  'author',
  'status',
  'password',
  'slug',
  'title',
  'all_day',
  'start_date',
  'end_date',
  'utc_start_date',
  'timezone',
  'sticky',
  'featured',
] as const

/** In no defined order. At most a few thousand ids: engines limit statement parameters. */
export async function findEventSummaries(db: Reader, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await executeCached(db, {
    key: `summaries of ${ids.length}`,
    values: ids,
    build: () => db.selectFrom('events').select(COLUMNS).where('id', 'in', ids),
  })
  return rows.map((row) => ({
    ...row,
    status: parseStatus(row.status),
    all_day: row.all_day === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
  }))
}
