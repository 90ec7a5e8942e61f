/** Programs written for the reference, unchanged: the npm packages `wpapi` and `@wordpress/api-fetch`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import imported from '@wordpress/api-fetch'
// @ts-expect-error: the package has no types
import WPAPI from 'wpapi'
import { ENGINES } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

// The package declares its types for CommonJS, so that they show the function one step too deep.
const apiFetch = imported as unknown as typeof imported.default

const NAMESPACE = 'tribe/events/v1'
/** What is given to `use` cannot be taken back, so it asks which service is spoken to now. */
let spokenTo: TestService | undefined
apiFetch.use((options, next) => apiFetch.createRootURLMiddleware(`${spokenTo?.origin}/wp-json/`)(options, next))
apiFetch.use((options, next) => {
  const authorization = spokenTo?.authorization('editor') ?? ''
  return next({ ...options, headers: { ...options.headers, authorization } })
})

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ENGINES) {
  describe(`clients of the reference on ${engine.name}`, () => {
    let service: TestService
    let credentials: { username: string; password: string }
    before(async () => {
      service = await startService({ engine })
      for (let n = 1; n <= 5; n++) {
        await service.ask('POST', '/events', { as: 'admin', json: { title: `Event ${n}`, ...dates, tags: ['Loud'] } })
      }
      const decoded = Buffer.from(service.authorization('admin').slice('Basic '.length), 'base64').toString()
      const [username = '', password = ''] = decoded.split(':')
      credentials = { username, password }
    })
    after(() => service.stop())

    const titlesOf = (list: Json): string[] => list.events.map(({ title }: Json) => title)

    describe('wpapi', () => {
      let api: Json
      before(async () => {
        // Finds the API by the Link header of a HEAD of the site's page, and its routes by the index.
        const site = await WPAPI.discover(service.origin)
        api = site.namespace(NAMESPACE)
      })

      test('lists events, with the totals it reads from headers', async () => {
        const list = await api.events().perPage(2)
        assert.deepEqual(titlesOf(list), ['Event 1', 'Event 2'])
        assert.deepEqual([list._paging.total, list._paging.totalPages], [5, 3])
      })

      test('walks the pages by the links of each', async () => {
        const titles: string[] = []
        for (let request = api.events().perPage(2); request; ) {
          const list: Json = await request
          titles.push(...titlesOf(list))
          request = list._paging?.next
        }
        assert.deepEqual(titles, ['Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 5'])
        const second = await api.events().perPage(2).page(2)
        assert.deepEqual(titlesOf(await second._paging.prev), ['Event 1', 'Event 2'])
      })

      test('takes filters as parameters, also lists of them', async () => {
        const { events } = await api.events().param({ search: 'event 3', tags: ['loud'] })
        assert.deepEqual(
          events.map(({ title }: Json) => title),
          ['Event 3'],
        )
        const [{ id }] = events
        const picked = await api.events().param('include', [id])
        assert.deepEqual(titlesOf(picked), ['Event 3'])
      })

      test('creates, reads, updates and trashes with Basic credentials', async () => {
        const signedIn = (request: Json): Json => request.auth(credentials)
        const body = { title: 'Made by wpapi', ...dates, venue: { venue: 'Hall', city: 'Rome' }, all_day: true }
        const made = await signedIn(api.events()).create(body)
        assert.deepEqual(
          [made.title, made.venue.city, made.author],
          ['Made by wpapi', 'Rome', String(service.ids.admin)],
        )
        assert.equal((await api.events().id(made.id)).title, 'Made by wpapi')
        const changed = await signedIn(api.events().id(made.id)).update({ title: 'Changed' })
        assert.deepEqual([changed.title, changed.all_day], ['Changed', true])
        const trashed = await signedIn(api.events().id(made.id)).delete()
        assert.equal(trashed.status, 'trash')
      })

      test('rejects with the code and status of the answer', async () => {
        const create = async () => api.events().create({ title: 'No', ...dates })
        await assert.rejects(create, { code: 'rest_forbidden', data: { status: 401 } })
        const read = async () => api.events().id(999_999)
        await assert.rejects(read, { code: 'rest-event-not-found', data: { status: 404 } })
      })

      test('finds venues, organizers, categories and tags as well', async () => {
        for (const list of ['venues', 'organizers', 'categories', 'tags']) {
          assert.ok(Array.isArray((await api[list]())[list]), list)
        }
      })
    })

    describe('@wordpress/api-fetch', () => {
      const fetchOfNode = globalThis.fetch
      const sent: { url: string; method: string; override: string | null }[] = []
      before(() => {
        spokenTo = service
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

      test('reads in the language of the user', async () => {
        const list = await apiFetch<Json>({ path: path('/events?per_page=2&search=event') })
        assert.deepEqual(titlesOf(list), ['Event 1', 'Event 2'])
        assert.match(sent.at(-1)?.url ?? '', /_locale=user/)
      })

      test('changes and trashes by POST with the verb in a header', async () => {
        const data = { title: 'Made by api-fetch', ...dates }
        const made = await apiFetch<Json>({ path: path('/events'), method: 'POST', data })
        assert.equal(made.author, String(service.ids.editor))
        const one = path(`/events/${made.id}`)
        const changed = await apiFetch<Json>({ path: one, method: 'PUT', data: { title: 'Changed', tags: [] } })
        assert.equal(changed.title, 'Changed')
        assert.deepEqual([sent.at(-1)?.method, sent.at(-1)?.override], ['POST', 'PUT'])
        const trashed = await apiFetch<Json>({ path: one, method: 'DELETE' })
        assert.equal(trashed.status, 'trash')
        assert.deepEqual([sent.at(-1)?.method, sent.at(-1)?.override], ['POST', 'DELETE'])
      })

      test('hands over the whole answer when asked to, with the headers of a list', async () => {
        const response: Response = await apiFetch({ path: path('/events?per_page=2'), parse: false })
        assert.equal(response.headers.get('X-WP-TotalPages'), '3')
        assert.match(response.headers.get('Link') ?? '', /rel="next"/)
      })

      test('rejects with the error as it came', async () => {
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
