/** What a list is to find, worked out from its arguments, the viewer and the time; storage carries it out. */
import type { EventQuery } from './event-query.ts'
import { type Bound, eventWindow } from './event-window.ts'
import { positiveInteger } from './field.ts'
import type { LinkedQuery } from './linked-query.ts'
import { INVALID, invalid } from './problem.ts'
import { isSearch, type SearchWords, searchWords } from './search-words.ts'
import type { Clock } from './site.ts'
import type { Taxonomy, TermQuery } from './term.ts'
import { can, type Viewer } from './user.ts'
import { type ListedStatuses, listedStatuses } from './visibility.ts'

export interface Paging {
  readonly page: number
  readonly perPage: number
}

interface PostPlan extends Paging {
  readonly statuses: ListedStatuses
  readonly words: SearchWords
  /**
   * Protected records are found only by this author where a query asks for what their password hides, such as their
   * text; else by everybody.
   */
  readonly opensProtected: 'every' | number
  readonly externalId: string | undefined
}

export interface EventPlan extends PostPlan {
  readonly bounds: readonly Bound[]
  readonly categories: readonly number[] | undefined
  readonly tags: readonly number[] | undefined
  readonly venues: readonly number[] | undefined
  readonly organizers: readonly number[] | undefined
  readonly include: readonly number[] | undefined
  readonly parent: number | undefined
  readonly featured: boolean | undefined
  readonly ticketed: boolean | undefined
  readonly withHidden: boolean
  /** Nothing has coordinates yet: asking for them finds nothing, asking for the others finds all. */
  readonly isEmpty: boolean
}

export interface LinkedPlan extends PostPlan {
  readonly event: number | undefined
  readonly hasEvents: boolean | undefined
  readonly upcomingFrom: string | undefined
  /** Statuses of events that count for the two above, for this viewer. */
  readonly eventStatuses: ListedStatuses
}

export interface TermPlan extends Paging {
  readonly taxonomy: Taxonomy
  readonly search: string | undefined
  readonly include: readonly number[] | undefined
  readonly exclude: readonly number[] | undefined
  readonly event: number | undefined
  readonly slug: string | undefined
  readonly parent: number | undefined
  readonly hideEmpty: boolean
  readonly orderBy: TermOrder
  readonly isDescending: boolean
}

const TERM_ORDERS = ['name', 'id', 'slug', 'count', 'description', 'parent', 'include'] as const
export type TermOrder = (typeof TERM_ORDERS)[number]

/** Ids that terms and linked records of the query were found to have. */
export interface FoundIds {
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly event?: readonly number[]
  readonly post?: readonly number[]
}

/** Number of the event whose venues or terms are asked for; 0, which none has, when they are not for this viewer. */
const oneOf = (asked: number | undefined, found: readonly number[] = []): number | undefined => asked && (found[0] ?? 0)

function postPlan(query: LinkedQuery | EventQuery, viewer: Viewer, paging: Paging): PostPlan {
  return {
    ...paging,
    statuses: listedStatuses(viewer, query.status),
    words: searchWords(query.search),
    opensProtected: asksForHidden(query) && !can(viewer, 'edit_others_posts') ? viewer.id : 'every',
    externalId: query.external_id,
  }
}

function asksForHidden(query: LinkedQuery | EventQuery): boolean {
  const isTicketed = 'ticketed' in query && query.ticketed !== undefined
  return isSearch(query.search) || query.external_id !== undefined || isTicketed
}

export function planEvents(
  query: EventQuery,
  found: FoundIds,
  context: { viewer: Viewer; clock: Clock; paging: Paging },
): EventPlan {
  const { viewer, clock, paging } = context
  refuseHalfAPoint(query)
  return {
    ...postPlan(query, viewer, paging),
    bounds: eventWindow(query, clock),
    categories: query.categories && (found.categories ?? []),
    tags: query.tags && (found.tags ?? []),
    venues: query.venue && (found.venue ?? []),
    organizers: query.organizer && (found.organizer ?? []),
    include: query.include,
    parent: query.post_parent,
    featured: query.featured,
    ticketed: query.ticketed,
    withHidden: query.hidden === true && can(viewer, 'edit_others_posts'),
    isEmpty: query.geoloc === true || query.geoloc_lat !== undefined,
  }
}

function refuseHalfAPoint({ geoloc_lat, geoloc_lng }: EventQuery): void {
  if (geoloc_lat !== undefined && geoloc_lng === undefined) throw invalid({ geoloc_lng: INVALID })
  if (geoloc_lng !== undefined && geoloc_lat === undefined) throw invalid({ geoloc_lat: INVALID })
}

export function planLinked(
  query: LinkedQuery,
  found: FoundIds,
  context: { viewer: Viewer; clock: Clock; paging: Paging },
): LinkedPlan {
  const { viewer, clock, paging } = context
  return {
    ...postPlan(query, viewer, paging),
    event: oneOf(query.event, found.event),
    hasEvents: query.has_events,
    upcomingFrom: query.only_with_upcoming ? clock.now : undefined,
    eventStatuses: listedStatuses(viewer, ['publish', 'future', 'private']),
  }
}

/** Unknown orders mean `name`; any direction but `asc` is descending, as observed (S12). */
export function planTerms(taxonomy: Taxonomy, query: TermQuery, found: FoundIds, paging: Paging): TermPlan {
  const asked = query.orderby === 'term_id' ? 'id' : query.orderby
  const orderBy = TERM_ORDERS.find((name) => name === asked) ?? 'name'
  return {
    ...paging,
    taxonomy,
    search: isSearch(query.search) ? query.search : undefined,
    include: numbersIn(query.include),
    exclude: numbersIn(query.exclude),
    event: oneOf(query.event, found.event) ?? oneOf(query.post, found.post),
    slug: query.slug,
    parent: query.parent,
    hideEmpty: query.hide_empty ?? true,
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
