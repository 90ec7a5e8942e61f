/**
 * Requests with hostile values. Routes and parameters come from the tables of the service, so that new ones are
 * included.
 */

import { listRoutes } from '../../../src/api/routes.ts'
import { createPostRoutes } from '../../../src/features/wordpress/post-routes.ts'
import { wordpressTypeRoutes } from '../../../src/features/wordpress/type-routes.ts'
import { wordpressUserRoutes } from '../../../src/features/wordpress/user-routes.ts'
import { FEATURES } from '../../../src/features.ts'
import type { AnyRoute } from '../../../src/http/endpoint.ts'
import { fc } from '../properties/seeds.ts'
import type { Json, TestResponse, TestService, TestUser } from '../service.ts'
import { HOSTILE_VALUES } from './hostile-values.ts'

export const COMMON_PARAMETERS = [
  '_fields',
  '_envelope',
  '_jsonp',
  '_pretty',
  '_method',
  '_locale',
  '_embed',
  'context',
  'rest_route',
  'id',
  'slug',
]

export interface FuzzTarget {
  readonly pattern: string
  readonly method: string
  readonly names: readonly string[]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'LOCK']

/** The response of the event stream has no end. */
const CALENDAR_ROUTES = listRoutes(FEATURES).filter(({ pattern }) => !pattern.endsWith('/stream'))

const WORDPRESS_ROUTES = [
  ...createPostRoutes('event'),
  ...createPostRoutes('venue'),
  ...wordpressUserRoutes,
  ...wordpressTypeRoutes,
].map((route) => ({ ...route, pattern: `//wp-json/wp/v2${route.pattern}` }))

const FUZZED_ROUTES: readonly AnyRoute[] = [...CALENDAR_ROUTES, ...WORDPRESS_ROUTES]

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  ...FUZZED_ROUTES.flatMap(({ pattern, endpoints }) =>
    endpoints.flatMap(({ methods, args, path }) =>
      methods.map((method) => ({
        pattern,
        method,
        names: [...Object.keys(args), ...Object.keys(path), ...COMMON_PARAMETERS].filter((name) => name !== 'wait'),
      })),
    ),
  ),
  ...FUZZED_ROUTES.flatMap(({ pattern }) =>
    METHODS.filter((_, at) => at % 3 === 0).map((method) => ({ pattern, method, names: COMMON_PARAMETERS })),
  ),
  ...['', '/doc', '//', '//wp-json/', '//index.php', '//healthz', '//nowhere'].map((pattern) => ({
    pattern,
    method: 'GET',
    names: COMMON_PARAMETERS,
  })),
]

/** Valid parameters of each list, so that the request gets as far as one bad value allows. */
export const VALID_INPUTS: Readonly<Record<string, Json>> = {
  '/events': { title: 'Sound', start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', venue: { venue: 'V' } },
  '/venues': { venue: 'Sound venue' },
  '/organizers': { organizer: 'Sound organizer' },
  '/categories': { name: 'Sound category' },
  '/tags': { name: 'Sound tag' },
  '//wp-json/wp/v2/tribe_events': {
    title: 'Sound',
    meta: { _EventStartDate: '2027-03-01 10:00', _EventEndDate: '2027-03-01 12:00' },
  },
  '//wp-json/wp/v2/tribe_venue': { title: 'Sound venue' },
}

/** Percent-encoding that supports lone surrogates, which become invalid UTF-8. */
const encode = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[^a-z0-9]/gi, '%ED%A0%80')

function encodeField(name: string, value: Json, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 12) return [`${encode(name)}=${encode(String(value))}`]
  return Object.entries(value)
    .slice(0, 500)
    .flatMap(([key, part]) => encodeField(`${name}[${key}]`, part, depth + 1))
}
const form = (values: Json): string =>
  Object.entries(values)
    .flatMap(([name, value]) => encodeField(name, value))
    .join('&')

