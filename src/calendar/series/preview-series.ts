/** The dates that a recurrence would have, without writing anything. */

import type { Event } from '../../kernel/post.ts'
import type { Viewer } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { EventDates } from '../events/event-dates.ts'
import { resolveEventDates } from '../events/event-dates.ts'
import { createTimeContext, type Services } from '../services.ts'
import type { SeriesInput } from './create-series.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { assertHasDates, expandToHorizon, limitPast } from './occurrences.ts'
import type { Recurrence } from './recurrence.ts'
import { anchorRecurrence, NO_RECURRENCE } from './recurrence.ts'
import { findEventsAtVenue } from './series-store.ts'

export interface PreviewedDate {
  readonly key: string
  readonly dates: EventDates
  /** Events at the same venue at the same time that the viewer may see, without canceled ones. */
  readonly conflicts: readonly Event[]
}

export interface SeriesPreview {
  readonly recurrence: Recurrence
  readonly dates: readonly PreviewedDate[]
}

/** Throws `rest_invalid_param` naming `recurrence` when it has no dates. */
export async function previewSeries(
  services: Services,
  { recurrence: requested = {}, ...input }: SeriesInput,
  viewer: Viewer,
): Promise<SeriesPreview> {
  const clock = createTimeContext(services)
  const { now } = clock
  const given = resolveEventDates(input, undefined, clock)
  const anchored = anchorRecurrence({ ...NO_RECURRENCE, ...requested }, given)
  const { recurrence, first } = limitPast({ recurrence: anchored, first: given }, now)
  const { dates } = expandToHorizon(recurrence, first, { now, horizon: services.site.seriesHorizon })
  assertHasDates(dates)
  const planned = dates.map((key) => ({ key, dates: createOccurrenceDates(first, key, recurrence) }))
  const others = await findPossibleConflicts(services, input, planned, viewer)
  return {
    recurrence,
    dates: planned.map((one) => ({ ...one, conflicts: others.filter((event) => isSimultaneous(event, one.dates)) })),
  }
}

async function findPossibleConflicts(
  { database }: Services,
  { venue = [] }: SeriesInput,
  planned: readonly { readonly dates: EventDates }[],
  viewer: Viewer,
): Promise<readonly Event[]> {
  const [link] = venue
  const [first, last] = [planned[0], planned.at(-1)]
  if (!link || !('id' in link) || !first || !last) return []
  const range = { from: first.dates.utc_start_date, until: last.dates.utc_end_date }
  const events = await findEventsAtVenue(database.read, link.id, range)
  return events.filter(
    (event) => mayRead(viewer, event) && event.status !== 'trash' && event.event_status !== 'canceled',
  )
}

type Times = Pick<EventDates, 'utc_start_date' | 'utc_end_date'>

const isSimultaneous = (one: Times, other: Times): boolean =>
  one.utc_start_date < other.utc_end_date && one.utc_end_date > other.utc_start_date
