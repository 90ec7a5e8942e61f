/** Headers for shared caches: surrogate keys and lifetimes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
/** Nothing is sent there: the service of these tests runs no jobs. */
const PURGE_URL = 'http://127.0.0.1:9/'

for (const engine of ONE_ENGINE) {
  describe(`Surrogate keys on ${engine.name}`, () => {
    let service: TestService
    let event: Json
    before(async () => {
      service = await startService({ engine, env: { CDN_PURGE_URL: PURGE_URL, CDN_SECONDS: '3600' } })
      const json = {
        ...DATES,
        title: 'Open mill',
        venue: { venue: 'Mill' },
        organizer: { organizer: 'Club' },
        tags: 'open',
      }
      event = (await service.send('POST', '/events', { as: 'admin', json })).json
    })
    after(() => service.stop())

    const readKeys = async (path: string) => {
      const { status, headers } = await service.send('GET', path)
      assert.equal(status, 200, path)
      return headers['xkey']
    }

    test('An event has the keys of everything that it shows, also when it comes from a cache', async () => {
      const [organizer] = event.organizer
      const [tag] = event.tags
      const keys = `calends post-${event.id} post-${event.venue.id} post-${organizer.id} term-${tag.id}`
      for (let time = 0; time < 3; time++) assert.equal(await readKeys(`/events/${event.id}`), keys)
      assert.equal(await readKeys(`/events/${event.id}?_fields=id`), keys)
    })

    test('Venues have their own keys, and responses by slug those of the list', async () => {
      assert.equal(await readKeys(`/venues/${event.venue.id}`), `calends post-${event.venue.id}`)
      assert.equal(await readKeys(`/venues/by-slug/${event.venue.slug}`), 'calends venues')
    })

    test('A list has the key of its kind', async () => {
      for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags'])
        assert.equal(await readKeys(`/${kind}`), `calends ${kind}`)
    })

    test('Pages, feeds and sitemaps have the key of pages or of their list', async () => {
      for (const path of ['//', '//sitemap.xml', `//event/${event.slug}/`])
        assert.equal(await readKeys(path), 'calends pages')
      assert.match((await readKeys('/events.ics')) ?? '', /^calends (events|pages)$/)
    })

    test('304 has the keys of the response', async () => {
      const { headers } = await service.send('GET', '/events')
      const repeated = await service.send('GET', '/events', { headers: { 'if-none-match': headers['etag'] ?? '' } })
      assert.equal(repeated.status, 304)
      assert.equal(repeated.headers['xkey'], 'calends events')
    })

    test('Responses that depend on the client, and errors, have no keys', async () => {
      const signedIn = await service.send('GET', '/events', { as: 'subscriber' })
      const withPassword = await service.send('GET', `/events/${event.id}`, { headers: { 'x-event-password': 'x' } })
      const missing = await service.send('GET', '/events/999999')
      for (const { headers } of [signedIn, withPassword, missing]) assert.equal(headers['xkey'], undefined)
    })

    test('A purged response is served for a second at most, and for a day after errors', async () => {
      const { headers } = await service.send('GET', '/events')
      assert.equal(
        headers['cache-control'],
        'public, max-age=0, s-maxage=3600, stale-while-revalidate=1, stale-if-error=86400',
      )
    })

    test('No response is stored beyond the time at which its dates change their meaning', async () => {
      // A quarter of an hour before midnight in New York.
      service.setNow('2026-11-22T04:45:00Z')
      const today = await service.send('GET', '/events?start_date=today')
      assert.match(today.headers['cache-control'] ?? '', /s-maxage=900,/)
    })
  })
}

describe('Formats of surrogate keys', () => {
  for (const [format, header, keys] of [
    ['surrogate-key', 'surrogate-key', 'calends events'],
    ['tags', 'cache-tag', 'calends,events'],
  ] as const) {
    test(`The format ${format} has the header ${header}`, async () => {
      const service = await startService({ env: { CDN_PURGE_URL: PURGE_URL, CDN_PURGE_FORMAT: format } })
      const { headers } = await service.send('GET', '/events')
      await service.stop()
      assert.equal(headers[header], keys)
      assert.equal(headers['xkey'], undefined)
    })
  }

  test('Without caches to purge, responses have no keys', async () => {
    const service = await startService()
    const { headers } = await service.send('GET', '/events')
    await service.stop()
    for (const name of ['xkey', 'surrogate-key', 'cache-tag']) assert.equal(headers[name], undefined)
  })

  test('Purging requires shared caching', () => {
    assert.throws(() => readConfig({ CDN_PURGE_URL: PURGE_URL, CDN_SECONDS: '0' }), /CDN_SECONDS=0 disables/)
  })
})
