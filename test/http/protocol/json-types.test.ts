/** Errors for values of the wrong JSON type: wire-contract §3.1 and §5, decisions: JSON numbers, 0. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Typed', start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' }
const REQUIRED: Readonly<Record<string, Json>> = {
  '/events': EVENT,
  '/venues': { venue: 'Typed hall' },
  '/organizers': { organizer: 'Typed guild' },
  '/categories': { name: 'Typed' },
}

const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
const NO_BOOLEANS = ['yes', '', ' ', 2, -1, 1.5, [], ['x'], [1], {}, { a: 'b' }]
/** Values that validators of optional texts accept as empty, and the type check rejects. */
const EMPTY = [false, [], {}]
const FULL = [true, ['x'], [1], { a: 'b' }, [[1]]]

interface Case {
  readonly path: string
  readonly name: string
  readonly values: readonly Json[]
  /** The type that the error names; undefined for "Invalid parameter." */
  readonly type?: string
}

const CASES: readonly Case[] = [
  ...FLAGS.map((name) => ({ path: '/events', name, values: NO_BOOLEANS, type: 'boolean' })),
  ...['date', 'date_utc', 'start_date', 'end_date'].flatMap((name) => [
    { path: '/events', name, values: [0, 1.5, 99_999_999], type: 'string' },
    { path: '/events', name, values: [true, false, [], ['2027-01-01'], {}, '', '0', 'never'] },
  ]),
  ...['title', 'description', 'excerpt', 'slug'].map((name) => ({
    path: '/events',
    name,
    values: [...EMPTY, ...FULL],
  })),
  { path: '/events', name: 'title', values: ['', 5, 0] },
  { path: '/events', name: 'timezone', values: [0, ...EMPTY], type: 'string' },
  { path: '/events', name: 'timezone', values: [1, true, ['UTC'], 'Mars/Base'] },
  { path: '/events', name: 'status', values: [true], type: 'string' },
  { path: '/events', name: 'status', values: [false, 0, ['publish'], 'any', ''] },
  { path: '/events', name: 'author', values: [1.5], type: 'integer' },
  { path: '/events', name: 'author', values: [0, true, [], ['x']] },
  { path: '/events', name: 'image', values: [0, true, ['x'], {}, 'nope'] },
  { path: '/events', name: 'post_parent', values: ['abc', ['x']], type: 'integer' },
  { path: '/events', name: 'post_parent', values: [-1, 999_999] },
  { path: '/events', name: 'post_password', values: [true, [], {}, ['x']], type: 'string' },
  { path: '/events', name: 'external_id', values: [5, true, ['a:1']], type: 'string' },
  { path: '/events', name: 'external_id', values: ['nameless', 'a:'] },
  { path: '/events', name: 'tickets', values: ['x', 5, true], type: 'array' },
  ...['/venues', '/organizers'].flatMap((path) =>
    ['description', 'phone', 'website'].flatMap((name) => [
      { path, name, values: EMPTY, type: 'string' },
      { path, name, values: FULL },
    ]),
  ),
  ...['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'].flatMap((name) => [
    { path: '/venues', name, values: EMPTY, type: 'string' },
    { path: '/venues', name, values: FULL },
  ]),
  ...['show_map', 'show_map_link'].map((name) => ({ path: '/venues', name, values: [['x'], [], {}], type: 'string' })),
  ...['geo_lat', 'geo_lng'].flatMap((name) => [
    { path: '/venues', name, values: ['north', true, ['7']], type: 'number' },
    { path: '/venues', name, values: [181, '-500'] },
  ]),
  { path: '/organizers', name: 'email', values: EMPTY, type: 'string' },
  { path: '/organizers', name: 'image', values: [0, {}], type: 'string' },
  { path: '/categories', name: 'parent', values: ['abc', ['x'], { a: 'b' }], type: 'integer' },
  { path: '/categories', name: 'parent', values: [true, [], [1], {}, -1, 999_999] },
  { path: '/categories', name: 'description', values: [...EMPTY, ...FULL] },
]

const QUERIES: readonly (readonly [string, string, string?])[] = [
  ['/events?featured=yes', 'featured', 'boolean'],
  ['/events?free=', 'free', 'boolean'],
  ['/events?hidden[]=1', 'hidden', 'boolean'],
  ['/events?geoloc_lat=north&geoloc_lng=1', 'geoloc_lat', 'number'],
  ['/events?geoloc_lat=91&geoloc_lng=1', 'geoloc_lat'],
  ['/events?geoloc_lat=1&geoloc_lng=1&geoloc_radius=far', 'geoloc_radius', 'number'],
  ['/venues?has_events[]=1', 'has_events', 'boolean'],
  ['/venues?only_with_upcoming[]=1', 'only_with_upcoming', 'boolean'],
  ['/categories?parent=abc', 'parent', 'integer'],
  ['/categories?parent=-1', 'parent'],
  ['/events?page=abc', 'page'],
  ['/events?search[]=a', 'search'],
]

