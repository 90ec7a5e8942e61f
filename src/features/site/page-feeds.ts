/** iCalendar and RSS feeds at the URLs of pages, for existing subscriptions of The Events Calendar. */

import { findById, findBySlug } from '../../calendar/posts/read-posts.ts'
import type { PageFeed } from '../../http/page-renderer.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { mayRead } from '../../kernel/visibility.ts'
import { EVENT_FILTERS, LIST_FILTERS, readQueryText } from '../../pages/page-filters.ts'
import { type PageRoute, parseEmbedPath, parsePageRoute } from '../../pages/page-routes.ts'
import { decodePathSegment, findArchiveTarget } from './archive-target.ts'
import { buildEndsAfterFilter } from './data/load-events.ts'
import { REFERENCE_PARAMETERS } from './data/reference-query.ts'
import { buildFeedQuery, createParameterProblem, isGiven, readFeedOptions } from './feed-query.ts'
import type { PageRequestContext } from './page-request.ts'

/** Parameters that request the events of a page as a feed. */
export const FEED_PARAMETERS = ['ical', 'outlook-ical', 'feed'] as const

/** Values of `feed` for which WordPress returns RSS 2.0. */
const RSS_NAMES = ['feed', 'rss', 'rss2']

/** RSS readers poll often and store earlier items themselves. */
const RSS_ITEM_LIMIT = '50'

/** Used only to classify a URL. */
const PLACEHOLDER_DAY = '2000-01-01'

/** True if a page request is for a feed. */
export function isFeedRequest(path: string, query: RawInput): boolean {
  const route = parsePageRoute(parseEmbedPath(path).path, PLACEHOLDER_DAY)
  if (!route || route.kind === 'index') return false
  return route.kind === 'feed' || FEED_PARAMETERS.some((name) => isGiven(query[name]))
}

/**
 * The feed for a page request. Undefined if the record or term does not exist or requires a password: the page is
 * returned instead. Throws `rest_invalid_param` for unknown and invalid parameters, because a feed without its filter
 * would contain all events.
 */
export async function findPageFeed(request: PageRequestContext): Promise<PageFeed | undefined> {
  const { query, context } = request
  const route = parsePageRoute(request.path, context.today)
  if (!route || route.kind === 'index' || route.kind === 'suggestions') return undefined
  const format = readFormat(query, route)
  assertKnownParameters(query)
  if (route.kind === 'event') return findEventFeed(request, route.slug)
  const id = readQueryText(query['p'])
  if (id !== '') return findRecordFeed(request, id, format)
  if (isGiven(query['post_type']) && query['post_type'] !== 'tribe_events')
    throw createInvalidParams({ post_type: INVALID_VALUE })
  const target = await findArchiveTarget(request, route.kind === 'home' ? { kind: 'calendar' } : route.archive)
  if (!target || 'kind' in target) return undefined
  return createListFeed(format, await buildFeedQuery(request, route, target.query))
}

function readFormat(query: RawInput, route: PageRoute): PageFeed['format'] {
  if (isGiven(query['ical']) || isGiven(query['outlook-ical'])) return 'ics'
  const name = readQueryText(query['feed'])
  const isRss = RSS_NAMES.includes(name) || (name === '' && route.kind === 'feed')
  if (!isRss || route.kind === 'event') throw createInvalidParams({ feed: INVALID_VALUE })
  return 'rss'
}

const createListFeed = (format: PageFeed['format'], query: RawInput): PageFeed => ({
  format,
  eventId: undefined,
  query: format === 'rss' ? { ...query, orderby: 'date', order: 'desc', per_page: RSS_ITEM_LIMIT } : query,
})

const KNOWN_PARAMETERS = new Set<string>([
  ...EVENT_FILTERS,
  ...LIST_FILTERS,
  ...REFERENCE_PARAMETERS,
  ...FEED_PARAMETERS,
  ...['page', 'post_type', 'p', 'fields', 'password'],
])

/** Parameters that filter nothing: campaign tracking, cache busting, and the language of multilingual plugins. */
const IGNORED_PARAMETERS = /^(?:utm_\w+|fbclid|gclid|lang|_|nocache|ver)$/

function assertKnownParameters(query: RawInput): void {
  const unknown = Object.keys(query).filter((name) => !KNOWN_PARAMETERS.has(name) && !IGNORED_PARAMETERS.test(name))
  if (unknown.length > 0) throw createParameterProblem(unknown, { kind: 'invalid', message: 'error.unknown_parameter' })
  const nested = Object.keys(query).filter((name) => !isTextOrList(query[name]))
  if (nested.length > 0) throw createParameterProblem(nested)
}

/** A string or a list of strings. `readQueryText` would drop deeper values. */
const isTextOrList = (raw: unknown): boolean =>
  typeof raw === 'string' ||
  (typeof raw === 'object' && raw !== null && Object.values(raw).every((value) => typeof value === 'string'))

async function findEventFeed({ source, query }: PageRequestContext, slug: string): Promise<PageFeed | undefined> {
  const post = await findBySlug(source.services.database, 'event', { slug: decodePathSegment(slug) })
  return post && mayRead(ANONYMOUS, post) ? createEventFeed(post.id, query) : undefined
}

const createEventFeed = (id: number, query: RawInput): PageFeed => ({
  format: 'ics',
  eventId: id,
  query: readFeedOptions(query),
})

const KIND_BY_POST_TYPE = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

/** Feed of the record with the ID in `p`: a single event, or the events of a venue or organizer. */
async function findRecordFeed(
  { query, source, context }: PageRequestContext,
  id: string,
  format: PageFeed['format'],
): Promise<PageFeed | undefined> {
  const type = readQueryText(query['post_type'])
  const requestedKind = Object.entries(KIND_BY_POST_TYPE).find(([name]) => name === type)?.[1]
  if (type !== '' && !requestedKind) throw createInvalidParams({ post_type: INVALID_VALUE })
  for (const kind of requestedKind ? [requestedKind] : Object.values(KIND_BY_POST_TYPE)) {
    const post = await findById(source.services.database, kind, { id })
    if (!post || !mayRead(ANONYMOUS, post)) continue
    if (kind !== 'event') {
      const upcoming = buildEndsAfterFilter('today', context.cutoff)
      return createListFeed(format, { ...upcoming, ...readFeedOptions(query), [kind]: String(post.id) })
    }
    if (format === 'ics') return createEventFeed(post.id, query)
    throw createInvalidParams({ feed: INVALID_VALUE })
  }
  return undefined
}
