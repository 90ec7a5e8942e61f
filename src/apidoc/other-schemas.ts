/** Terms, lists, failures and documents as answers show them: contract 7.4, 7.7, 3.1 and 17. */
import {
  anyOf,
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
  type Schema,
  STRING,
  said,
  URI,
  words,
} from './schema.ts'

/** An object whose keys are another standard's. */
export const ANY_OBJECT: Schema = { type: 'object', additionalProperties: true }

const UUID: Schema = { type: 'string', format: 'uuid' }
/** UTC, without an offset. */
const ISO_TIME: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' }

const link = (further: Properties = {}) => listOf(object({ href: STRING }, further))

const termCommon = (): Properties => ({
  id: said(INTEGER, 'field.id'),
  name: said(STRING, 'term.name'),
  slug: said(STRING, 'view.slug'),
  taxonomy: words(['tribe_events_cat', 'post_tag']),
  description: said(STRING, 'term.description'),
  count: said(INTEGER, 'view.term_count'),
  urls: said(object({ self: URI, collection: URI }, { up: URI }), 'view.term_urls'),
})

const termLinks = () =>
  object(
    {
      self: link({ targetHints: object({ allow: listOf(STRING) }) }),
      collection: link(),
      'wp:post_type': link(),
      curies: link({ name: STRING, templated: BOOLEAN }),
    },
    { up: link({ embeddable: BOOLEAN }) },
  )

const term = () =>
  object(
    { ...termCommon(), meta: EMPTY_LIST, url: said(URI, 'view.term_url') },
    { parent: said(INTEGER, 'view.term_parent'), _links: said(termLinks(), 'view.term_links') },
  )

const eventTerm = () =>
  object({
    ...termCommon(),
    term_group: INTEGER,
    term_taxonomy_id: INTEGER,
    parent: said(INTEGER, 'view.term_parent'),
    filter: STRING,
  })

const list = (plural: string, items: string) =>
  said(
    object(
      {
        [plural]: listOf(ref(items)),
        rest_url: said(URI, 'view.list_rest_url'),
        total: said(INTEGER, 'view.total'),
        total_pages: said(INTEGER, 'view.total_pages'),
      },
      { next_rest_url: said(URI, 'view.next_rest_url'), previous_rest_url: said(URI, 'view.previous_rest_url') },
    ),
    'view.list',
  )

const flaw = () => object({ code: STRING, message: STRING, data: object({ param: STRING }) })

const errorData = () =>
  object(
    { status: INTEGER },
    {
      params: said(oneOf(listOf(STRING), mapOf(STRING)), 'view.error_params'),
      details: said(oneOf(EMPTY_LIST, mapOf(flaw())), 'view.error_details'),
      hints: said(mapOf(STRING), 'view.error_hints'),
      json_error_code: INTEGER,
      json_error_message: STRING,
      term_id: INTEGER,
      request_id: STRING,
    },
  )

const error = () =>
  said(
    object(
      { code: said(STRING, 'view.error_code'), message: said(STRING, 'view.error_message') },
      { data: said(errorData(), 'view.error_data'), additional_data: listOf(INTEGER) },
    ),
    'view.error',
  )

const argument = () =>
  object(
    { required: BOOLEAN },
    { description: STRING, type: STRING, format: STRING, items: object({ type: STRING }), default: {} },
  )

const route = () =>
  object(
    {
      namespace: STRING,
      methods: listOf(STRING),
      endpoints: listOf(object({ methods: listOf(STRING), args: anyOf(EMPTY_LIST, mapOf(argument())) })),
    },
    { _links: object({ self: link() }) },
  )

const namespaceIndex = () =>
  said(object({ namespace: STRING, routes: mapOf(route()), _links: object({ up: link() }) }), 'view.namespace_index')

const passwordColumns = (): Properties => ({
  uuid: said(UUID, 'field.password_uuid'),
  app_id: said(STRING, 'application.app_id'),
  name: said(STRING, 'application.name'),
  created: said(ISO_TIME, 'view.password_created'),
  last_used: said(nullable(ISO_TIME), 'view.password_last_used'),
  last_ip: said(nullable(STRING), 'view.password_last_ip'),
})

const applicationPassword = (secret: Properties = {}) =>
  object({ ...passwordColumns(), ...secret, _links: object({ self: link() }) })

const revoked = (what: Properties) => object({ deleted: BOOLEAN, ...what })

/** Application passwords, as clients of the reference's core know them. */
const passwordSchemas = () => ({
  ApplicationPassword: applicationPassword(),
  NewApplicationPassword: applicationPassword({ password: said(STRING, 'view.password_secret') }),
  ApplicationPasswords: listOf(ref('ApplicationPassword')),
  RevokedApplicationPassword: revoked({ previous: ref('ApplicationPassword') }),
  RevokedApplicationPasswords: revoked({ count: said(INTEGER, 'view.password_count') }),
})

export const otherSchemas = () => ({
  Term: term(),
  EventTerm: eventTerm(),
  EventList: list('events', 'Event'),
  VenueList: list('venues', 'Venue'),
  OrganizerList: list('organizers', 'Organizer'),
  CategoryList: list('categories', 'Term'),
  TagList: list('tags', 'Term'),
  MediaList: list('media', 'Media'),
  Feed: said(STRING, 'view.feed'),
  NamespaceIndex: namespaceIndex(),
  Document: said(ANY_OBJECT, 'view.document'),
  Error: error(),
  ...passwordSchemas(),
})
