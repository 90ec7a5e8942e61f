/** Calendar and RSS feeds at the URLs of pages, as subscribers of The Events Calendar know them. */
import type { Subscription } from '../actions/pages.ts'
import { findById, findBySlug } from '../actions/read-posts.ts'
import type { RawInput } from '../calendar/parse.ts'
import { INVALID, invalid } from '../calendar/problem.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { type Address, addressIn, unframed } from './address.ts'
import { FILTERS, OF_LISTS, textOf } from './question.ts'
import { endsAfterStartOf } from './reading.ts'
import { REFERENCE_PARAMETERS } from './reference-query.ts'
import { decoded, subjectOf } from './subjects.ts'
import { buildFeedQuery, invalidNames, isGiven, readFeedOptions } from './subscription-query.ts'
import type { Visit } from './visit.ts'

/** Parameters that ask a page for its events as a feed. */
export const FEED_PARAMETERS = ['ical', 'outlook-ical', 'feed'] as const

/** Values of `feed` that WordPress answers with RSS 2.0. */
const RSS_NAMES = ['feed', 'rss', 'rss2']

/** RSS is for news: readers ask often and keep what they have seen. */
const NEWEST = '50'

/** Used only to classify a URL. */
const ANY_DAY = '2000-01-01'

/** Whether a page request asks for a feed. */
export function isSubscription(path: string, query: RawInput): boolean {
  const address = addressIn(unframed(path).path, ANY_DAY)
  if (!address) return false
  return address.kind === 'feed' || FEED_PARAMETERS.some((name) => isGiven(query[name]))
}

/**
 * The feed that a page request asks for; undefined where the page itself must answer, because there is no such event or
 * term or because it asks for a password. Throws `rest_invalid_param` for a parameter that is unknown or means nothing:
 * a feed without its filter would hold all events.
 */
export async function findSubscription(visit: Visit): Promise<Subscription | undefined> {
  const { query, frame } = visit
  const address = addressIn(visit.path, frame.today)
  if (!address) return undefined
  const format = readFormat(query, address)
  assertKnownParameters(query)
  if (address.kind === 'event') return findEvent(visit, address.slug)
  const id = textOf(query['p'])
  if (id !== '') return findRecord(visit, id, format)
  if (isGiven(query['post_type']) && query['post_type'] !== 'tribe_events') throw invalid({ post_type: INVALID })
  const subject = await subjectOf(visit, address.kind === 'home' ? { kind: 'calendar' } : address.base)
  if (!subject || 'kind' in subject) return undefined
  return listFeed(format, await buildFeedQuery(visit, address, subject.query))
}

function readFormat(query: RawInput, address: Address): Subscription['format'] {
  if (isGiven(query['ical']) || isGiven(query['outlook-ical'])) return 'ics'
  const name = textOf(query['feed'])
  const isRss = RSS_NAMES.includes(name) || (name === '' && address.kind === 'feed')
  if (!isRss || address.kind === 'event') throw invalid({ feed: INVALID })
  return 'rss'
}

const listFeed = (format: Subscription['format'], query: RawInput): Subscription => ({
  format,
  event: undefined,
  query: format === 'rss' ? { ...query, orderby: 'date', order: 'desc', per_page: NEWEST } : query,
})

const KNOWN = new Set<string>([
  ...FILTERS,
  ...OF_LISTS,
  ...REFERENCE_PARAMETERS,
  ...FEED_PARAMETERS,
  ...['page', 'post_type', 'p', 'fields', 'password'],
])

/** Parameters that filter nothing: campaign tracking, cache busting, and the language of multilingual plugins. */
const NEUTRAL = /^(?:utm_\w+|fbclid|gclid|lang|_|nocache|ver)$/

function assertKnownParameters(query: RawInput): void {
  const unknown = Object.keys(query).filter((name) => !KNOWN.has(name) && !NEUTRAL.test(name))
  if (unknown.length > 0) throw invalidNames(unknown, { kind: 'invalid', message: 'error.unknown_parameter' })
  const nested = Object.keys(query).filter((name) => !isText(query[name]))
  if (nested.length > 0) throw invalidNames(nested)
}

/** A text or a list of texts. What is nested deeper would be left out when its texts are read. */
const isText = (raw: unknown): boolean =>
  typeof raw === 'string' ||
  (typeof raw === 'object' && raw !== null && Object.values(raw).every((value) => typeof value === 'string'))

async function findEvent({ source, query }: Visit, slug: string): Promise<Subscription | undefined> {
  const post = await findBySlug(source.services.database, 'event', { slug: decoded(slug) })
  return post && mayRead(ANONYMOUS, post) ? eventFeed(post.id, query) : undefined
}

const eventFeed = (id: number, query: RawInput): Subscription => ({
  format: 'ics',
  event: id,
  query: readFeedOptions(query),
})

const POST_TYPES = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const

/** The record that `p` names: an event by itself, or the events of a venue or organizer. */
async function findRecord(
  { query, source, frame }: Visit,
  id: string,
  format: Subscription['format'],
): Promise<Subscription | undefined> {
  const type = textOf(query['post_type'])
  const asked = Object.entries(POST_TYPES).find(([name]) => name === type)?.[1]
  if (type !== '' && !asked) throw invalid({ post_type: INVALID })
  for (const kind of asked ? [asked] : Object.values(POST_TYPES)) {
    const post = await findById(source.services.database, kind, { id })
    if (!post || !mayRead(ANONYMOUS, post)) continue
    if (kind !== 'event') {
      const upcoming = endsAfterStartOf('today', frame.cutoff)
      return listFeed(format, { ...upcoming, ...readFeedOptions(query), [kind]: String(post.id) })
    }
    if (format === 'ics') return eventFeed(post.id, query)
    throw invalid({ feed: INVALID })
  }
  return undefined
}
