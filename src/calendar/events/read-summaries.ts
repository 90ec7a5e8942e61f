/** Lists events with the few fields that a calendar shows, without rendering them as a whole. */

import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import { findCategoriesOfEvents, findEventSummaries } from '../lists/event-summaries.ts'
import { findEventIds } from '../lists/find-event-ids.ts'
import type { EventPlan } from '../lists/query-plan.ts'
import type { ListResult, ReadContext } from '../posts/read-posts.ts'
import { findClosedIds } from '../posts/viewer-access.ts'
import { type EventSummary, presentCalendarEvent, presentEventSummary } from './present-summary.ts'

/** The records of the list are in no defined order. */
export async function listEventSummaries(context: ReadContext, plan: EventPlan): Promise<ListResult<EventSummary>> {
  const { visible, closed, total } = await readSummaries(context, plan)
  const { urls } = context.renderContext
  return { records: visible.map((event) => presentEventSummary(event, closed.has(event.id), urls)), total }
}

/** The calendar of editors: events by start, then by id. */
export async function listCalendarEvents(context: ReadContext, plan: EventPlan) {
  const { visible, closed, total } = await readSummaries(context, plan)
  const sorted = visible.sort((a, b) =>
    a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : a.id - b.id,
  )
  const categories = await findCategoriesOfEvents(
    context.services.database.read,
    visible.map(({ id }) => id),
  )
  const { viewer } = context.access
  const records = sorted.map((event) =>
    presentCalendarEvent(event, {
      isClosed: closed.has(event.id),
      canEdit: event.status !== 'trash' && mayEdit(viewer, { ...event, trashed_from: '' }),
      categories: categories.get(event.id) ?? [],
    }),
  )
  return { records, total }
}

async function readSummaries({ services, access }: ReadContext, plan: EventPlan) {
  const { read } = services.database
  const { ids, total } = await findEventIds(read, plan)
  const found = await findEventSummaries(read, ids)
  // An event may have been unpublished since its id was found.
  const visible = found.filter((event) => mayRead(access.viewer, event))
  return { visible, closed: await findClosedIds(visible, access), total }
}
