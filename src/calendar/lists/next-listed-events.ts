/** The next events of several public lists, such as those of the categories of an event. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { ListScope } from '../../storage/listed-events.ts'
import type { Reader } from '../../storage/types.ts'

/** The list of a term with its descendants, or of a venue or organizer. */
export interface ListedScope {
  readonly scope: Exclude<ListScope, 'all'>
  readonly id: number
}

export interface NextListedEvent {
  readonly id: number
  /** 0 without a series. */
  readonly seriesId: number
  /** Folded. */
  readonly title: string
  readonly scope: ListedScope['scope']
}

interface NextListedOptions {
  /** Wall time from which events start. */
  readonly from: DateTime
  /** UTC; events that have ended are left out. */
  readonly now: DateTime
  /** Events with its title are left out too. */
  readonly excludedId: number
  /** Undefined to exclude no series. */
  readonly excludedSeriesId: number | undefined
  /** Events of each list. */
  readonly limit: number
}

/** Reads a short range of one index for each list, in the order of the start. */
export async function findNextListedEvents(
  db: Reader,
  scopes: readonly ListedScope[],
  { from, now, excludedId, excludedSeriesId, limit }: NextListedOptions,
): Promise<readonly NextListedEvent[]> {
  if (scopes.length === 0) return []
  const notOfSeries = excludedSeriesId === undefined ? sql`` : sql`and events.series_id <> ${excludedSeriesId}`
  const ranges = scopes.map(
    ({ scope, id }) => sql`select * from (
      select listed.event_id as id, events.series_id as series_id, events.title_folded as title,
        listed.scope as scope, listed.start_date as start_date
      from listed_events as listed join events on events.id = listed.event_id
      where listed.scope = ${scope} and listed.scope_id = ${id} and listed.start_date >= ${from}
        and events.title_folded <> coalesce((select own.title_folded from events as own where own.id = ${excludedId}), '')
        and events.utc_end_date >= ${now} and listed.event_id <> ${excludedId} ${notOfSeries}
      order by listed.start_date, listed.date, listed.event_id limit ${limit}) as next_events`,
  )
  const { rows } = await sql<{ id: number; series_id: number; title: string; scope: ListedScope['scope'] }>`
    ${sql.join(ranges, sql` union all `)} order by start_date, id`.execute(db)
  return rows.map(({ series_id, ...row }) => ({ ...row, seriesId: series_id }))
}
