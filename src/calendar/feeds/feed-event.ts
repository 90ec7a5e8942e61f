/** Events as plain text, for the feed formats that are not JSON. */

import { convertHtmlToText } from '../../base/text/html-to-text.ts'
import { decodeEntities, stripTags } from '../../base/text/sanitize.ts'
import { linkVideos } from '../../base/text/videos.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays, addSeconds, toDateOnly } from '../../base/time/parse-date.ts'
import type { CustomValue } from '../../kernel/custom-values.ts'
import type { AttendanceMode, EventStatus } from '../../kernel/event-status.ts'
import type { EventView } from '../events/present-event.ts'
import { parseView } from '../fragments/parse-view.ts'
import type { ImageView } from '../images/present-image.ts'
import type { OrganizerView, VenueView } from '../linked/present-linked.ts'

export interface FeedMoment {
  readonly local: DateTime
  readonly utc: DateTime
}

export interface FeedVenue {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly region: string
  readonly zip: string
  readonly country: string
  readonly lat: number | undefined
  readonly lng: number | undefined
}

export interface FeedOrganizer {
  readonly name: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface FeedImage {
  readonly url: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

/** Strings are plain text, except `html` and `excerpt`. */
export interface FeedEvent {
  readonly id: number
  readonly uid: string
  readonly status: string
  /** UTC; undefined if the event was never published. */
  readonly published: DateTime | undefined
  readonly modified: DateTime
  readonly url: string
  readonly title: string
  readonly html: string
  readonly excerpt: string
  readonly text: string
  readonly image: FeedImage | undefined
  /** Undefined, like `isFeatured`, for events that require a password. */
  readonly isAllDay: boolean | undefined
  /** Whether the event covers whole days; derived from the dates if `isAllDay` is undefined. */
  readonly hasWholeDays: boolean
  readonly isFeatured: boolean | undefined
  readonly start: FeedMoment
  readonly end: FeedMoment
  readonly timezone: string
  readonly cost: string
  readonly website: string
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly venue: FeedVenue | undefined
  readonly organizers: readonly FeedOrganizer[]
  readonly externalId: string
  /** Values of additional fields by key. */
  readonly customValues: ReadonlyMap<string, CustomValue>
  readonly eventStatus: EventStatus
  readonly statusReason: string
  /** Undefined for offline events, and for events that require a password. */
  readonly attendanceMode: AttendanceMode | undefined
  /** Link to attend online; empty if there is none or it is not shown now. */
  readonly virtualUrl: string
}

/** `dayCutoff` is the time at which a day of the site begins, `HH:MM`. */
export function readFeedEvent(json: string, dayCutoff: string): FeedEvent {
  const view = parseView('event', json)
  return {
    id: view.id,
    uid: view.global_id,
    status: view.status,
    published: view.date_utc.startsWith('0000-00') ? undefined : view.date_utc,
    modified: view.modified_utc,
    url: view.url,
    title: toPlainName(view.title),
    html: linkVideos(view.description),
    excerpt: view.excerpt,
    text: convertHtmlToText(view.description || view.excerpt),
    image: view.image ? createFeedImage(view.image) : undefined,
    isAllDay: view.all_day ?? undefined,
    hasWholeDays: view.all_day ?? coversWholeDays(view, dayCutoff),
    isFeatured: view.featured ?? undefined,
    start: { local: view.start_date, utc: view.utc_start_date },
    end: { local: view.end_date, utc: view.utc_end_date },
    timezone: view.timezone,
    cost: decodeEntities(view.cost),
    website: decodeEntities(view.website),
    categories: view.categories.map(({ name }) => decodeEntities(name)),
    tags: view.tags.map(({ name }) => decodeEntities(name)),
    venue: 'venue' in view.venue ? createFeedVenue(view.venue) : undefined,
    organizers: view.organizer.map(createFeedOrganizer),
    externalId: view.external_id ?? '',
    customValues: new Map(Object.entries(view.custom_fields).map(([key, { value }]) => [key, toPlainValue(value)])),
    eventStatus: view.event_status ?? 'scheduled',
    statusReason: decodeEntities(view.event_status_reason ?? ''),
    attendanceMode: view.attendance_mode,
    virtualUrl: view.virtual_url ?? '',
  }
}

/** Protected events hide `all_day`, but not their dates. */
function coversWholeDays({ start_date: start, end_date: end }: EventView, dayCutoff: string): boolean {
  const isCutoff = (time: DateTime) => time.slice(11) === `${dayCutoff}:00`
  return end > start && isCutoff(start) && isCutoff(addSeconds(end, 1))
}

const toPlainValue = (value: CustomValue): CustomValue => (typeof value === 'string' ? decodeEntities(value) : value)

const toPlainName = (display: string): string => stripTags(display).replace(/\s+/g, ' ').trim()

const MEDIA_TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg' }

const createFeedImage = ({ url, extension, filesize }: ImageView): FeedImage => ({
  url,
  type: MEDIA_TYPES[extension] ?? `image/${extension}`,
  size: filesize,
})

function createFeedVenue(view: VenueView): FeedVenue {
  const { venue, address = '', city = '', zip = '', country = '', geo_lat, geo_lng } = view
  return {
    name: toPlainName(venue),
    address: decodeEntities(address),
    city: decodeEntities(city),
    region: decodeEntities(view.stateprovince || view.province || view.state || ''),
    zip: decodeEntities(zip),
    country: decodeEntities(country),
    lat: geo_lat,
    lng: geo_lng,
  }
}

const createFeedOrganizer = ({ organizer, phone = '', website = '', email = '' }: OrganizerView): FeedOrganizer => ({
  name: toPlainName(organizer),
  phone: decodeEntities(phone),
  website: decodeEntities(website),
  email: decodeEntities(email),
})

/** Name and address of the venue in one line; without a venue, the link of an online event. */
export function formatFeedLocation({ venue, virtualUrl }: Pick<FeedEvent, 'venue' | 'virtualUrl'>): string {
  if (!venue) return virtualUrl
  const { name, address, city, region, zip, country } = venue
  return [name, address, city, [region, zip].filter((part) => part !== '').join(' '), country]
    .filter((part) => part !== '')
    .join(', ')
}

interface FeedDays {
  readonly first: string
  readonly last: string
  /** The day after the last. */
  readonly after: string
}

/** The days of an all-day event. With a day cutoff, the last second of a day has the next date. */
export function computeFeedDays({ start, end }: Pick<FeedEvent, 'start' | 'end'>): FeedDays {
  const first = toDateOnly(start.local)
  const after = toDateOnly(addSeconds(end.local, 1))
  return after > first ? { first, last: toDateOnly(addDays(after, -1)), after } : { first, last: first, after }
}
