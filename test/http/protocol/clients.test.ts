/** Unmodified clients of the reference: `wpapi`, `@wordpress/api-fetch`, and feed parsers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import imported from '@wordpress/api-fetch'
import nodeIcal from 'node-ical'
import RssParser from 'rss-parser'
// @ts-expect-error: the package has no types
import WPAPI from 'wpapi'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

// The package declares its types for CommonJS, which nests the function one level too deep.
const apiFetch = imported as unknown as typeof imported.default

const NAMESPACE = 'tribe/events/v1'
/** Middleware of `use` cannot be removed, so it reads the current service. */
let currentService: TestService | undefined
apiFetch.use((options, next) => apiFetch.createRootURLMiddleware(`${currentService?.origin}/wp-json/`)(options, next))
apiFetch.use((options, next) => {
  const authorization = currentService?.authorization('editor') ?? ''
  return next({ ...options, headers: { ...options.headers, authorization } })
})

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Clients of the reference on ${engine.name}`, () => {
    let service: TestService
    let credentials: { username: string; password: string }
    before(async () => {
      service = await startService({ engine })
      for (let n = 1; n <= 5; n++) {
        await service.send('POST', '/events', { as: 'admin', json: { title: `Event ${n}`, ...dates, tags: ['Loud'] } })
      }
      const decoded = Buffer.from(service.authorization('admin').slice('Basic '.length), 'base64').toString()
      const [username = '', password = ''] = decoded.split(':')
      credentials = { username, password }
    })
    after(() => service.stop())

    const getTitles = (list: Json): string[] => list.events.map(({ title }: Json) => title)

    describe('wpapi', () => {
      let api: Json
      before(async () => {
        // Discovers the API from the Link header of HEAD on the site page, and its routes from the index.
        const site = await WPAPI.discover(service.origin)
        api = site.namespace(NAMESPACE)
      })

      test('wpapi lists events, with the totals from headers', async () => {
        const list = await api.events().perPage(2)
        assert.deepEqual(getTitles(list), ['Event 1', 'Event 2'])
        assert.deepEqual([list._paging.total, list._paging.totalPages], [5, 3])
      })

      test('wpapi pages by the links of each response', async () => {
        const titles: string[] = []
        for (let request = api.events().perPage(2); request; ) {
          const list: Json = await request
          titles.push(...getTitles(list))
          request = list._paging?.next
        }
        assert.deepEqual(titles, ['Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 5'])
        const second = await api.events().perPage(2).page(2)
        assert.deepEqual(getTitles(await second._paging.prev), ['Event 1', 'Event 2'])
      })

      test('wpapi sends filters as parameters, including lists', async () => {
        const { events } = await api.events().param({ search: 'event 3', tags: ['loud'] })
        assert.deepEqual(
          events.map(({ title }: Json) => title),
          ['Event 3'],
        )
        const [{ id }] = events
        const picked = await api.events().param('include', [id])
        assert.deepEqual(getTitles(picked), ['Event 3'])
      })

      test('wpapi creates, reads, updates and trashes with Basic credentials', async () => {
        const signedIn = (request: Json): Json => request.auth(credentials)
        const body = { title: 'Made by wpapi', ...dates, venue: { venue: 'Hall', city: 'Rome' }, all_day: true }
        const created = await signedIn(api.events()).create(body)
        assert.deepEqual(
          [created.title, created.venue.city, created.author],
          ['Made by wpapi', 'Rome', String(service.ids.admin)],
        )
        assert.equal((await api.events().id(created.id)).title, 'Made by wpapi')
        const changed = await signedIn(api.events().id(created.id)).update({ title: 'Changed' })
        assert.deepEqual([changed.title, changed.all_day], ['Changed', true])
        const trashed = await signedIn(api.events().id(created.id)).delete()
        assert.equal(trashed.status, 'trash')
      })

      test('wpapi rejects with the code and status of the response', async () => {
        const create = async () => api.events().create({ title: 'No', ...dates })
        await assert.rejects(create, { code: 'rest_forbidden', data: { status: 401 } })
        const read = async () => api.events().id(999_999)
        await assert.rejects(read, { code: 'rest-event-not-found', data: { status: 404 } })
      })

      test('wpapi finds venues, organizers, categories and tags', async () => {
        for (const list of ['venues', 'organizers', 'categories', 'tags']) {
          assert.ok(Array.isArray((await api[list]())[list]), list)
        }
      })
    })

    describe('wpapi at wp/v2', () => {
      let core: Json
      before(async () => {
        const site = await WPAPI.discover(service.origin)
        core = site.namespace('wp/v2')
      })

      test('wpapi finds, pages and sorts tags by its own methods', async () => {
        const [loud, ...others] = await core.tags().search('loud')
        assert.deepEqual([loud.name, loud.count, loud.taxonomy, others.length], ['Loud', 5, 'post_tag', 0])
        assert.equal((await core.tags().id(loud.id)).slug, 'loud')
        assert.deepEqual((await core.tags().slug('loud'))[0].id, loud.id)
        const { _paging } = await core.tags().perPage(1).order('desc').orderby('count')
        assert.equal(_paging.total, 1)
      })

      test('wpapi creates and updates categories of events, and gets an error without credentials', async () => {
        const created = await core.tribe_events_cat().auth(credentials).create({ name: 'Theater' })
        assert.deepEqual([created.name, created.parent, created.taxonomy], ['Theater', 0, 'tribe_events_cat'])
        const changed = await core.tribe_events_cat().id(created.id).auth(credentials).update({ description: 'Plays' })
        assert.deepEqual([changed.name, changed.description], ['Theater', 'Plays'])
        const create = async () => core.tribe_events_cat().create({ name: 'No' })
        await assert.rejects(create, { code: 'rest_cannot_create', data: { status: 401 } })
        await assert.rejects(async () => core.tags().id(999_999), { code: 'rest_term_invalid' })
      })
    })

    describe('wpapi with the posts of wp/v2', () => {
      let core: Json
      before(async () => {
        const site = await WPAPI.discover(service.origin)
        core = site.namespace('wp/v2')
      })

      test('wpapi reads events as posts, with embedded records and pages', async () => {
        const list = await core.tribe_events().perPage(2).order('asc').orderby('title').embed()
        assert.deepEqual(
          list.map(({ title }: Json) => title.rendered),
          ['Event 1', 'Event 2'],
        )
        assert.equal(list[0]._embedded['wp:term'][0][0].slug, 'loud')
        const next = await list._paging.next
        assert.equal(next[0].title.rendered, 'Event 3')
        const [found] = await core.tribe_events().search('event 4').param('tags', list[0].tags)
        assert.equal((await core.tribe_events().id(found.id)).title.rendered, 'Event 4')
        assert.equal((await core.tribe_events().slug('event-5'))[0].title.rendered, 'Event 5')
      })

      test('wpapi creates, updates and trashes events, and reads its user', async () => {
        const meta = { _EventStartDate: dates.start_date, _EventEndDate: dates.end_date }
        const signedIn = (request: Json): Json => request.auth(credentials)
        const created = await signedIn(core.tribe_events()).create({ title: 'Post', status: 'publish', meta })
        const changed = await signedIn(core.tribe_events().id(created.id)).update({ content: 'Text' })
        assert.deepEqual([changed.title.raw, changed.content.raw], ['Post', 'Text'])
        const trashed = await signedIn(core.tribe_events().id(created.id)).delete({ force: true })
        assert.equal(trashed.status, 'trash')
        assert.equal((await signedIn(core.users().me()).context('edit')).username, 'admin')
        assert.equal((await core.types()).tribe_events.rest_base, 'tribe_events')
        await assert.rejects(async () => core.tribe_events().id(999_999), { code: 'rest_post_invalid_id' })
      })
    })

    describe('Feed parsers at the URLs of The Events Calendar', () => {
      test('node-ical fetches a subscription with its filter', async () => {
        await service.send('POST', '/events', { as: 'admin', json: { title: 'Quiet', ...dates } })
        const fetchTitles = async (query: string): Promise<string[]> => {
          const found = await nodeIcal.async.fromURL(`${service.origin}/?post_type=tribe_events&ical=1${query}`)
          return Object.values(found).flatMap((item) => (item?.type === 'VEVENT' ? [String(item.summary)] : []))
        }
        assert.deepEqual((await fetchTitles('&eventDisplay=list')).sort().at(-1), 'Quiet')
        assert.equal((await fetchTitles('&tag=loud')).includes('Quiet'), false)
        assert.equal((await fetchTitles('&tag=loud')).length, 5)
        await assert.rejects(fetchTitles('&tag=none'))
      })

      test('rss-parser reads a feed', async () => {
        const feed = await new RssParser().parseURL(`${service.origin}/events/tag/loud/feed/`)
        assert.equal(feed.title, 'Calends: Loud')
        assert.equal(feed.items.length, 5)
        assert.ok(feed.items.every(({ link, guid, isoDate }) => link && guid && isoDate))
      })
    })

    describe('@wordpress/api-fetch', () => {
      const fetchOfNode = globalThis.fetch
      const sent: { url: string; method: string; override: string | null }[] = []
      before(() => {
        currentService = service
        globalThis.fetch = (input, options) => {
          const headers = new Headers(options?.headers)
          sent.push({
            url: String(input),
            method: options?.method ?? 'GET',
            override: headers.get('x-http-method-override'),
          })
          return fetchOfNode(input, options)
        }
      })
      after(() => {
        globalThis.fetch = fetchOfNode
      })

      const path = (rest: string) => `/${NAMESPACE}${rest}`

      test('api-fetch reads in the language of the user', async () => {
        const list = await apiFetch<Json>({ path: path('/events?per_page=2&search=event') })
        assert.deepEqual(getTitles(list), ['Event 1', 'Event 2'])
        assert.match(sent.at(-1)?.url ?? '', /_locale=user/)
      })

      test('api-fetch updates and trashes by POST with the method in a header', async () => {
        const data = { title: 'Made by api-fetch', ...dates }
        const created = await apiFetch<Json>({ path: path('/events'), method: 'POST', data })
        assert.equal(created.author, String(service.ids.editor))
        const one = path(`/events/${created.id}`)
        const changed = await apiFetch<Json>({ path: one, method: 'PUT', data: { title: 'Changed', tags: [] } })
        assert.equal(changed.title, 'Changed')
        assert.deepEqual([sent.at(-1)?.method, sent.at(-1)?.override], ['POST', 'PUT'])
        const trashed = await apiFetch<Json>({ path: one, method: 'DELETE' })
        assert.equal(trashed.status, 'trash')
        assert.deepEqual([sent.at(-1)?.method, sent.at(-1)?.override], ['POST', 'DELETE'])
      })

      test('api-fetch returns the complete response on request, with the headers of a list', async () => {
        const response: Response = await apiFetch({ path: path('/events?per_page=2'), parse: false })
        assert.equal(response.headers.get('X-WP-TotalPages'), '3')
        assert.match(response.headers.get('Link') ?? '', /rel="next"/)
      })

      test('api-fetch reads and creates terms at wp/v2, as the WordPress editor does', async () => {
        const tags = await apiFetch<Json>({ path: '/wp/v2/tags?per_page=100&orderby=count&order=desc&_fields=id,name' })
        assert.deepEqual(Object.keys(tags[0]), ['id', 'name'])
        const created = await apiFetch<Json>({ path: '/wp/v2/tags', method: 'POST', data: { name: 'By api-fetch' } })
        assert.equal(created.slug, 'by-api-fetch')
        const again = apiFetch({ path: '/wp/v2/tags', method: 'POST', data: { name: 'By api-fetch' } })
        await assert.rejects(again, { code: 'term_exists', data: { status: 400, term_id: created.id } })
      })

      test('api-fetch rejects with the error of the response', async () => {
        const missing = apiFetch({ path: path('/events'), method: 'POST', data: { title: 'No dates' } })
        await assert.rejects(missing, {
          code: 'rest_missing_callback_param',
          message: 'Missing parameter(s): start_date, end_date',
          data: { status: 400, params: ['start_date', 'end_date'] },
        })
      })
    })
  })
}
