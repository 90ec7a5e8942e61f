/** What a list is to find, worked out from its arguments, the viewer and the time; storage carries it out. */
import type { DateTime } from '../text/dates.ts'
import type { EventQuery } from './event-query.ts'
import { BOUNDS, type Bound, eventWindow } from './event-window.ts'
import { positiveInteger } from './field.ts'
import type { LinkedQuery } from './linked-query.ts'
import { changedSince, steadyModified } from './modified-after.ts'
import { type Order, orderOfEvents, orderOfLinked } from './order.ts'
import { type PlacePlan, placeAsked } from './place-query.ts'
import { isSearch, type SearchWords, searchWords } from './search-words.ts'
import type { Clock } from './site.ts'
import { steadyUntil } from './steady.ts'
import type { Taxonomy, TermQuery } from './term.ts'
import { can, type Viewer } from './user.ts'
import { type ListedStatuses, listedStatuses, type PasswordBypass, passwordBypass } from './visibility.ts'

export interface Paging {
  readonly page: number
  readonly perPage: number
}

interface PostPlan extends Paging {
  readonly statuses: ListedStatuses
  /** Undefined when nothing is searched for. */
  readonly words: SearchWords | undefined
  readonly place: PlacePlan | undefined
  readonly externalId: string | undefined
  /** Other protected records match by the part that their viewer is shown: title, dates, status and ID. */
  readonly open: PasswordBypass
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  readonly order: Order
  /** Last second, UTC, for which the query means this; undefined when that is the end of the site's day. */
  readonly until: DateTime | undefined
}

export interface EventPlan extends PostPlan {
  readonly bounds: readonly Bound[]
  readonly categories: readonly number[] | undefined
  readonly tags: readonly number[] | undefined
  readonly venues: readonly number[] | undefined
  readonly organizers: readonly number[] | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly categoriesExcluded: readonly number[] | undefined
  readonly tagsExcluded: readonly number[] | undefined
  readonly parent: number | undefined
  readonly featured: boolean | undefined
  readonly ticketed: boolean | undefined
  readonly free: boolean | undefined
  readonly withHidden: boolean
  /** Statuses of venues that give an event its place, for this viewer: those it is shown with. */
  readonly venueStatuses: ListedStatuses
}

export interface LinkedPlan extends PostPlan {
  readonly event: number | undefined
  readonly hasEvents: boolean | undefined
  /** Statuses of events that count for `hasEvents`, of those this viewer may read (contract 11.1). */
  readonly eventStatuses: ListedStatuses
  readonly upcomingFrom: string | undefined
  /** Statuses of events that count for `upcomingFrom`: every event that this viewer may see (Q22). */
  readonly upcomingStatuses: ListedStatuses
}

export interface TermPlan extends Paging {
  readonly taxonomy: Taxonomy
  readonly search: string | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly event: number | undefined
  readonly slugs: readonly string[] | undefined
  readonly parent: number | undefined
  readonly hideEmpty: boolean
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  readonly orderBy: TermOrder
  readonly isDescending: boolean
  /** As of `PostPlan`. */
  readonly until: DateTime | undefined
}

const TERM_ORDERS = ['name', 'id', 'slug', 'count', 'description', 'parent', 'include'] as const
export type TermOrder = (typeof TERM_ORDERS)[number]

/** Ids that terms and linked records of the query were found to have. */
export interface FoundIds {
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly categories_exclude?: readonly number[]
  readonly tags_exclude?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly event?: readonly number[]
  readonly post?: readonly number[]
}

/** Number of the event whose venues or terms are asked for; 0, which none has, when they are not for this viewer. */
const oneOf = (asked: number | undefined, found: readonly number[] = []): number | undefined => asked && (found[0] ?? 0)

export interface PlanContext {
  readonly viewer: Viewer
  /** IDs of the protected records that the password of the request opens. */
  readonly opened?: readonly number[]
  readonly clock: Clock
  readonly paging: Paging
}