for (const engine of ONE_ENGINE) {
  describe(`JSON types on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const assertError = (json: Json, name: string, type: string | undefined, about: string): void => {
      const message = type === undefined ? 'Invalid parameter.' : `${name} is not of type ${type}.`
      const typed = { [name]: { code: 'rest_invalid_type', message, data: { param: name } } }
      const { hints, ...data } = json.data
      assert.deepEqual(
        [json.code, json.message, data],
        [
          'rest_invalid_param',
          `Invalid parameter(s): ${name}`,
          { status: 400, params: { [name]: message }, details: type === undefined ? [] : typed },
        ],
        about,
      )
      assert.equal(typeof hints[name], 'string', about)
    }

    for (const { path, name, values, type } of CASES) {
      const message = type === undefined ? '"Invalid parameter."' : `an error of the type ${type}`
      test(`POST ${path} returns ${message} for ${name} of ${JSON.stringify(values)}`, async () => {
        for (const value of values) {
          const json = { ...REQUIRED[path], [name]: value }
          const response = await service.send('POST', `${path}?strict=1`, { as: 'admin', json })
          assert.equal(response.status, 400, `${JSON.stringify(value)} ${response.text}`)
          assertError(response.json, name, type, JSON.stringify(value))
        }
      })
    }

    for (const [path, name, type] of QUERIES) {
      test(`GET ${path} returns ${type === undefined ? '"Invalid parameter."' : `an error of the type ${type}`}`, async () => {
        const { status, json } = await service.send('GET', path)
        assert.equal(status, 400)
        assertError(json, name, type, path)
      })
    }

    test('GET /venues?event returns an error of the type integer for several numbers', async () => {
      const { json: event } = await service.send('POST', '/events', { as: 'admin', json: EVENT })
      const { json } = await service.send('GET', `/venues?event=${event.id},${event.id}`)
      assertError(json, 'event', 'integer', 'several events')
    })

    test('A value of the wrong type is not reported while another value is invalid', async () => {
      const json = { ...EVENT, all_day: 'yes', status: 'bogus' }
      const response = await service.send('POST', '/events', { as: 'admin', json })
      assertError(response.json, 'status', undefined, 'both')
    })

    test('JSON numbers are accepted as texts of optional fields, and as Unix times of dates', async () => {
      const venue = await service.send('POST', '/venues', {
        as: 'admin',
        json: { venue: 'Numbered', zip: 12_345, phone: 555, description: 0 },
      })
      assert.deepEqual([venue.status, venue.json.zip, venue.json.phone], [201, '12345', '555'])
      assert.equal(venue.json.description, '<p>0</p>')
      const json = { ...EVENT, start_date: 1_811_844_000, end_date: 1_811_851_200, timezone: 'UTC' }
      const event = await service.send('POST', '/events', { as: 'admin', json })
      assert.deepEqual([event.status, event.json.utc_start_date], [201, '2027-06-01 10:00:00'])
    })

    test('An empty text and null clear an optional field', async () => {
      const { json: created } = await service.send('POST', '/venues', {
        as: 'admin',
        json: { venue: 'Full', city: 'Rome' },
      })
      for (const cleared of ['', null]) {
        await service.send('PUT', `/venues/${created.id}`, { as: 'admin', json: { city: 'Rome' } })
        const { json } = await service.send('PUT', `/venues/${created.id}`, { as: 'admin', json: { city: cleared } })
        assert.equal('city' in json, false)
      }
    })

    test('"0" is stored as the title of an event and the name of a venue, an organizer and a term', async () => {
      const create = async (path: string, json: Json): Promise<Json> => {
        const response = await service.send('POST', path, { as: 'admin', json })
        assert.equal(response.status, 201, response.text)
        return response.json
      }
      const event = await create('/events', {
        ...EVENT,
        title: '0',
        venue: { venue: '0' },
        organizer: [{ organizer: '0' }],
      })
      assert.deepEqual([event.title, event.slug, event.venue.venue, event.organizer[0].organizer], ['0', '0', '0', '0'])
      assert.equal((await create('/categories', { name: '0' })).name, '0')
      assert.equal((await create('/tags', { name: '0' })).slug, '0')
      assert.equal((await service.send('GET', '/events/by-slug/0')).json.id, event.id)
      assert.equal((await service.send('GET', '/venues/by-slug/0')).json.venue, '0')
      const renamed = await service.send('PUT', `/events/${event.id}`, { as: 'admin', json: { title: '0' } })
      assert.equal(renamed.json.title, '0')
      assert.equal((await service.send('GET', '/events?search=0')).json.events[0].id, event.id)
    })
  })
}
