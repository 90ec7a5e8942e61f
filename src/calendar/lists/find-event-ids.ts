/** Runs query plans for events and returns ids in order and the total. */
import { type ExpressionBuilder, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays } from '../../base/time/parse-date.ts'
import { EVENT_STATUSES } from '../../kernel/event-status.ts'
import { findCachedList } from '../../storage/list-cache.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { CachedList, LoggedChange, Reader } from '../../storage/types.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'
import { countFirstListed, countFirstOfMatches, selectFirstListed, selectFirstOfMatches } from './collapsed-lists.ts'
import type { DateBound } from './date-bounds.ts'
import { buildEventGeoConditions, selectEventsNear, selectVenueLinks } from './geo-filters.ts'
import { countListing, findListing, paginateListing, toCompilable } from './listed-events.ts'
import {
  type ComputedKeys,
  formatOrderName,
  ID_ORDER,
  type IdPage,
  type ListQuery,
  paginateIds,
  type ScanStrategy,
  withCount,
  withOrder,
} from './paginate-ids.ts'
import { DATE_COMPARISONS } from './period-bounds.ts'
import {
  buildComparison,
  type ComparisonOperator,
  chooseIndexHint,
  type IndexHint,
  matchesPlan,
} from './post-filters.ts'
import { matchesHiddenPart } from './protected-posts.ts'
import type { EventPlan } from './query-plan.ts'

type EventQueryBuilder = SelectQueryBuilder<Tables, 'events', object>
type EventExpressionBuilder = ExpressionBuilder<Tables, 'events'>

export async function findEventIds(db: Reader, plan: EventPlan): Promise<IdPage> {
  const { page, perPage, order, ...filters } = plan
  // Changes of linked records affect such an order, so its results are not shared with other orders.
  const key = sortsByLinked(order) ? { ...filters, order } : filters
  const cache = findCachedList(db, 'event', key, (change) => affectsEvents(plan, change))
  if (plan.collapse) return paginateIds(db, await createCollapsedList(db, plan, cache), { page, perPage })
  const listing = await findListing(db, plan)
  if (listing && order.keys[0] === 'start_date') return paginateListing(db, { listing, cache, page, perPage, order })
  const list = {
    cache,
    table: 'events',
    count: () => (listing ? countListing(db, listing) : withCount(selectMatchingEvents(db, plan, 'filter-first'))),
    isCountedFirst: plan.search !== undefined,
    order: formatOrderName(order),
    ids: (form: ScanStrategy) => withOrder(selectMatchingEvents(db, plan, form), order, COMPUTED_KEYS),
  } as const
  return paginateIds(db, list, { page, perPage })
}

const sortsByLinked = ({ keys: [key] }: EventPlan['order']): boolean => key === 'venue' || key === 'organizer'

/** Title of the first linked record; an event without one precedes all others. */
const selectLinkedTitle = (kind: 'venue' | 'organizer') => sql<string>`coalesce((
  select linked.title_folded from links join ${sql.table(POST_TABLES[kind])} as linked on linked.id = links.target_id
  where links.event_id = events.id and links.kind = ${sql.lit(kind)} and linked.status <> 'trash'
  order by links.position limit 1), '')`

const COMPUTED_KEYS: ComputedKeys = {
  distance: sql.ref('near.distance'),
  venue: selectLinkedTitle('venue'),
  organizer: selectLinkedTitle('organizer'),
}

async function createCollapsedList(db: Reader, plan: EventPlan, cache: CachedList): Promise<ListQuery> {
  const { order } = plan
  const listing = await findListing(db, { ...plan, collapse: undefined })
  const everyEvent = listing?.scope === 'all' ? listing : undefined
  const selectMatches = () => selectMatchingEvents(db, plan, 'filter-first')
  return {
    ...{ cache, table: 'events', order: formatOrderName(order), collectsAll: true },
    count: () => (everyEvent ? toCompilable(db, countFirstListed(everyEvent)) : countFirstOfMatches(selectMatches())),
    ids: () =>
      everyEvent && order.keys[0] === 'start_date'
        ? toCompilable(db, selectFirstListed(everyEvent, order.isDescending))
        : selectFirstOfMatches(db, selectMatches(), order, COMPUTED_KEYS),
  }
}

/**
 * Terms and linked records matter only to filters and orders by them, and to searches for names: other filters by terms
 * depend on them only once they are deleted, those by venues also on their location. A deleted user may have been an author.
 */
function affectsEvents(plan: EventPlan, { kind, op }: LoggedChange): boolean {
  if (kind === 'event' || kind === 'user') return true
  if (kind === 'venue' || kind === 'organizer')
    return (
      sortsByLinked(plan.order) ||
      [plan.geo, plan.venues, plan.organizers, plan.hasVenue, plan.searchesNames].some((one) => one !== undefined)
    )
  return kind !== 'media' && (op === 'delete' || plan.searchesNames === true)
}

/** The highest limit that both engines accept. */
const MAX_LIMIT = 2 ** 31 - 1

