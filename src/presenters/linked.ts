/** Venues and organizers on the wire: contract 7.2 and 7.3. Empty keys are left out; `"0"` is not empty (Q31). */

import { chooseStateOrProvince } from '../domain/model/address.ts'
import type { Media } from '../domain/model/media.ts'
import type { LinkedKind, Organizer, Post, PostByKind, Venue } from '../domain/model/post.ts'
import { displayContent, displayExcerpt, displayTitle, toJsonLdName, toJsonLdText } from '../html/wptexturize.ts'
import { presentImage } from './image.ts'
import { fileUrl, globalId, pageUrl, type Urls } from './urls.ts'

export interface PresentableLinked<K extends LinkedKind> {
  readonly post: PostByKind[K]
  readonly isClosed: boolean
  readonly image: Media | undefined
}

type JsonObject = Record<string, unknown>

/**
 * A record that is closed keeps its name (Q25) and loses its texts. Built key by key: pages show hundreds of these, and
 * most of their keys may be wanting.
 */
export function presentLinked<K extends LinkedKind>(
  kind: K,
  { post, isClosed, image }: PresentableLinked<K>,
  urls: Urls,
  withJsonLd = false,
): JsonObject {
  const view = presentHead(kind, post, urls)
  addText(view, 'description', displayContent(post.content), isClosed)
  addText(view, 'excerpt', displayExcerpt(post.excerpt), isClosed)
  addText(view, 'slug', post.slug, false)
  if (image && !isClosed) view['image'] = presentImage(image, urls)
  for (const [name, value] of detailsByKind[kind](post)) addText(view, name, value, isClosed)
  if (!isClosed) Object.assign(view, locationByKind[kind](post))
  if (withJsonLd && !isClosed) view['json_ld'] = presentLinkedJsonLd(kind, post, image && fileUrl(urls, image.key))
  for (const [name, flag] of flagsByKind[kind](post)) view[name] = isClosed ? null : flag
  view['global_id'] = globalId(urls, post.id)
  view['global_id_lineage'] = [globalId(urls, post.id)]
  if (post.external_id !== '' && !isClosed) view['external_id'] = post.external_id
  return view
}

/** Closed records show which texts there are, but not what they say (contract 14). */
function addText(view: JsonObject, name: string, value: string, isClosed: boolean): void {
  if (value !== '') view[name] = isClosed ? '' : value
}

function presentHead(kind: LinkedKind, post: Post, urls: Urls): JsonObject {
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

type NamedValues<T> = readonly (readonly [string, T])[]

const detailsByKind: { readonly [K in LinkedKind]: (post: PostByKind[K]) => NamedValues<string> } = {
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
const locationByKind: { readonly [K in LinkedKind]: (post: PostByKind[K]) => JsonObject } = {
  venue: ({ geo_lat, geo_lng }) => (geo_lat === null ? {} : { geo_lat, geo_lng }),
  organizer: () => ({}),
}

const flagsByKind: { readonly [K in LinkedKind]: (post: PostByKind[K]) => NamedValues<boolean> } = {
  venue: ({ show_map, show_map_link }) => [
    ['show_map', show_map],
    ['show_map_link', show_map_link],
  ],
  organizer: () => [],
}

/** schema.org data of a venue or organizer (contract 7.6, Q33: plain e-mail). */
export function presentLinkedJsonLd<K extends LinkedKind>(
  kind: K,
  post: PostByKind[K],
  image: string | undefined,
): JsonObject {
  return jsonLdByKind[kind](post, image)
}

const presentJsonLdBase = (post: Post, image: string | undefined): JsonObject => ({
  name: toJsonLdName(displayTitle(post.title)),
  description: toJsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
  ...(image && { image }),
})

/** Worked out anew where a record has lost it (contract 11.3, Q23). */
function presentRegion(venue: Venue): JsonObject {
  const region = venue.stateprovince || chooseStateOrProvince(venue)
  return region === '' ? {} : { addressRegion: region }
}

const jsonLdByKind: { readonly [K in LinkedKind]: (post: PostByKind[K], image: string | undefined) => JsonObject } = {
  venue: (venue: Venue, image) => ({
    '@type': 'Place',
    ...presentJsonLdBase(venue, image),
    url: '',
    address: {
      '@type': 'PostalAddress',
      ...(venue.address && { streetAddress: venue.address }),
      ...(venue.city && { addressLocality: venue.city }),
      ...presentRegion(venue),
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
    ...presentJsonLdBase(organizer, image),
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }),
}
