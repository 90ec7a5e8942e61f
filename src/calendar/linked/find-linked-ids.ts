/** Runs query plans for venues and organizers. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { LinkedKind } from '../../kernel/post.ts'
import type { VisibleStatuses } from '../../kernel/visibility.ts'
import { findCachedList } from '../../storage/list-cache.ts'
import type { PostColumns, Tables } from '../../storage/tables/tables.ts'
import type { LoggedChange, Reader } from '../../storage/types.ts'
import { buildSquaredChord, buildVenueGeoConditions } from '../lists/geo-filters.ts'
import {
  formatOrderName,
  ID_ORDER,
  type IdPage,
  type MatchingQuery,
  paginateIds,
  readTotal,
  type ScanStrategy,
  withCount,
  withOrder,
} from '../lists/paginate-ids.ts'
import { matchesPlan } from '../lists/post-filters.ts'
import { isShownWhole } from '../lists/protected-posts.ts'
import type { LinkedPlan } from '../lists/query-plan.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'
import { shrinkCircle } from './geo.ts'

type LinkedExpressionBuilder = ExpressionBuilder<Tables, 'events'>

/** Only shared columns are used, so one query serves both tables under the alias `events`. */
type LinkedTables = Omit<Tables, 'events'> & { events: PostColumns }

export async function findLinkedIds(db: Reader, kind: LinkedKind, plan: LinkedPlan): Promise<IdPage> {
  const { page, perPage, order, ...filters } = plan
  const circle = plan.geo?.circle
  const computed = circle && { distance: buildSquaredChord(circle.center) }
  const list = {
    cache: findCachedList(db, kind, filters, (change) => affectsLinked(kind, plan, change)),
    table: POST_TABLES[kind],
    count: () => withCount(selectMatchingLinked(db, kind, plan, 'filter-first')),
    order: formatOrderName(order),
    ids: (form: ScanStrategy) => withOrder(selectMatchingLinked(db, kind, plan, form), order, computed),
  }
  const isNearestFirst = circle !== undefined && order.keys[0] === 'distance' && !order.isDescending
  const nearest = isNearestFirst ? await findNearest(db, kind, plan, await readTotal(db, list)) : undefined
  return nearest ?? paginateIds(db, list, { page, perPage })
}

/** The matching records among some, in no defined order. */
export async function findMatchingLinkedIds(
  db: Reader,
  kind: LinkedKind,
  plan: LinkedPlan,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const matching = selectMatchingLinked(db, kind, plan, 'filter-first')
  const rows = await matching.where('id', 'in', ids).select('id').execute()
  return rows.map(({ id }) => id)
}

/** The matching records after an id, in the order of their ids. */
export async function findLinkedIdsAfter(
  db: Reader,
  kind: LinkedKind,
  plan: LinkedPlan,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly number[]> {
  const matching = selectMatchingLinked(db, kind, { ...plan, order: ID_ORDER }, 'index-scan')
  const rows = await matching.where('id', '>', afterId).select('id').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Events matter only to filters on them. A deleted user may have been an author. */
const affectsLinked = (kind: LinkedKind, plan: LinkedPlan, change: LoggedChange): boolean => {
  if (change.kind !== 'event') return change.kind === kind || change.kind === 'user'
  return [plan.eventId, plan.hasEvents, plan.upcomingFrom].some((filter) => filter !== undefined)
}

/** Records are not distributed evenly, so the first circle is larger than computed. */
const SHARE_FACTOR = 3
/** Above this share, a second query after an unsuccessful first one would not pay off. */
const MAX_SHARE = 0.5

/**
 * Finds the nearest records within a part of the circle: sorting all records of a wide circle takes far longer.
 * Undefined when the part is too large or contains too few records.
 */
async function findNearest(db: Reader, kind: LinkedKind, plan: LinkedPlan, total: number): Promise<IdPage | undefined> {
  const { page, perPage, order, geo: place } = plan
  const offset = (page - 1) * perPage
  const share = (SHARE_FACTOR * (offset + perPage)) / total
  if (!place?.circle || offset >= total || share >= MAX_SHARE) return undefined
  const narrowed = { ...plan, place: { isKnown: place.hasLocation, circle: shrinkCircle(place.circle, share) } }
  const distance = buildSquaredChord(place.circle.center)
  const found = withOrder(selectMatchingLinked(db, kind, narrowed, 'filter-first'), order, { distance })
  const rows = await found.limit(perPage).offset(offset).execute()
  return rows.length === Math.min(perPage, total - offset) ? { ids: rows.map(({ id }) => id), total } : undefined
}

export function selectMatchingLinked(
  db: Reader,
  kind: LinkedKind,
  plan: LinkedPlan,
  form: ScanStrategy,
): MatchingQuery {
  const table = POST_TABLES[kind] as unknown as 'events'
  return (db as unknown as Kysely<LinkedTables>)
    .selectFrom(table)
    .where((on) => matchesPlan(on as unknown as LinkedExpressionBuilder, plan, form, POST_TABLES[kind]))
    .where((on) => on.and(buildLinkConditions(on as unknown as LinkedExpressionBuilder, table, plan)))
    .where((on) =>
      on.and(buildVenueGeoConditions(on as unknown as LinkedExpressionBuilder, plan)),
    ) as unknown as MatchingQuery
}

function buildLinkConditions(on: LinkedExpressionBuilder, table: 'events', plan: LinkedPlan) {
  const { eventId: event, hasEvents, upcomingFrom } = plan
  const linked = (statuses: VisibleStatuses) => linkedEvents(on, table, plan, statuses)
  const hasEvent = () => on.exists(linked(plan.eventStatuses))
  const upcoming = (from: string) => linked(plan.upcomingStatuses).where('linked_events.utc_start_date', '>=', from)
  return [
    ...(event === undefined ? [] : [on('id', 'in', selectLinkTargets(on, event))]),
    ...(hasEvents === undefined ? [] : [hasEvents ? hasEvent() : on.not(hasEvent())]),
    ...(upcomingFrom === undefined ? [] : [on.exists(upcoming(upcomingFrom))]),
  ]
}

const selectLinkTargets = (on: LinkedExpressionBuilder, event: number) =>
  on.selectFrom('links').select('target_id').where('event_id', '=', event)

/** Events of the record that this viewer sees in full: other events must not reveal their links. */
const linkedEvents = (
  on: LinkedExpressionBuilder,
  table: 'events',
  { passwordBypass: open }: LinkedPlan,
  statuses: VisibleStatuses,
) =>
  on
    .selectFrom('links')
    .innerJoin('events as linked_events', 'linked_events.id', 'links.event_id')
    .select('links.event_id')
    .where('links.target_id', '=', on.ref(`${table}.id`))
    .where((inner) => isOfStatus(inner as unknown as LinkedExpressionBuilder, statuses))
    .where((inner) => inner.and(isShownWhole(inner as unknown as LinkedExpressionBuilder, open, 'linked_events')))

/** The visibility rule for the alias `linked_events`. */
function isOfStatus(
  on: LinkedExpressionBuilder,
  { statuses: open, ownStatuses: own, ownerId: owner }: VisibleStatuses,
) {
  const [status, author] = [on.ref('linked_events.status' as 'status'), on.ref('linked_events.author' as 'author')]
  const opened = on(status, 'in', open.length > 0 ? open : [''])
  if (own.length === 0) return opened
  return on.or([opened, on.and([on(author, '=', owner), on(status, 'in', own)])])
}
