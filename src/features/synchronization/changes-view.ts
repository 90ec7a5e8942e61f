/** The part of the calendar that one client follows: kinds and filters, as its viewer sees them. */
import { createHash } from 'node:crypto'
import type { DateTime } from '../../base/time/date-time.ts'
import {
  type EventPlan,
  type LinkedPlan,
  planEvents,
  planLinked,
  type ResolvedIds,
} from '../../calendar/lists/query-plan.ts'
import type { ReadContext } from '../../calendar/posts/read-posts.ts'
import type { TermWithAncestors } from '../../calendar/terms/write-terms.ts'
import {
  type ChangeFilters,
  describeView,
  SYNCHRONIZED_KINDS,
  type SynchronizedKind,
  toEventQuery,
} from './changes-query.ts'

export interface ChangesView {
  readonly context: ReadContext
  readonly kinds: readonly SynchronizedKind[]
  readonly withRecords: boolean
  /** Identifies viewer and filters in cursors. */
  readonly digest: string
  readonly eventPlan: EventPlan
  /** Every event that the viewer may see in lists. */
  readonly visibleEventPlan: EventPlan
  readonly linkedPlan: LinkedPlan
  /** Newest change when the terms of the filters were resolved. */
  readonly resolvedSeq: number
  readonly presentTerm: (term: TermWithAncestors) => unknown
}

export interface ChangesViewInput {
  readonly args: ChangeFilters
  readonly foundIds: ResolvedIds
  readonly resolvedSeq: number
  readonly presentTerm: ChangesView['presentTerm']
}

/** All ids are read at once, so pages do not matter. */
const NO_PAGES = { page: 1, perPage: 1 }

/** `startedAt` is the time at which relative dates of the filters are resolved, UTC. */
export function createChangesView(
  context: ReadContext,
  { args, foundIds, resolvedSeq, presentTerm }: ChangesViewInput,
  startedAt: DateTime,
): ChangesView {
  const { services, access } = context
  const { viewer } = access
  const planContext = { viewer, clock: services.findTimeContext(services.site, startedAt), paging: NO_PAGES }
  const query = toEventQuery(args)
  const status = query.status === undefined ? {} : { status: query.status }
  const plan = planEvents(query, foundIds, planContext)
  return {
    context,
    kinds: args.kinds ?? SYNCHRONIZED_KINDS,
    withRecords: args.include === 'records',
    digest: createHash('sha1').update(describeView(args, viewer)).digest('base64url').slice(0, DIGEST_LENGTH),
    // Lists of events have a default range of dates, and this list has none.
    eventPlan: { ...plan, bounds: plan.bounds.filter(({ name }) => query[name] !== undefined) },
    visibleEventPlan: { ...planEvents(status, {}, planContext), bounds: [] },
    linkedPlan: planLinked(status, {}, planContext),
    resolvedSeq,
    presentTerm,
  }
}

const DIGEST_LENGTH = 10

/** Whether a change of a venue, organizer or term can change which events match. */
export const hasRelationFilter = ({ eventPlan: plan }: ChangesView): boolean =>
  [plan.geo, plan.venues, plan.organizers, plan.search].some(Boolean) || hasTermFilter({ eventPlan: plan })

/** Whether the filters name terms, whose descendants were found when the view was created. */
export const hasTermFilter = ({ eventPlan: plan }: Pick<ChangesView, 'eventPlan'>): boolean =>
  [plan.categories, plan.tags, plan.categoriesExcluded, plan.tagsExcluded].some(Boolean)
