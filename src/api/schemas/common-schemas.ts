/** Schemas of terms, lists, errors, documents and application passwords (wire-contract §7.4, §7.7, §3.1 and §17). */
import {
  anyOf,
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
  type Schema,
  STRING,
  schemaRef,
  URI,
} from './json-schema.ts'

/** An object whose keys are defined by another standard. */
export const ANY_OBJECT: Schema = { type: 'object', additionalProperties: true }

const UUID: Schema = { type: 'string', format: 'uuid' }
/** UTC or wall time. */
export const DATE_TIME: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
/** UTC, without an offset. */
export const ISO_TIME: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' }

const createLinkSchema = (additional: Properties = {}) => arraySchema(objectSchema({ href: STRING }, additional))

const createTermProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'field.id'),
  name: describeSchema(STRING, 'term.name'),
  slug: describeSchema(STRING, 'view.slug'),
  taxonomy: enumSchema(['tribe_events_cat', 'post_tag']),
  description: describeSchema(STRING, 'term.description'),
  count: describeSchema(INTEGER, 'view.term_count'),
  urls: describeSchema(objectSchema({ self: URI, collection: URI }, { up: URI }), 'view.term_urls'),
})

const createTermLinksSchema = () =>
  objectSchema(
    {
      self: createLinkSchema({ targetHints: objectSchema({ allow: arraySchema(STRING) }) }),
      collection: createLinkSchema(),
      'wp:post_type': createLinkSchema(),
      curies: createLinkSchema({ name: STRING, templated: BOOLEAN }),
    },
    { up: createLinkSchema({ embeddable: BOOLEAN }) },
  )

const createTermSchema = () =>
  objectSchema(
    { ...createTermProperties(), meta: EMPTY_LIST, url: describeSchema(URI, 'view.term_url') },
    {
      parent: describeSchema(INTEGER, 'view.term_parent'),
      color: describeSchema(STRING, 'directory.color'),
      icon: describeSchema(STRING, 'directory.icon'),
      _links: describeSchema(createTermLinksSchema(), 'view.term_links'),
    },
  )

const createEventTermSchema = () =>
  objectSchema({
    ...createTermProperties(),
    term_group: INTEGER,
    term_taxonomy_id: INTEGER,
    parent: describeSchema(INTEGER, 'view.term_parent'),
    filter: STRING,
  })

export const createListSchema = (plural: string, items: string) =>
  describeSchema(
    objectSchema(
      {
        [plural]: arraySchema(schemaRef(items)),
        rest_url: describeSchema(URI, 'view.list_rest_url'),
        total: describeSchema(INTEGER, 'view.total'),
        total_pages: describeSchema(INTEGER, 'view.total_pages'),
      },
      {
        next_rest_url: describeSchema(URI, 'view.next_rest_url'),
        previous_rest_url: describeSchema(URI, 'view.previous_rest_url'),
      },
    ),
    'view.list',
  )

const createFieldErrorSchema = () =>
  objectSchema({ code: STRING, message: STRING, data: objectSchema({ param: STRING }) })

const createErrorDataSchema = () =>
  objectSchema(
    { status: INTEGER },
    {
      params: describeSchema(oneOf(arraySchema(STRING), mapSchema(STRING)), 'view.error_params'),
      details: describeSchema(oneOf(EMPTY_LIST, mapSchema(createFieldErrorSchema())), 'view.error_details'),
      hints: describeSchema(mapSchema(STRING), 'view.error_hints'),
      json_error_code: INTEGER,
      json_error_message: STRING,
      term_id: INTEGER,
      request_id: STRING,
      failed: INTEGER,
      response: schemaRef('BatchItem'),
    },
  )

const createErrorSchema = () =>
  describeSchema(
    objectSchema(
      { code: describeSchema(STRING, 'view.error_code'), message: describeSchema(STRING, 'view.error_message') },
      { data: describeSchema(createErrorDataSchema(), 'view.error_data'), additional_data: arraySchema(INTEGER) },
    ),
    'view.error',
  )

