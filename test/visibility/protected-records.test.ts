/**
 * Fields that a password hides find records only for viewers who may see them, in lists, feeds, pages and terms
 * (decisions: Protected records in lists).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../helper/service.ts'

const PASSWORD = 'sesame'
const OUTSIDERS: readonly TestUser[] = ['anon', 'subscriber', 'contributor', 'author2']
const INSIDERS: readonly TestUser[] = ['author', 'editor', 'admin']
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const COORDINATES = { geo_lat: 48.8566, geo_lng: 2.3522 }

for (const engine of SPLIT_ENGINES) {
  describe(`Protected records on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}

    async function write(method: string, path: string, json?: Json): Promise<Json> {
      const author = path.startsWith('/categories') ? {} : { author: service.ids.author }
      const response = await service.send(method, path, { as: 'editor', json: json && { ...author, ...json } })
      assert.ok(response.status < 300, response.text)
      return response.json
    }

    before(async () => {
      service = await startService({ engine })
      ids['music'] = (await write('POST', '/categories', { name: 'Music' })).id
      ids['hall'] = (await write('POST', '/venues', { venue: 'Hall', ...COORDINATES })).id
      ids['ann'] = (await write('POST', '/organizers', { organizer: 'Ann' })).id
      ids['parent'] = (await write('POST', '/events', { title: 'Parent', ...DATES })).id
      const secret = {
        ...{ description: 'Bassoon', categories: ['music'], tags: ['loud'], venue: ids['hall'], cost: 'Free' },
        ...{ organizer: [ids['ann']], featured: true, post_parent: ids['parent'], external_id: 'other:1' },
        tickets: [{ name: 'Seat', price: '0', currency: 'USD' }],
      }
      const event = { title: 'Gathering', ...DATES, ...secret, post_password: PASSWORD }
      ids['event'] = (await write('POST', '/events', event)).id
      const texts = { description: 'Bassoon', city: 'Paris', ...COORDINATES, external_id: 'other:2' }
      ids['venue'] = (await write('POST', '/venues', { venue: 'Cellar', ...texts, post_password: PASSWORD })).id
      const open = { title: 'Open evening', ...DATES, start_date: '2027-03-01 09:00:00', venue: ids['venue'] }
      ids['open'] = (await write('POST', '/events', open)).id
    })
    after(() => service.stop())

    const find = async (path: string, as: TestUser = 'anon', headers = {}): Promise<number[]> => {
      const { status, json } = await service.send('GET', path, { as, headers })
      assert.equal(status, 200, `${path} ${JSON.stringify(json)}`)
      const list = /^\/(\w+)/.exec(path)?.[1] ?? ''
      assert.equal(json.total, json[list].length, path)
      return json[list].map(({ id }: Json) => id)
    }

    const HIDDEN = ['search=bassoon', 'categories=music', 'tags=loud', 'featured=true', 'ticketed=true', 'free=true']
    const hiddenFilters = (): string[] => [
      ...HIDDEN,
      ...[`venue=${ids['hall']}`, `organizer=${ids['ann']}`, `post_parent=${ids['parent']}`],
      ...['external_id=other:1', 'geoloc_lat=48.8566&geoloc_lng=2.3522', 'geoloc=true'],
    ]

    test('GET /events finds a protected event by hidden fields only for viewers who may see them', async () => {
      const event = ids['event'] ?? 0
      for (const filter of hiddenFilters()) {
        const path = `/events?${filter}`
        for (const viewer of OUTSIDERS) {
          assert.ok(!(await find(path, viewer)).includes(event), `${path} ${viewer}`)
          assert.ok(!(await find(`${path}&password=wrong`, viewer)).includes(event), `${path} ${viewer}`)
          assert.ok(
            (await find(`${path}&password=${PASSWORD}`, viewer)).includes(event),
            `${path} ${viewer} with the password`,
          )
          const headers = { 'x-event-password': PASSWORD }
          assert.ok((await find(path, viewer, headers)).includes(event), `${path} ${viewer} with the header`)
        }
        for (const viewer of INSIDERS) assert.ok((await find(path, viewer)).includes(event), `${path} ${viewer}`)
      }
    })

    test('GET /events treats hidden fields of a protected event as empty', async () => {
      const event = ids['event'] ?? 0
      const absent = ['featured=false', 'ticketed=false', 'geoloc=false', 'search=-bassoon']
      for (const filter of [...absent, 'categories_exclude=music', 'tags_exclude=loud']) {
        const path = `/events?${filter}`
        for (const viewer of OUTSIDERS) assert.ok((await find(path, viewer)).includes(event), `${path} ${viewer}`)
        for (const viewer of INSIDERS) assert.ok(!(await find(path, viewer)).includes(event), `${path} ${viewer}`)
        assert.ok(!(await find(`${path}&password=${PASSWORD}`)).includes(event), path)
      }
      for (const viewer of OUTSIDERS) assert.ok(!(await find('/events?free=false', viewer)).includes(event))
    })

    test('Every viewer finds a protected record by its title and dates', async () => {
      for (const viewer of [...OUTSIDERS, ...INSIDERS]) {
        const byDate = '/events?start_date=2027-03-01&end_date=2027-03-01&search=gathering'
        assert.deepEqual(await find(byDate, viewer), [ids['event']])
        assert.deepEqual(await find('/venues?search=cellar', viewer), [ids['venue']])
      }
    })

    test('GET /venues finds a protected venue by hidden fields only for viewers who may see them', async () => {
      const filters = ['search=bassoon', 'search=paris', 'external_id=other:2', 'geoloc_lat=48.8566&geoloc_lng=2.3522']
      for (const filter of filters) {
        const path = `/venues?${filter}`
        for (const viewer of OUTSIDERS) {
          assert.ok(!(await find(path, viewer)).includes(ids['venue'] ?? 0), `${path} ${viewer}`)
          assert.ok(
            (await find(`${path}&password=${PASSWORD}`, viewer)).includes(ids['venue'] ?? 0),
            `${path} ${viewer}`,
          )
        }
        for (const viewer of INSIDERS)
          assert.ok((await find(path, viewer)).includes(ids['venue'] ?? 0), `${path} ${viewer}`)
      }
      assert.ok((await find('/venues?geoloc=false')).includes(ids['venue'] ?? 0))
    })

    test('A protected venue of an unprotected event is found by the event, and the event by the venue', async () => {
      for (const viewer of [...OUTSIDERS, ...INSIDERS]) {
        assert.deepEqual(await find(`/events?venue=${ids['venue']}`, viewer), [ids['open']])
        assert.deepEqual(await find(`/venues?event=${ids['open']}`, viewer), [ids['venue']])
        assert.ok((await find('/venues?has_events=true', viewer)).includes(ids['venue'] ?? 0))
      }
    })

    test('A protected event counts for its venue only for viewers who may see the venue in the event', async () => {
      const hall = ids['hall'] ?? 0
      for (const path of [
        '/venues?has_events=true',
        '/venues?only_with_upcoming=true',
        `/venues?event=${ids['event']}`,
      ]) {
        for (const viewer of OUTSIDERS) assert.ok(!(await find(path, viewer)).includes(hall), `${path} ${viewer}`)
        for (const viewer of INSIDERS) assert.ok((await find(path, viewer)).includes(hall), `${path} ${viewer}`)
        assert.ok((await find(`${path}&password=${PASSWORD}`)).includes(hall), path)
      }
      for (const viewer of OUTSIDERS) assert.ok((await find('/venues?has_events=false', viewer)).includes(hall))
    })

    test('The terms of a protected event are listed with its password only', async () => {
      const path = `/categories?event=${ids['event']}&hide_empty=false`
      assert.deepEqual(await find(path), [])
      assert.deepEqual(await find(path, 'anon', { 'x-event-password': 'wrong' }), [])
      assert.deepEqual(await find(path, 'anon', { 'x-event-password': PASSWORD }), [ids['music']])
    })

    test('A term counts an event as soon as the event has no password', async () => {
      const count = async (): Promise<number> => (await service.send('GET', `/categories/${ids['music']}`)).json.count
      const shown = async () => (await service.send('GET', '/categories')).json.total
      assert.deepEqual([await count(), await shown()], [0, 0])
      await write('PUT', `/events/${ids['event']}`, { post_password: '' })
      assert.deepEqual([await count(), await shown()], [1, 1])
      await write('PUT', `/events/${ids['event']}`, { post_password: PASSWORD })
      assert.deepEqual([await count(), await shown()], [0, 0])
    })

    test('A search matches the current text of a record that becomes protected', async () => {
      const path = `/events/${ids['event']}`
      await write('PUT', path, { post_password: '' })
      assert.deepEqual(await find('/events?search=bassoon'), [ids['event']])
      await write('PUT', path, { post_password: PASSWORD, description: 'Oboe' })
      for (const word of ['bassoon', 'oboe']) assert.deepEqual(await find(`/events?search=${word}`), [], word)
      assert.deepEqual(await find('/events?search=oboe', 'author'), [ids['event']])
      assert.deepEqual(await find('/events?search=bassoon', 'author'), [])
      await write('PUT', path, { description: 'Bassoon' })
    })

    test('Feeds filter protected events like lists', async () => {
      for (const form of ['ics', 'rss', 'ndjson', 'csv']) {
        for (const filter of HIDDEN) {
          const [redacted, opened] = await Promise.all(
            ['', `&password=${PASSWORD}`].map((more) => service.send('GET', `/events.${form}?${filter}${more}`)),
          )
          assert.doesNotMatch(redacted?.text ?? '', /Gathering/, `${form} ${filter}`)
          assert.match(opened?.text ?? '', /Gathering/, `${form} ${filter}`)
        }
        assert.match((await service.send('GET', `/events.${form}?search=gathering`)).text, /Gathering/)
      }
    })

    test('Pages find a protected event by its date and title, and not by hidden fields', async () => {
      const page = async (path: string) => (await service.send('GET', `/${path}`)).text
      assert.match(await page('/events/2027-03/'), /Gathering/)
      assert.match(await page('/?search=gathering'), /Gathering/)
      for (const path of [
        '/events/category/music/',
        '/venue/hall/',
        '/organizer/ann/',
        '/?search=bassoon',
        '/?featured=true',
      ])
        assert.doesNotMatch(await page(path), /Gathering/, path)
    })

    test('Every page of a long list contains the records that the password opens', async () => {
      const created: number[] = []
      for (let number = 0; number < 60; number += 1) {
        const event = { title: `Crowd ${number}`, ...DATES, tags: ['crowd'], post_password: `${PASSWORD}2` }
        created.push((await write('POST', '/events', event)).id)
      }
      const path = `/events?tags=crowd&orderby=id&per_page=25&password=${PASSWORD}2`
      const pages = await Promise.all([1, 2, 3].map((page) => service.send('GET', `${path}&page=${page}`)))
      assert.deepEqual(
        pages.map(({ json }) => [json.total, json.events.length]),
        [
          [60, 25],
          [60, 25],
          [60, 10],
        ],
      )
      assert.deepEqual(await find(`/events?tags=crowd&password=${PASSWORD}`), [])
    })
  })
}
