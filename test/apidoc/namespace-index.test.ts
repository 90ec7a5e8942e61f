import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiRouter } from '../../src/api/routes.ts'
import { createTranslator } from '../../src/base/i18n/translate.ts'
import { FEATURES } from '../../src/features.ts'
import { describeNamespace, describeRoute, type IndexContext } from '../../src/http/namespace-index.ts'
import type { Json } from '../helper/service.ts'

const { routes: ROUTES } = createApiRouter(FEATURES)

const CONTEXT: IndexContext = {
  namespace: 'tribe/events/v1',
  base: 'https://calendar.example/wp-json/tribe/events/v1',
  root: 'https://calendar.example/wp-json/',
  language: 'en' as const,
  translate: createTranslator('en'),
  queryDefaults: () => ({ per_page: 50, start_date: '2027-01-01 00:00:00', end_date: '2029-01-01 23:59:59' }),
}

const index: Json = describeNamespace(ROUTES, CONTEXT)

const args = (route: string, endpoint: number): Json =>
  index.routes[`/tribe/events/v1${route}`].endpoints[endpoint].args

/** Arguments with their types, such as `date:string`; required ones end in `!`. */
const formatArguments = (fields: Json): string =>
  Object.entries<Json>(fields)
    .map(([name, { type, format, items, required }]) => {
      const kind = type ?? format ?? (items && `[${items.type}]`)
      return `${name}${kind ? `:${kind}` : ''}${required ? '!' : ''}`
    })
    .join(' ')

const EVENT =
  'excerpt:string status:string timezone:string all_day:boolean START END image:string cost website ' +
  'show_map:boolean show_map_link:boolean hide_from_listings:boolean sticky:boolean featured:boolean ' +
  'categories:[integer] tags:[integer] venue:[integer] organizer:[integer]'
const eventArguments = (mark: string) =>
  EVENT.replace('START', `start_date:string${mark}`).replace('END', `end_date:string${mark}`)

const VENUE =
  'description:string status:string show_map:string show_map_link:string address:string city:string ' +
  'country:string province:string state:string zip:string phone:string stateprovince:string website:string image:string'
const ORGANIZER = 'description:string status:string phone:string website:string email:string image:string'
const AUTHOR = 'author:integer date:string date_utc:string'

const TERM_QUERY =
  'page:integer per_page:integer search:string exclude:[integer] include:[integer] order:string orderby:string ' +
  'hide_empty:boolean'

/** Arguments of the reference, in its order; additional ones must follow. */
const EXPECTED: readonly (readonly [route: string, endpoint: number, args: string])[] = [
  [
    '/events',
    0,
    'page:integer per_page:integer start_date end_date starts_before starts_after ends_before ends_after ' +
      'strict_dates search:string categories:[integer] tags:[integer] venue:[integer] organizer:[integer] ' +
      'featured:boolean status:string geoloc:boolean geoloc_lat:double geoloc_lng:double include:[integer] ' +
      'post_parent:integer ticketed:boolean',
  ],
  ['/events', 1, `${AUTHOR} title:string! description:string slug:string ${eventArguments('!')}`],
  ['/events/(?P<id>\\d+)', 0, 'id:integer! password:string'],
  ['/events/(?P<id>\\d+)', 1, 'id:integer! password:string'],
  [
    '/events/(?P<id>\\d+)',
    2,
    `id:integer! password:string ${AUTHOR} title:string description:string slug:string ${eventArguments('')}`,
  ],
  ['/events/by-slug/(?P<slug>[^/]+)', 0, 'slug:string!'],
  ['/events/by-slug/(?P<slug>[^/]+)', 1, 'slug:string!'],
  ['/events/by-slug/(?P<slug>[^/]+)', 2, `slug:string ${AUTHOR} title:string description:string ${eventArguments('')}`],
  [
    '/venues',
    0,
    'page:integer per_page:integer search:string event:integer has_events only_with_upcoming status:string',
  ],
  ['/venues', 1, `${AUTHOR} venue:string! ${VENUE}`],
  ['/venues/(?P<id>\\d+)', 2, `id:integer! ${AUTHOR} venue:string ${VENUE}`],
  ['/venues/by-slug/(?P<slug>[^/]+)', 2, `slug:string! ${AUTHOR} venue:string ${VENUE}`],
  ['/organizers', 1, `${AUTHOR} organizer:string! ${ORGANIZER}`],
  ['/organizers/(?P<id>\\d+)', 2, `id:integer! ${AUTHOR} organizer:string ${ORGANIZER}`],
  ['/categories', 0, `${TERM_QUERY} parent:integer post:integer event:integer slug:string`],
  ['/categories', 1, 'name:string! description:string slug:string parent:integer'],
  ['/categories/(?P<id>\\d+)', 1, 'id:integer! name:string description:string slug:string parent:integer'],
  ['/tags', 0, `${TERM_QUERY} post:integer event:integer slug:string`],
  ['/tags', 1, 'name:string! description:string slug:string'],
  ['/tags/(?P<id>\\d+)', 2, 'id:integer!'],
]

