/** Presents events, venues and organizers as posts of `wp/v2`. */

import { displayContent, displayExcerpt, displayTitle } from '../../base/text/wptexturize.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { resolveLocal } from '../../base/time/time-zone.ts'
import { pageUrl, type Urls, WORDPRESS_POST_TYPE } from '../../calendar/posts/urls.ts'
import { TAXONOMY_NAME } from '../../calendar/terms/present-term.ts'
import { isoTime } from '../../calendar/users/present-account.ts'
import { type Event, NEVER_PUBLISHED, type PostByKind, type PostKind } from '../../kernel/post.ts'
import type { Term } from '../../kernel/term.ts'
import { WORDPRESS_COLLECTION } from './present-term.ts'
import { FLAG_META, TEXT_META } from './wordpress-meta.ts'

/** A record as its viewer sees it. */
export type WordpressRecord = {
  /** The password is missing: texts, image and relations are hidden, as everywhere in the calendar. */
  readonly isClosed: boolean
  /** Ids of linked records that the viewer may read; none for a closed event. */
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  /** By id; none for a closed event. */
  readonly terms: readonly Term[]
} & { [K in PostKind]: { readonly kind: K; readonly post: PostByKind[K] } }[PostKind]

export interface WordpressPostOptions {
  readonly context: 'view' | 'embed' | 'edit'
  /** Methods that the viewer may use; undefined in lists, which do not include them. */
  readonly allowedMethods: readonly string[] | undefined
  /** Time zone of the site. */
  readonly zone: string
}

export const wordpressPostsUrl = ({ base }: Urls, kind: PostKind): string => `${base}/${WORDPRESS_POST_TYPE[kind]}`

export function presentWordpressPost(record: WordpressRecord, options: WordpressPostOptions, urls: Urls) {
  const { kind, post, isClosed } = record
  const { context, zone } = options
  const type = WORDPRESS_POST_TYPE[kind]
  const isEdited = context === 'edit'
  const presentText = (raw: string, rendered: string) => ({
    ...(isEdited && { raw: isClosed ? '' : raw }),
    // As in WordPress, whose routes end the last paragraph with a line break; the calendar's do not.
    rendered: isClosed || rendered === '' ? '' : `${rendered}\n`,
    protected: post.password !== '',
  })
  const guid = `${urls.site}/?post_type=${type}&p=${post.id}`
  const title = { ...(isEdited && { raw: post.title }), rendered: displayTitle(post.title) }
  const excerpt = presentText(post.excerpt, displayExcerpt(post.excerpt))
  const featured_media = isClosed ? 0 : post.image
  const link = pageUrl(urls, kind, post)
  const _links = presentLinks(record, options, urls)
  const head = { id: post.id, date: isoTime(post.date) }
  const { slug, author } = post
  if (context === 'embed') return { ...head, slug, type, link, title, excerpt, author, featured_media, _links }
  return {
    ...head,
    date_gmt: isoTime(resolveUtcDate(post, zone)),
    guid: { rendered: guid.replace('&', '&#038;'), ...(isEdited && { raw: guid }) },
    modified: isoTime(post.modified),
    modified_gmt: isoTime(post.modified_utc),
    slug,
    status: post.status,
    type,
    link,
    title,
    content: presentText(post.content, displayContent(post.content)),
    excerpt,
    author,
    featured_media,
    template: '',
    meta: presentMeta(record),
    ...(kind === 'event' && presentTermIds(record)),
    class_list: listClasses(record),
    _links,
  }
}

/** Drafts have a date, but no publication time. */
const resolveUtcDate = ({ date, date_utc }: { date: DateTime; date_utc: DateTime }, zone: string): DateTime =>
  date_utc === NEVER_PUBLISHED ? resolveLocal(date, zone).utc : date_utc

const listTermIds = (terms: readonly Term[], taxonomy: Term['taxonomy']): number[] =>
  terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)

const presentTermIds = ({ terms }: WordpressRecord) => ({
  tags: listTermIds(terms, 'tag'),
  tribe_events_cat: listTermIds(terms, 'category'),
})

