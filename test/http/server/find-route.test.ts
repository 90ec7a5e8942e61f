import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { createApiRouter } from '../../../src/api/routes.ts'
import { readConfig } from '../../../src/config.ts'
import { FEATURES } from '../../../src/features.ts'
import type { AppContext } from '../../../src/http/app-context.ts'
import { serveFeatures } from '../../../src/http/feature.ts'
import type { FeatureHost } from '../../../src/http/feature-host.ts'
import { createRouteFinder } from '../../../src/http/find-route.ts'
import type { PageRenderer } from '../../../src/http/page-renderer.ts'
import { createRequestContext } from '../../../src/http/request-context.ts'
import { CORE_FINDERS } from '../../../src/pages/core-finders.ts'
import { createAssets } from '../../../src/pages/static-assets.ts'

const pageRenderer: Partial<PageRenderer> = {
  queryParameters: [],
  isPage: (path) => path === '/' || path.startsWith('/event/'),
  isFeedRequest: (_path, query) => query['ical'] === '1',
  findFeed: async (_services, { path }) =>
    path === '/event/none/'
      ? undefined
      : { format: 'ics', eventId: path === '/' ? undefined : 7, query: { page: '2' } },
}

const router = createApiRouter(FEATURES)

const host = {
  config: readConfig({}),
  services: { database: { bus: { subscribe: () => () => {} } } },
  signIns: { account: {} },
  pages: {},
} as unknown as FeatureHost
const features = serveFeatures(FEATURES, host)

/** An application without database: routing needs files and the page renderer only. */
const app = {
  services: {
    settings: { current: () => ({ languages: ['en', 'de'] }) },
    files: { read: async (key: string) => (key === '2026/11/hall.jpg' ? { size: 1, stream: {} } : undefined) },
    database: { readFromReplicaIfPossible: (work: (database: unknown) => Promise<unknown>) => work({}) },
  },
  router,
  wordpressNamespaces: features.namespaces,
  withWordpress: true,
  getHomeUrl: () => 'https://calendar.test',
  host: { ...features.host, pageRenderer },
  assets: createAssets(new Map([['site.css', () => Buffer.from('a')]])),
} as unknown as AppContext

const findRoute = createRouteFinder([...CORE_FINDERS, ...features.finders])

async function find(url: string, method = 'GET', headers: Readonly<Record<string, string>> = {}, appContext = app) {
  const request = { url, method, headers, ip: '127.0.0.1' } as unknown as FastifyRequest
  return findRoute(createRequestContext(appContext, request))
}

describe('Route of a request', () => {
  test('Each kind of URL has its route', async () => {
    const names = {
      '/mcp': 'mcp',
      '/de/mcp': 'mcp',
      '/api': 'api',
      '/api/cal/events/v1/events': 'api',
      '/de/wp-json/wp/v2/media': 'api',
      '/?rest_route=/tribe/events/v1/events': 'api',
      '/uploads/2026/11/hall.jpg': 'media file',
      '/wp-content/uploads/2026/11/hall.jpg': 'media file',
      '/assets/site.css?v=1': 'asset',
      '/healthz': 'health',
      '/readyz': 'health',
      '/docs': 'docs',
      '/de/docs/': 'docs',
      '/.well-known/api-catalog': 'well-known',
      '/.well-known/security.txt': 'well-known',
      '/robots.txt': 'well-known',
      '/llms.txt': 'well-known',
      '/sitemap.xml': 'well-known',
      '/authorize-application': 'authorize application',
      '/oembed?url=https://calendar.test/': 'oembed',
      '/?ical=1': 'page feed',
      '/event/concert/?ical=1': 'page feed',
      '/event/none/?ical=1': 'page',
      '/': 'page',
      '/de/event/concert/': 'page',
      '/uploads/2026/11/missing.jpg': 'page',
      '/assets/missing.css': 'page',
      '/missing': 'page',
    }
    for (const [url, name] of Object.entries(names)) assert.equal((await find(url)).name, name, url)
  })

  test('An API route contains its namespace, parameters and endpoint', async () => {
    const cases = [
      ['/api/cal/events/v1/events/7', 'GET', 'cal/events/v1', 'getEvent', { id: '7' }],
      ['/api/cal/events/v1/events/7', 'DELETE', 'cal/events/v1', 'deleteEvent', { id: '7' }],
      ['/wp-json/tribe/events/v1/events/7', 'HEAD', 'tribe/events/v1', 'getEvent', { id: '7' }],
      ['/wp-json/wp/v2/media/7', 'GET', 'wp/v2', 'getMedia', { id: '7' }],
      ['/wp-json/oembed/1.0/embed', 'GET', 'oembed/1.0', 'describePage', {}],
      ['/wp-json/tribe/events/v1?namespace=wp/v2', 'GET', 'wp/v2', 'describeNamespace', {}],
      ['/event/concert/?ical=1', 'GET', 'tribe/events/v1', 'getEventAsCalendar', { id: '7' }],
    ] as const
    for (const [url, method, namespace, operation, params] of cases) {
      const route = await find(url, method)
      assert.ok(route.kind === 'api')
      const found = [route.namespace?.name, route.endpoint?.operation, { ...route.match?.params }]
      assert.deepEqual(found, [namespace, operation, params], url)
    }
  })

  test('A page feed has the query of the feed', async () => {
    const route = await find('/?ical=1')
    assert.ok(route.kind === 'api')
    assert.deepEqual(route.context.query, { page: '2' })
  })

  test('A URL that is not served has an API route without an endpoint', async () => {
    const cases = [
      ['/api/unknown', 'GET', {}],
      ['/missing', 'POST', {}],
      ['/missing', 'GET', { accept: 'application/json' }],
      ['/fr/api/cal/events/v1/events', 'GET', {}],
      ['/docs', 'POST', {}],
    ] as const
    for (const [url, method, headers] of cases) {
      const route = await find(url, method, headers)
      assert.ok(route.kind === 'api', url)
      assert.deepEqual([route.endpoint, route.match], [undefined, undefined], url)
    }
  })

  test('Without the WordPress mount, its URLs are not served', async () => {
    const withoutWordpress = { ...app, withWordpress: false }
    for (const url of ['/wp-json/tribe/events/v1/events', '/wp-content/uploads/2026/11/hall.jpg']) {
      const route = await find(url, 'GET', { accept: 'application/json' }, withoutWordpress)
      assert.ok(route.kind === 'api', url)
      assert.equal(route.target, undefined, url)
    }
    assert.equal((await find('/uploads/2026/11/hall.jpg', 'GET', {}, withoutWordpress)).name, 'media file')
  })

  test('Only requests without credentials have a cache slot', async () => {
    for (const url of ['/api/cal/events/v1/events', '/', '/oembed?url=https://calendar.test/', '/sitemap.xml'])
      assert.ok((await find(url)).cacheSlot, url)
    for (const url of ['/api/cal/events/v1/events', '/', '/oembed?url=https://calendar.test/'])
      assert.equal((await find(url, 'GET', { authorization: 'Basic x' })).cacheSlot, undefined, url)
    assert.equal((await find('/api/cal/events/v1/events?password=x')).cacheSlot, undefined)
  })
})
