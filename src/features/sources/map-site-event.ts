/** Maps an event of a list response to the fields of a new one. */

import type { Event, Organizer, Venue } from '../../kernel/post.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import type { ExternalEntry } from '../imports/external/external-record.ts'
import { createFieldReader, isRawRecord, type RawRecord } from '../imports/formats/record-reader.ts'
import { type MappingContext, POST_READERS, readEmbedded, readTerm } from '../imports/map-record.ts'

/** An event of the site; `where` is the URL of its list. IDs and slugs belong to the site, so they are not imported. */
export function mapSiteEvent(value: unknown, where: string, context: MappingContext): ExternalEntry {
  if (!isRawRecord(value)) return { where, failure: 'it is not an event' }
  const read = createFieldReader(value)
  const event = POST_READERS.event(read, undefined, context)
  const key = event.id > 0 ? String(event.id) : ''
  if (key === '' || read.problems.length > 0)
    return { where: `${where}: event ${key || '?'}`, failure: read.problems.join(', '), ...(key !== '' && { key }) }
  const fields = { ...mapEventFields(event), ...mapLinks(value, context), ...mapOffers(value), ...mapImage(value) }
  return { kind: 'event', key, fields, where: `${where}: event ${key}`, modified: event.modified_utc }
}

const mapEventFields = (event: Event): RawInput => ({
  title: event.title,
  description: event.content,
  excerpt: event.excerpt,
  start_date: event.start_date,
  end_date: event.end_date,
  timezone: event.timezone,
  all_day: event.all_day,
  cost: event.cost,
  website: event.website,
  show_map: event.show_map,
  show_map_link: event.show_map_link,
  hide_from_listings: event.hide_from_listings,
  sticky: event.sticky,
  featured: event.featured,
  custom_fields: event.custom_fields,
  event_status: event.event_status,
  event_status_reason: event.event_status_reason,
  is_virtual: event.attendance_mode !== 'offline',
  ...(event.attendance_mode !== 'offline' && {
    attendance_mode: event.attendance_mode,
    virtual_url: event.virtual_url,
    virtual_url_visibility: event.virtual_url_visibility,
  }),
})

function mapLinks(raw: RawRecord, context: MappingContext): RawInput {
  const { venue, organizer, category, tag } = readEmbedded(raw)
  return {
    venue: venue.slice(0, 1).map((one) => mapVenue(POST_READERS.venue(createFieldReader(one), undefined, context))),
    organizer: organizer.map((one) => mapOrganizer(POST_READERS.organizer(createFieldReader(one), undefined, context))),
    categories: category.map((one) => readTerm(createFieldReader(one), 'category').name),
    tags: tag.map((one) => readTerm(createFieldReader(one), 'tag').name),
  }
}

const mapVenue = (venue: Venue): RawInput => ({
  venue: venue.title,
  description: venue.content,
  address: venue.address,
  city: venue.city,
  country: venue.country,
  province: venue.province,
  state: venue.state,
  zip: venue.zip,
  phone: venue.phone,
  website: venue.website,
  show_map: venue.show_map,
  show_map_link: venue.show_map_link,
  ...(venue.geo_lat !== null && { geo_lat: venue.geo_lat, geo_lng: venue.geo_lng }),
})

const mapOrganizer = ({ title, content, phone, website, email }: Organizer): RawInput => ({
  organizer: title,
  description: content,
  phone,
  website,
  email,
})

/** Sites without offers have no such key. */
const mapOffers = (raw: RawRecord): RawInput => ({ tickets: Array.isArray(raw['tickets']) ? raw['tickets'] : [] })

function mapImage(raw: RawRecord): RawInput {
  const image = raw['image']
  const url = isRawRecord(image) ? image['url'] : image
  return { image: typeof url === 'string' ? url : '' }
}