/** Metadata of the record; only the dates if the viewer lacks its password. */
function presentMeta(record: WordpressRecord): Readonly<Record<string, unknown>> {
  const { kind, post, isClosed } = record
  const texts = Object.entries<string>(TEXT_META[kind]).map(([name, key]) => {
    const isShown = !isClosed || name === 'timezone'
    return [key, isShown ? String(Reflect.get(post, name)) : '']
  })
  const flags = Object.entries<readonly [string, ...unknown[]]>(FLAG_META[kind]).map(([name, [key]]) => [
    key,
    !isClosed && Reflect.get(post, name) === true,
  ])
  const fields = { ...Object.fromEntries(texts), ...Object.fromEntries(flags) }
  if (record.kind === 'event') return { ...fields, ...presentEventMeta(record.post, record) }
  if (record.kind === 'organizer') return fields
  const { geo_lat, geo_lng } = record.post
  return { ...fields, _VenueLat: isClosed ? '' : (geo_lat ?? ''), _VenueLng: isClosed ? '' : (geo_lng ?? '') }
}

function presentEventMeta(event: Event, { isClosed, venues, organizers }: WordpressRecord) {
  const { cost, event_status, event_status_reason } = event
  const [price = ''] = cost
  return {
    _EventStartDate: event.start_date,
    _EventEndDate: event.end_date,
    _EventStartDateUTC: event.utc_start_date,
    _EventEndDateUTC: event.utc_end_date,
    // A list, if the price has several parts, so that a client can write it back.
    _EventCost: isClosed ? '' : cost.length > 1 ? cost : price,
    _EventOrganizerID: organizers,
    _EventVenueID: venues,
    _tribe_events_status: event_status === 'scheduled' ? '' : event_status,
    _tribe_events_status_reason: isClosed ? '' : event_status_reason,
  }
}

function listClasses({ kind, post, isClosed, terms }: WordpressRecord): readonly string[] {
  const type = WORDPRESS_POST_TYPE[kind]
  return [
    ...[`post-${post.id}`, type, `type-${type}`, `status-${post.status}`],
    ...(post.password === '' ? [] : [isClosed ? 'post-password-required' : 'post-password-protected']),
    ...(post.image === 0 || isClosed ? [] : ['has-post-thumbnail']),
    'hentry',
    ...terms.filter(({ taxonomy }) => taxonomy === 'tag').map(({ slug }) => `tag-${slug}`),
    ...terms
      .filter(({ taxonomy }) => taxonomy === 'category')
      .flatMap(({ slug }) => [`${TAXONOMY_NAME.category}-${slug}`, `cat_${slug}`]),
  ]
}

function presentLinks(
  { kind, post, isClosed }: WordpressRecord,
  { allowedMethods: allow }: WordpressPostOptions,
  urls: Urls,
) {
  const { id, author, image } = post
  const collection = wordpressPostsUrl(urls, kind)
  return {
    self: [{ href: `${collection}/${id}`, ...(allow && { targetHints: { allow } }) }],
    collection: [{ href: collection }],
    about: [{ href: `${urls.base}/types/${WORDPRESS_POST_TYPE[kind]}` }],
    ...(author !== 0 && { author: [{ embeddable: true, href: `${urls.base}/users/${author}` }] }),
    ...(image !== 0 &&
      !isClosed && { 'wp:featuredmedia': [{ embeddable: true, href: `${urls.base}/media/${image}` }] }),
    'wp:attachment': [{ href: `${urls.base}/media?post=${id}` }],
    ...(kind === 'event' && { 'wp:term': EMBEDDED_TAXONOMIES.map((taxonomy) => presentTermLink(taxonomy, id, urls)) }),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  }
}

/** In the order of the `wp:term` links; lists of embedded terms have the same order. */
export const EMBEDDED_TAXONOMIES = ['tag', 'category'] as const

const presentTermLink = (taxonomy: Term['taxonomy'], id: number, urls: Urls) => ({
  taxonomy: TAXONOMY_NAME[taxonomy],
  embeddable: true,
  href: `${urls.base}/${WORDPRESS_COLLECTION[taxonomy]}?post=${id}`,
})
