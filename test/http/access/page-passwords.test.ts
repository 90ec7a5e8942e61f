import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const LIMIT = 3

for (const engine of ONE_ENGINE) {
  describe(`The limit on wrong passwords of pages on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      const env = { RATE_LIMIT_SIGN_IN: String(LIMIT), TRUST_PROXY: 'on' }
      service = await startService({ engine, env, now: '2026-11-21T03:00:00Z' })
      const create = async (path: string, json: object) => {
        const response = await service.send('POST', path, { as: 'admin', json: { ...json, post_password: 'sesame' } })
        assert.equal(response.status, 201, response.text)
        return response.json.id
      }
      const dates = { start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00' }
      await create('/events', { title: 'Club', slug: 'club', description: 'Secret program', ...dates })
      await create('/events', { title: 'Gala', slug: 'gala', ...dates })
      await create('/venues', { venue: 'Cellar' })
    })
    after(() => service.stop())

    const open = (from: string, path: string, password = 'wrong') =>
      service.send('POST', `/${path}`, {
        body: new URLSearchParams({ password }).toString(),
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': from,
        },
      })
    const statuses = async (from: string, paths: readonly string[]) => {
      const received: number[] = []
      for (const path of paths) received.push((await open(from, path)).status)
      return received
    }

    test('A client with too many failures is rejected until the window has passed, even with the right password', async () => {
      const paths = ['/event/club/', '/event/%63lub/', '/de/event/club/', '/event/club/']
      assert.deepEqual(await statuses('192.0.2.1', paths), [403, 403, 403, 429])
      service.setNow('2026-11-21T03:05:00Z')
      const refused = await open('192.0.2.1', '/event/club/', 'sesame')
      assert.equal(refused.status, 429)
      assert.equal(refused.headers['retry-after'], '600')
      assert.match(refused.headers['cache-control'] ?? '', /no-store/)
      assert.match(refused.text, /role="alert">Too many wrong passwords/)
      service.setNow('2026-11-21T03:15:00Z')
      assert.equal((await open('192.0.2.1', '/event/club/', 'sesame')).status, 200)
    })

    test('Other clients and other pages are not limited', async () => {
      await statuses('192.0.2.11', ['/event/club/', '/event/club/', '/event/club/'])
      assert.equal((await open('192.0.2.12', '/event/club/', 'sesame')).status, 200)
      assert.equal((await open('192.0.2.11', '/event/gala/', 'sesame')).status, 200)
      const form = await service.send('GET', '//event/club/', { headers: { 'x-forwarded-for': '192.0.2.11' } })
      assert.equal(form.status, 200)
    })

    test('Right passwords are not counted', async () => {
      for (let n = 0; n < LIMIT + 2; n++) {
        assert.equal((await open('192.0.2.21', '/event/club/', 'sesame')).status, 200)
      }
    })

    test('The form opens the calendar file of the page as it opens the page: for one response, with the same limit', async () => {
      const file = '/event/club/?ical=1'
      const opened = await open('192.0.2.41', file, 'sesame')
      assert.deepEqual([opened.status, opened.headers['content-type']], [200, 'text/calendar; charset=UTF-8'])
      assert.match(opened.text, /DESCRIPTION:.*Secret program/)
      // Caches store responses to POST only if they say so.
      assert.equal(opened.headers['cache-control'], undefined)
      for (let times = 0; times < 3; times++)
        assert.doesNotMatch((await service.send('GET', `/${file}`)).text, /Secret program/)
      assert.deepEqual(await statuses('192.0.2.42', [file, '/event/club/', file, file]), [403, 403, 403, 429])
      assert.equal((await open('192.0.2.42', '/event/club/', 'sesame')).status, 429)
    })

    test('Pages of venues have the same limit', async () => {
      assert.deepEqual(await statuses('192.0.2.31', Array(LIMIT + 1).fill('/venue/cellar/')), [403, 403, 403, 429])
    })
  })
}
