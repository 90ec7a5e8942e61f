/** The state of the service and its records, for administrators. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { checkDueLinks } from '../../../src/features/settings/check-links.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' }

for (const engine of ONE_ENGINE) {
  describe(`Health on ${engine.name}`, () => {
    let service: TestService
    let server: Server
    let site: string
    const requested: string[] = []
    before(async () => {
      server = createServer(({ url = '' }, response) => {
        requested.push(url)
        const statuses: Readonly<Record<string, number>> = { '/gone': 404, '/members': 403, '/broken': 500 }
        response.writeHead(statuses[url] ?? 200).end('page')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
      site = `http://${host}`
      service = await startService({ engine, now: '2026-11-21T12:00:00Z', env: { SOURCE_FETCH_ALLOW: host } })
    })
    after(async () => {
      await service.stop()
      server.close()
    })
    const create = (path: string, json: object) => service.send('POST', path, { as: 'admin', json })
    const read = async () => (await service.send('GET', '/health', { as: 'admin' })).json
    const check = () => checkDueLinks(service.services, new AbortController().signal)

    test('Only administrators read it', async () => {
      assert.equal((await service.send('GET', '/health')).status, 401)
      assert.equal((await service.send('GET', '/health', { as: 'editor' })).status, 403)
    })

    test('It reports the database, checks, backups, and gaps of upcoming events', async () => {
      const venue = (await create('/venues', { venue: 'Hall', website: `${site}/gone` })).json.id
      await create('/events', { title: 'With venue', ...DATES, venue, website: `${site}/gone` })
      await create('/events', { title: 'Bare', ...DATES, website: `${site}/members` })
      await create('/events', { title: 'Draft', ...DATES, status: 'draft', website: `${site}/draft` })
      await create('/events', {
        title: 'Past',
        start_date: '2026-01-01',
        end_date: '2026-01-01',
        website: `${site}/past`,
      })
      const { events, database, checks, backup, geocoding, images, links } = await read()
      assert.deepEqual(events, { upcoming: 2, without_image: 2, without_venue: 1 })
      assert.equal(database.engine, engine.name)
      assert.ok(database.bytes > 10_000)
      assert.equal(checks.writes.status, 'ok')
      assert.deepEqual([backup.scheduled, backup.succeeded, geocoding.enabled, images.total], [false, null, false, 0])
      assert.deepEqual(links, { checked: 0, pending: 2, dead: [] })
    })

    test('Dead links of upcoming public events are listed with their records, and checked again after a day', async () => {
      await Promise.all([check(), check()])
      assert.deepEqual(requested.sort(), ['/gone', '/members'])
      const { links } = await read()
      assert.deepEqual([links.checked, links.pending, links.dead.length], [2, 0, 1])
      const [{ url, reason, failures, records }] = links.dead
      assert.deepEqual([url, reason, failures], [`${site}/gone`, '404', 1])
      assert.deepEqual(
        records.map(({ kind, title }: { kind: string; title: string }) => [kind, title]),
        [
          ['event', 'With venue'],
          ['venue', 'Hall'],
        ],
      )
      await check()
      assert.equal(requested.length, 2)
      service.setNow('2026-11-22T12:00:01Z')
      await check()
      assert.deepEqual(requested.slice(2), ['/gone'])
      assert.equal((await read()).links.dead[0].failures, 2)
    })
  })
}
