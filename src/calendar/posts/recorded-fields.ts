/** The fields of records that their history contains, by the names with which the API accepts them. */

import type { RecordedFields, RecordedValue } from '../../kernel/change-record.ts'
import type { Offer } from '../../kernel/offer.ts'
import type { Event, Post, PostByKind, PostKind, Venue } from '../../kernel/post.ts'
import type { PlainTerm, TermAppearance } from '../../kernel/term.ts'
import type { User } from '../../kernel/user.ts'
import type { Media } from '../images/image.ts'
import { presentRecurrence } from '../series/recurrence.ts'
import type { Series, SeriesRelations } from '../series/series.ts'

/** The password is a digest; `diffFields` removes it. */
const recordPost = (post: Post) => ({
  status: post.status,
  author: post.author,
  date: post.date,
  slug: post.slug,
  description: post.content,
  excerpt: post.excerpt,
  image: post.image,
  post_password: post.password,
  external_id: post.external_id,
  custom_fields: Object.keys(post.custom_fields).length === 0 ? [] : post.custom_fields,
})

const recordEvent = (event: Event): RecordedFields => ({
  title: event.title,
  start_date: event.start_date,
  end_date: event.end_date,
  timezone: event.timezone,
  all_day: event.all_day,
  ...recordPost(event),
  cost: event.cost,
  tickets: event.tickets.map(recordOffer),
  website: event.website,
  show_map: event.show_map,
  show_map_link: event.show_map_link,
  hide_from_listings: event.hide_from_listings,
  sticky: event.sticky,
  featured: event.featured,
  post_parent: event.post_parent,
  series: event.series_id,
  event_status: event.event_status,
  event_status_reason: event.event_status_reason,
  attendance_mode: event.attendance_mode,
  virtual_url: event.virtual_url,
  virtual_url_visibility: event.virtual_url_visibility,
})

/** Dates of offers are instants, because the time zone of the event may change. */
const recordOffer = (offer: Offer): RecordedValue => ({
  ...offer,
  available_from: offer.available_from && `${offer.available_from}Z`,
  available_until: offer.available_until && `${offer.available_until}Z`,
})

const recordVenue = (venue: Venue): RecordedFields => ({
  venue: venue.title,
  ...recordPost(venue),
  address: venue.address,
  city: venue.city,
  country: venue.country,
  province: venue.province,
  state: venue.state,
  stateprovince: venue.stateprovince,
  zip: venue.zip,
  phone: venue.phone,
  website: venue.website,
  show_map: venue.show_map,
  show_map_link: venue.show_map_link,
  geo_lat: venue.geo_lat,
  geo_lng: venue.geo_lng,
})

const POST_RECORDERS: { readonly [K in PostKind]: (post: PostByKind[K]) => RecordedFields } = {
  event: recordEvent,
  venue: recordVenue,
  organizer: (organizer) => ({
    organizer: organizer.title,
    ...recordPost(organizer),
    phone: organizer.phone,
    website: organizer.website,
    email: organizer.email,
  }),
}

/** The fields of a record without its relations. */
export const recordPostFields = <K extends PostKind>(kind: K, post: PostByKind[K]): RecordedFields =>
  POST_RECORDERS[kind](post)

export interface EventRelationIds {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

/** The relations that are given; terms have no order. */
export const recordRelations = ({
  venues,
  organizers,
  categories,
  tags,
}: Partial<EventRelationIds>): RecordedFields => ({
  ...(venues && { venue: venues }),
  ...(organizers && { organizer: organizers }),
  ...(categories && { categories: sortNumbers(categories) }),
  ...(tags && { tags: sortNumbers(tags) }),
})

const sortNumbers = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** `terms` contains categories and tags. */
export const recordSeriesFields = ({ slug, template, relations, recurrence }: Series): RecordedFields => {
  const { slug: _slug, external_id: _externalId, series: _series, ...fields } = recordEvent(template)
  return { ...fields, slug, ...recordSeriesRelations(relations), recurrence: { ...presentRecurrence(recurrence) } }
}

const recordSeriesRelations = ({ venues, organizers, terms }: SeriesRelations): RecordedFields => ({
  ...recordRelations({ venues, organizers }),
  terms: sortNumbers(terms),
})

export const recordTermFields = ({
  name,
  slug,
  description,
  parent,
  color = '',
  icon = '',
}: Omit<PlainTerm, 'id'> & Partial<TermAppearance>): RecordedFields => ({
  name,
  slug,
  description,
  parent,
  color,
  icon,
})

export const recordMediaFields = (media: Media): RecordedFields => ({
  title: media.title,
  caption: media.caption,
  alt_text: media.alt_text,
  post: media.post,
  crop: media.crop && { ...media.crop },
  focal_point: media.focal_point && { ...media.focal_point },
  author: media.author,
  source_url: media.source_url,
  file: media.key,
})

export const recordUserFields = ({ login, email, name, role, isDisabled }: Omit<User, 'id'>): RecordedFields => ({
  login,
  email,
  name,
  role,
  disabled: isDisabled,
})
