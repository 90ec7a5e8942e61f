/** Events, venues and organizers as answers show them: contract 7.1 to 7.3, 7.5 and the redaction of section 14. */
import { EXTENSIONS } from '../calendar/media.ts'
import { AVAILABILITIES } from '../calendar/offer.ts'
import { STATUSES } from '../calendar/post.ts'
import { ANY_OBJECT } from './other-schemas.ts'
import {
  BOOLEAN,
  EMPTY_LIST,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  type Properties,
  ref,
  STRING,
  said,
  URI,
  words,
} from './schema.ts'

const DATE_TIME = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
const NUMBER_TEXT = { type: 'string', pattern: '^\\d+$' }
const DEGREES = { type: 'number', format: 'double' }
const FLAG = nullable(BOOLEAN)
const DETAILS = ref('DateDetails')

/** Keys every record begins with. */
const identity = (): Properties => ({
  id: said(INTEGER, 'field.id'),
  author: said(NUMBER_TEXT, 'view.author'),
  status: said(words(STATUSES), 'field.status'),
  date: said(DATE_TIME, 'field.date'),
  date_utc: said(DATE_TIME, 'field.date_utc'),
  modified: said(DATE_TIME, 'view.modified'),
  modified_utc: said(DATE_TIME, 'view.modified_utc'),
  url: said(URI, 'view.url'),
})

const globalIds = (): Properties => ({
  global_id: said(STRING, 'view.global_id'),
  global_id_lineage: said(listOf(STRING), 'view.global_id_lineage'),
})

const eventTexts = (): Properties => ({
  rest_url: said(URI, 'view.rest_url'),
  title: said(STRING, 'view.title'),
  description: said(STRING, 'view.description'),
  excerpt: said(STRING, 'view.excerpt'),
  slug: said(STRING, 'view.slug'),
  image: said(oneOf({ type: 'boolean', enum: [false] }, ref('Image')), 'view.image'),
})

const eventDates = (): Properties => ({
  all_day: said(FLAG, 'event.all_day'),
  start_date: said(DATE_TIME, 'view.start_date'),
  start_date_details: DETAILS,
  end_date: said(DATE_TIME, 'view.end_date'),
  end_date_details: DETAILS,
  utc_start_date: said(DATE_TIME, 'view.utc_start_date'),
  utc_start_date_details: DETAILS,
  utc_end_date: said(DATE_TIME, 'view.utc_end_date'),
  utc_end_date_details: DETAILS,
  timezone: said(STRING, 'event.timezone'),
  timezone_abbr: said(STRING, 'view.timezone_abbr'),
})

const eventFlags = (): Properties => ({
  show_map: said(FLAG, 'event.show_map'),
  show_map_link: said(FLAG, 'event.show_map_link'),
  hide_from_listings: said(FLAG, 'event.hide_from_listings'),
  sticky: said(FLAG, 'event.sticky'),
  featured: said(FLAG, 'event.featured'),
})

const eventRelations = (): Properties => ({
  categories: said(listOf(ref('EventTerm')), 'view.categories'),
  tags: said(listOf(ref('EventTerm')), 'view.tags'),
  venue: said(oneOf(ref('Venue'), EMPTY_LIST), 'view.venue'),
  organizer: said(listOf(ref('Organizer')), 'view.organizer'),
  custom_fields: said(EMPTY_LIST, 'view.custom_fields'),
  ticketed: said(FLAG, 'view.ticketed'),
  tickets: said(listOf(ref('Offer')), 'view.tickets'),
})

const jsonLd = (): Properties => ({ json_ld: said(ANY_OBJECT, 'view.json_ld') })

const externalId = (): Properties => ({ external_id: said(STRING, 'view.external_id') })

const event = () =>
  object(
    {
      ...identity(),
      ...globalIds(),
      ...eventTexts(),
      ...eventDates(),
      cost: said(STRING, 'view.cost'),
      cost_details: ref('CostDetails'),
      website: said(STRING, 'view.website'),
      ...eventFlags(),
      ...eventRelations(),
    },
    { ...externalId(), ...jsonLd() },
  )

