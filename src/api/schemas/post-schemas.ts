/** Schemas of events, venues, organizers and images (wire-contract §7.1, §7.2, §7.3, §7.5), with the redaction of §14. */

import { IMAGE_EXTENSIONS } from '../../calendar/images/image.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES, LINK_VISIBILITIES } from '../../kernel/event-status.ts'
import { AVAILABILITIES } from '../../kernel/offer.ts'
import { POST_STATUSES } from '../../kernel/post.ts'
import { ANY_OBJECT, DATE_TIME } from './common-schemas.ts'
import { createCustomValuesSchema } from './custom-field-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  EMPTY_LIST,
  enumSchema,
  INTEGER,
  mapSchema,
  nullable,
  objectSchema,
  oneOf,
  type Properties,
  STRING,
  schemaRef,
  URI,
} from './json-schema.ts'
import { CROP_SCHEMA, FOCAL_POINT_SCHEMA, ORIGINAL_IMAGE_SCHEMA } from './media-schemas.ts'

const NUMBER_TEXT = { type: 'string', pattern: '^\\d+$' }
const DEGREES = { type: 'number', format: 'double' }
const FLAG = nullable(BOOLEAN)
const DATE_DETAILS = schemaRef('DateDetails')

/** The first keys of every record. */
const createIdentityProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'field.id'),
  author: describeSchema(NUMBER_TEXT, 'view.author'),
  status: describeSchema(enumSchema(POST_STATUSES), 'field.status'),
  date: describeSchema(DATE_TIME, 'field.date'),
  date_utc: describeSchema(DATE_TIME, 'field.date_utc'),
  modified: describeSchema(DATE_TIME, 'view.modified'),
  modified_utc: describeSchema(DATE_TIME, 'view.modified_utc'),
  url: describeSchema(URI, 'view.url'),
})

const createGlobalIdProperties = (): Properties => ({
  global_id: describeSchema(STRING, 'view.global_id'),
  global_id_lineage: describeSchema(arraySchema(STRING), 'view.global_id_lineage'),
})

const createEventTextProperties = (): Properties => ({
  rest_url: describeSchema(URI, 'view.rest_url'),
  title: describeSchema(STRING, 'view.title'),
  description: describeSchema(STRING, 'view.description'),
  excerpt: describeSchema(STRING, 'view.excerpt'),
  slug: describeSchema(STRING, 'view.slug'),
  image: describeSchema(oneOf({ type: 'boolean', enum: [false] }, schemaRef('Image')), 'view.image'),
})

const createEventDateProperties = (): Properties => ({
  all_day: describeSchema(FLAG, 'event.all_day'),
  start_date: describeSchema(DATE_TIME, 'view.start_date'),
  start_date_details: DATE_DETAILS,
  end_date: describeSchema(DATE_TIME, 'view.end_date'),
  end_date_details: DATE_DETAILS,
  utc_start_date: describeSchema(DATE_TIME, 'view.utc_start_date'),
  utc_start_date_details: DATE_DETAILS,
  utc_end_date: describeSchema(DATE_TIME, 'view.utc_end_date'),
  utc_end_date_details: DATE_DETAILS,
  timezone: describeSchema(STRING, 'event.timezone'),
  timezone_abbr: describeSchema(STRING, 'view.timezone_abbr'),
})

const createEventFlagProperties = (): Properties => ({
  show_map: describeSchema(FLAG, 'event.show_map'),
  show_map_link: describeSchema(FLAG, 'event.show_map_link'),
  hide_from_listings: describeSchema(FLAG, 'event.hide_from_listings'),
  sticky: describeSchema(FLAG, 'event.sticky'),
  featured: describeSchema(FLAG, 'event.featured'),
})

