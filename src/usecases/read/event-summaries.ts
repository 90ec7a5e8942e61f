/** Lists events with the few fields that a calendar shows, without rendering them as a whole. */
import { mayRead } from '../../domain/access/visibility.ts'
import type { EventPlan } from '../../domain/query/query-plan.ts'
import { type EventSummary, presentEventSummary } from '../../presenters/event-summary.ts'
import { findEventSummaries } from '../../storage/queries/event-summaries.ts'
import { findEventIds } from '../../storage/queries/find-event-ids.ts'
import type { ListResult, ReadContext } from './read-posts.ts'
import { findClosedIds } from './viewer-access.ts'

/** The records of the list are in no defined order. */
export async function listEventSummaries(
  { services, renderContext, access }: ReadContext,
  plan: EventPlan,
): Promise<ListResult<EventSummary>> {
  const { read } = services.database
  const { ids, total } = await findEventIds(read, plan)
  const found = await findEventSummaries(read, ids)
  // An event may have been unpublished since its id was found.
  const visible = found.filter((event) => mayRead(access.viewer, event))
  const closed = await findClosedIds(visible, access)
  return {
    records: visible.map((event) => presentEventSummary(event, closed.has(event.id), renderContext.urls)),
    total,
  }
}
