/** What arguments look like, drawn from their fields. */
import { ICAL_FIELDS } from '../calendar/event-query.ts'
import type { Field, Fields } from '../calendar/field.ts'
import { AVAILABILITIES } from '../calendar/offer.ts'
import { FARTHEST } from '../calendar/place.ts'
import { STATUSES } from '../calendar/post.ts'
import type { MessageKey } from '../text/say.ts'
import {
  anyOf,
  BOOLEAN,
  INTEGER,
  listOf,
  nullable,
  object,
  type Properties,
  ref,
  type Schema,
  STRING,
  said,
  words,
} from './schema.ts'

const POSITIVE = { type: 'integer', minimum: 1 }
const KEY = anyOf(INTEGER, STRING)
const degrees = (limit: number) => ({ type: 'number', format: 'double', minimum: -limit, maximum: limit })
const linked = (create: string) => anyOf(POSITIVE, said(object({ id: POSITIVE }), 'view.linked_id'), ref(create))

/** Dates in any form; the currency is the site's and the availability InStock when left out. */
const OFFER = object(
  { name: STRING, price: anyOf(STRING, { type: 'number', minimum: 0 }) },
  {
    currency: STRING,
    url: STRING,
    available_from: STRING,
    available_until: STRING,
    availability: words(['', ...AVAILABILITIES]),
  },
)

/**
 * Fields without a type on the wire, and those whose type there is the reference's and not the whole truth; by the
 * text that describes them, which no two meanings share. Leniencies are left to the texts.
 */
const SCHEMAS: Readonly<Partial<Record<MessageKey, Schema>>> = {
  'list.page': POSITIVE,
  'list.per_page': POSITIVE,
  'list.start_date': STRING,
  'list.end_date': STRING,
  'list.starts_before': STRING,
  'list.starts_after': STRING,
  'list.ends_before': STRING,
  'list.ends_after': STRING,
  'list.strict_dates': BOOLEAN,
  'list.categories': listOf(KEY),
  'list.tags': listOf(KEY),
  'list.categories_exclude': listOf(KEY),
  'list.tags_exclude': listOf(KEY),
  'list.venue': listOf(POSITIVE),
  'list.organizer': listOf(POSITIVE),
  'list.include': listOf(POSITIVE),
  'list.exclude': listOf(POSITIVE),
  'list.exclude_events': listOf(POSITIVE),
  'list.status': listOf(words([...STATUSES, 'any'])),
  'list.geoloc_lat': degrees(90),
  'list.geoloc_lng': degrees(180),
  'list.geoloc_radius': {
    type: 'number',
    format: 'double',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: FARTHEST,
    default: 25,
  },
  'list.has_events': BOOLEAN,
  'list.only_with_upcoming': BOOLEAN,
  'list.order': words(['asc', 'desc']),
  'list.fields': listOf(words(ICAL_FIELDS)),
  'field.website': STRING,
  'field.image': anyOf(STRING, POSITIVE),
  'event.cost': anyOf(STRING, { type: 'number' }, listOf(anyOf(STRING, { type: 'number' }))),
  'event.categories': listOf(KEY),
  'event.tags': listOf(KEY),
  'event.venue': linked('CreateVenue'),
  'event.organizer': listOf(linked('CreateOrganizer')),
  'event.tickets': listOf(OFFER),
  'venue.geo_lat': degrees(90),
  'venue.geo_lng': degrees(180),
  'venue.show_map': BOOLEAN,
  'venue.show_map_link': BOOLEAN,
}

function typeOf({ describe, type, format, items, enum: names }: Field): Schema {
  const known = SCHEMAS[describe]
  if (known) return known
  if (items) return { type: 'array', items: { type: items } }
  return { ...(type && { type }), ...(format && { format }), ...(names && { enum: names }) }
}

/** The value of an argument as JSON or, for lists, separated by commas. */
export function argumentSchema(field: Field, fallback?: unknown): Schema {
  const schema = field.cleared === undefined ? typeOf(field) : nullable(typeOf(field))
  return fallback === undefined || fallback === null ? schema : { ...schema, default: fallback }
}

/** Arguments as one object, each with its text. `further` are none of a field. */
export function argumentsObject(
  fields: Fields,
  fallbackOf: (name: string, field: Field) => unknown,
  further: Properties = {},
): Schema {
  const pick = (isRequired: boolean): Properties =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, { required = false }]) => required === isRequired)
        .map(([name, field]) => [name, said(argumentSchema(field, fallbackOf(name, field)), field.describe)]),
    )
  return object(pick(true), { ...pick(false), ...further })
}
