/** Venues and organizers on the wire: contract 7.2 and 7.3. Empty keys are left out; `"0"` is not empty (Q31). */
import type { Media } from '../calendar/media.ts'
import type { LinkedKind, Organizer, Post, PostOf, Venue } from '../calendar/post.ts'
import { stateOrProvince } from '../calendar/venue.ts'
import { displayContent, displayExcerpt, displayTitle, jsonLdName, jsonLdText } from '../text/typography.ts'
import { presentImage } from './image.ts'
import { fileUrl, globalId, pageUrl, type Urls } from './urls.ts'

export interface SeenLinked<K extends LinkedKind> {
  readonly post: PostOf[K]
  readonly isClosed: boolean
  readonly image: Media | undefined
}

type View = Record<string, unknown>

/**
 * A record that is closed keeps its name (Q25) and loses its texts. Built key by key: pages show hundreds of these, and
 * most of their keys may be wanting.
 */
export function presentLinked<K extends LinkedKind>(
  kind: K,
  { post, isClosed, image }: SeenLinked<K>,
  urls: Urls,
  withJsonLd = false,
): View {
  const view = head(kind, post, urls)
  addText(view, 'description', displayContent(post.content), isClosed)
  addText(view, 'excerpt', displayExcerpt(post.excerpt), isClosed)
  addText(view, 'slug', post.slug, false)
  if (image && !isClosed) view['image'] = presentImage(image, urls)
  for (const [name, value] of details[kind](post)) addText(view, name, value, isClosed)
  if (!isClosed) Object.assign(view, place[kind](post))
  if (withJsonLd && !isClosed) view['json_ld'] = linkedJsonLd(kind, post, image && fileUrl(urls, image.key))
  for (const [name, flag] of flags[kind](post)) view[name] = isClosed ? null : flag
  view['global_id'] = globalId(urls, post.id)
  view['global_id_lineage'] = [globalId(urls, post.id)]
  if (post.external_id !== '' && !isClosed) view['external_id'] = post.external_id
  return view
}

/** Closed records show which texts there are, but not what they say (contract 14). */
function addText(view: View, name: string, value: string, isClosed: boolean): void {
  if (value !== '') view[name] = isClosed ? '' : value
}

function head(kind: LinkedKind, post: Post, urls: Urls): View {
  return {
    id: post.id,
    author: String(post.author),
    status: post.status,
    date: post.date,
    date_utc: post.date_utc,
    modified: post.modified,
    modified_utc: post.modified_utc,
    url: pageUrl(urls, kind, post),
    [kind]: displayTitle(post.title),
  }
}

type Named<T> = readonly (readonly [string, T])[]

const details: { readonly [K in LinkedKind]: (post: PostOf[K]) => Named<string> } = {
  venue: (venue) => [
    ['address', venue.address],
    ['city', venue.city],
    ['country', venue.country],
    ['province', venue.province],
    ['state', venue.state],
    ['zip', venue.zip],
    ['phone', venue.phone],
    ['website', venue.website],
    ['stateprovince', venue.stateprovince],
  ],
  organizer: ({ phone, website, email }) => [
    ['phone', phone],
    ['website', website],
    ['email', email],
  ],
}

/** Hidden with the address of a closed venue. */
const place: { readonly [K in LinkedKind]: (post: PostOf[K]) => View } = {
  venue: ({ geo_lat, geo_lng }) => (geo_lat === null ? {} : { geo_lat, geo_lng }),
  organizer: () => ({}),
}

const flags: { readonly [K in LinkedKind]: (post: PostOf[K]) => Named<boolean> } = {
  venue: ({ show_map, show_map_link }) => [
    ['show_map', show_map],
    ['show_map_link', show_map_link],
  ],
  organizer: () => [],
}

/** schema.org data of a venue or organizer (contract 7.6, Q33: plain e-mail). */
export function linkedJsonLd<K extends LinkedKind>(kind: K, post: PostOf[K], image: string | undefined): View {
  return jsonLd[kind](post, image)
}

const named = (post: Post, image: string | undefined): View => ({
  name: jsonLdName(displayTitle(post.title)),
  description: jsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
  ...(image && { image }),
})

/** Worked out anew where a record has lost it (contract 11.3, Q23). */
function withRegion(venue: Venue): View {
  const region = venue.stateprovince || stateOrProvince(venue)
  return region === '' ? {} : { addressRegion: region }
}

const jsonLd: { readonly [K in LinkedKind]: (post: PostOf[K], image: string | undefined) => View } = {
  venue: (venue: Venue, image) => ({
    '@type': 'Place',
    ...named(venue, image),
    url: '',
    address: {
      '@type': 'PostalAddress',
      ...(venue.address && { streetAddress: venue.address }),
      ...(venue.city && { addressLocality: venue.city }),
      ...withRegion(venue),
      ...(venue.zip && { postalCode: venue.zip }),
      ...(venue.country && { addressCountry: venue.country }),
    },
    ...(venue.geo_lat !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng },
    }),
    telephone: venue.phone,
    sameAs: venue.website,
  }),
  organizer: (organizer: Organizer, image) => ({
    '@type': 'Person',
    ...named(organizer, image),
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }),
}
