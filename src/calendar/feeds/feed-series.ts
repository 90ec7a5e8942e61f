/** Series in the feed of a list: each is one recurring event. */

import type { Reader } from '../../storage/types.ts'
import type { Series } from '../series/series.ts'
import { findSeriesByIds, type SeriesMember } from '../series/series-store.ts'
import type { FeedRecord, ZoneRange } from './feed-format.ts'
import type { FeedOccurrence } from './ical-series.ts'

export interface ListedSeries {
  readonly series: Series
  /** The events of the series that are in the list, by original date. */
  readonly members: readonly SeriesMember[]
}

/** The rules of series that are not published are shown only to those who may see all series. */
export type JoinedSeries = 'none' | 'published' | 'all'

/** Groups members by their series. Members of other series are in the feed like events without a series. */
export async function groupMembers(
  db: Reader,
  members: readonly SeriesMember[],
  joined: JoinedSeries,
): Promise<ListedSeries[]> {
  const bySeries = new Map<number, SeriesMember[]>()
  for (const member of members) {
    const group = bySeries.get(member.seriesId) ?? []
    group.push(member)
    bySeries.set(member.seriesId, group)
  }
  const found = (await findSeriesByIds(db, [...bySeries.keys()])).filter(
    ({ template }) => joined === 'all' || template.status === 'publish',
  )
  return found
    .sort((a, b) => a.id - b.id)
    .map((series) => ({ series, members: (bySeries.get(series.id) ?? []).sort(compareDates) }))
}

const compareDates = (a: SeriesMember, b: SeriesMember): number => (a.series_date < b.series_date ? -1 : 1)

/** Period of the first occurrence of a series, at which its rule may begin. */
export const toZoneRange = ({ template, recurrence }: Series): ZoneRange => ({
  timezone: recurrence.timezone || template.timezone,
  from: template.utc_start_date,
  until: template.utc_end_date,
})

/** Records of members, by original date. */
export function selectOccurrences(
  members: readonly SeriesMember[],
  records: Iterable<FeedRecord & { readonly id: number }>,
): FeedOccurrence[] {
  const byId = new Map([...records].map((record) => [record.id, record]))
  return members.flatMap(({ id, series_date, isEdited }) => {
    const record = byId.get(id)
    return record ? { ...record, key: series_date, isEdited } : []
  })
}