function postPlan(
  query: LinkedQuery | EventQuery,
  { viewer, opened, clock, paging }: PlanContext,
): Omit<PostPlan, 'order' | 'until'> {
  return {
    ...paging,
    statuses: listedStatuses(viewer, query.status),
    words: searchWords(query.search),
    place: placeAsked(query),
    externalId: query.external_id,
    open: passwordBypass(viewer, opened),
    modifiedAfter: changedSince(query.modified_after, clock),
  }
}

export function planEvents(query: EventQuery, found: FoundIds, context: PlanContext): EventPlan {
  const { viewer, clock } = context
  return {
    ...postPlan(query, context),
    order: orderOfEvents(query),
    bounds: eventWindow(query, clock),
    until: steadyUntil(clock, [query.modified_after, ...BOUNDS.map((name) => query[name])], (at) => [
      eventWindow(query, at),
      changedSince(query.modified_after, at),
    ]),
    categories: query.categories && (found.categories ?? []),
    tags: query.tags && (found.tags ?? []),
    venues: query.venue && (found.venue ?? []),
    organizers: query.organizer && (found.organizer ?? []),
    include: query.include,
    exclude: query.exclude,
    categoriesExcluded: query.categories_exclude && (found.categories_exclude ?? []),
    tagsExcluded: query.tags_exclude && (found.tags_exclude ?? []),
    parent: query.post_parent,
    featured: query.featured,
    ticketed: query.ticketed,
    free: query.free,
    withHidden: query.hidden === true && can(viewer, 'edit_others_posts'),
    venueStatuses: listedStatuses(viewer, 'any'),
  }
}

export function planLinked(query: LinkedQuery, found: FoundIds, context: PlanContext): LinkedPlan {
  const { viewer, clock } = context
  return {
    ...postPlan(query, context),
    order: orderOfLinked(query),
    event: oneOf(query.event, found.event),
    hasEvents: query.has_events,
    upcomingFrom: query.only_with_upcoming ? clock.now : undefined,
    until: query.only_with_upcoming ? clock.now : steadyModified(query.modified_after, clock),
    eventStatuses: listedStatuses(viewer, ['publish', 'future', 'private']),
    upcomingStatuses: listedStatuses(viewer, 'any'),
  }
}

/** Unknown orders mean `name`; any direction but `asc` is descending, as observed (S12). */
export function planTerms(
  taxonomy: Taxonomy,
  query: TermQuery,
  { found, clock, paging }: { found: FoundIds; clock: Clock; paging: Paging },
): TermPlan {
  const asked = query.orderby === 'term_id' ? 'id' : query.orderby
  const orderBy = TERM_ORDERS.find((name) => name === asked) ?? 'name'
  return {
    ...paging,
    taxonomy,
    search: isSearch(query.search) ? query.search : undefined,
    include: numbersIn(query.include),
    exclude: numbersIn(query.exclude),
    event: oneOf(query.event, found.event) ?? oneOf(query.post, found.post),
    slugs: query.slug === undefined ? undefined : [query.slug],
    parent: query.parent,
    hideEmpty: query.hide_empty ?? true,
    modifiedAfter: changedSince(query.modified_after, clock),
    until: steadyModified(query.modified_after, clock),
    orderBy: orderBy === 'include' && !query.include ? 'name' : orderBy,
    isDescending: (query.order ?? 'asc').toLowerCase() !== 'asc',
  }
}

/** Of terms asked for by number, slug or name, only the numbers count (contract 13.1). */
const numbersIn = (keys: readonly string[] | undefined): readonly number[] | undefined =>
  keys?.flatMap((key) => positiveInteger(key) ?? [])

/** `per_page` is silently clamped (decisions, per_page). */
export function paging(
  query: { page?: number; per_page?: number },
  site: { perPage: number; maxPerPage: number },
): Paging {
  return { page: query.page ?? 1, perPage: Math.min(query.per_page ?? site.perPage, site.maxPerPage) }
}