const createEventRelationProperties = (): Properties => ({
  categories: describeSchema(arraySchema(schemaRef('EventTerm')), 'view.categories'),
  tags: describeSchema(arraySchema(schemaRef('EventTerm')), 'view.tags'),
  venue: describeSchema(oneOf(schemaRef('Venue'), EMPTY_LIST), 'view.venue'),
  organizer: describeSchema(arraySchema(schemaRef('Organizer')), 'view.organizer'),
  custom_fields: describeSchema(oneOf(createCustomValuesSchema(), EMPTY_LIST), 'view.custom_fields'),
  ticketed: describeSchema(FLAG, 'view.ticketed'),
  tickets: describeSchema(arraySchema(schemaRef('Offer')), 'view.tickets'),
})

const createJsonLdProperties = (): Properties => ({ json_ld: describeSchema(ANY_OBJECT, 'view.json_ld') })

const createExternalIdProperties = (): Properties => ({ external_id: describeSchema(STRING, 'view.external_id') })

const createEventStatusProperties = (): Properties => ({
  event_status: describeSchema(enumSchema(EVENT_STATUSES), 'view.event_status'),
  event_status_reason: describeSchema(STRING, 'view.event_status_reason'),
  previous_start_date: describeSchema(DATE_TIME, 'view.previous_start_date'),
  is_virtual: describeSchema(BOOLEAN, 'view.is_virtual'),
  attendance_mode: describeSchema(enumSchema(ATTENDANCE_MODES), 'view.attendance_mode'),
  virtual_url: describeSchema(URI, 'view.virtual_url'),
  virtual_url_visibility: describeSchema(enumSchema(LINK_VISIBILITIES), 'view.virtual_url_visibility'),
})

const createEventSchema = () =>
  objectSchema(
    {
      ...createIdentityProperties(),
      ...createGlobalIdProperties(),
      ...createEventTextProperties(),
      ...createEventDateProperties(),
      cost: describeSchema(STRING, 'view.cost'),
      cost_details: schemaRef('CostDetails'),
      website: describeSchema(STRING, 'view.website'),
      ...createEventFlagProperties(),
      ...createEventRelationProperties(),
    },
    {
      ...createExternalIdProperties(),
      series: describeSchema(schemaRef('EventSeries'), 'view.event_series'),
      series_changes: describeSchema(schemaRef('SeriesChanges'), 'view.series_changes'),
      ...createEventStatusProperties(),
      ...createJsonLdProperties(),
    },
  )