/** Ids of all matches, in order. */
export async function findAllEventIds(db: Reader, plan: EventPlan): Promise<readonly number[]> {
  return (await findEventIds(db, { ...plan, page: 1, perPage: MAX_LIMIT })).ids
}

/** The matching events among some, in no defined order. */
export async function findMatchingEventIds(
  db: Reader,
  plan: EventPlan,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const rows = await selectMatchingEvents(db, plan, 'filter-first').where('id', 'in', ids).select('id').execute()
  return rows.map(({ id }) => id)
}

/** The matching events after an id, in the order of their ids. */
export async function findEventIdsAfter(db: Reader, plan: EventPlan, afterId: number, limit: number) {
  const matching = selectMatchingEvents(db, { ...plan, order: ID_ORDER }, 'index-scan')
  const rows = await matching.where('id', '>', afterId).select('id').orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** The table of events, or, for a circle, events joined with their distance as `near`. */
function selectEventsInCircle(db: Reader, plan: EventPlan): EventQueryBuilder {
  const circle = plan.geo?.circle
  const events = db.selectFrom('events')
  if (!circle) return events
  const near = selectEventsNear(expressionBuilder<Tables, 'events'>(), plan, circle).as('near')
  return events.innerJoin(near, 'near.event_id', 'events.id')
}

function selectMatchingEvents(db: Reader, plan: EventPlan, form: ScanStrategy): EventQueryBuilder {
  return selectEventsInCircle(db, plan)
    .where((on) => matchesPlan(on, plan, form, 'events'))
    .where((on) => on.and(buildListingConditions(on, plan, chooseIndexHint(plan, form))))
    .where((on) => on.and([...buildIdConditions(on, plan), ...hiddenParts(on, plan, form)]))
    .where((on) => on.and(buildEventGeoConditions(on, plan)))
}

/** Wall times are compared with the event's wall time, instants with UTC (Q43). */
function buildBoundConditions(on: EventExpressionBuilder, bound: DateBound, lead: IndexHint) {
  const { name, kind, value, day } = bound
  const [column, operator] = DATE_COMPARISONS[name]
  const compared = kind === 'wall' ? column : (`utc_${column}` as const)
  const condition = day ? compareByKind(bound, day.value) : buildComparison(on, [compared, operator, value], lead)
  const near = findLoosest([shiftByDay(value, operator), day?.value ?? value], operator)
  if (near === undefined) return [condition]
  return [condition, ...findImpliedColumns(name, kind, lead).map((implied) => on(implied, operator, near))]
}

/** All-day events are compared with a written date, other events with an instant. No index can serve both. */
function compareByKind({ name, value }: DateBound, day: DateTime) {
  const [column, operator] = DATE_COMPARISONS[name]
  const compare = sql.raw(operator)
  return sql<boolean>`case when events.all_day = ${sql.lit(1)} then ${sql.ref(`events.${column}`)} ${compare} ${day}
    else ${sql.ref(`events.utc_${column}`)} ${compare} ${value} end`
}

/** Wall-time columns that a bound on UTC limits to within a day; useful only if they drive the query plan. */
function findImpliedColumns(name: DateBound['name'], kind: DateBound['kind'], lead: IndexHint) {
  const [column, operator] = DATE_COMPARISONS[name]
  const own = kind === 'instant' && lead(column) ? [column] : []
  if (column === 'end_date') return operator.startsWith('<') && lead('start_date') ? (['start_date'] as const) : own
  return operator.startsWith('>') && !lead('start_date') && lead('end_date') ? (['end_date'] as const) : own
}

/** The bound that all others imply; undefined if one of them is. */
function findLoosest(bounds: readonly (DateTime | undefined)[], operator: ComparisonOperator): DateTime | undefined {
  const known = bounds.filter((bound) => bound !== undefined).sort()
  return known.length < bounds.length ? undefined : operator.startsWith('>') ? known[0] : known.at(-1)
}

/** Offsets from UTC and clock changes are less than a day. Undefined at the limits of the years. */
function shiftByDay(moment: DateTime, operator: ComparisonOperator): DateTime | undefined {
  if (moment < '0001' || moment >= '9999') return undefined
  return addDays(moment, operator.startsWith('>') ? -1 : 1)
}

function buildListingConditions(on: EventExpressionBuilder, plan: EventPlan, lead: IndexHint) {
  return [
    ...(plan.includeHidden ? [] : [buildComparison(on, ['hide_from_listings', '=', 0], lead)]),
    ...plan.bounds.flatMap((bound) => buildBoundConditions(on, bound, lead)),
    ...(plan.authors ? [on('author', 'in', plan.authors)] : []),
    ...(plan.series ? [on('series_id', 'in', plan.series), on('series_id', '<>', on.lit(0))] : []),
    ...buildStatusConditions(on, plan, lead),
  ]
}

/**
 * The status is visible even of protected events. The partial index, without scheduled events, is only used with the
 * literal; lists with scheduled events exclude the others by it.
 */
function buildStatusConditions(on: EventExpressionBuilder, { eventStatuses }: EventPlan, lead: IndexHint) {
  if (!eventStatuses) return []
  if (eventStatuses.includes('scheduled')) {
    const others = EVENT_STATUSES.filter((status) => !eventStatuses.includes(status))
    const excluded = on
      .selectFrom('events as other')
      .select('other.id')
      .where('other.event_status', '<>', sql.lit('scheduled'))
      .where('other.event_status', 'in', others)
    return others.length === 0 ? [] : [on('id', 'not in', excluded)]
  }
  const isChanged = lead('event_status') ? [on('event_status', '<>', sql.lit('scheduled'))] : []
  return [...isChanged, on('event_status', 'in', eventStatuses)]
}

/** The partial index of online events is only used with the literal. */
const isVirtual = (on: EventExpressionBuilder, lead: IndexHint) =>
  lead('attendance_mode')
    ? on('attendance_mode', '<>', sql.lit('offline'))
    : on.not(on('attendance_mode', '=', 'offline'))

/** The same by a set of ids, from the partial index alone, for lists that contain most events. */
const isOneOfVirtual = (on: EventExpressionBuilder) =>
  on(
    'id',
    'in',
    on.selectFrom('events as other').select('other.id').where('other.attendance_mode', '<>', sql.lit('offline')),
  )

/** Filters on the hidden part of protected events. A hidden value counts as not set. */
function hiddenParts(on: EventExpressionBuilder, plan: EventPlan, form: ScanStrategy) {
  const lead = chooseIndexHint(plan, form)
  const { featured, ticketed, free, virtual, hasImage, hasVenue, parentId: parent } = plan
  const { included, excluded } = buildRelationConditions(on, plan, form)
  return matchesHiddenPart(on, plan.passwordBypass, {
    has: [
      ...(featured === true ? [buildFeaturedCondition(on, lead)] : []),
      ...(ticketed === true ? [buildComparison(on, ['ticketed', '=', 1], lead)] : []),
      ...(free === undefined ? [] : [buildComparison(on, ['pricing', '=', free ? 'free' : 'paid'], lead)]),
      ...(virtual === true ? [isVirtual(on, lead)] : []),
      ...(hasImage === true ? [on('image', '<>', sql.lit(0))] : []),
      ...(hasVenue === true ? [on('id', 'in', selectVenueLinks(on, plan))] : []),
      ...(parent === undefined ? [] : [on('post_parent', '=', parent)]),
      ...included,
    ],
    lacks: [
      ...(featured === false ? [on('featured', '=', 1)] : []),
      ...(ticketed === false ? [on('ticketed', '=', 1)] : []),
      ...(virtual === false ? [isOneOfVirtual(on)] : []),
      ...(hasImage === false ? [on('image', '<>', sql.lit(0))] : []),
      ...(hasVenue === false ? [on('id', 'in', selectVenueLinks(on, plan))] : []),
      ...excluded,
    ],
  })
}

/** The partial index is only used with a literal. */
function buildFeaturedCondition(on: EventExpressionBuilder, lead: IndexHint) {
  return lead('featured') ? on('featured', '=', on.lit(1)) : buildComparison(on, ['featured', '=', 1], lead)
}

function buildIdConditions(on: EventExpressionBuilder, plan: EventPlan) {
  return [
    ...(plan.include ? [on('id', 'in', plan.include)] : []),
    ...(plan.exclude ? [on('id', 'not in', plan.exclude)] : []),
  ]
}

/** An ID that never matches represents the empty list, which SQL cannot express. */
const toNonEmptyIds = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

/** Filters by terms and linked records: as a set that drives the query plan, or as a test per event. */
function buildRelationConditions(on: EventExpressionBuilder, plan: EventPlan, form: ScanStrategy) {
  const usesFilterFirst = form === 'filter-first'
  const hasTerm = (terms: readonly number[]) => {
    const carriers = on.selectFrom('event_terms').select('event_id').where('term_id', 'in', toNonEmptyIds(terms))
    return usesFilterFirst ? on('id', 'in', carriers) : on.exists(carriers.where('event_id', '=', on.ref('events.id')))
  }
  const isLinkedTo = (targets: readonly number[]) => {
    const linkers = on.selectFrom('links').select('event_id').where('target_id', 'in', toNonEmptyIds(targets))
    return usesFilterFirst ? on('id', 'in', linkers) : on.exists(linkers.where('event_id', '=', on.ref('events.id')))
  }
  return {
    included: [
      ...[plan.categories, plan.tags].flatMap((terms) => (terms ? [hasTerm(terms)] : [])),
      ...[plan.venues, plan.organizers].flatMap((targets) => (targets ? [isLinkedTo(targets)] : [])),
    ],
    excluded: [plan.categoriesExcluded, plan.tagsExcluded].flatMap((terms) => (terms ? [hasTerm(terms)] : [])),
  }
}
