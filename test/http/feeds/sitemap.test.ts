import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2020-05-01 10:00:00', end_date: '2020-05-01 11:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`The sitemap on ${engine.name}`, () => {
    let service: TestService
    const get = (path: string) => service.send('GET', `/${path}`)
    const write = async (path: string, json: object) =>
      (await service.send('POST', path, { as: 'admin', json })).json.id

    /** URLs of a sitemap without the site URL, with their times of change. */
    const read = async (path: string): Promise<Record<string, string | undefined>> => {
      const { text, status, headers } = await get(path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'application/xml; charset=UTF-8')
      const found = text.matchAll(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)
      return Object.fromEntries([...found].map(([, at = '', modified]) => [at.replace(service.origin, ''), modified]))
    }

    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z' })
      await write('/categories', { name: 'Music' })
      await write('/categories', { name: 'Empty' })
      await write('/events', { title: 'Past & gone', ...DATES, categories: 'music', tags: 'loud' })
      await write('/events', { title: 'Draft', ...DATES, status: 'draft' })
      await write('/events', { title: 'Later', ...DATES, status: 'publish', date: '2030-01-01 00:00:00' })
      await write('/events', { title: 'Locked', ...DATES, post_password: 'x' })
      await write('/events', { title: 'Unlisted', ...DATES, hide_from_listings: true })
      const gone = await write('/events', { title: 'Gone', ...DATES })
      await service.send('DELETE', `/events/${gone}`, { as: 'admin' })
      await write('/venues', { venue: 'Hall' })
      await write('/organizers', { organizer: 'Ann' })
    })
    after(() => service.stop())

    test('GET /robots.txt contains the URL of the sitemap', async () => {
      const { text } = await get('/robots.txt')
      assert.match(text, new RegExp(`^Sitemap: ${service.origin}/sitemap\\.xml$`, 'm'))
    })

    test('The sitemap index names the sitemaps of each kind with their last changes', async () => {
      assert.deepEqual(await read('/sitemap.xml'), {
        '/sitemap-calendar.xml': undefined,
        '/sitemap-events-0.xml': '2026-11-21T03:00:00Z',
        '/sitemap-venues-0.xml': '2026-11-21T03:00:00Z',
        '/sitemap-organizers-0.xml': '2026-11-21T03:00:00Z',
      })
    })

    test('The sitemap contains all listed events, including past ones, and nothing else', async () => {
      assert.deepEqual(Object.keys(await read('/sitemap-events-0.xml')), ['/event/past-gone/'])
      assert.deepEqual(Object.keys(await read('/sitemap-venues-0.xml')), ['/venue/hall/'])
      assert.deepEqual(Object.keys(await read('/sitemap-organizers-0.xml')), ['/organizer/ann/'])
    })

    test('The sitemap contains the terms with published events', async () => {
      const paths = Object.keys(await read('/sitemap-calendar.xml'))
      assert.deepEqual(paths, [
        '/',
        '/venues/',
        '/organizers/',
        '/categories/',
        '/events/category/music/',
        '/tag/loud/',
      ])
    })

    test('An unchanged sitemap returns 304', async () => {
      const { headers } = await get('/sitemap-events-0.xml')
      const again = await service.send('GET', '//sitemap-events-0.xml', {
        headers: { 'if-none-match': headers['etag'] ?? '' },
      })
      assert.equal(again.status, 304)
      assert.equal(headers['x-robots-tag'], undefined)
    })

    test('Concurrent requests read the sitemap once, and a write is visible at once', async () => {
      const { mock: reads } = mock.method(service.services.database, 'readFromReplicaIfPossible')
      const paths = ['/sitemap.xml', '/sitemap.xml?x', '/sitemap.xml?y']
      const responses = await Promise.all([...paths, ...paths].map(get))
      reads.restore()
      assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
      assert.equal(reads.callCount(), 1)
      service.setNow('2026-11-21T04:00:00Z')
      await write('/venues', { venue: 'Annex' })
      assert.equal((await read('/sitemap.xml'))['/sitemap-venues-0.xml'], '2026-11-21T04:00:00Z')
    })

    test('A cached sitemap has the headers of the first response', async () => {
      const headers = { origin: 'https://elsewhere.example' }
      const send = async () => (await service.send('GET', '//sitemap.xml', { headers })).headers
      const [first, second, third] = [await send(), await send(), await send()]
      for (const repeated of [second, third]) assert.deepEqual({ ...repeated, date: '' }, { ...first, date: '' })
      assert.equal(first['access-control-allow-origin'], '*')
    })

    test('A sitemap that does not exist returns 404, one without entries is empty', async () => {
      for (const path of ['/sitemap-users-0.xml', '/sitemap-events.xml', '/sitemapx', '/sitemap-events-0000000.xml']) {
        assert.equal((await get(path)).status, 404, path)
      }
      assert.deepEqual(await read('/sitemap-events-999999.xml'), {})
    })
  })
}
