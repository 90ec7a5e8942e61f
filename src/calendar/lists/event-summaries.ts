/** Reads the few columns of events that calendars show. */

import { executeCached } from '../../storage/statement-cache.ts'
import type { Reader } from '../../storage/types.ts'
import { parseEventStatus, parseStatus } from '../posts/row-mapping.ts'

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
  'event_status',
  'event_status_reason',
  'previous_utc_start_date',
  'hide_from_listings',
  'series_id',
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
    event_status: parseEventStatus(row.event_status),
    all_day: row.all_day === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    hide_from_listings: row.hide_from_listings === 1,
  }))
}

/** Colors of the categories that have one, by id. */
export async function findCategoryColors(db: Reader): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('terms')
    .select(['id', 'color'])
    .where('taxonomy', '=', 'category')
    .where('color', '!=', '')
    .execute()
  return new Map(rows.map(({ id, color }) => [id, color]))
}

/** Ids of the categories of each event, ascending; events without categories are omitted. */
export async function findCategoriesOfEvents(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const byEvent = new Map<number, number[]>()
  if (ids.length === 0) return byEvent
  const rows = await executeCached(db, {
    key: `categories of ${ids.length}`,
    values: [...ids, 'category'],
    build: () =>
      db
        .selectFrom('event_terms')
        .innerJoin('terms', 'terms.id', 'event_terms.term_id')
        .select(['event_terms.event_id', 'event_terms.term_id'])
        .where('event_terms.event_id', 'in', ids)
        .where('terms.taxonomy', '=', 'category')
        .orderBy('event_terms.event_id')
        .orderBy('event_terms.term_id'),
  })
  for (const { event_id, term_id } of rows) byEvent.set(event_id, [...(byEvent.get(event_id) ?? []), term_id])
  return byEvent
}
