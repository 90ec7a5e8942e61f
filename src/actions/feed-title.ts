/** The name of a feed: that of the site, and what its events are filtered by, so that subscribers can tell them apart. */
import type { EventQuery } from '../calendar/event-query.ts'
import { BOUNDS, type BoundName } from '../calendar/event-window.ts'
import type { EventPlan } from '../calendar/plans.ts'
import type { LinkedKind } from '../calendar/post.ts'
import type { Taxonomy } from '../calendar/term.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { homeLanguage, type Urls } from '../present/urls.ts'
import type { Reader } from '../storage/database.ts'
import { findPosts } from '../storage/posts.ts'
import { addSeconds, type DateTime, dayOf } from '../text/dates.ts'
import { stripTags } from '../text/html.ts'
import { type Say, sayIn } from '../text/say.ts'
import { displayTitle } from '../text/typography.ts'
import { matchTerms } from './mentions.ts'
import type { Services } from './services.ts'

interface FeedContents {
  readonly args: EventQuery
  readonly plan: EventPlan
  readonly urls: Urls
}

/**
 * In the language of the URL, else the first one of the site: a subscription has one name, whatever the program that
 * fetches it says it accepts.
 */
export async function titleFeed({ site, database }: Services, contents: FeedContents): Promise<string> {
  const say = sayIn(homeLanguage(contents.urls, site.languages))
  const parts = [...(await nameRecords(database.read, contents.args, say)), ...nameChoices(contents, say)]
  return parts.length === 0 ? site.name : `${site.name}: ${parts.join(', ')}`
}

async function nameRecords(db: Reader, args: EventQuery, say: Say): Promise<readonly string[]> {
  const without = (names: readonly string[]) => names.map((name) => say('feed.without', { name }))
  const names = [
    await nameTerms(db, 'category', args.categories),
    await nameTerms(db, 'tag', args.tags),
    await nameLinked(db, 'venue', args.venue),
    await nameLinked(db, 'organizer', args.organizer),
    without(await nameTerms(db, 'category', args.categories_exclude)),
    without(await nameTerms(db, 'tag', args.tags_exclude)),
  ]
  return names.flat()
}

async function nameTerms(db: Reader, taxonomy: Taxonomy, keys: readonly string[] = []): Promise<readonly string[]> {
  if (keys.length === 0) return []
  return (await matchTerms(db, taxonomy, keys)).flatMap((term) => (term ? [term.name] : []))
}

/** In the order given. The title of a protected record is public; records that nobody may see are left out. */
async function nameLinked(db: Reader, kind: LinkedKind, ids: readonly number[] = []): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const byId = new Map((await findPosts(db, kind, ids)).map((post) => [post.id, post]))
  const posts = ids.flatMap((id) => byId.get(id) ?? []).filter((post) => mayRead(ANONYMOUS, post))
  return posts.map(({ title }) => stripTags(displayTitle(title)).trim())
}

function nameChoices({ args, plan }: FeedContents, say: Say): readonly string[] {
  const { search = '', featured, ticketed, free } = args
  return [
    search.trim() === '' ? '' : `"${search}"`,
    featured === true ? say('page.featured') : '',
    ticketed === true ? say('page.with_tickets') : '',
    free === undefined ? '' : say(free ? 'word.free' : 'page.paid'),
    nameArea(args, say),
    ...new Set([...LOWER, ...UPPER].map((name) => nameBound(name, { args, plan }, say))),
    ...nameOthers(args),
  ].filter((part) => part !== '')
}

const DEFAULT_RADIUS = 25

function nameArea({ geoloc_lat, geoloc_lng, geoloc_radius = DEFAULT_RADIUS }: EventQuery, say: Say): string {
  if (geoloc_lat === undefined || geoloc_lng === undefined) return ''
  return say('page.nearby', { distance: `${geoloc_radius} km (${geoloc_lat}, ${geoloc_lng})` })
}

const LOWER: readonly BoundName[] = ['start_date', 'starts_after', 'ends_after']
const UPPER = BOUNDS.filter((name) => !LOWER.includes(name))

/** By its day where it names one: a day counted from today would rename the feed every day. */
function nameBound(name: BoundName, { args, plan }: Pick<FeedContents, 'args' | 'plan'>, say: Say): string {
  const text = args[name]
  const bound = plan.bounds.find((one) => one.name === name)
  if (text === undefined || !bound) return ''
  const isLower = LOWER.includes(name)
  if (/^\d{4}/.test(text)) return `${say(isLower ? 'page.from' : 'page.to')} ${dayWithin(bound.value, isLower)}`
  if (!/^(?:now|today)\b/i.test(text)) return `${name}=${text}`
  // Feeds hold upcoming events by default.
  if (isLower) return ''
  return name === 'ends_before' ? say('page.past') : `${name}=${text}`
}

/** The first or last day that a bound leaves in: it is at midnight, or a second before. */
const dayWithin = (value: DateTime, isLower: boolean): string => dayOf(addSeconds(value, isLower ? 1 : -1))

/** Filters that are named above, and parameters that filter nothing. */
const NAMED: readonly string[] = [
  ...BOUNDS,
  ...['categories', 'tags', 'categories_exclude', 'tags_exclude', 'venue', 'organizer', 'search', 'free', 'fields'],
  ...['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'page', 'per_page', 'strict_dates', 'orderby', 'order', 'password'],
]

/** Filters of programs rather than of people are named as they are sent. */
function nameOthers(args: EventQuery): readonly string[] {
  const isFlag = (name: string, value: unknown) => (name === 'featured' || name === 'ticketed') && value === true
  return Object.entries(args)
    .filter(([name, value]) => !NAMED.includes(name) && !isFlag(name, value))
    .map(([name, value]) => `${name}=${value}`)
}
