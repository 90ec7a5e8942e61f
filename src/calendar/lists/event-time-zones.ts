/** Time zones of events, with the period in which each occurs. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader } from '../../storage/types.ts'

export interface ZoneSpan {
  readonly timezone: string
  /** UTC. */
  readonly from: DateTime
  readonly until: DateTime
}

/**
 * First start and last end of events by zone, in no defined order. All-day events are omitted, except protected ones,
 * which must not show that they are all-day.
 */
export async function findZoneSpans(db: Reader, ids: readonly number[]): Promise<ZoneSpan[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('events')
    .select((on) => ['timezone', on.fn.min('utc_start_date').as('from'), on.fn.max('utc_end_date').as('until')])
    .where('id', 'in', ids)
    .where((on) => on.or([on('all_day', '=', 0), on('password', '!=', '')]))
    .groupBy('timezone')
    .execute()
}
