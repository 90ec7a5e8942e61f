/** Venues and organizers on the wire: contract 7.2 and 7.3. Empty keys are left out; `"0"` is not empty (Q31). */
import type { LinkedKind, Organizer, Post, PostOf, Venue } from '../calendar/post.ts'
import { stateOrProvince } from '../calendar/venue.ts'
import { displayContent, displayExcerpt, displayTitle, jsonLdName, jsonLdText } from '../text/typography.ts'
import { globalId, pageUrl, type Urls } from './urls.ts'

export interface SeenLinked<K extends LinkedKind> {
  readonly post: PostOf[K]
  readonly isClosed: boolean
}

type View = Record<string, unknown>

/** A record that is closed keeps its name (Q25) and loses its texts. */
export function presentLinked<K extends LinkedKind>(
  kind: K,
  { post, isClosed }: SeenLinked<K>,
  urls: Urls,
  withJsonLd = false,
): View {
  return {
    ...head(kind, post, urls),
    ...withoutEmpty({ ...texts(post), slug: post.slug, ...details[kind](post) }, isClosed),
    ...(withJsonLd && !isClosed && { json_ld: linkedJsonLd(kind, post) }),
    ...flags[kind](post, isClosed),
    global_id: globalId(urls, post.id),
    global_id_lineage: [globalId(urls, post.id)],
  }
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

const texts = (post: Post) => ({ description: displayContent(post.content), excerpt: displayExcerpt(post.excerpt) })

const details: { readonly [K in LinkedKind]: (post: PostOf[K]) => Record<string, string> } = {
  venue: ({ address, city, country, province, state, zip, phone, website, stateprovince }) => ({
    address,
    city,
    country,
    province,
    state,
    zip,
    phone,
    website,
    stateprovince,
  }),
  organizer: ({ phone, website, email }) => ({ phone, website, email }),
}

const flags: { readonly [K in LinkedKind]: (post: PostOf[K], isClosed: boolean) => View } = {
  venue: (venue, isClosed) => ({
    show_map: isClosed ? null : venue.show_map,
    show_map_link: isClosed ? null : venue.show_map_link,
  }),
  organizer: () => ({}),
}

/** Closed records show which texts there are, but not what they say (contract 14). The slug stays. */
function withoutEmpty(entries: Record<string, string>, isClosed: boolean): View {
  const present = Object.entries(entries).filter(([, value]) => value !== '')
  return Object.fromEntries(present.map(([name, value]) => [name, isClosed && name !== 'slug' ? '' : value]))
}

/** schema.org data of a venue or organizer (contract 7.6, Q33: plain e-mail). */
export function linkedJsonLd<K extends LinkedKind>(kind: K, post: PostOf[K]): View {
  return jsonLd[kind](post)
}

const named = (post: Post): View => ({
  name: jsonLdName(displayTitle(post.title)),
  description: jsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
})

/** Worked out anew where a record has lost it (contract 11.3, Q23). */
function withRegion(venue: Venue): View {
  const region = venue.stateprovince || stateOrProvince(venue)
  return region === '' ? {} : { addressRegion: region }
}

const jsonLd: { readonly [K in LinkedKind]: (post: PostOf[K]) => View } = {
  venue: (venue: Venue) => ({
    '@type': 'Place',
    ...named(venue),
    url: '',
    address: {
      '@type': 'PostalAddress',
      ...(venue.address && { streetAddress: venue.address }),
      ...(venue.city && { addressLocality: venue.city }),
      ...withRegion(venue),
      ...(venue.zip && { postalCode: venue.zip }),
      ...(venue.country && { addressCountry: venue.country }),
    },
    telephone: venue.phone,
    sameAs: venue.website,
  }),
  organizer: (organizer: Organizer) => ({
    '@type': 'Person',
    ...named(organizer),
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  }),
}
