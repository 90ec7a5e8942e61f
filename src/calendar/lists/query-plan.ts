/** Query plans of lists, computed from arguments, viewer and time without I/O; `storage/queries` executes them. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { CustomValues } from '../../kernel/custom-values.ts'
import type { EventStatus } from '../../kernel/event-status.ts'
import { toPositiveInteger } from '../../kernel/field.ts'
import type { TimeContext } from '../../kernel/site.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import {
  type PasswordBypass,
  passwordBypass,
  resolveVisibleStatuses,
  type VisibleStatuses,
} from '../../kernel/visibility.ts'
import { DATE_BOUND_NAMES, type DateBound, resolveDateBounds } from './date-bounds.ts'
import type { EventQuery } from './event-query.ts'
import { type GeoFilter, planGeoFilter } from './geo-query.ts'
import type { LinkedQuery } from './linked-query.ts'
import { findModifiedAfterExpiry, resolveModifiedAfter } from './modified-after.ts'
import { isSearchable, parseSearchQuery, type SearchQuery } from './search-query.ts'
import { resolveEventOrder, resolveLinkedOrder, type SortOrder } from './sort-order.ts'
import type { TermQuery } from './term-query.ts'
import { validUntil } from './valid-until.ts'

export interface Pagination {
  readonly page: number
  readonly perPage: number
}

/** Filters of `wp/v2` on the part of a record that every reader sees. */
export interface RecordFilter {
  readonly slugs: readonly string[] | undefined
  readonly authors: readonly number[] | undefined
  readonly authorsExcluded: readonly number[] | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  /** Wall time of the site. */
  readonly publishedAfter: DateTime | undefined
  readonly publishedBefore: DateTime | undefined
  /** UTC. */
  readonly modifiedBefore: DateTime | undefined
}

interface PostPlan extends Pagination {
  readonly statuses: VisibleStatuses
  /** Undefined without a search. */
  readonly search: SearchQuery | undefined
  readonly geo: GeoFilter | undefined
  readonly externalId: string | undefined
  /** Values that records must have; undefined for any. */
  readonly customValues: CustomValues | undefined
  /** Other protected records match by their visible part: title, dates, status and id. */
  readonly passwordBypass: PasswordBypass
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  /** Only lists of `wp/v2` have these filters. */
  readonly record: RecordFilter | undefined
  readonly order: SortOrder
  /** Last second, UTC, in which the query has this meaning; undefined for the end of the site's day. */
  readonly validUntil: DateTime | undefined
}

export interface EventPlan extends PostPlan {
  readonly bounds: readonly DateBound[]
  readonly categories: readonly number[] | undefined
  readonly tags: readonly number[] | undefined
  readonly venues: readonly number[] | undefined
  readonly organizers: readonly number[] | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly categoriesExcluded: readonly number[] | undefined
  readonly tagsExcluded: readonly number[] | undefined
  readonly parentId: number | undefined
  readonly featured: boolean | undefined
  readonly ticketed: boolean | undefined
  readonly free: boolean | undefined
  readonly eventStatuses: readonly EventStatus[] | undefined
  readonly virtual: boolean | undefined
  readonly authors: readonly number[] | undefined
  readonly hasImage: boolean | undefined
  readonly hasVenue: boolean | undefined
  readonly includeHidden: boolean
  readonly series: readonly number[] | undefined
  /** True if the search also finds the names of venues, organizers and terms; only for the public. */
  readonly searchesNames: true | undefined
  /** Only the first of the matching events of each series; undefined for all. */
  readonly collapse: true | undefined
  /** Statuses of venues whose location this viewer may see in events. */
  readonly venueStatuses: VisibleStatuses
}

export interface LinkedPlan extends PostPlan {
  readonly eventId: number | undefined
  readonly hasEvents: boolean | undefined
  /** Statuses of events that count for `hasEvents`, of those this viewer may read (wire-contract §11.1). */
  readonly eventStatuses: VisibleStatuses
  readonly upcomingFrom: string | undefined
  /** Statuses of events that count for `upcomingFrom`: every event that this viewer may see (Q22). */
  readonly upcomingStatuses: VisibleStatuses
}

export interface TermPlan extends Pagination {
  readonly taxonomy: Taxonomy
  readonly search: string | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly eventId: number | undefined
  readonly slugs: readonly string[] | undefined
  readonly parentId: number | undefined
  readonly hideEmpty: boolean
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  readonly orderBy: TermOrder
  readonly isDescending: boolean
  /** See `PostPlan`. */
  readonly validUntil: DateTime | undefined
}

const TERM_ORDERS = ['name', 'id', 'slug', 'count', 'description', 'parent', 'include'] as const
export type TermOrder = (typeof TERM_ORDERS)[number]

/** Resolved ids of the terms and linked records of the query. */
export interface ResolvedIds {
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly categories_exclude?: readonly number[]
  readonly tags_exclude?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly event?: readonly number[]
  readonly post?: readonly number[]
}

