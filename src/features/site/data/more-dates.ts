/** Further dates of the series of events. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import { seriesUrl } from '../../../calendar/posts/urls.ts'
import { countLaterOccurrences } from '../../../calendar/series/series-store.ts'
import type { RawInput } from '../../../kernel/validate-input.ts'
import type { CategoryMark } from './category-colors.ts'
import { type DataSource, readEvents } from './load-events.ts'

export interface MoreDates {
  /** URL of the page of the series. */
  readonly url: string
  /** Number of listed events of the series that start later. */
  readonly count: number
}

export interface ListedEvent extends EventView, CategoryMark {
  readonly moreDates?: MoreDates
}

/** Adds the further dates of published series to their events. */
export async function addMoreDates(
  { services, urls }: DataSource,
  events: readonly EventView[],
): Promise<readonly ListedEvent[]> {
  const occurrences = events.flatMap(({ id, series }) => (series ? [{ id, seriesId: series.id }] : []))
  const later = await countLaterOccurrences(services.database.read, occurrences)
  return events.map((event) => {
    const found = later.get(event.id)
    return found ? { ...event, moreDates: { url: seriesUrl(urls, found.slug), count: found.count } } : event
  })
}

/** Dates shown on the page of an event. */
const MAX_DATES = 5

export interface OtherDates {
  readonly url: string
  readonly events: readonly EventView[]
}

/** The next events of the series of an event; undefined without a series or further dates. */
export async function findOtherDates(
  source: DataSource,
  event: EventView,
  endsAfter: RawInput,
): Promise<OtherDates | undefined> {
  const [listed] = await addMoreDates(source, [event])
  if (!event.series || !listed?.moreDates) return undefined
  const { url } = listed.moreDates
  const fixedFilters = { ...endsAfter, exclude: String(event.id), series: String(event.series.id) }
  const { events } = await readEvents(
    source,
    { filters: {}, archiveQuery: {} },
    { fixedFilters, page: 1, perPage: MAX_DATES },
  )
  return events.length > 0 ? { url, events } : undefined
}