const createArgumentSchema = () =>
  objectSchema(
    { required: BOOLEAN },
    { description: STRING, type: STRING, format: STRING, items: objectSchema({ type: STRING }), default: {} },
  )

const createRouteSchema = () =>
  objectSchema(
    {
      namespace: STRING,
      methods: arraySchema(STRING),
      endpoints: arraySchema(
        objectSchema({ methods: arraySchema(STRING), args: anyOf(EMPTY_LIST, mapSchema(createArgumentSchema())) }),
      ),
    },
    { _links: objectSchema({ self: createLinkSchema() }) },
  )

const createNamespaceIndexSchema = () =>
  describeSchema(
    objectSchema({
      namespace: STRING,
      routes: mapSchema(createRouteSchema()),
      _links: objectSchema({ up: createLinkSchema() }),
    }),
    'view.namespace_index',
  )

const createPasswordProperties = (): Properties => ({
  uuid: describeSchema(UUID, 'field.password_uuid'),
  app_id: describeSchema(STRING, 'application.app_id'),
  name: describeSchema(STRING, 'application.name'),
  created: describeSchema(ISO_TIME, 'view.password_created'),
  last_used: describeSchema(nullable(ISO_TIME), 'view.password_last_used'),
  last_ip: describeSchema(nullable(STRING), 'view.password_last_ip'),
})

const createApplicationPasswordSchema = (secret: Properties = {}) =>
  objectSchema({ ...createPasswordProperties(), ...secret, _links: objectSchema({ self: createLinkSchema() }) })

export const createRevokedSchema = (what: Properties) => objectSchema({ deleted: BOOLEAN, ...what })

/** Application passwords, as in the WordPress REST API. */
const createPasswordSchemas = () => ({
  ApplicationPassword: createApplicationPasswordSchema(),
  NewApplicationPassword: createApplicationPasswordSchema({ password: describeSchema(STRING, 'view.password_secret') }),
  ApplicationPasswords: arraySchema(schemaRef('ApplicationPassword')),
  RevokedApplicationPassword: createRevokedSchema({ previous: schemaRef('ApplicationPassword') }),
  RevokedApplicationPasswords: createRevokedSchema({ count: describeSchema(INTEGER, 'view.password_count') }),
})

/** The keys are those of events. */
const createParsedDateSchema = () =>
  objectSchema({
    start_date: describeSchema(STRING, 'view.start_date'),
    end_date: describeSchema(nullable(STRING), 'view.end_date'),
    all_day: describeSchema(BOOLEAN, 'view.date_all_day'),
    timezone: describeSchema(STRING, 'dates.zone'),
    description: describeSchema(STRING, 'view.date_description'),
  })

export const createCommonSchemas = () => ({
  Term: createTermSchema(),
  EventTerm: createEventTermSchema(),
  EventList: createListSchema('events', 'Event'),
  VenueList: createListSchema('venues', 'Venue'),
  OrganizerList: createListSchema('organizers', 'Organizer'),
  CategoryList: createListSchema('categories', 'Term'),
  TagList: createListSchema('tags', 'Term'),
  MediaList: createListSchema('media', 'Media'),
  Feed: describeSchema(STRING, 'view.feed'),
  NamespaceIndex: createNamespaceIndexSchema(),
  Document: describeSchema(ANY_OBJECT, 'view.document'),
  Error: createErrorSchema(),
  ParsedDate: createParsedDateSchema(),
  ...createPasswordSchemas(),
})

/** The response of one request, which errors of batches contain, too. */
export const createBatchItemSchemas = () => ({
  BatchItem: objectSchema({
    status: INTEGER,
    headers: describeSchema(mapSchema(STRING), 'batch.headers'),
    body: describeSchema({}, 'batch.body'),
  }),
})
