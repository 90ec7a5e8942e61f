/** Sort orders of lists, and excluded records: decisions: Order, Exclusion. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { foldCase } from '../../../src/base/text/fold-case.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { fc, getSeed } from '../../helper/properties/seeds.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const TITLES = [
  'Zebra',
  'apple',
  'Éclair',
  'apple',
  'Orange',
  'zebra 2',
  '日本',
  'Ärger',
  '10 things',
  'banana',
  'b',
  'B',
]
const ORDERS = {
  events: ['start_date', 'end_date', 'title', 'modified', 'date', 'id', 'distance'],
  venues: ['title', 'date', 'modified', 'id', 'distance'],
  organizers: ['title', 'date', 'modified', 'id'],
} as const
const LISTS = ['events', 'venues', 'organizers'] as const
type List = (typeof LISTS)[number]
const PARIS = { lat: 48.8566, lng: 2.3522 }
const AROUND = `geoloc_lat=${PARIS.lat}&geoloc_lng=${PARIS.lng}&geoloc_radius=20000`

const getIds = (list: readonly Json[]): number[] => list.map(({ id }) => id)

for (const engine of SPLIT_ENGINES) {
  describe(`Sort orders of lists on ${engine.name}`, () => {
    let service: TestService
    const venueByEvent = new Map<number, number>()
    before(async () => {
      service = await startService({ engine, now: '2027-01-01T12:00:00Z' })
      const write = async (path: string, json: Json, method = 'POST'): Promise<Json> => {
        const response = await service.send(method, path, { as: 'admin', json })
        assert.ok(response.status < 300, response.text)
        return response.json
      }
      const created: Json[] = []
      for (const [n, title] of TITLES.entries()) {
        service.setNow(`2027-01-0${1 + (n % 3)}T12:00:00Z`)
        const state = { date: `2026-0${1 + (n % 4)}-01 00:00:00`, ...(n % 5 === 0 && { post_password: 'secret' }) }
        // Names repeat, except those of venues, because a new venue with an existing name resolves to it.
        const mark = n === 3 ? '.' : ''
        const coordinates = { geo_lat: 40 + (n % 6), geo_lng: n % 6 }
        const venue = await write('/venues', { venue: `${title}${mark}`, ...coordinates, date: state.date })
        await write('/organizers', { organizer: `${title}${mark}`, ...state })
        const day = `2027-03-0${1 + (n % 4)}`
        const dates = { start_date: `${day} 10:00:00`, end_date: `2027-03-${20 - (n % 7)} 12:00:00` }
        const event = await write('/events', { title, ...dates, ...state, venue: venue.id })
        venueByEvent.set(event.id, n % 6)
        created.push(event)
      }
      service.setNow('2027-01-05T12:00:00Z')
      await write(`/events/${created[4].id}`, { excerpt: 'changed' }, 'PATCH')
    })
    after(() => service.stop())

    async function list(kind: List, query: string, as: TestUser = 'anon'): Promise<Json[]> {
      const { status, json } = await service.send('GET', `/${kind}?per_page=100&${query}`, { as })
      assert.equal(status, 200, JSON.stringify(json))
      return json[kind]
    }

    /** The sort key of a record; texts as their bytes. */
    function createSortKey(kind: List, by: string, record: Json): Buffer | number {
      const name = { events: 'title', venues: 'venue', organizers: 'organizer' }[kind]
      if (by === 'id') return record.id
      if (by === 'title') return Buffer.from(foldCase(record[name].replace('Protected: ', '')))
      if (by === 'modified') return Buffer.from(record.modified_utc)
      if (by !== 'distance') return Buffer.from(record[by])
      // The distance to Paris decreases from the south-west.
      return -(kind === 'events' ? (venueByEvent.get(record.id) ?? 0) : record.geo_lng)
    }

    const compare = (a: Buffer | number, b: Buffer | number): number =>
      typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : Buffer.compare(a, b)

    for (const kind of LISTS) {
      test(`${kind} are sorted by every order, and reversed when descending`, async () => {
        for (const by of ORDERS[kind]) {
          const around = by === 'distance' ? `&${AROUND}` : ''
          const ascending = await list(kind, `orderby=${by}&order=asc${around}`)
          const expected = ascending.toSorted(
            (a, b) =>
              compare(createSortKey(kind, by, a), createSortKey(kind, by, b)) ||
              (by === 'start_date' ? 0 : a.id - b.id),
          )
          assert.ok(ascending.length > 5)
          assert.deepEqual(getIds(ascending), getIds(expected), by)
          const descending = await list(kind, `orderby=${by}&order=desc${around}`)
          assert.deepEqual(getIds(descending), getIds(ascending).reverse(), `${by} descending`)
        }
      })

      test(`Pages of ${kind} of any size contain the same records in any order`, async () => {
        const cases = fc.tuple(
          fc.constantFrom(...ORDERS[kind], undefined),
          fc.constantFrom('asc', 'desc', undefined),
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom<TestUser>('anon', 'author', 'admin'),
        )
        const property = fc.asyncProperty(cases, async ([by, order, perPage, as]) => {
          const query = [by && `orderby=${by}`, order && `order=${order}`, by === 'distance' && AROUND].filter(Boolean)
          const all = await list(kind, query.join('&'), as)
          const paged: Json[] = []
          let at: TestResponse = await service.send('GET', `/${kind}?per_page=${perPage}&${query.join('&')}`, { as })
          for (;;) {
            assert.equal(at.status, 200, at.text)
            paged.push(...at.json[kind])
            if (!at.json.next_rest_url) break
            at = await service.send('GET', `/${at.json.next_rest_url.slice(service.origin.length)}`, { as })
          }
          assert.deepEqual(getIds(paged), getIds(all))
        })
        await fc.assert(property, { seed: getSeed(7), numRuns: 25, endOnFailure: true })
      })

      test(`GET /${kind} ignores an unknown orderby or order, and omits it from its links`, async () => {
        const plain = await service.send('GET', `/${kind}`)
        const unknown = ['orderby=nonsense', 'orderby=', 'order=up', 'order=', 'orderby=rand', 'orderby[]=title']
        const others = kind === 'events' ? unknown : [...unknown, 'orderby=start_date', 'orderby=event_date']
        for (const query of kind === 'organizers' ? [...others, 'orderby=distance'] : others) {
          const { status, json } = await service.send('GET', `/${kind}?${query}`)
          assert.deepEqual([status, getIds(json[kind])], [200, getIds(plain.json[kind])], query)
          assert.equal(json.rest_url, plain.json.rest_url, query)
        }
      })

      test(`GET /${kind}?strict=1 and Prefer: handling=strict return 400 for an unknown orderby or order`, async () => {
        for (const query of ['orderby=nonsense', 'orderby=', 'order=up', 'order=', 'orderby[]=title']) {
          const names = [query.split(/[=[]/)[0]]
          // The same URL without the preference is requested, and cached, before and after.
          for (let time = 0; time < 3; time += 1) {
            assert.equal((await service.send('GET', `/${kind}?${query}`)).status, 200)
            for (const prefer of ['handling=strict', 'respond-async, HANDLING="strict";x=1']) {
              const { status, json } = await service.send('GET', `/${kind}?${query}`, { headers: { prefer } })
              assert.deepEqual([status, Object.keys(json.data.params)], [400, names], `${query} ${prefer}`)
            }
          }
          const { status, json } = await service.send('GET', `/${kind}?${query}&strict=1`)
          assert.deepEqual([status, Object.keys(json.data.params)], [400, names], query)
          for (const lenient of ['strict=0', 'strict=false'])
            assert.equal((await service.send('GET', `/${kind}?${query}&${lenient}`)).status, 200)
          const headers = { prefer: 'handling=lenient, not-handling=strict' }
          assert.equal((await service.send('GET', `/${kind}?${query}`, { headers })).status, 200)
        }
        assert.equal((await service.send('GET', `/${kind}?orderby=title&order=desc&strict=1`)).status, 200)
      })

      test(`GET /${kind} accepts orderby and order in any case, and by the names of the reference`, async () => {
        for (const [query, same] of [
          ['orderby=TITLE&order=DESC', 'orderby=title&order=desc'],
          ['orderby=name', 'orderby=title'],
          ['orderby=menu_order', 'orderby=title'],
          ['orderby=post_date&order=Asc', 'orderby=date&order=asc'],
          ...(kind === 'events' ? [['orderby=event_date&order=DESC', 'orderby=start_date&order=desc'] as const] : []),
        ] as const) {
          const [requested, canonical] = [
            await service.send('GET', `/${kind}?${query}`),
            await service.send('GET', `/${kind}?${same}`),
          ]
          assert.deepEqual(requested.json, canonical.json, query)
          assert.equal((await service.send('GET', `/${kind}?${query}&strict=1`)).status, 200, query)
        }
      })
    }

    test('GET /categories and GET /tags return 400 for an empty orderby or order, and accept any other', async () => {
      for (const list of ['categories', 'tags']) {
        for (const name of ['orderby', 'order']) {
          assert.equal((await service.send('GET', `/${list}?${name}=`)).status, 400)
          assert.equal((await service.send('GET', `/${list}?${name}=nonsense`)).status, 200)
        }
      }
    })

    test('Terms are sorted by description without case and accents', async () => {
      for (const description of ['beta', 'Älpha', 'GAMMA', 'alpha two', ''])
        await service.send('POST', '/tags', { as: 'admin', json: { name: `tag ${description}`, description } })
      const sorted = async (order: string): Promise<string[]> => {
        const { json } = await service.send('GET', `/tags?hide_empty=false&orderby=description&order=${order}`)
        return json.tags.map(({ description }: Json) => description)
      }
      assert.deepEqual(await sorted('asc'), ['', 'Älpha', 'alpha two', 'beta', 'GAMMA'])
      assert.deepEqual(await sorted('desc'), ['GAMMA', 'beta', 'alpha two', 'Älpha', ''])
    })

    test('Without orderby lists have their default order, and order alone reverses it', async () => {
      const byStart = getIds(await list('events', 'orderby=start_date'))
      assert.deepEqual(getIds(await list('events', '')), byStart)
      assert.deepEqual(getIds(await list('events', 'order=desc')), byStart.toReversed())
      const include = `include=${byStart.join()}`
      assert.deepEqual(getIds(await list('events', include)), getIds(await list('events', 'orderby=date')))
      assert.deepEqual(
        getIds(await list('events', `${include}&order=desc`)),
        getIds(await list('events', 'orderby=date&order=desc')),
      )
      assert.deepEqual(getIds(await list('events', `${include}&orderby=start_date`)), byStart)
      for (const kind of ['venues', 'organizers'] as const) {
        const newest = getIds(await list(kind, 'orderby=date&order=desc'))
        assert.deepEqual(getIds(await list(kind, '')), newest)
        assert.deepEqual(getIds(await list(kind, 'orderby=date')), newest)
        assert.deepEqual(getIds(await list(kind, 'order=asc')), newest.toReversed())
        assert.deepEqual(getIds(await list(kind, 'orderby=title')), getIds(await list(kind, 'orderby=title&order=asc')))
      }
    })

    test('A sort order combines with filters', async () => {
      const found = await list('events', 'search=e&starts_after=2027-03-01&orderby=title&order=desc')
      assert.deepEqual(
        found.map(({ title }) => title),
        // One is protected: its title is found by every viewer.
        ['zebra 2', 'Éclair', 'Ärger', 'apple', 'apple'],
      )
    })
  })

  describe(`Exclusion on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}
    before(async () => {
      service = await startService({ engine })
      const write = async (path: string, json: Json) =>
        (await service.send('POST', path, { as: 'admin', json })).json.id
      ids['music'] = await write('/categories', { name: 'Music' })
      ids['jazz'] = await write('/categories', { name: 'Jazz', parent: ids['music'] })
      ids['food'] = await write('/categories', { name: 'Food & wine' })
      ids['free'] = await write('/tags', { name: 'Free' })
      const dates = { start_date: '2027-03-01', end_date: '2027-03-02' }
      const events = { a: ['music'], b: ['jazz'], c: ['food'], d: ['food', 'jazz'], e: [] }
      for (const [title, names] of Object.entries(events)) {
        const tags = title === 'c' ? ['Free'] : []
        ids[title] = await write('/events', { title, ...dates, categories: names.map((name) => ids[name]), tags })
      }
    })
    after(() => service.stop())

    async function titles(query: string): Promise<string> {
      const { status, json } = await service.send('GET', `/events?${query}`)
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(json.total, json.events.length)
      return json.events.map(({ title }: Json) => title).join('')
    }

    test('exclude removes events by ID, and ignores IDs without a record', async () => {
      assert.equal(await titles(`exclude=${ids['a']},${ids['c']},99999`), 'bde')
      assert.equal(await titles(`exclude[]=${ids['e']}`), 'abcd')
      assert.equal(await titles(`include=${ids['a']},${ids['b']}&exclude=${ids['b']}`), 'a')
    })

    test('An excluded category also excludes its descendants, by ID, slug or name', async () => {
      for (const key of [ids['music'], 'music', 'Music', 'MUSIC'])
        assert.equal(await titles(`categories_exclude=${key}`), 'ce')
      assert.equal(await titles('categories_exclude=jazz'), 'ace')
      assert.equal(await titles('categories_exclude=jazz,food-wine'), 'ae')
      assert.equal(await titles('categories=food-wine&categories_exclude=jazz'), 'c')
      assert.equal(await titles('tags_exclude=free'), 'abde')
      assert.equal(await titles(`tags_exclude=${ids['free']}&categories_exclude=music`), 'e')
    })

    test('Unknown terms and invalid IDs return 400 naming the parameter', async () => {
      for (const [query, name] of [
        ['categories_exclude=nonsense', 'categories_exclude'],
        ['categories_exclude=', 'categories_exclude'],
        [`categories_exclude=${ids['free']}`, 'categories_exclude'],
        ['tags_exclude=music', 'tags_exclude'],
        ['exclude=abc', 'exclude'],
        ['exclude=0', 'exclude'],
        ['exclude=', 'exclude'],
      ] as const) {
        const { status, json } = await service.send('GET', `/events?${query}`)
        assert.deepEqual([status, Object.keys(json.data.params)], [400, [name]], query)
      }
    })

    test('The links of a list repeat the exclusion', async () => {
      const query = `per_page=1&exclude=${ids['a']}&categories_exclude=food-wine&tags_exclude=free`
      const { json } = await service.send('GET', `/events?${query}`)
      for (const url of [json.rest_url, json.next_rest_url]) {
        const { searchParams } = new URL(url)
        for (const [name, value] of new URLSearchParams(query)) assert.equal(searchParams.get(name), value, url)
      }
      const next = await service.send('GET', `/${json.next_rest_url.slice(service.origin.length)}`)
      assert.deepEqual(getIds([...json.events, ...next.json.events]), [ids['b'], ids['e']])
    })
  })
}
