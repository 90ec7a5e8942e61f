/** Finds the events whose representation changes although they were not written themselves. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader } from '../../storage/types.ts'

export interface AffectedRange {
  readonly afterId: number
  readonly limit: number
}

/** Events that contain a venue or an organizer, in the order of their ids. */
export async function findEventIdsOfLinked(db: Reader, id: number, { afterId, limit }: AffectedRange) {
  const rows = await db
    .selectFrom('links')
    .select('event_id')
    .distinct()
    .where('target_id', '=', id)
    .where('event_id', '>', afterId)
    .orderBy('event_id')
    .limit(limit)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Events with a term or one of its descendants, which filters by the term find, in the order of their ids. */
export async function findEventIdsOfTerm(db: Reader, id: number, { afterId, limit }: AffectedRange) {
  const rows = await db
    .selectFrom('event_terms')
    .innerJoin('term_ancestors', 'term_ancestors.term_id', 'event_terms.term_id')
    .select('event_terms.event_id')
    .distinct()
    .where('term_ancestors.ancestor_id', '=', id)
    .where('event_terms.event_id', '>', afterId)
    .orderBy('event_terms.event_id')
    .limit(limit)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** The descendants of a category, in the order of their ids. */
export async function findDescendantIds(db: Reader, id: number): Promise<readonly number[]> {
  const above = db.selectFrom('term_ancestors').select('term_id').where('ancestor_id', '=', id)
  const rows = await above.where('term_id', '<>', id).orderBy('term_id').execute()
  return rows.map(({ term_id }) => term_id)
}

/** Online events that start after one time up to another, UTC, and whose link is shown shortly before. */
export async function findEventIdsWithOpening(
  db: Reader,
  { after, upTo }: { readonly after: DateTime; readonly upTo: DateTime },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('virtual_url_visibility', '=', sql.lit('hour-before'))
    .where('utc_start_date', '>', after)
    .where('utc_start_date', '<=', upTo)
    .orderBy('utc_start_date')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
