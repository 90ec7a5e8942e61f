/** Responses of the reference for records (wire-contract §7). */
import { toLocal } from '../../../src/base/time/time-zone.ts'
import type { Json } from '../service.ts'
import { formatSeconds, type SiteEvent, type SitePost, type SiteRecords, type SiteTerm } from './site-records.ts'

export interface SiteViewContext {
  readonly records: SiteRecords
  /** URL of the front page. */
  readonly home: string
  /** Major version of the plugin: 5 omits some keys. */
  readonly version: 5 | 6
  /** Whether protected records are shown in full. */
  readonly isEditing: boolean
}

/** The site is in New York; winter time is enough for the tests. */
const ZONE = 'America/New_York'
const OFFSET = 5 * 3600
const toSiteTime = (seconds: number): string => formatSeconds(seconds - OFFSET)
export const toWallTime = (utc: string): string => toLocal(utc, ZONE)

const toDetails = (time: string) => {
  const [year, month, day, hour, minutes, seconds] = time.split(/[- :]/)
  return { year, month, day, hour, minutes, seconds }
}

const PATHS = { event: 'event', venue: 'venue', organizer: 'organizer' } as const
const TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

function presentShared({ home, version }: SiteViewContext, post: SitePost): Json {
  const isPublic = post.status === 'publish' || post.status === 'private'
  const path = isPublic ? `/${PATHS[post.type]}/${post.slug}/` : `/?post_type=${TYPES[post.type]}&p=${post.id}`
  return {
    id: post.id,
    author: String(post.author),
    status: post.status,
    date: toSiteTime(post.date),
    date_utc: formatSeconds(post.date),
    modified: toSiteTime(post.modified),
    ...(version === 6 && { modified_utc: formatSeconds(post.modified) }),
    url: `${home}${path}`,
    slug: post.slug,
  }
}

const presentGlobalId = ({ home }: SiteViewContext, id: number): Json => {
  const { hostname, pathname } = new URL(home)
  const globalId = `${hostname}${pathname.replace(/\/$/, '')}?id=${id}`
  return { global_id: globalId, global_id_lineage: [globalId] }
}

const presentImage = ({ home }: SiteViewContext, id: number): Json =>
  id === 0 ? false : { url: `${home}/wp-content/uploads/image-${id}.png`, id, extension: 'png', width: 8, height: 8 }

export function presentSiteLinked(context: SiteViewContext, post: SitePost): Json {
  const isClosed = post.password !== '' && !context.isEditing
  const details =
    post.type === 'venue'
      ? {
          address: `${post.id} Main St`,
          city: 'Albany',
          country: 'United States',
          state: 'NY',
          zip: '12207',
          stateprovince: 'NY',
        }
      : { phone: '555-01', email: `o${post.id}@site.example` }
  const hidden = Object.fromEntries(Object.keys(details).map((name) => [name, '']))
  return {
    ...presentShared(context, post),
    [post.type]: isClosed ? [] : post.title,
    description: isClosed ? '' : post.content,
    ...(isClosed ? hidden : details),
    ...(post.image !== 0 && !isClosed && { image: presentImage(context, post.image) }),
    ...(post.type === 'venue' && { show_map: isClosed ? null : true, show_map_link: isClosed ? null : true }),
    ...presentGlobalId(context, post.id),
  }
}

const countEvents = ({ records }: SiteViewContext, id: number): number => (records.events.size + id) % 17

export function presentSiteTerm(context: SiteViewContext, term: SiteTerm): Json {
  const path = term.taxonomy === 'post_tag' ? 'tag' : 'events/category'
  const above = context.records.terms.get(term.parent)
  return {
    ...{ id: term.id, count: countEvents(context, term.id), description: '', name: term.name, slug: term.slug },
    taxonomy: term.taxonomy,
    ...(term.taxonomy === 'tribe_events_cat' && { parent: term.parent }),
    meta: [],
    url: `${context.home}/${path}/${above ? `${above.slug}/` : ''}${term.slug}/`,
    urls: { self: `${context.home}/self/${term.id}`, collection: `${context.home}/collection` },
  }
}

const presentEmbeddedTerm = (context: SiteViewContext, id: number): Json[] => {
  const term = context.records.terms.get(id)
  if (!term) return []
  const { name, slug, taxonomy, parent } = term
  const fixed = { term_group: 0, term_taxonomy_id: id, filter: 'raw', description: '' }
  return [{ ...{ name, slug, taxonomy, parent, id }, ...fixed, count: countEvents(context, id), urls: {} }]
}

export function presentSiteEvent(context: SiteViewContext, event: SiteEvent): Json {
  const { records, version } = context
  const isClosed = event.password !== '' && !context.isEditing
  const [start, end] = [toWallTime(event.start), toWallTime(event.end)]
  const flag = (value: boolean) => (isClosed ? null : value)
  const shared = presentShared(context, event)
  const linked = (id: number) => {
    const post = records.linked.get(id)
    return post ? [presentSiteLinked(context, post)] : []
  }
  const amounts = event.cost === '' ? [] : [event.cost.replace('$', '')]
  return {
    ...shared,
    ...presentGlobalId(context, event.id),
    rest_url: `${context.home}/wp-json/tribe/events/v1/events/${event.id}`,
    title: event.title,
    description: isClosed ? '' : event.content,
    excerpt: '',
    image: isClosed ? false : presentImage(context, event.image),
    all_day: flag(false),
    ...{ start_date: start, start_date_details: toDetails(start), end_date: end, end_date_details: toDetails(end) },
    ...(version === 6 && { utc_start_date: event.start, utc_end_date: event.end }),
    ...{ timezone: ZONE, timezone_abbr: 'EST', cost: isClosed ? '' : event.cost },
    cost_details: { currency_symbol: '', currency_position: '', values: isClosed ? [] : amounts },
    website: isClosed ? '' : shared.url,
    ...{ show_map: flag(true), show_map_link: flag(true), hide_from_listings: flag(event.isHidden) },
    ...(version === 6 ? { sticky: flag(false), featured: flag(false) } : isClosed && { sticky: null, featured: null }),
    categories: isClosed ? [] : event.categories.flatMap((id) => presentEmbeddedTerm(context, id)),
    tags: isClosed ? [] : event.tags.flatMap((id) => presentEmbeddedTerm(context, id)),
    venue: isClosed ? [] : (linked(event.venue)[0] ?? []),
    organizer: isClosed ? [] : event.organizers.flatMap(linked),
    custom_fields: [],
  }
}
