/** Title of a feed: the site's name and the filters, so that subscribers can distinguish feeds. */

import { createTranslator, type Translate } from '../../base/i18n/translate.ts'
import { stripTags } from '../../base/text/sanitize.ts'
import { displayTitle } from '../../base/text/wptexturize.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds, toDateOnly } from '../../base/time/parse-date.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import { DATE_BOUND_NAMES, type DateBoundName } from '../lists/date-bounds.ts'
import type { EventQuery } from '../lists/event-query.ts'
import type { EventPlan } from '../lists/query-plan.ts'
import { findPosts } from '../posts/post-store.ts'
import { matchTerms } from '../posts/resolve-references.ts'
import { findHomeLanguage, type Urls } from '../posts/urls.ts'
import type { Services } from '../services.ts'

interface FeedFilters {
  readonly args: EventQuery
  readonly plan: EventPlan
  readonly urls: Urls
}

/**
 * Uses the language of the URL, else the default: the title must not depend on `Accept-Language` of the fetching
 * program.
 */
export async function createFeedTitle({ site, database }: Services, contents: FeedFilters): Promise<string> {
  const translate = createTranslator(findHomeLanguage(contents.urls, site.languages))
  const parts = [
    ...(await describeRecords(database.read, contents.args, translate)),
    ...describeFilters(contents, translate),
  ]
  return parts.length === 0 ? site.name : `${site.name}: ${parts.join(', ')}`
}

async function describeRecords(db: Reader, args: EventQuery, translate: Translate): Promise<readonly string[]> {
  const describeExclusions = (names: readonly string[]) => names.map((name) => translate('feed.without', { name }))
  const names = [
    await findTermNames(db, 'category', args.categories),
    await findTermNames(db, 'tag', args.tags),
    await findLinkedTitles(db, 'venue', args.venue),
    await findLinkedTitles(db, 'organizer', args.organizer),
    describeExclusions(await findTermNames(db, 'category', args.categories_exclude)),
    describeExclusions(await findTermNames(db, 'tag', args.tags_exclude)),
  ]
  return names.flat()
}

async function findTermNames(db: Reader, taxonomy: Taxonomy, keys: readonly string[] = []): Promise<readonly string[]> {
  if (keys.length === 0) return []
  return (await matchTerms(db, taxonomy, keys)).flatMap((term) => (term ? [term.name] : []))
}

/** Titles in the requested order. Titles of protected records are public; unreadable records are omitted. */
async function findLinkedTitles(db: Reader, kind: LinkedKind, ids: readonly number[] = []): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const byId = new Map((await findPosts(db, kind, ids)).map((post) => [post.id, post]))
  const posts = ids.flatMap((id) => byId.get(id) ?? []).filter((post) => mayRead(ANONYMOUS, post))
  return posts.map(({ title }) => stripTags(displayTitle(title)).trim())
}

function describeFilters({ args, plan }: FeedFilters, translate: Translate): readonly string[] {
  const { search = '', featured, ticketed, free, is_virtual } = args
  return [
    search.trim() === '' ? '' : `"${search}"`,
    featured === true ? translate('page.featured') : '',
    ticketed === true ? translate('page.with_tickets') : '',
    is_virtual === true ? translate('page.online') : '',
    free === undefined ? '' : translate(free ? 'word.free' : 'page.paid'),
    describeArea(args, translate),
    ...new Set([...LOWER_BOUNDS, ...UPPER_BOUNDS].map((name) => describeBound(name, { args, plan }, translate))),
    ...describeOtherFilters(args),
  ].filter((part) => part !== '')
}

const DEFAULT_RADIUS_KILOMETERS = 25

function describeArea(
  { geoloc_lat, geoloc_lng, geoloc_radius = DEFAULT_RADIUS_KILOMETERS }: EventQuery,
  translate: Translate,
): string {
  if (geoloc_lat === undefined || geoloc_lng === undefined) return ''
  return translate('page.nearby', { distance: `${geoloc_radius} km (${geoloc_lat}, ${geoloc_lng})` })
}

const LOWER_BOUNDS: readonly DateBoundName[] = ['start_date', 'starts_after', 'ends_after']
const UPPER_BOUNDS = DATE_BOUND_NAMES.filter((name) => !LOWER_BOUNDS.includes(name))

/** Uses the named day; a relative date would rename the feed every day. */
function describeBound(
  name: DateBoundName,
  { args, plan }: Pick<FeedFilters, 'args' | 'plan'>,
  translate: Translate,
): string {
  const text = args[name]
  const bound = plan.bounds.find((candidate) => candidate.name === name)
  if (text === undefined || !bound) return ''
  const isLower = LOWER_BOUNDS.includes(name)
  if (/^\d{4}/.test(text))
    return `${translate(isLower ? 'page.from' : 'page.to')} ${findIncludedDay(bound.day?.value ?? bound.value, isLower)}`
  if (!/^(?:now|today)\b/i.test(text)) return `${name}=${text}`
  if (isLower) return ''
  return name === 'ends_before' ? translate('page.past') : `${name}=${text}`
}

/** The first or last day within the bound, which is at midnight or one second before. */
const findIncludedDay = (value: DateTime, isLower: boolean): string => toDateOnly(addSeconds(value, isLower ? 1 : -1))

/** Filters described above, and parameters that filter nothing. */
const DESCRIBED_PARAMETERS: readonly string[] = [
  ...DATE_BOUND_NAMES,
  ...['categories', 'tags', 'categories_exclude', 'tags_exclude', 'venue', 'organizer', 'search', 'free', 'fields'],
  ...['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'page', 'per_page', 'strict_dates', 'orderby', 'order', 'password'],
]

/** Filters that only programs use are described as sent. */
function describeOtherFilters(args: EventQuery): readonly string[] {
  const isFlag = (name: string, value: unknown) =>
    ['featured', 'ticketed', 'is_virtual'].includes(name) && value === true
  return Object.entries(args)
    .filter(([name, value]) => !DESCRIBED_PARAMETERS.includes(name) && !isFlag(name, value))
    .map(([name, value]) => `${name}=${value}`)
}