const offer = () =>
  object({
    name: said(STRING, 'offer.name'),
    price: said({ type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, 'offer.price'),
    currency: said(STRING, 'view.currency_code'),
    url: said(STRING, 'offer.url'),
    available_from: said(STRING, 'offer.available_from'),
    available_until: said(STRING, 'offer.available_until'),
    availability: said(words(AVAILABILITIES), 'offer.availability'),
  })

/** Texts of a linked record. An empty one is left out. */
const linkedTexts = (names: readonly string[]): Properties =>
  Object.fromEntries(names.map((name) => [name, said(STRING, 'view.post_text')]))

const linkedCommon = (): Properties => ({
  ...linkedTexts(['description', 'excerpt', 'slug', 'phone', 'website']),
  image: ref('Image'),
  ...externalId(),
  ...jsonLd(),
})

const venue = () =>
  object(
    {
      ...identity(),
      venue: said(STRING, 'view.title'),
      show_map: said(FLAG, 'venue.show_map'),
      show_map_link: said(FLAG, 'venue.show_map_link'),
      ...globalIds(),
    },
    {
      ...linkedCommon(),
      ...linkedTexts(['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince']),
      geo_lat: said(DEGREES, 'venue.geo_lat'),
      geo_lng: said(DEGREES, 'venue.geo_lng'),
    },
  )

const organizer = () =>
  object(
    { ...identity(), organizer: said(STRING, 'view.title'), ...globalIds() },
    { ...linkedCommon(), ...linkedTexts(['email']) },
  )

const image = () =>
  object(
    { url: said(URI, 'view.image_url'), id: said(INTEGER, 'field.id'), extension: STRING },
    {
      width: INTEGER,
      height: INTEGER,
      filesize: INTEGER,
      sizes: said(mapOf(ref('ImageSize')), 'view.image_sizes'),
    },
  )

const media = () =>
  object(
    {
      url: said(URI, 'view.image_url'),
      id: said(INTEGER, 'field.id'),
      extension: STRING,
      width: INTEGER,
      height: INTEGER,
      filesize: INTEGER,
      mime_type: words(Object.keys(EXTENSIONS)),
      author: said(NUMBER_TEXT, 'view.author'),
      date: said(DATE_TIME, 'field.date'),
      date_utc: said(DATE_TIME, 'field.date_utc'),
      modified: said(DATE_TIME, 'view.modified'),
      modified_utc: said(DATE_TIME, 'view.modified_utc'),
      rest_url: said(URI, 'view.rest_url'),
      slug: said(STRING, 'view.slug'),
      title: said(STRING, 'media.title'),
      alt_text: said(STRING, 'media.alt_text'),
      caption: said(STRING, 'media.caption'),
      post: said(INTEGER, 'media.post'),
    },
    { sizes: said(mapOf(ref('ImageSize')), 'view.image_sizes') },
  )

const imageSize = () =>
  object({ width: INTEGER, height: INTEGER, 'mime-type': STRING, url: URI }, { filesize: INTEGER })

const costDetails = () =>
  said(
    object({
      currency_symbol: said(STRING, 'view.currency_symbol'),
      currency_code: said(STRING, 'view.currency_code'),
      currency_position: said(words(['', 'prefix', 'postfix']), 'view.currency_position'),
      values: said(listOf(STRING), 'view.cost_values'),
    }),
    'view.cost_details',
  )

const digits = (count: number) => ({ type: 'string', pattern: `^\\d{${count}}$` })

const dateDetails = () =>
  said(
    object({
      year: digits(4),
      month: digits(2),
      day: digits(2),
      hour: digits(2),
      minutes: digits(2),
      seconds: digits(2),
    }),
    'view.date_details',
  )

export const postSchemas = () => ({
  ImageSize: imageSize(),
  CostDetails: costDetails(),
  Image: image(),
  Media: media(),
  DateDetails: dateDetails(),
  Offer: offer(),
  Event: event(),
  Venue: venue(),
  Organizer: organizer(),
})