/** Id of the event whose venues or terms are requested; 0, which matches nothing, when the viewer may not see them. */
const resolveRelatedId = (requestedId: number | undefined, ids: readonly number[] = []): number | undefined =>
  requestedId && (ids[0] ?? 0)

export interface PlanContext {
  readonly viewer: Viewer
  /** Ids of the protected records that the password of the request opens. */
  readonly opened?: readonly number[]
  readonly clock: TimeContext
  readonly paging: Pagination
}

function planPosts(
  query: LinkedQuery | EventQuery,
  { viewer, opened, clock, paging }: PlanContext,
): Omit<PostPlan, 'order' | 'validUntil'> {
  return {
    ...paging,
    statuses: resolveVisibleStatuses(viewer, query.status),
    search: parseSearchQuery(query.search),
    geo: planGeoFilter(query),
    externalId: query.external_id,
    customValues: query.custom_fields,
    passwordBypass: passwordBypass(viewer, opened),
    modifiedAfter: resolveModifiedAfter(query.modified_after, clock),
    record: undefined,
  }
}

export function planEvents(query: EventQuery, resolved: ResolvedIds, context: PlanContext): EventPlan {
  const { viewer, clock } = context
  const bounds = resolveDateBounds(query, clock)
  return {
    ...planPosts(query, context),
    order: resolveEventOrder(query, viewer),
    bounds,
    validUntil: validUntil(clock, [query.modified_after, ...DATE_BOUND_NAMES.map((name) => query[name])], (at) => [
      resolveDateBounds(query, at),
      resolveModifiedAfter(query.modified_after, at),
    ]),
    categories: query.categories && (resolved.categories ?? []),
    tags: query.tags && (resolved.tags ?? []),
    venues: query.venue && (resolved.venue ?? []),
    organizers: query.organizer && (resolved.organizer ?? []),
    include: query.include,
    exclude: query.exclude,
    categoriesExcluded: query.categories_exclude && (resolved.categories_exclude ?? []),
    tagsExcluded: query.tags_exclude && (resolved.tags_exclude ?? []),
    parentId: query.post_parent,
    featured: query.featured,
    ticketed: query.ticketed,
    free: query.free,
    eventStatuses: query.event_status,
    virtual: query.is_virtual,
    authors: query.author,
    hasImage: query.has_image,
    hasVenue: query.has_venue,
    includeHidden: query.hidden === true && can(viewer, 'edit_others_posts'),
    series: query.series,
    searchesNames: undefined,
    collapse: query.collapse !== undefined || query.hide_subsequent_recurrences === true || undefined,
    venueStatuses: resolveVisibleStatuses(viewer, 'any'),
  }
}

export function planLinked(query: LinkedQuery, resolved: ResolvedIds, context: PlanContext): LinkedPlan {
  const { viewer, clock } = context
  return {
    ...planPosts(query, context),
    order: resolveLinkedOrder(query),
    eventId: resolveRelatedId(query.event, resolved.event),
    hasEvents: query.has_events,
    upcomingFrom: query.only_with_upcoming ? clock.now : undefined,
    validUntil: query.only_with_upcoming ? clock.now : findModifiedAfterExpiry(query.modified_after, clock),
    eventStatuses: resolveVisibleStatuses(viewer, ['publish', 'future', 'private']),
    upcomingStatuses: resolveVisibleStatuses(viewer, 'any'),
  }
}

/** Unknown orders mean `name`; any direction but `asc` is descending, as in the reference (S12). */
export function planTerms(
  taxonomy: Taxonomy,
  query: TermQuery,
  { found, clock, paging }: { found: ResolvedIds; clock: TimeContext; paging: Pagination },
): TermPlan {
  const requested = query.orderby === 'term_id' ? 'id' : query.orderby
  const orderBy = TERM_ORDERS.find((name) => name === requested) ?? 'name'
  return {
    ...paging,
    taxonomy,
    search: isSearchable(query.search) ? query.search : undefined,
    include: selectIds(query.include),
    exclude: selectIds(query.exclude),
    eventId: resolveRelatedId(query.event, found.event) ?? resolveRelatedId(query.post, found.post),
    slugs: query.slug === undefined ? undefined : [query.slug],
    parentId: query.parent,
    hideEmpty: query.hide_empty ?? true,
    modifiedAfter: resolveModifiedAfter(query.modified_after, clock),
    validUntil: findModifiedAfterExpiry(query.modified_after, clock),
    orderBy: orderBy === 'include' && !query.include ? 'name' : orderBy,
    isDescending: (query.order ?? 'asc').toLowerCase() !== 'asc',
  }
}

/** Of requested ids, slugs and names, only ids are used (wire-contract §13.1). */
const selectIds = (keys: readonly string[] | undefined): readonly number[] | undefined =>
  keys?.flatMap((key) => toPositiveInteger(key) ?? [])

/** `per_page` is silently clamped (decisions: per_page). */
export function createPagination(
  query: { page?: number; per_page?: number },
  site: { perPage: number; maxPerPage: number },
): Pagination {
  return { page: query.page ?? 1, perPage: Math.min(query.per_page ?? site.perPage, site.maxPerPage) }
}
