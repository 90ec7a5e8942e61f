import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createOpenapiDocument } from '../../src/api/documents/openapi.ts'
import { convertToOpenapi31 } from '../../src/api/documents/openapi-3-1.ts'
import { createParameterSchema } from '../../src/api/documents/parameter-schemas.ts'
import { createApiRouter, createResponseSchemas } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { FEATURES } from '../../src/features.ts'
import type { Json } from '../helper/service.ts'

const { routes: ROUTES } = createApiRouter(FEATURES)

const document: Json = createOpenapiDocument(ROUTES, createResponseSchemas(FEATURES), {
  namespace: 'cal/events/v1',
  base: 'https://calendar.example/api/cal/events/v1',
  root: 'https://calendar.example/api/',
  language: 'en' as const,
  translate: createTranslator('en'),
  queryDefaults: () => ({ per_page: 50, start_date: '2027-01-01 00:00:00', end_date: '2029-01-01 23:59:59' }),
})

const parameter = (path: string, name: string): Json =>
  document.paths[path].get.parameters.find((one: Json) => one.name === name)

const body = (name: string): Json => document.components.schemas[name]

/** Clients are generated from these names: none may change or be removed. */
const OPERATIONS = `
get / describeNamespace
get /doc describeInterface
get /events listEvents
post /events createEvent
get /events/{id} getEvent
delete /events/{id} deleteEvent
post /events/{id} updateEvent
put /events/{id} putEvent
patch /events/{id} patchEvent
get /events/by-slug/{slug} getEventBySlug
delete /events/by-slug/{slug} deleteEventBySlug
post /events/by-slug/{slug} updateEventBySlug
put /events/by-slug/{slug} putEventBySlug
patch /events/by-slug/{slug} patchEventBySlug
get /venues listVenues
post /venues createVenue
get /venues/{id} getVenue
delete /venues/{id} deleteVenue
post /venues/{id} updateVenue
put /venues/{id} putVenue
patch /venues/{id} patchVenue
get /venues/by-slug/{slug} getVenueBySlug
delete /venues/by-slug/{slug} deleteVenueBySlug
post /venues/by-slug/{slug} updateVenueBySlug
put /venues/by-slug/{slug} putVenueBySlug
patch /venues/by-slug/{slug} patchVenueBySlug
get /organizers listOrganizers
post /organizers createOrganizer
get /organizers/{id} getOrganizer
delete /organizers/{id} deleteOrganizer
post /organizers/{id} updateOrganizer
put /organizers/{id} putOrganizer
patch /organizers/{id} patchOrganizer
get /organizers/by-slug/{slug} getOrganizerBySlug
delete /organizers/by-slug/{slug} deleteOrganizerBySlug
post /organizers/by-slug/{slug} updateOrganizerBySlug
put /organizers/by-slug/{slug} putOrganizerBySlug
patch /organizers/by-slug/{slug} patchOrganizerBySlug
get /categories listCategories
post /categories createCategory
get /categories/{id} getCategory
post /categories/{id} updateCategory
put /categories/{id} putCategory
patch /categories/{id} patchCategory
delete /categories/{id} deleteCategory
get /tags listTags
post /tags createTag
get /tags/{id} getTag
post /tags/{id} updateTag
put /tags/{id} putTag
patch /tags/{id} patchTag
delete /tags/{id} deleteTag
get /media listMedia
post /media createMedia
get /media/{id} getMedia
post /media/{id} updateMedia
put /media/{id} putMedia
patch /media/{id} patchMedia
delete /media/{id} deleteMedia
get /events/by-external-id/{external_id} getEventByExternalId
put /events/by-external-id/{external_id} saveEventByExternalId
get /venues/by-external-id/{external_id} getVenueByExternalId
put /venues/by-external-id/{external_id} saveVenueByExternalId
get /organizers/by-external-id/{external_id} getOrganizerByExternalId
put /organizers/by-external-id/{external_id} saveOrganizerByExternalId
get /events.ics listEventsAsCalendar
get /events.rss listEventsAsRss
get /events.ndjson listEventsAsLines
get /events.csv listEventsAsTable
get /events/{id}.ics getEventAsCalendar
`

