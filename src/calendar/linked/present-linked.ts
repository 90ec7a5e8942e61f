/** Presents venues and organizers: wire-contract §7.2 and §7.3. Empty texts are omitted; `"0"` is not empty (Q31). */

import {
  displayContent,
  displayExcerpt,
  displayTitle,
  toJsonLdName,
  toJsonLdText,
} from '../../base/text/wptexturize.ts'
import { NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import type { LinkedKind, Organizer, Post, PostByKind, Venue } from '../../kernel/post.ts'
import { presentCustomValues } from '../custom-fields/present-custom-fields.ts'
import { type FilledView, MEMBER_SLOT, URL_SLOTS } from '../fragments/fragment-slots.ts'
import { createTemplate } from '../fragments/fragment-template.ts'
import type { Media } from '../images/image.ts'
import { presentImage } from '../images/present-image.ts'
import type { RenderSettings } from '../posts/render-settings.ts'
import { fileUrl, globalId, pageUrl, type Urls } from '../posts/urls.ts'
import { chooseStateOrProvince } from './address.ts'

export interface PresentableLinked<K extends LinkedKind> {
  readonly post: PostByKind[K]
  readonly isClosed: boolean
  readonly image: Media | undefined
}

/** A venue as the API returns it. Keys with `undefined` are absent from the JSON. Only single reads include `json_ld`. */
export interface VenueView
  extends FilledView<ReturnType<typeof presentVenue>, { json_ld: LinkedJsonLdByKind['venue'] | undefined }> {}

/** An organizer as the API returns it, in the same form. */
export interface OrganizerView
  extends FilledView<ReturnType<typeof presentOrganizer>, { json_ld: LinkedJsonLdByKind['organizer'] | undefined }> {}

export interface LinkedViewByKind {
  readonly venue: VenueView
  readonly organizer: OrganizerView
}

export interface LinkedJsonLdByKind {
  readonly venue: ReturnType<typeof presentVenueJsonLd>
  readonly organizer: ReturnType<typeof presentOrganizerJsonLd>
}

/** A closed record keeps its name (Q25) and loses its texts. Others have a member slot for `json_ld`. */
export const createLinkedTemplate = <K extends LinkedKind>(
  kind: K,
  record: PresentableLinked<K>,
  settings: LinkedSettings,
): Buffer => createTemplate(LINKED_PRESENTERS[kind](record, settings))

type LinkedSettings = Pick<RenderSettings, 'customFields'>

type LinkedPresenter<K extends LinkedKind> = (record: PresentableLinked<K>, settings: LinkedSettings) => object

/** Keys in the order of the wire, here and in `presentOrganizer`. */
function presentVenue(record: PresentableLinked<'venue'>, settings: LinkedSettings) {
  const { post: venue, isClosed } = record
  const presentText = createTextPresenter(isClosed)
  const isLocated = venue.geo_lat !== null && !isClosed
  return {
    ...presentHead('venue', venue, URL_SLOTS),
    venue: displayTitle(venue.title),
    ...presentTexts(record, URL_SLOTS),
    address: presentText(venue.address),
    city: presentText(venue.city),
    country: presentText(venue.country),
    province: presentText(venue.province),
    state: presentText(venue.state),
    zip: presentText(venue.zip),
    phone: presentText(venue.phone),
    website: presentText(venue.website),
    stateprovince: presentText(venue.stateprovince),
    // Coordinates would reveal the address of a closed venue.
    geo_lat: isLocated ? (venue.geo_lat ?? undefined) : undefined,
    geo_lng: isLocated ? (venue.geo_lng ?? undefined) : undefined,
    json_ld: isClosed ? undefined : MEMBER_SLOT,
    show_map: isClosed ? null : venue.show_map,
    show_map_link: isClosed ? null : venue.show_map_link,
    ...presentTail('venue', record, settings),
  }
}

function presentOrganizer(record: PresentableLinked<'organizer'>, settings: LinkedSettings) {
  const { post: organizer, isClosed } = record
  const presentText = createTextPresenter(isClosed)
  return {
    ...presentHead('organizer', organizer, URL_SLOTS),
    organizer: displayTitle(organizer.title),
    ...presentTexts(record, URL_SLOTS),
    phone: presentText(organizer.phone),
    website: presentText(organizer.website),
    email: presentText(organizer.email),
    json_ld: isClosed ? undefined : MEMBER_SLOT,
    ...presentTail('organizer', record, settings),
  }
}

const LINKED_PRESENTERS: { readonly [K in LinkedKind]: LinkedPresenter<K> } = {
  venue: presentVenue,
  organizer: presentOrganizer,
}

/** Empty texts are omitted. A closed record shows which texts exist, but not their content (wire-contract §14). */
const createTextPresenter =
  (isClosed: boolean) =>
  (text: string): string | undefined =>
    text === '' ? undefined : isClosed ? '' : text

function presentHead(kind: LinkedKind, post: Post, urls: Urls) {
  return {
    id: post.id,
    author: String(post.author),
    status: post.status,
    date: post.date,
    date_utc: post.date_utc,
    modified: post.modified,
    modified_utc: post.modified_utc,
    url: pageUrl(urls, kind, post),
  }
}

function presentTexts({ post, isClosed, image }: PresentableLinked<LinkedKind>, urls: Urls) {
  const presentText = createTextPresenter(isClosed)
  return {
    description: presentText(displayContent(post.content)),
    excerpt: presentText(displayExcerpt(post.excerpt)),
    slug: post.slug === '' ? undefined : post.slug,
    image: image && !isClosed ? presentImage(image, urls) : undefined,
  }
}

function presentTail(
  kind: LinkedKind,
  { post, isClosed }: PresentableLinked<LinkedKind>,
  { customFields }: LinkedSettings,
) {
  const values = presentCustomValues(kind, isClosed ? NO_CUSTOM_VALUES : post.custom_fields, customFields)
  return {
    global_id: globalId(URL_SLOTS, post.id),
    global_id_lineage: [globalId(URL_SLOTS, post.id)],
    external_id: isClosed || post.external_id === '' ? undefined : post.external_id,
    custom_fields: Array.isArray(values) ? undefined : values,
  }
}

/** schema.org data of a venue or organizer (wire-contract §7.6). The email address is not obfuscated (Q33). */
export const createLinkedJsonLdTemplate = <K extends LinkedKind>(
  kind: K,
  { post, image }: PresentableLinked<K>,
): Buffer => createTemplate(JSON_LD_PRESENTERS[kind](post, image && fileUrl(URL_SLOTS, image.key)))

const presentJsonLdBase = (post: Post, imageUrl: string | undefined) => ({
  name: toJsonLdName(displayTitle(post.title)),
  description: toJsonLdText(displayExcerpt(post.excerpt) || displayContent(post.content)),
  ...(imageUrl && { image: imageUrl }),
})

/** Computed again for records in which the stored value was lost (wire-contract §11.3, Q23). */
function presentRegion(venue: Venue) {
  const region = venue.stateprovince || chooseStateOrProvince(venue)
  return region === '' ? {} : { addressRegion: region }
}

const presentVenueJsonLd = (venue: Venue, imageUrl: string | undefined) => ({
  '@type': 'Place',
  ...presentJsonLdBase(venue, imageUrl),
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
})

const presentOrganizerJsonLd = (organizer: Organizer, imageUrl: string | undefined) => ({
  '@type': 'Person',
  ...presentJsonLdBase(organizer, imageUrl),
  url: organizer.website,
  telephone: organizer.phone,
  email: organizer.email,
  sameAs: organizer.website,
})

const JSON_LD_PRESENTERS: {
  readonly [K in LinkedKind]: (post: PostByKind[K], imageUrl: string | undefined) => LinkedJsonLdByKind[K]
} = { venue: presentVenueJsonLd, organizer: presentOrganizerJsonLd }
