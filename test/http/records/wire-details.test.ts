import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const TIMES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Details of the wire contract on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    async function create(path: string, json: Json, as: TestUser = 'admin'): Promise<Json> {
      const response = await service.send('POST', path, { as, json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    test('An event without a website has its unescaped page URL as website', async () => {
      const event = await create('/events', { title: 'No site', status: 'draft', ...TIMES })
      assert.equal(event.website, event.url)
      assert.match(event.website, /&p=\d+$/)
    })

    test('A day in UTC or with an offset is the date of an all-day event, and another time an instant', async () => {
      const days = async (start_date: string | number, end_date: string | number, timezone: string) => {
        const event = await create('/events', { title: 'Days', all_day: true, start_date, end_date, timezone })
        return [event.start_date.slice(0, 10), event.end_date.slice(0, 10)]
      }
      const midnight = '2026-12-11T00:00:00.000Z'
      assert.deepEqual(await days(midnight, midnight, 'America/New_York'), ['2026-12-11', '2026-12-11'])
      const [first, last] = ['2026-12-24T00:00:00Z', '2026-12-24T23:59:59Z']
      assert.deepEqual(await days(first, last, 'Europe/Berlin'), ['2026-12-24', '2026-12-24'])
      assert.deepEqual(await days('2026-12-24 00:00 +0900', '2026-12-24 23:59:59 -0500', 'Europe/Berlin'), [
        ...['2026-12-24', '2026-12-24'],
      ])
      const instant = '2026-12-23T23:00:00Z'
      assert.deepEqual(await days(instant, instant, 'Europe/Berlin'), ['2026-12-24', '2026-12-24'])
      const seconds = Date.parse(midnight) / 1000
      assert.deepEqual(await days(seconds, seconds, 'America/New_York'), ['2026-12-11', '2026-12-11'])
      const timed = { title: 'Timed', start_date: midnight, end_date: midnight, timezone: 'America/New_York' }
      const { id, start_date } = await create('/events', timed)
      assert.equal(start_date, '2026-12-10 19:00:00')
      const json = { all_day: true, start_date: first, end_date: last }
      const updated = await service.send('POST', `/events/${id}`, { as: 'admin', json })
      assert.deepEqual([updated.json.start_date, updated.json.end_date], ['2026-12-24 00:00:00', '2026-12-24 23:59:59'])
    })

    test('Leading slashes before a mount count as one', async () => {
      for (const path of [
        '//wp-json/tribe/events/v1/events',
        '///api/cal/events/v1/',
        '//?rest_route=/tribe/events/v1/events',
      ]) {
        const response = await fetch(`${service.origin}/${path}`)
        assert.equal(response.status, 200, path)
        assert.match(response.headers.get('content-type') ?? '', /json/, path)
      }
    })

    test('event_status accepts both spellings of canceled', async () => {
      const event = await create('/events', { title: 'Off', event_status: 'cancelled', ...TIMES })
      assert.equal(event.event_status, 'canceled')
      const { json } = await service.send('GET', '/events?start_date=2027-01-01&event_status=cancelled')
      assert.deepEqual(
        json.events.map(({ id }: Json) => id),
        [event.id],
      )
    })

    test('The name of a time zone of another program is stored as the IANA name', async () => {
      const zones = [
        'europe/paris',
        'CET',
        'UTC-5',
        'W. Europe Standard Time',
        '(UTC-05:00) Eastern Time (US & Canada)',
      ]
      const stored = []
      for (const timezone of zones)
        stored.push((await create('/events', { title: 'Zone', timezone, ...TIMES })).timezone)
      assert.deepEqual(stored, ['europe/paris', 'CET', 'UTC-5', 'Europe/Berlin', 'America/New_York'])
    })

    test('Draft venues and organizers have a slug, pending ones have none', async () => {
      assert.equal((await create('/venues', { venue: 'Draft Venue', status: 'draft' })).slug, 'draft-venue')
      assert.equal((await create('/organizers', { organizer: 'Ann Draft' }, 'contributor')).slug, 'ann-draft')
      const pending = { organizer: 'Ann Pending', status: 'publish' }
      assert.equal((await create('/organizers', pending, 'contributor')).slug, undefined)
    })

    test('An organizer that was published keeps its date_utc as a draft', async () => {
      const { id, date_utc } = await create('/organizers', { organizer: 'Once published' })
      const { json } = await service.send('PUT', `/organizers/${id}`, { as: 'admin', json: { status: 'draft' } })
      assert.equal(json.status, 'draft')
      assert.equal(json.date_utc, date_utc)
    })

    test('A record that is created in the trash has a plain slug', async () => {
      assert.equal((await create('/events', { title: 'Born dead', status: 'trash', ...TIMES })).slug, 'born-dead')
    })

    test('Slugs of maximum length get numeric suffixes', async () => {
      const long = 'x'.repeat(230)
      const numbered = ['x'.repeat(200), ...[2, 3, 4].map((n) => `${'x'.repeat(198)}-${n}`)]
      const slugs: string[] = []
      for (let n = 0; n < 4; n += 1) slugs.push((await create('/events', { title: long, ...TIMES })).slug)
      assert.deepEqual(slugs, numbered)
      const terms: string[] = []
      const slug = 'y'.repeat(200)
      for (const name of ['Ya', 'Yb', 'Yc', 'Yd']) terms.push((await create('/categories', { name, slug })).slug)
      assert.deepEqual(
        terms,
        numbered.map((of) => of.replaceAll('x', 'y')),
      )
      const parent = await create('/categories', { name: 'Above' })
      const below = { name: 'Ye', slug, parent: parent.id }
      assert.equal((await create('/categories', below)).slug, `${'y'.repeat(198)}-5`)
    })

    test('Slugs of maximum length are found in the trash', async () => {
      for (const slug of [`${'z'.repeat(181)}ings`, `${'z'.repeat(181)}inks`]) {
        const { id } = await create('/events', { title: 'Long', slug, ...TIMES })
        const { json } = await service.send('DELETE', `/events/${id}`, { as: 'admin' })
        assert.ok(json.slug.length <= 200, json.slug)
        assert.match(json.slug, /__trashed(?:-2)?$/)
        const again = await service.send('DELETE', `/events/by-slug/${json.slug}`, { as: 'admin' })
        assert.equal(again.status, 410, again.text)
      }
    })

    test('A relative date beyond the year 9999 returns 400 naming the parameter', async () => {
      const far = encodeURIComponent('+7990 years')
      const responses = [
        ['start_date', await service.send('GET', `/events?start_date=${far}`)],
        ['ends_before', await service.send('GET', `/events?ends_before=${far}`)],
        ...(await Promise.all(
          ['date', 'date_utc'].map(async (name) => {
            const json = { title: 'Far', [name]: '+7990 years', ...TIMES }
            return [name, await service.send('POST', '/events', { as: 'admin', json })] as const
          }),
        )),
      ] as const
      for (const [name, { status, json }] of responses) {
        assert.equal(status, 400, name)
        assert.equal(json.code, 'rest_invalid_param')
        assert.deepEqual(Object.keys(json.data.params), [name])
      }
    })

    test('A category and a tag may share a slug', async () => {
      assert.equal((await create('/categories', { name: 'Shared' })).slug, 'shared')
      assert.equal((await create('/tags', { name: 'Shared' })).slug, 'shared')
    })

    test('Integers in the terms of an event are IDs, even if a term has such a name', async () => {
      const called = await create('/tags', { name: '77777' })
      const byNumber = await create('/events', { title: 'Numbers', tags: [77_777], ...TIMES })
      assert.deepEqual(byNumber.tags, [])
      const byId = await create('/events', { title: 'Numbers', tags: [called.id], ...TIMES })
      assert.equal(byId.tags[0].name, '77777')
    })

    test('An event with two venues returns the error code of venues', async () => {
      const [a, b] = [await create('/venues', { venue: 'Hall A' }), await create('/venues', { venue: 'Hall B' })]
      const json = { title: 'Two venues', venue: [a.id, b.id], ...TIMES }
      const response = await service.send('POST', '/events', { as: 'admin', json })
      assert.equal(response.status, 400)
      assert.equal(response.json.code, 'could-not-create-venue')
    })

    test('Unknown statuses find nothing and are repeated in links', async () => {
      const { json } = await service.send('GET', '/events?status=inherit', { as: 'admin' })
      assert.equal(json.total, 0)
      assert.equal(new URL(json.rest_url).searchParams.get('status'), 'inherit')
    })

    test('Events by include are sorted by publication', async () => {
      const early = { title: 'Early bird', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' }
      const second = await create('/events', { ...early, date: '2026-02-02 00:00:00' })
      const first = await create('/events', { title: 'Later', ...TIMES, date: '2026-01-01 00:00:00' })
      const { json } = await service.send('GET', `/events?include=${second.id},${first.id}`)
      assert.deepEqual(
        json.events.map(({ id }: Json) => id),
        [first.id, second.id],
      )
    })

    test('Keyed elements of a list in a query count as elements', async () => {
      const { id } = await create('/categories', { name: 'Named' })
      assert.equal((await service.send('GET', `/events?categories[a]=${id}`)).status, 200)
    })

    test('Included and excluded terms must exist', async () => {
      assert.equal((await service.send('GET', '/categories?include=-1')).status, 400)
      assert.equal((await service.send('GET', '/categories?exclude=nobody-knows-it')).status, 400)
      await create('/categories', { name: 'Known word' })
      const { status, json } = await service.send('GET', '/categories?include=known-word')
      assert.equal(status, 200)
      assert.deepEqual(json.categories, [])
    })

    test('A search of blanks finds protected events too', async () => {
      await create('/events', { title: 'Secret', post_password: 'pw', ...TIMES })
      const titles = async (query: string): Promise<string[]> =>
        (await service.send('GET', `/events?${query}`)).json.events.map(({ title }: Json) => title)
      assert.ok((await titles('')).includes('Secret'))
      assert.ok((await titles('search=%20')).includes('Secret'))
    })

    test('An empty list and a zero are ignored as time zone', async () => {
      for (const timezone of [0, [], {}]) {
        const response = await service.send('POST', '/events', {
          as: 'admin',
          json: { title: 'Zone', timezone, ...TIMES },
        })
        assert.equal(response.json.data.params.timezone, 'timezone is not of type string.')
      }
    })

    test('An invalid Content-Type leaves the body unread', async () => {
      const body = JSON.stringify({ title: 'T', ...TIMES })
      const response = await service.send('POST', '/events', {
        as: 'admin',
        body,
        headers: { 'content-type': 'bogus' },
      })
      assert.equal(response.status, 400)
      assert.equal(response.json.code, 'rest_missing_callback_param')
    })

    test('OPTIONS of the namespace returns its index', async () => {
      const { json: index } = await service.send('GET', '')
      const { json } = await service.send('OPTIONS', '')
      assert.deepEqual(json, index.routes['/tribe/events/v1'])
    })

    test('The index of a namespace also returns another one by name, and 404 for an unknown name', async () => {
      const { json: index } = await service.send('GET', '')
      const { json: named } = await service.send('GET', '?namespace=tribe/events/v1')
      assert.deepEqual(named, index)
      const { json: other } = await service.send('GET', '?namespace=wp/v2')
      assert.equal(other.namespace, 'wp/v2')
      assert.deepEqual(other, (await service.send('GET', '//wp-json/wp/v2')).json)
      for (const query of ['namespace=nobody/v9', 'namespace=']) {
        const { status, json, headers } = await service.send('GET', `?${query}`)
        assert.deepEqual([status, json.code, headers['allow']], [404, 'rest_invalid_namespace', 'GET'], query)
      }
      assert.equal(
        (await service.send('GET', '//api/cal/events/v1?namespace=wp/v2')).json.code,
        'rest_invalid_namespace',
      )
      assert.deepEqual((await service.send('GET', '')).json, index)
    })

    test('Allow names write methods for the ID of another kind that the client can edit, never for an unused ID', async () => {
      const whole = 'GET, DELETE, POST, PUT, PATCH'
      const event = await create('/events', { title: 'Taken number', ...TIMES })
      const own = await create('/events', { title: 'Own number', status: 'draft', ...TIMES }, 'contributor')
      for (const resource of ['venues', 'organizers']) {
        const readAllow = async (id: number | string, as: TestUser = 'anon') => {
          const responses = await Promise.all(
            ['GET', 'PUT', 'DELETE', 'OPTIONS'].map((method) => service.send(method, `/${resource}/${id}`, { as })),
          )
          const [first, ...others] = responses.map(({ headers }) => headers['allow'])
          for (const allow of others) assert.equal(allow, first)
          return first
        }
        for (const id of [999_999, '99999999999999999999']) assert.equal(await readAllow(id, 'admin'), 'GET', `${id}`)
        assert.equal(await readAllow(999_999), 'GET')
        for (const id of [0, event.id]) assert.equal(await readAllow(id, 'admin'), whole, `${id}`)
        assert.equal(await readAllow(own.id, 'contributor'), whole)
        assert.equal(await readAllow(event.id, 'contributor'), 'GET')
        assert.equal(await readAllow('by-slug/none', 'admin'), whole)
      }
      const unknownEvent = await service.send('GET', '/events/999999', { as: 'admin' })
      assert.equal(unknownEvent.headers['allow'], whole)
    })
  })
}