describe('The OpenAPI document', () => {
  test('The document is valid OpenAPI 3.0', async () => {
    assert.equal(document.openapi, '3.0.3')
    await SwaggerParser.validate(structuredClone(document))
  })

  test('The document is available as valid OpenAPI 3.1, in the terms of JSON Schema', async () => {
    const newer: Json = convertToOpenapi31(document)
    assert.equal(newer.openapi, '3.1.1')
    await SwaggerParser.validate(structuredClone(newer))
    const text = JSON.stringify(newer)
    assert.doesNotMatch(text, /"nullable"|"exclusiveMinimum":true|"format":"binary"/)
    const { properties } = newer.components.schemas.Event
    assert.deepEqual(properties.featured.type, ['boolean', 'null'])
    const radius = newer.paths['/events'].get.parameters.find(({ name }: Json) => name === 'geoloc_radius')
    assert.equal(radius.schema.exclusiveMinimum, 0)
    assert.equal(radius.schema.minimum, undefined)
  })

  test('The paths, methods and operations of the document are these', () => {
    const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([verb, { operationId }]) => `${verb} ${path} ${operationId}`),
    )
    const expected = OPERATIONS.trim().split('\n')
    for (const operation of expected) assert.ok(operations.includes(operation), `lost: ${operation}`)
    assert.deepEqual(operations.slice(0, expected.length), expected)
    const names = operations.map((operation) => operation.split(' ')[2])
    assert.equal(new Set(names).size, names.length, 'two operations have one name')
  })

  test('Every route and method is in the document', () => {
    const registered = ROUTES.flatMap(({ pattern, endpoints }) => {
      const path = pattern.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}').replaceAll('\\.', '.') || '/'
      return endpoints.flatMap(({ methods }) => methods.map((method) => `${method.toLowerCase()} ${path}`))
    })
    const documented = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb} ${path}`),
    )
    assert.deepEqual(documented.sort(), registered.sort())
  })

  test('The schemas of the reference keep their names', () => {
    const names = Object.keys(document.components.schemas)
    for (const name of 'ImageSize CostDetails Term Image DateDetails Event Venue Organizer Error'.split(' ')) {
      assert.ok(names.includes(name), name)
    }
  })

  test('Every argument has a type and a description', () => {
    for (const { pattern, endpoints } of ROUTES) {
      for (const { args } of endpoints) {
        for (const [name, field] of Object.entries(args)) {
          const schema = createParameterSchema(field)
          assert.ok('type' in schema || 'anyOf' in schema, `${pattern} ${name}`)
        }
      }
    }
    const { examples: _answers, ...components } = document.components
    const texts = JSON.stringify({ ...document, components }).match(/"(?:description|summary)":""/g)
    assert.equal(texts, null)
  })

  test('Query parameters have their types, styles and defaults', () => {
    assert.deepEqual(parameter('/events', 'per_page').schema, { type: 'integer', minimum: 1, default: 50 })
    assert.equal(parameter('/events', 'strict_dates').schema.type, 'boolean')
    assert.equal(parameter('/events', 'start_date').schema.type, 'string')
    assert.equal(parameter('/events', 'geoloc_lat').schema.maximum, 90)
    assert.deepEqual(parameter('/categories', 'hide_empty').schema, { type: 'boolean', default: true })
    const venue = parameter('/events', 'venue')
    assert.deepEqual([venue.style, venue.explode, venue.schema.type], ['form', false, 'array'])
    assert.equal(parameter('/events/{id}', 'password').in, 'query')
    assert.equal(parameter('/events/{id}', 'id').in, 'path')
    assert.equal(parameter('/venues/by-slug/{slug}', 'slug').schema.type, 'string')
  })

  test('Creations have their required fields, updates have none', () => {
    assert.deepEqual(body('CreateEvent').required, ['title', 'start_date', 'end_date'])
    assert.deepEqual(body('CreateVenue').required, ['venue'])
    assert.deepEqual(body('CreateOrganizer').required, ['organizer'])
    assert.deepEqual(body('CreateCategory').required, ['name'])
    assert.equal(body('UpdateEvent').required, undefined)
    assert.equal(body('CreateEvent').properties.all_day.default, undefined)
    assert.equal(body('CreateTag').properties.parent, undefined)
    assert.deepEqual(body('CreateEvent').properties.status.enum.length, 6)
  })

  test('No field of a body has a default, because client generators would require the field', () => {
    const withDefault = (path: string, node: Json): string[] => {
      if (typeof node !== 'object' || node === null) return []
      const inside = Object.entries(node).flatMap(([name, value]) => withDefault(`${path}.${name}`, value))
      return node.type !== undefined && 'default' in node ? [path, ...inside] : inside
    }
    const bodies = Object.entries<Json>(document.components.schemas).filter(([name]) =>
      /^(?:Create|Update|Put|Save)/.test(name),
    )
    assert.ok(bodies.length >= 10, String(bodies.length))
    for (const [name, schema] of bodies) assert.deepEqual(withDefault(name, schema), [])
  })

  test('Fields that an empty value clears are nullable', () => {
    const { description, title, venue, cost } = body('UpdateEvent').properties
    assert.equal(description.nullable, true)
    assert.equal(title.nullable, undefined)
    assert.equal(venue.anyOf[0].nullable, true)
    assert.equal(cost.anyOf[0].nullable, true)
  })

  test('Writes require credentials, reads do not', () => {
    const signedIn = [{ applicationPassword: [] }, { session: [], nonce: [] }]
    assert.deepEqual(document.paths['/events'].post.security, signedIn)
    assert.deepEqual(document.paths['/events'].get.security, [{}, ...signedIn, { eventPassword: [] }])
    assert.deepEqual(document.paths['/tags'].get.security, [{}, ...signedIn])
    assert.deepEqual(document.paths['/session'].post.security, [{}])
  })

  test('Bodies are accepted as JSON and as forms, with lists separated by commas', () => {
    const { content } = document.paths['/events'].post.requestBody
    assert.deepEqual(Object.keys(content), [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    const { encoding } = content['application/x-www-form-urlencoded']
    assert.equal(encoding.categories.explode, false)
    assert.equal(encoding.venue.style, 'deepObject')
    assert.equal('multipart/form-data' in document.paths['/events/{id}'].put.requestBody.content, false)
  })

  test('Each route has the statuses that it can return', () => {
    const statuses = (path: string, verb: string) => Object.keys(document.paths[path][verb].responses).join(' ')
    const common = '401 403 413 429 500 503'
    assert.equal(statuses('/events', 'get'), `200 304 400 401 403 404 413 429 500 503`)
    assert.equal(statuses('/events', 'post'), `201 400 401 403 409 413 422 429 500 503`)
    assert.equal(statuses('/events/{id}', 'delete'), `200 400 401 403 404 409 410 412 413 422 429 500 503`)
    assert.equal(statuses('/venues/{id}', 'get'), `200 304 400 ${common}`)
    assert.equal(statuses('/venues/{id}', 'delete'), `200 400 401 403 409 410 412 413 422 429 500 503`)
    assert.equal(statuses('/tags', 'get'), `200 304 400 ${common}`)
    assert.equal(statuses('/tags/{id}', 'delete'), `200 400 401 403 409 412 413 422 429 500 503`)
  })

  test('Errors name their codes', () => {
    const { responses } = document.components
    assert.match(responses.Gone.description, /`event-is-in-trash`, `venue-is-in-trash`, `organizer-is-in-trash`/)
    assert.match(responses.Unauthorized.description, /`rest_forbidden`/)
    assert.ok('Retry-After' in responses.TooManyRequests.headers)
  })
})