describe('The namespace index', () => {
  test('The index lists the routes of the reference in its order, then additional ones', () => {
    const expected = [
      '',
      '/doc',
      '/events',
      '/events/(?P<id>\\d+)',
      '/events/by-slug/(?P<slug>[^/]+)',
      '/venues',
      '/venues/(?P<id>\\d+)',
      '/venues/by-slug/(?P<slug>[^/]+)',
      '/organizers',
      '/organizers/(?P<id>\\d+)',
      '/organizers/by-slug/(?P<slug>[^/]+)',
      '/categories',
      '/categories/(?P<id>\\d+)',
      '/tags',
      '/tags/(?P<id>\\d+)',
    ].map((route) => `/tribe/events/v1${route}`)
    assert.deepEqual(Object.keys(index.routes).slice(0, expected.length), expected)
    assert.deepEqual(Object.keys(index), ['namespace', 'routes', '_links'])
    assert.equal(index._links.up[0].href, 'https://calendar.example/wp-json/')
  })

  for (const [route, endpoint, expected] of EXPECTED) {
    test(`${route} declares the arguments of the reference, then additional ones (endpoint ${endpoint})`, () => {
      const names = expected.split(' ').length
      assert.equal(formatArguments(args(route, endpoint)).split(' ').slice(0, names).join(' '), expected)
    })
  }

  test('Methods are in the order of the reference', () => {
    const methods = (route: string) => index.routes[`/tribe/events/v1${route}`].methods.join(' ')
    assert.equal(methods('/events/(?P<id>\\d+)'), 'GET DELETE POST PUT PATCH')
    assert.equal(methods('/venues/by-slug/(?P<slug>[^/]+)'), 'GET DELETE POST PUT PATCH')
    assert.equal(methods('/tags/(?P<id>\\d+)'), 'GET POST PUT PATCH DELETE')
    assert.equal(methods('/venues'), 'GET POST')
  })

  test('Defaults have the format of the reference', () => {
    const events = args('/events', 0)
    assert.equal(events.page.default, 1)
    assert.equal(events.per_page.default, '50')
    assert.equal(events.start_date.default, '2027-01-01 00:00:00')
    assert.equal(events.end_date.default, '2029-01-01 23:59:59')
    assert.equal(events.strict_dates.default, 'false')
    assert.equal('default' in events.starts_after, false)
    assert.equal(args('/tags', 0).hide_empty.default, '1')
    assert.equal(args('/venues', 0).only_with_upcoming.default, false)
    const create = args('/events', 1)
    assert.equal(create.all_day.default, false)
    assert.equal(create.venue.default, null)
    assert.equal('default' in create.start_date, false)
    assert.equal(args('/organizers', 1).organizer.default, null)
  })

  test('A route without arguments has an empty list, the root its own two', () => {
    const bare = { methods: ['GET'], path: {}, args: {}, operation: 'getMe', answers: {} } as const
    const { endpoints } = describeRoute({ pattern: '/me', endpoints: [bare] }, CONTEXT)
    assert.deepEqual(endpoints, [{ methods: ['GET'], args: [] }])
    assert.deepEqual(args('', 0), {
      namespace: { default: 'tribe/events/v1', required: false },
      context: { default: 'view', required: false },
    })
  })

  test('Only routes without captures link to themselves', () => {
    const { routes } = index
    assert.equal(routes['/tribe/events/v1/tags']._links.self[0].href, `${CONTEXT.base}/tags`)
    assert.equal('_links' in routes['/tribe/events/v1/tags/(?P<id>\\d+)'], false)
  })
})
