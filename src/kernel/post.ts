/** Fields that events, venues and organizers share. */
import type { DateTime } from '../base/time/date-time.ts'
import type { CustomValues } from './custom-values.ts'
import type { AttendanceMode, EventStatus, LinkVisibility } from './event-status.ts'
import type { Offer } from './offer.ts'

export const POST_KINDS = ['event', 'venue', 'organizer'] as const
export type PostKind = (typeof POST_KINDS)[number]
export type LinkedKind = Exclude<PostKind, 'event'>

/** Statuses of records. The reference has more, which are only accepted in filters (S11). */
export const POST_STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** Internal statuses of the reference, accepted in a `status` filter, where they match nothing (wire-contract §6.5). */
export const WORDPRESS_STATUSES: readonly string[] = [
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'in-progress',
  'failed',
  'tribe-ea-success',
  'tribe-ea-failed',
  'tribe-ea-schedule',
  'tribe-ea-pending',
  'tribe-ea-draft',
  'tribe-ignored',
]

/** `date_utc` of records that were never published (wire-contract §6.1). */
export const NEVER_PUBLISHED: DateTime = '0000-00-00 00:00:00'

export interface Post {
  readonly id: number
  readonly author: number
  readonly status: PostStatus
  /** Status before trashing, which decides access to a trashed record (wire-contract §4.2); empty otherwise. */
  readonly trashed_from: PostStatus | ''
  readonly slug: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  /** Salted digest of the record password; empty when the record is not protected. */
  readonly password: string
  /** Publication time: wall time of the site, and UTC. */
  readonly date: DateTime
  readonly date_utc: DateTime
  readonly modified: DateTime
  readonly modified_utc: DateTime
  readonly image: number
  /** `source:id`, the id in another system; empty without one. Unique per kind. */
  readonly external_id: string
  /** Values of additional fields. */
  readonly custom_fields: CustomValues
}

export interface Event extends Post {
  readonly start_date: DateTime
  readonly end_date: DateTime
  readonly utc_start_date: DateTime
  readonly utc_end_date: DateTime
  readonly timezone: string
  readonly all_day: boolean
  /** Price texts, one per part; see `cost.ts`. */
  readonly cost: readonly string[]
  readonly tickets: readonly Offer[]
  readonly website: string
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly hide_from_listings: boolean
  readonly sticky: boolean
  readonly featured: boolean
  readonly post_parent: number
  /** Id of the series; 0 without one. The other fields below are empty then. */
  readonly series_id: number
  /** Original date of the occurrence, `YYYY-MM-DD`; unique within the series. */
  readonly series_date: string
  /** Edited on its own, so that edits of the whole series do not change it. */
  readonly series_edited: boolean
  readonly event_status: EventStatus
  readonly event_status_reason: string
  /** Start before a postponed or rescheduled event was moved, UTC; empty for other events. */
  readonly previous_utc_start_date: DateTime
  readonly attendance_mode: AttendanceMode
  /** Link to attend online; empty without one. */
  readonly virtual_url: string
  readonly virtual_url_visibility: LinkVisibility
}

/** Fields of an event that is in no series. */
export const NO_SERIES = {
  series_id: 0,
  series_date: '',
  series_edited: false,
} as const satisfies Partial<Event>

export type SeriesFields = Pick<Event, keyof typeof NO_SERIES>

export const pickSeriesFields = (event: SeriesFields): SeriesFields => ({
  series_id: event.series_id,
  series_date: event.series_date,
  series_edited: event.series_edited,
})

/** State of geocoding: not needed (no address, or coordinates were entered), pending, not found, found. */
export const GEOCODING_STATES = ['', 'wanted', 'unknown', 'found'] as const
export type GeocodingState = (typeof GEOCODING_STATES)[number]

export interface Venue extends Post {
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly zip: string
  readonly phone: string
  readonly website: string
  readonly stateprovince: string
  readonly show_map: boolean
  readonly show_map_link: boolean
  /** Degrees; both or neither are set. */
  readonly geo_lat: number | null
  readonly geo_lng: number | null
  readonly geocoding: GeocodingState
}

export interface Organizer extends Post {
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface PostByKind {
  event: Event
  venue: Venue
  organizer: Organizer
}

/** Whether the URL of such a record is the plain `?post_type=` form (wire-contract §7.1). */
export function isUnpublished(status: PostStatus): boolean {
  return status !== 'publish' && status !== 'private'
}
