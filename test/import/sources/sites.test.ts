/** Sources that are sites: real services, read by HTTP. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readSource } from '../../../src/features/sources/read-source.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startListener, type TestListener } from '../../helper/http/request-recorder.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { createSourceTester, type SourceTester } from '../../helper/sources/scripted-source.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00', timezone: 'Europe/Paris' }

/** Fields of an event that another site has in common with its origin. */
function describeEvent(event: Json): Json {
  const { title, description, excerpt, start_date, utc_end_date, timezone, all_day, cost, featured, event_status } =
    event
  const names = (terms: Json) => terms.map(({ name }: Json) => name).sort()
  const organizers = event.organizer.map(({ organizer, email, phone }: Json) => ({ organizer, email, phone }))
  const { venue, address, city, geo_lat } = event.venue
  return {
    ...{ title, description, excerpt, start_date, utc_end_date, timezone, all_day, cost, featured, event_status },
    ...{ website: event.website === event.url ? '' : event.website, tickets: event.tickets },
    ...{ categories: names(event.categories), tags: names(event.tags), organizers },
    ...{ venue, address, city, geo_lat, is_virtual: event.is_virtual, virtual_url: event.virtual_url },
  }
}

for (const engine of ONE_ENGINE) {
  describe(`sources that are sites on ${engine.name}`, () => {
    let origin: TestService
    let service: TestService
    let tester: SourceTester
    let proxy: TestListener
    /** Responses of the next requests instead of those of the origin, and all paths that were requested. */
    const replacements: (undefined | { status: number; headers?: Record<string, string>; body?: string })[] = []
    const requests: string[] = []
    before(async () => {
      origin = await startService({ engine, env: { MAX_PER_PAGE: '3' } })
      proxy = await startListener(
        createServer(async ({ url = '', headers }, response) => {
          requests.push(`${url} ${headers.authorization ?? ''}`.trim())
          const replaced = replacements.shift()
          if (replaced) return void response.writeHead(replaced.status, replaced.headers).end(replaced.body)
          const { status, text } = await origin.send('GET', `/${url}`)
          response.writeHead(status, { 'content-type': 'application/json' }).end(text)
        }),
      )
      service = await startService({ engine, env: { SOURCE_FETCH_ALLOW: proxy.host } })
      tester = createSourceTester(service, { read: readSource })
    })
    after(async () => {
      await service.stop()
      await proxy.stop()
      await origin.stop()
    })
    beforeEach(() => {
      replacements.length = 0
      requests.length = 0
    })

    const create = (fields: Json = {}) => tester.create({ type: 'calends', url: `http://${proxy.host}/`, ...fields })
    const write = async (method: string, path: string, json?: Json): Promise<Json> => {
      const { status, json: body, text } = await origin.send(method, path, { as: 'admin', json })
      assert.ok(status < 300, text)
      return body
    }
    const listOf = async ({ send }: TestService): Promise<Json[]> => {
      const query = '/events?start_date=2000-01-01&end_date=2099-01-01&per_page=3'
      const found: Json[] = []
      for (let page = 1; ; page++) {
        const { events, total_pages: pages } = (await send('GET', `${query}&page=${page}`)).json
        found.push(...events)
        if (page >= pages) return found
      }
    }

    test('All published events of a site are imported with their fields, and stay equal', async () => {
      const venue = { venue: 'Café "Zoë" & Co', address: 'Rue 1', city: 'Paris', geo_lat: 48.8, geo_lng: 2.3 }
      const full = {
        ...{ title: 'Rock & "Roll" – live', description: '<p>One</p><p>Two</p>', excerpt: 'Short', featured: true },
        ...{ cost: ['10', '20'], website: 'https://band.example/?a=1&b=2', venue, categories: ['Music & more'] },
        ...{
          organizer: [
            { organizer: 'Ann', email: 'ann@x.test' },
            { organizer: 'Bob', phone: '123' },
          ],
          tags: ['loud'],
        },
        ...{
          event_status: 'postponed',
          is_virtual: true,
          attendance_mode: 'mixed',
          virtual_url: 'https://live.example/',
        },
      }
      await write('POST', '/events', { ...DATES, ...full })
      const tickets = [{ name: 'Adult', price: '12', currency: 'EUR', available_until: '2027-02-01 10:00:00' }]
      await write('POST', '/events', { ...DATES, title: 'With tickets', tickets })
      await write('POST', '/events', { ...DATES, title: 'Whole day', all_day: true })
      await write('POST', '/events', { ...DATES, title: 'Draft', status: 'draft' })
      for (const title of ['one', 'two', 'three', 'four']) await write('POST', '/events', { ...DATES, title })
      const id = await create()
      const run = await tester.run(id)
      assert.deepEqual([run.status, run.created, run.error, run.details], ['succeeded', 7, '', []])
      const compare = async () => {
        const [theirs, ours] = [await listOf(origin), await listOf(service)]
        const sort = (events: Json[]) => events.map(describeEvent).sort((a, b) => (a.title < b.title ? -1 : 1))
        assert.deepEqual(sort(ours.filter(({ event_status: state }) => state !== 'canceled')), sort(theirs))
      }
      await compare()
      const [first, second] = await listOf(origin)
      await write('PUT', `/events/${first?.id}`, { title: 'Changed', venue: { venue: 'Elsewhere' }, tags: [] })
      await write('DELETE', `/events/${second?.id}`)
      const next = await tester.run(id)
      assert.deepEqual([next.updated, next.unchanged, next.canceled, next.error], [1, 5, 1, ''])
      await compare()
    })

    test('A site of The Events Calendar is found by both forms of its URLs, with credentials', async () => {
      replacements.push({ status: 404 })
      const id = await create({ type: 'tec', username: 'me', password: 'hush' })
      assert.equal((await tester.run(id)).status, 'succeeded')
      const credentials = `Basic ${Buffer.from('me:hush').toString('base64')}`
      assert.deepEqual(
        requests.slice(0, 2).map((request) => request.replace(/&?page=1&per_page.*publish/, '')),
        [
          `/wp-json/tribe/events/v1/events/? ${credentials}`,
          `/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents%2F ${credentials}`,
        ],
      )
    })

    test('The URL of the API itself is accepted', async () => {
      const id = await create({ url: `http://${proxy.host}/wp-json/tribe/events/v1/` })
      assert.equal((await tester.run(id)).status, 'succeeded')
      assert.match(requests[0] ?? '', /^\/wp-json\/tribe\/events\/v1\/events\?page=1/)
    })

    test('A site that limits requests is asked again after the time that it states', async () => {
      replacements.push({ status: 429, headers: { 'retry-after': '1' } })
      assert.equal((await tester.run(await create())).status, 'succeeded')
      replacements.push({ status: 429, headers: { 'retry-after': '3600' } })
      const { status, error } = await tester.run(await create())
      assert.deepEqual([status, /: the response has the status 429$/.test(error)], ['failed', true])
    })

    test('A site without the API, and a broken record, are reported', async () => {
      replacements.push({ status: 404 }, { status: 200, body: '<html>' })
      assert.match((await tester.run(await create())).error, /: no API of The Events Calendar or Calends was found at /)
      const body = JSON.stringify({ events: [{ id: 7, title: 'Broken' }], total: 1, total_pages: 1 })
      replacements.push({ status: 200, body })
      const run = await tester.run(await create())
      assert.deepEqual([run.status, run.failed], ['succeeded', 1])
      assert.equal(run.details[0].key, '7')
      assert.match(run.details[0].reason, /"start_date"/)
    })

    test('Nothing is canceled when the site changes while it is read', async () => {
      const id = await create()
      await tester.run(id)
      const total = (await listOf(origin)).length
      const page = { events: [], total: total - 1, total_pages: 2 }
      replacements.push(undefined, { status: 200, body: JSON.stringify(page) })
      const run = await tester.run(id)
      assert.match(run.error, /: the site changed while it was read/)
      assert.equal(run.canceled, 0)
    })

    test('Hosts that are neither public nor allowed are not read', async () => {
      for (const type of ['calends', 'tec', 'ics']) {
        const { status, error } = await tester.run(await create({ type, url: `http://localhost:${proxy.port}/` }))
        assert.equal(status, 'failed')
        assert.match(error, /: the host is not public and not in SOURCE_FETCH_ALLOW$/)
      }
      assert.deepEqual(requests, [])
    })
  })
}
