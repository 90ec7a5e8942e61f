/** Further events on the page of an event: at its venue, and of its categories and tags. */

import type { DateTime } from '../../../base/time/date-time.ts'
import type { EventView } from '../../../calendar/events/present-event.ts'
import { parseViews } from '../../../calendar/fragments/parse-view.ts'
import {
  findNextListedEvents,
  type ListedScope,
  type NextListedEvent,
} from '../../../calendar/lists/next-listed-events.ts'
import { findEarliest } from '../../../calendar/lists/valid-until.ts'
import { readVisibleEvents } from '../../../calendar/posts/read-posts.ts'
import { getVenue } from '../../../pages/view-text.ts'
import { createPublicReadContext, type DataSource } from './load-events.ts'

export interface FurtherEvents {
  /** In the order of their start. */
  readonly atVenue: readonly EventView[]
  /** Events with the most common categories and tags, in the order of their start. */
  readonly related: readonly EventView[]
  /** Time, UTC, at which the first of the events ends; undefined without events. */
  readonly until: DateTime | undefined
}

const MAX_EVENTS = 4
/** Read for each list, because some are left out: of the same series or title, or in the other list. */
const MAX_READ = 48
/** Each category and tag is read on its own. */
const MAX_TERMS = 8

/**
 * `from` is the wall time from which events start; `now` is UTC. Each series and each title is listed once, without those
 * of the event itself.
 */
export async function findFurtherEvents(
  source: DataSource,
  event: EventView,
  time: { readonly from: DateTime; readonly now: DateTime },
): Promise<FurtherEvents> {
  const found = await findNextListedEvents(source.services.database.read, listScopes(event), {
    ...time,
    excludedId: event.id,
    excludedSeriesId: event.series?.id,
    limit: MAX_READ,
  })
  const venueRows = takeFirst(found.filter(({ scope }) => scope === 'linked')).slice(0, MAX_EVENTS)
  // Some of them are also at the venue.
  const termRows = rankByTerms(found.filter(({ scope }) => scope === 'term')).slice(0, 2 * MAX_EVENTS)
  const ids = [...venueRows, ...termRows].map(({ id }) => id)
  const visible = await readVisibleEvents(createPublicReadContext(source), [...new Set(ids)])
  const events = new Map(
    parseViews(
      'event',
      visible.map(({ fragment }) => fragment),
    ).map((view) => [view.id, view]),
  )
  const select = (rows: readonly NextListedEvent[]) => rows.flatMap(({ id }) => events.get(id) ?? [])
  const atVenue = select(venueRows)
  const titles = new Set(atVenue.map(({ title }) => title))
  const closest = select(termRows).filter(({ title }) => !titles.has(title))
  const related = closest.slice(0, MAX_EVENTS).toSorted((a, b) => (a.utc_start_date < b.utc_start_date ? -1 : 1))
  return { atVenue, related, until: findEarliest([...atVenue, ...related].map((view) => view.utc_end_date)) }
}

function listScopes(event: EventView): readonly ListedScope[] {
  const venue = getVenue(event)
  const terms = [...event.categories, ...event.tags].slice(0, MAX_TERMS)
  return [
    ...(venue ? [{ scope: 'linked', id: venue.id } as const] : []),
    ...terms.map(({ id }) => ({ scope: 'term', id }) as const),
  ]
}

/** The first row of each series and of each title. */
function takeFirst(rows: readonly NextListedEvent[]): readonly NextListedEvent[] {
  const seen = new Set<number | string>()
  return rows.filter(({ seriesId, title }) => {
    const isRepeated = seen.has(title) || (seriesId !== 0 && seen.has(seriesId))
    seen.add(title).add(seriesId)
    return !isRepeated
  })
}

/** Events in the most lists first; of these, the next ones. */
function rankByTerms(rows: readonly NextListedEvent[]): readonly NextListedEvent[] {
  const counts = new Map<number, number>()
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return takeFirst(rows).toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
}
