/** JSON schemas of parameters, derived from their fields. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { MAX_DISTANCE_KM } from '../../calendar/linked/geo.ts'
import { ICAL_FIELDS } from '../../calendar/lists/event-query.ts'
import type { Field, Fields } from '../../kernel/field.ts'
import { AVAILABILITIES } from '../../kernel/offer.ts'
import { POST_KINDS, POST_STATUSES } from '../../kernel/post.ts'
import {
  anyOf,
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  mapSchema,
  nullable,
  objectSchema,
  type Properties,
  type Schema,
  STRING,
  schemaRef,
} from '../schemas/json-schema.ts'
import { CROP_SCHEMA, FOCAL_POINT_SCHEMA } from '../schemas/media-schemas.ts'

const POSITIVE = { type: 'integer', minimum: 1 }
const ID_OR_NAME = anyOf(INTEGER, STRING)
const createDegreesSchema = (limit: number) => ({ type: 'number', format: 'double', minimum: -limit, maximum: limit })
const createLinkedSchema = (createSchemaName: string) =>
  anyOf(POSITIVE, describeSchema(objectSchema({ id: POSITIVE }), 'view.linked_id'), schemaRef(createSchemaName))

/** Dates in any accepted format. The currency defaults to that of the site, the availability to InStock. */
const OFFER = objectSchema(
  { name: STRING, price: anyOf(STRING, { type: 'number', minimum: 0 }) },
  {
    currency: STRING,
    url: STRING,
    available_from: STRING,
    available_until: STRING,
    availability: enumSchema(['', ...AVAILABILITIES]),
  },
)

const RECURRENCE = objectSchema({}, { rrule: STRING, rdate: arraySchema(STRING), exdate: arraySchema(STRING) })

const BATCH_ITEM = objectSchema(
  {
    method: describeSchema(enumSchema(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), 'batch.method'),
    path: describeSchema(STRING, 'batch.path'),
  },
  {
    headers: describeSchema(mapSchema(STRING), 'batch.headers'),
    body: describeSchema({ type: 'object' }, 'batch.body'),
  },
)

/** A WebAuthn credential, whose response has these keys. */
const createCredentialSchema = (required: readonly string[], optional: Properties = {}) =>
  objectSchema({
    id: STRING,
    type: enumSchema(['public-key']),
    response: objectSchema(Object.fromEntries(required.map((name) => [name, STRING])), optional),
  })

/**
 * Schemas of fields that have no type in the index, or a type that is too narrow because the reference service states it.
 * Keyed by message key, which is unique per meaning. Lenient input formats are described in the texts only.
 */
const SCHEMA_BY_TEXT: Readonly<Partial<Record<MessageKey, Schema>>> = {
  'list.page': POSITIVE,
  'field.custom_fields': { type: 'object', additionalProperties: true },
  // Without an example, the documentation page would send a field that no site has.
  'list.custom_fields': { type: 'object', additionalProperties: true, example: {} },
  'custom_field.kinds': arraySchema(enumSchema(POST_KINDS)),
  'custom_field.label': { type: 'object', additionalProperties: true },
  'import.mapping': { type: 'object', additionalProperties: true },
  'list.per_page': POSITIVE,
  'list.start_date': STRING,
  'list.end_date': STRING,
  'list.starts_before': STRING,
  'list.starts_after': STRING,
  'list.ends_before': STRING,
  'list.ends_after': STRING,
  'list.strict_dates': BOOLEAN,
  'list.categories': arraySchema(ID_OR_NAME),
  'list.tags': arraySchema(ID_OR_NAME),
  'list.categories_exclude': arraySchema(ID_OR_NAME),
  'list.tags_exclude': arraySchema(ID_OR_NAME),
  'list.venue': arraySchema(POSITIVE),
  'list.organizer': arraySchema(POSITIVE),
  'list.include': arraySchema(POSITIVE),
  'list.exclude': arraySchema(POSITIVE),
  'list.exclude_events': arraySchema(POSITIVE),
  'list.status': arraySchema(enumSchema([...POST_STATUSES, 'any'])),
  'list.geoloc_lat': createDegreesSchema(90),
  'list.geoloc_lng': createDegreesSchema(180),
  'list.geoloc_radius': {
    type: 'number',
    format: 'double',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: MAX_DISTANCE_KM,
    default: 25,
  },
  'list.has_events': BOOLEAN,
  'list.only_with_upcoming': BOOLEAN,
  'list.order': enumSchema(['asc', 'desc']),
  'list.fields': arraySchema(enumSchema(ICAL_FIELDS)),
  'field.website': STRING,
  'field.image': anyOf(STRING, POSITIVE),
  'media.crop': CROP_SCHEMA,
  'media.focal_point': FOCAL_POINT_SCHEMA,
  'calendar.from': STRING,
  'calendar.to': STRING,
  'event.cost': anyOf(STRING, { type: 'number' }, arraySchema(anyOf(STRING, { type: 'number' }))),
  'event.categories': arraySchema(ID_OR_NAME),
  'event.tags': arraySchema(ID_OR_NAME),
  'event.venue': createLinkedSchema('CreateVenue'),
  'event.organizer': arraySchema(createLinkedSchema('CreateOrganizer')),
  'event.tickets': arraySchema(OFFER),
  'event.recurrence': anyOf(STRING, RECURRENCE),
  'batch.requests': arraySchema(BATCH_ITEM),
  'list.series': arraySchema(POSITIVE),
  'account.passkey_registration': createCredentialSchema(['clientDataJSON', 'attestationObject'], {
    transports: arraySchema(STRING),
  }),
  'account.passkey_assertion': createCredentialSchema([
    'clientDataJSON',
    'authenticatorData',
    'signature',
    'userHandle',
  ]),
  'venue.geo_lat': createDegreesSchema(90),
  'venue.geo_lng': createDegreesSchema(180),
  'venue.show_map': BOOLEAN,
  'venue.show_map_link': BOOLEAN,
}

function createFieldSchema({ describe, schema, type, format, items, enum: names }: Field): Schema {
  const known = schema ?? SCHEMA_BY_TEXT[describe]
  if (known) return known
  if (items) return { type: 'array', items: { type: items } }
  return { ...(type && { type }), ...(format && { format }), ...(names && { enum: names }) }
}

/** The schema of a parameter value. Lists are JSON arrays in bodies and comma-separated in queries. */
export function createParameterSchema(field: Field, fallback?: unknown): Schema {
  const schema = field.cleared === undefined ? createFieldSchema(field) : nullable(createFieldSchema(field))
  return fallback === undefined || fallback === null ? schema : { ...schema, default: fallback }
}

/** All parameters as one object schema. `additional` adds properties that have no field. */
export function createParametersObject(
  fields: Fields,
  getDefault: (name: string, field: Field) => unknown,
  additional: Properties = {},
): Schema {
  const pick = (isRequired: boolean): Properties =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, { required = false }]) => required === isRequired)
        .map(([name, field]) => [
          name,
          describeSchema(createParameterSchema(field, getDefault(name, field)), field.describe),
        ]),
    )
  return objectSchema(pick(true), { ...pick(false), ...additional })
}