const createOfferSchema = () =>
  objectSchema({
    name: describeSchema(STRING, 'offer.name'),
    price: describeSchema({ type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, 'offer.price'),
    currency: describeSchema(STRING, 'view.currency_code'),
    url: describeSchema(STRING, 'offer.url'),
    available_from: describeSchema(STRING, 'offer.available_from'),
    available_until: describeSchema(STRING, 'offer.available_until'),
    availability: describeSchema(enumSchema(AVAILABILITIES), 'offer.availability'),
  })

/** Texts of a linked record. Empty texts are omitted. */
const createLinkedTextProperties = (names: readonly string[]): Properties =>
  Object.fromEntries(names.map((name) => [name, describeSchema(STRING, 'view.post_text')]))

const createLinkedProperties = (): Properties => ({
  ...createLinkedTextProperties(['description', 'excerpt', 'slug', 'phone', 'website']),
  image: schemaRef('Image'),
  ...createExternalIdProperties(),
  custom_fields: describeSchema(createCustomValuesSchema(), 'view.custom_fields'),
  ...createJsonLdProperties(),
})

const createVenueSchema = () =>
  objectSchema(
    {
      ...createIdentityProperties(),
      venue: describeSchema(STRING, 'view.title'),
      show_map: describeSchema(FLAG, 'venue.show_map'),
      show_map_link: describeSchema(FLAG, 'venue.show_map_link'),
      ...createGlobalIdProperties(),
    },
    {
      ...createLinkedProperties(),
      ...createLinkedTextProperties(['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince']),
      geo_lat: describeSchema(DEGREES, 'venue.geo_lat'),
      geo_lng: describeSchema(DEGREES, 'venue.geo_lng'),
    },
  )

const createOrganizerSchema = () =>
  objectSchema(
    { ...createIdentityProperties(), organizer: describeSchema(STRING, 'view.title'), ...createGlobalIdProperties() },
    { ...createLinkedProperties(), ...createLinkedTextProperties(['email']) },
  )

const createImageSchema = () =>
  objectSchema(
    { url: describeSchema(URI, 'view.image_url'), id: describeSchema(INTEGER, 'field.id'), extension: STRING },
    {
      width: INTEGER,
      height: INTEGER,
      filesize: INTEGER,
      sizes: describeSchema(mapSchema(schemaRef('ImageSize')), 'view.image_sizes'),
      focal_point: describeSchema(FOCAL_POINT_SCHEMA, 'view.focal_point'),
      alt_text: describeSchema(STRING, 'view.image_alt_text'),
    },
  )

const createMediaSchema = () =>
  objectSchema(
    {
      url: describeSchema(URI, 'view.image_url'),
      id: describeSchema(INTEGER, 'field.id'),
      extension: STRING,
      width: INTEGER,
      height: INTEGER,
      filesize: INTEGER,
      mime_type: enumSchema(Object.keys(IMAGE_EXTENSIONS)),
      author: describeSchema(NUMBER_TEXT, 'view.author'),
      date: describeSchema(DATE_TIME, 'field.date'),
      date_utc: describeSchema(DATE_TIME, 'field.date_utc'),
      modified: describeSchema(DATE_TIME, 'view.modified'),
      modified_utc: describeSchema(DATE_TIME, 'view.modified_utc'),
      rest_url: describeSchema(URI, 'view.rest_url'),
      slug: describeSchema(STRING, 'view.slug'),
      title: describeSchema(STRING, 'media.title'),
      alt_text: describeSchema(STRING, 'media.alt_text'),
      caption: describeSchema(STRING, 'media.caption'),
      post: describeSchema(INTEGER, 'media.post'),
      crop: describeSchema(nullable(CROP_SCHEMA), 'view.crop'),
      focal_point: describeSchema(nullable(FOCAL_POINT_SCHEMA), 'view.focal_point'),
      original: describeSchema(nullable(ORIGINAL_IMAGE_SCHEMA), 'view.original'),
    },
    { sizes: describeSchema(mapSchema(schemaRef('ImageSize')), 'view.image_sizes') },
  )

const createImageSizeSchema = () =>
  objectSchema({ width: INTEGER, height: INTEGER, 'mime-type': STRING, url: URI }, { filesize: INTEGER })

const createCostDetailsSchema = () =>
  describeSchema(
    objectSchema({
      currency_symbol: describeSchema(STRING, 'view.currency_symbol'),
      currency_code: describeSchema(STRING, 'view.currency_code'),
      currency_position: describeSchema(enumSchema(['', 'prefix', 'postfix']), 'view.currency_position'),
      values: describeSchema(arraySchema(STRING), 'view.cost_values'),
    }),
    'view.cost_details',
  )

const createDigitsSchema = (count: number) => ({ type: 'string', pattern: `^\\d{${count}}$` })

const createDateDetailsSchema = () =>
  describeSchema(
    objectSchema({
      year: createDigitsSchema(4),
      month: createDigitsSchema(2),
      day: createDigitsSchema(2),
      hour: createDigitsSchema(2),
      minutes: createDigitsSchema(2),
      seconds: createDigitsSchema(2),
    }),
    'view.date_details',
  )

export const createPostSchemas = () => ({
  ImageSize: createImageSizeSchema(),
  CostDetails: createCostDetailsSchema(),
  Image: createImageSchema(),
  Media: createMediaSchema(),
  DateDetails: createDateDetailsSchema(),
  Offer: createOfferSchema(),
  Event: createEventSchema(),
  Venue: createVenueSchema(),
  Organizer: createOrganizerSchema(),
})
