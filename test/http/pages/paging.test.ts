/** Pagination: wire-contract §7.7, §8.8, M9 and M10; Q18, Q26, decisions: per_page, totals. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { fc, getSeed } from '../../helper/properties/seeds.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
type List = (typeof LISTS)[number]
const VIEWERS: readonly TestUser[] = ['anon', 'subscriber', 'contributor', 'author', 'admin']

/** The data is pseudorandom. */
const SEED = getSeed(20_270_301)
const EVENTS = 150
const OTHER_COUNT = 40
/** Larger than the total of any list. */
const ALL = 1000

interface Ids {
  readonly events: readonly number[]
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

/** A small pseudorandom generator. */
function createRandomIndex(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const WORDS = ['jazz', 'choir', 'été', 'market & fair', '100% fun', 'night_run', 'quiz "final"']
const STATUSES = ['publish', 'publish', 'publish', 'publish', 'draft', 'pending', 'private', 'trash']
const ZONES = ['America/New_York', 'Asia/Tokyo', 'UTC', 'Europe/Paris']

type Write = (path: string, json: Json, as?: TestUser) => Promise<Json>

async function fill(write: Write): Promise<Ids> {
  const roll = createRandomIndex(SEED)
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
  const ids: Record<List, number[]> = { events: [], venues: [], organizers: [], categories: [], tags: [] }
  for (let n = 0; n < OTHER_COUNT; n++) {
    const name = `${pick(WORDS)} ${n}`
    const parent = n > 5 && roll(3) === 0 ? { parent: pick(ids.categories) } : {}
    ids.categories.push((await write('/categories', { name, ...parent })).id)
    ids.tags.push((await write('/tags', { name: `tag ${name}` })).id)
    const state = { status: pick(STATUSES), author: 1 + roll(5), ...(roll(4) === 0 && { date: '2026-05-05' }) }
    ids.venues.push((await write('/venues', { venue: name, city: pick(WORDS), ...state })).id)
    ids.organizers.push((await write('/organizers', { organizer: name, ...state })).id)
  }
  for (let n = 0; n < EVENTS; n++) {
    const day = `2027-0${1 + roll(4)}-${String(1 + roll(28)).padStart(2, '0')}`
    const event = {
      title: `${pick(WORDS)} ${pick(WORDS)}`,
      start_date: `${day} ${String(8 + roll(4)).padStart(2, '0')}:00:00`,
      end_date: `${day} ${12 + roll(10)}:00:00`,
      timezone: pick(ZONES),
      status: pick(STATUSES),
      author: 1 + roll(5),
      featured: roll(3) === 0,
      hide_from_listings: roll(10) === 0,
      categories: [pick(ids.categories), pick(ids.categories)],
      tags: [pick(ids.tags)],
      ...(roll(2) && { venue: pick(ids.venues) }),
      organizer: [pick(ids.organizers)],
      ...(roll(3) === 0 && { tickets: [{ name: 'Entry', price: '5' }] }),
      ...(roll(8) === 0 && { post_password: 'secret' }),
    }
    ids.events.push((await write('/events', event)).id)
  }
  return ids
}

type Query = Readonly<Record<string, string>>

const oneOf = (...values: readonly string[]) => fc.constantFrom(...values)

/** Up to three of these parameters: more filters leave too few records for several pages. */
const some = (parameters: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<Query> =>
  fc.shuffledSubarray(Object.keys(parameters), { maxLength: 3 }).chain((names) => {
    const chosen = names.map((name): [string, fc.Arbitrary<string>] => [name, parameters[name] ?? fc.constant('')])
    return fc.record(Object.fromEntries(chosen))
  })

const idList = (ids: readonly number[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: most }).map((numbers) => numbers.join())

function queries(list: List, ids: Ids): fc.Arbitrary<Query> {
  const search = oneOf('jazz', 'été', 'fair', '100%', 'night_run', '-jazz', 'quiz +final', '&', ' ', '"final 1"')
  const status = oneOf('publish', 'any', 'draft,publish', 'private', 'any')
  const day = oneOf('2027-01-10', '2027-02-15 10:00:00', '2027-03-01T00:00:00Z', '1802000000', 'tomorrow', '+10 weeks')
  const order = oneOf('asc', 'desc')
  const modified_after = oneOf('-1 day', '2020-01-01T00:00:00Z', 'tomorrow')
  const bounds = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before']
  if (list === 'events') {
    return some({
      search,
      status,
      categories: idList(ids.categories, 20),
      tags: idList(ids.tags, 20),
      venue: idList(ids.venues, 12),
      organizer: idList(ids.organizers, 12),
      include: idList(ids.events, 100),
      featured: oneOf('true', 'false', '1', '0'),
      strict_dates: oneOf('true', 'false', 'yes', 'no'),
      hidden: oneOf('true', 'false'),
      password: oneOf('secret', 'wrong'),
      ticketed: oneOf('true', 'false'),
      free: oneOf('true', 'false'),
      geoloc: oneOf('false', 'true'),
      exclude: idList(ids.events, 20),
      categories_exclude: idList(ids.categories, 3),
      tags_exclude: idList(ids.tags, 3),
      orderby: oneOf('start_date', 'end_date', 'title', 'modified', 'date', 'id'),
      order,
      modified_after,
      ...Object.fromEntries(bounds.map((name) => [name, day])),
    })
  }
  if (list === 'venues' || list === 'organizers') {
    const boolean = oneOf('true', '1', 'yes', 'false', '0')
    return some({
      search,
      status,
      event: oneOf(...ids.events.map(String)),
      has_events: boolean,
      only_with_upcoming: boolean,
      password: oneOf('secret'),
      orderby: oneOf('title', 'modified', 'date', 'id'),
      order,
      modified_after,
      ...(list === 'venues' && { geoloc: oneOf('false', 'true') }),
    })
  }
  return some({
    search: oneOf('jazz', 'été', 'fair', '100%', '_', 'tag'),
    include: idList(ids[list], 30),
    exclude: idList(ids[list], 30),
    order: oneOf('asc', 'desc', 'DESC', 'sideways'),
    orderby: oneOf('name', 'id', 'slug', 'count', 'description', 'term_group', 'include', 'nonsense'),
    hide_empty: oneOf('true', 'false', '0'),
    event: oneOf(...ids.events.map(String)),
    post: oneOf(...ids.events.map(String)),
    modified_after,
    ...(list === 'categories' && { parent: oneOf(...ids.categories.map(String)) }),
  })
}

for (const engine of ONE_ENGINE) {
  describe(`Pagination on ${engine.name}`, () => {
    let service: TestService
    let ids: Ids
    before(async () => {
      service = await startService({ engine, env: { MAX_PER_PAGE: String(ALL) } })
      ids = await fill(async (path, json, as = 'admin') => {
        const response = await service.send('POST', path, { as, json })
        assert.equal(response.status, 201, response.text)
        return response.json
      })
    })
    after(() => service.stop())

    const get = (path: string, as: TestUser): Promise<TestResponse> => service.send('GET', path, { as })
    const follow = (buildUrl: string, as: TestUser): Promise<TestResponse> => {
      assert.ok(buildUrl.startsWith(`${service.origin}/wp-json/tribe/events/v1/`), buildUrl)
      return get(`/${buildUrl.slice(service.origin.length)}`, as)
    }
    const buildPath = (list: List, query: Query, perPage: number, page = 1) =>
      `/${list}?${new URLSearchParams({ ...query, per_page: String(perPage), page: String(page) })}`

    /** The responses from the first page to the last, by the links of each. */
    async function followLinks(first: TestResponse, link: 'next' | 'previous', as: TestUser): Promise<TestResponse[]> {
      const responses = [first]
      for (let at = first; at.json[`${link}_rest_url`]; ) {
        at = await follow(at.json[`${link}_rest_url`], as)
        assert.equal(at.status, 200, at.text)
        responses.push(at)
      }
      return responses
    }

    function assertTotals({ json, headers }: TestResponse, total: number, pages: number): void {
      assert.deepEqual([json.total, json.total_pages], [total, pages])
      for (const prefix of ['x-tec', 'x-wp']) {
        assert.deepEqual([headers[`${prefix}-total`], headers[`${prefix}-totalpages`]], [String(total), String(pages)])
      }
      const link = headers['link'] ?? ''
      assert.equal(link.includes('rel="next"'), 'next_rest_url' in json)
      assert.equal(link.includes('rel="prev"'), 'previous_rest_url' in json)
      if (json.next_rest_url) assert.ok(link.includes(`<${json.next_rest_url}>; rel="next"`), link)
    }

    /** All results of a query, in order; undefined when the viewer lacks permission. */
    async function readAllResults(list: List, query: Query, as: TestUser): Promise<readonly Json[] | undefined> {
      const { status, json } = await get(buildPath(list, query, ALL), as)
      assert.ok(status === 200 || status === 400, JSON.stringify(json))
      return status === 200 ? json[list] : undefined
    }

    async function assertPages(list: List, query: Query, perPage: number, as: TestUser): Promise<void> {
      const all = await readAllResults(list, query, as)
      if (!all) return
      const pages = Math.ceil(all.length / perPage)
      const first = await get(buildPath(list, query, perPage), as)
      const responses = await followLinks(first, 'next', as)
      for (const response of responses) assertTotals(response, all.length, pages)
      assert.equal(responses.length, Math.max(pages, 1))
      assert.deepEqual(
        responses.flatMap(({ json }) => json[list]),
        all,
        'following next_rest_url',
      )
      const last = responses.at(-1) ?? first
      const back = (await followLinks(last, 'previous', as)).reverse()
      assert.deepEqual(
        back.map(({ json }) => json),
        responses.map(({ json }) => json),
        'following previous_rest_url',
      )
      const middle = responses[Math.floor(responses.length / 2)] ?? first
      assert.deepEqual((await follow(middle.json.rest_url, as)).json, middle.json, 'rest_url is the page itself')
      assert.deepEqual((await get(buildPath(list, query, perPage, Math.max(pages, 1)), as)).json[list], last.json[list])
    }

    for (const list of LISTS) {
      test(`Every page size returns the same ${list} in the same order, by page number and by link`, async () => {
        const cases = fc.tuple(queries(list, ids), fc.integer({ min: 1, max: 20 }), fc.constantFrom(...VIEWERS))
        const property = fc.asyncProperty(cases, ([query, perPage, as]) =>
          assertPages(list, query, Math.max(perPage, list === 'events' ? 10 : 4), as),
        )
        await fc.assert(property, { seed: SEED, numRuns: 30, endOnFailure: true, includeErrorInReport: true })
      })

      test(`GET of a page past the end of the ${list} returns 404, of terms 200 and an empty list (Q26)`, async () => {
        const { status, json } = await get(`/${list}?page=999&per_page=2&hide_empty=false`, 'anon')
        if (list === 'categories' || list === 'tags') {
          assert.deepEqual([status, json[list], json.total, json.total_pages], [200, [], OTHER_COUNT, OTHER_COUNT / 2])
          assert.match(json.previous_rest_url, /page=998/)
          assert.equal(json.next_rest_url, undefined)
        } else assert.deepEqual([status, json.code], [404, `${list.slice(0, -1)}-archive-page-not-found`])
      })

      test(`GET of a first page of ${list} without results returns 200 and an empty list`, async () => {
        const response = await get(`/${list}?search=nothinglikethis`, 'anon')
        assert.deepEqual([response.status, response.json[list]], [200, []])
        assertTotals(response, 0, 0)
      })

      test(`page and per_page of ${list} must be positive integers`, async () => {
        for (const value of ['0', '-1', '1.5', 'abc', '', '1,2']) {
          for (const name of ['page', 'per_page']) {
            const { status, json } = await get(`/${list}?${name}=${value}`, 'anon')
            assert.deepEqual([status, Object.keys(json.data.params)], [400, [name]], `${name}=${value}`)
          }
        }
        for (const value of ['2', '2.0', '0.2e1', '%202']) {
          assert.equal((await get(`/${list}?per_page=${value}&hide_empty=0`, 'anon')).json[list].length, 2, value)
        }
      })
    }

    test('GET of a page number beyond 64 bits is past the end, without a 500', async () => {
      for (const page of ['9007199254740991', '1e15']) {
        for (const perPage of ['1', '9007199254740991']) {
          assert.equal((await get(`/events?page=${page}&per_page=${perPage}`, 'anon')).status, 404)
          assert.equal((await get(`/tags?page=${page}&per_page=${perPage}`, 'anon')).status, 200)
        }
      }
    })

    test('The first page has no previous link, and the previous link of the second page omits page=1', async () => {
      const first = await get('/events?per_page=3', 'anon')
      assert.equal(first.json.previous_rest_url, undefined)
      assert.match(first.json.rest_url, /\/events\/\?page=1&per_page=3&/)
      const second = await follow(first.json.next_rest_url, 'anon')
      assert.doesNotMatch(second.json.previous_rest_url, /[?&]page=/)
    })
  })

  describe(`per_page on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { PER_PAGE: '3', MAX_PER_PAGE: '5' } })
      for (let n = 0; n < 8; n++) {
        const json = { title: `Event ${n}`, start_date: '2027-03-01', end_date: '2027-03-02', categories: [`C ${n}`] }
        await service.send('POST', '/events', { as: 'admin', json })
        await service.send('POST', '/venues', { as: 'admin', json: { venue: `Venue ${n}` } })
      }
    })
    after(() => service.stop())

    for (const list of ['events', 'venues', 'categories'] as const) {
      test(`${list} have 3 records per page by default, and at most 5`, async () => {
        for (const [query, size] of [
          ['', 3],
          ['per_page=4', 4],
          ['per_page=5', 5],
          ['per_page=6', 5],
          ['per_page=1e6', 5],
        ] as const) {
          const { json } = await service.send('GET', `/${list}?${query}`)
          assert.deepEqual([json[list].length, json.total, json.total_pages], [size, 8, Math.ceil(8 / size)], query)
          const next = new URL(json.next_rest_url).searchParams.get('per_page')
          if (next !== null) assert.equal(Math.min(Number(next), 5), size, 'links keep the size')
        }
      })
    }

    test('Links of events contain the effective per_page, after the limit', async () => {
      const { json } = await service.send('GET', '/events?per_page=1000')
      assert.equal(new URL(json.rest_url).searchParams.get('per_page'), '5')
      assert.equal(new URL(json.next_rest_url).searchParams.get('per_page'), '5')
    })

    test('Events with equal start and publication dates are sorted by ID', async () => {
      const { json } = await service.send('GET', '/events?per_page=5')
      const numbers = json.events.map(({ id }: Json) => id)
      assert.deepEqual(
        numbers,
        numbers.toSorted((a: number, b: number) => a - b),
      )
    })
  })
}