const BOUNDARY = 'b0undary'
const multipart = (values: Json): string =>
  `${Object.entries(values)
    .map(
      ([name, value]) =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${encode(name)}"\r\n\r\n${JSON.stringify(value)}\r\n`,
    )
    .join('')}--${BOUNDARY}--\r\n`

const TYPES: readonly (readonly [string, (values: Json) => string])[] = [
  ['application/json', JSON.stringify],
  ['application/json', JSON.stringify],
  ['application/json; charset=utf-16', JSON.stringify],
  ['application/vnd.api+json', JSON.stringify],
  ['application/json', (values) => JSON.stringify(values).slice(0, -1)],
  ['application/json', (values) => JSON.stringify([values])],
  ['application/json', () => '"\\ud800"'],
  ['application/x-www-form-urlencoded', form],
  ['application/x-www-form-urlencoded', (values) => `${form(values)}&%=%&=&[]=&a[=1&]=&__proto__[x]=1&%ff=%ff`],
  [`multipart/form-data; boundary=${BOUNDARY}`, multipart],
  [`multipart/form-data; boundary=${BOUNDARY}`, (values) => multipart(values).slice(0, -20)],
  ['multipart/form-data', multipart],
  ['multipart/form-data; boundary=""', multipart],
  ['text/plain', JSON.stringify],
  ['', form],
  ['application/json/\xff;;;=', JSON.stringify],
]

const AUTHORIZATIONS = [
  'Basic',
  'Basic =',
  'Basic Og==',
  'Basic YTo=',
  `Basic ${'A'.repeat(1000)}`,
  'Bearer x',
  'Basic \xff',
]

export interface FuzzRequest {
  readonly route: FuzzTarget
  readonly id: string
  readonly slug: string
  readonly query: Readonly<Record<string, Json>>
  readonly body: Readonly<Record<string, Json>>
  readonly type: number
  readonly as: TestUser
  readonly headers: Readonly<Record<string, string>>
}

const value = fc.constantFrom(...HOSTILE_VALUES)
const SLUGS = [
  'none',
  '%',
  '%zz',
  '%00',
  '%2F',
  '%ED%A0%80',
  '%C3%28',
  '__proto__',
  "'",
  '%25',
  '..',
  '.',
  `${'a'.repeat(9000)}`,
]
const NUMBERS = ['1', '2', '3', '4', '5', '0', '00001', '9007199254740993', '9223372036854775808', '9'.repeat(5000)]

/** Some parameters of a route, each with a hostile value. */
const some = (names: readonly string[], most: number) =>
  fc.dictionary(fc.constantFrom(...names), value, { minKeys: 0, maxKeys: most, noNullPrototype: true })

const headers = fc.record(
  {
    authorization: fc.constantFrom(...AUTHORIZATIONS),
    'x-http-method-override': fc.constantFrom(...METHODS, '', 'get', '__proto__'),
    'x-event-password': fc.constantFrom('x', '\xff', 'x'.repeat(1000)),
    'x-forwarded-for': fc.constantFrom('x', '1.2.3.4, junk'),
    'accept-encoding': fc.constantFrom('gzip', 'deflate', 'br;q=x', '*'),
    origin: fc.constantFrom('null', 'x', 'https://example.test'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/'),
    prefer: fc.constantFrom('handling=strict', ';;;'),
  },
  { requiredKeys: [] },
)

export const createFuzzRequests = fc.constantFrom(...FUZZ_TARGETS).chain((route) =>
  fc.record({
    route: fc.constant(route),
    id: fc.constantFrom(...NUMBERS),
    slug: fc.constantFrom(...SLUGS),
    query: some(route.names, 2),
    body: some(route.names, 3),
    type: fc.nat(TYPES.length - 1),
    as: fc.constantFrom<TestUser>('admin', 'admin', 'contributor', 'anon'),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  }),
)

/** A readable line about a request. */
export const describeRequest = (attempt: FuzzRequest): string =>
  JSON.stringify({ ...attempt, route: `${attempt.route.method} ${attempt.route.pattern}` }, (_, part) =>
    typeof part === 'string' && part.length > 60 ? `${part.slice(0, 20)}... (${part.length})` : part,
  ).slice(0, 1000)

export function sendAttempt(service: TestService, attempt: FuzzRequest): Promise<TestResponse> {
  const { route, id, slug, query, body, type, as, headers } = attempt
  const path = route.pattern
    .replace('(?P<id>\\d+)', id)
    .replace('(?P<slug>[^/]+)', slug)
    .replace('(?P<external_id>[^/]+)', `src:${slug}`)
  const validInput = route.method === 'POST' ? VALID_INPUTS[route.pattern] : undefined
  const [contentType, write] = TYPES[type] ?? ['', JSON.stringify]
  const isEmpty = Object.keys({ ...validInput, ...body }).length === 0
  const sent = { ...(contentType && { 'content-type': contentType }), ...headers }
  // A path of more than 16 kB is rejected by the HTTP parser itself.
  const target = `${path}?${form(query)}`.slice(0, 12_000)
  return service.send(route.method, target, {
    as,
    headers: sent,
    ...(!isEmpty && { body: write({ ...validInput, ...body }) }),
  })
}
