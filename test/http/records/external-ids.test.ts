/** Records by external ID (decisions: External ids). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import {
  type Json,
  type RequestOptions,
  startService,
  type TestResponse,
  type TestService,
  type TestUser,
} from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** Fields that create a record of each kind with a name. */
const NEW = {
  events: (name: string): Json => ({ title: name, ...DATES }),
  venues: (name: string): Json => ({ venue: name }),
  organizers: (name: string): Json => ({ organizer: name }),
} as const
type Plural = keyof typeof NEW
const PLURALS = ['events', 'venues', 'organizers'] as const

const DUPLICATE_MESSAGE = 'Another record of this type already has this external ID.'

for (const engine of SPLIT_ENGINES) {
  describe(`External IDs on ${engine.name}`, () => {
    let service: TestService
    let count = 0
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const fresh = (): string => `feed:${++count}`
    const buildPath = (plural: Plural, id: string): string => `/${plural}/by-external-id/${encodeURIComponent(id)}`
    const put = (plural: Plural, id: string, json: Json, as: TestUser = 'author'): Promise<TestResponse> =>
      service.send('PUT', buildPath(plural, id), { as, json })
    const get = (plural: Plural, id: string, options: RequestOptions = {}): Promise<TestResponse> =>
      service.send('GET', buildPath(plural, id), options)
    const post = (plural: Plural, json: Json, as: TestUser = 'author'): Promise<TestResponse> =>
      service.send('POST', `/${plural}?strict=1`, { as, json })
    const listed = async (plural: Plural, query: string, as: TestUser = 'anon'): Promise<readonly number[]> =>
      (await service.send('GET', `/${plural}?${query}`, { as })).json[plural].map(({ id }: Json) => id)
    function assertRefused({ status, json, text }: TestResponse, message = 'Invalid parameter.'): void {
      assert.deepEqual([status, json.code], [400, 'rest_invalid_param'], text)
      assert.deepEqual(json.data.params, { external_id: message })
    }

    for (const plural of PLURALS) {
      test(`PUT of an external ID creates one of ${plural}, then updates it`, async () => {
        const id = fresh()
        const created = await put(plural, id, NEW[plural](`Made ${plural}`))
        assert.equal(created.status, 201, created.text)
        assert.match(created.headers['location'] ?? '', new RegExp(`/${plural}/${created.json.id}$`))
        assert.equal(created.json.external_id, id)
        const again = await put(plural, id, { description: 'Second' })
        assert.deepEqual([again.status, again.json.id], [200, created.json.id], again.text)
        assert.match(again.json.description, /Second/)
        const { status, json } = await get(plural, id)
        assert.deepEqual([status, json.id, json.external_id], [200, created.json.id, id])
        assert.deepEqual(await listed(plural, `external_id=${encodeURIComponent(id)}`), [created.json.id])
      })

      test(`Concurrent PUTs of an external ID create one of ${plural}, and update it`, async () => {
        const id = fresh()
        const json = NEW[plural](`Parallel ${plural}`)
        const responses = await Promise.all(Array.from({ length: 12 }, () => put(plural, id, json)))
        assert.deepEqual(responses.map(({ status }) => status).sort(), [...Array(11).fill(200), 201])
        assert.equal(new Set(responses.map((response) => response.json.id)).size, 1)
      })

      test(`A second of ${plural} with the same external ID is rejected`, async () => {
        const id = fresh()
        const first = await post(plural, { ...NEW[plural](`First ${plural}`), external_id: id })
        assert.deepEqual([first.status, first.json.external_id], [201, id])
        assertRefused(await post(plural, { ...NEW[plural](`Second ${plural}`), external_id: id }), DUPLICATE_MESSAGE)
        const other = await post(plural, NEW[plural](`Other ${plural}`))
        const path = `/${plural}/${other.json.id}`
        assertRefused(await service.send('PUT', path, { as: 'author', json: { external_id: id } }), DUPLICATE_MESSAGE)
        const updated = await service.send('PUT', `/${plural}/${first.json.id}`, {
          as: 'author',
          json: { external_id: id },
        })
        assert.equal(updated.status, 200)
      })

      test(`Trashed ${plural} keep their external ID, and a PUT leaves them in the trash`, async () => {
        const id = fresh()
        const created = await put(plural, id, NEW[plural](`Thrown ${plural}`))
        await service.send('DELETE', `/${plural}/${created.json.id}`, { as: 'author' })
        const changed = await put(plural, id, { description: 'Still there' })
        assert.deepEqual([changed.status, changed.json.id, changed.json.status], [200, created.json.id, 'trash'])
        assertRefused(await post(plural, { ...NEW[plural](`Anew ${plural}`), external_id: id }), DUPLICATE_MESSAGE)
        assert.equal((await get(plural, id)).status, 404)
        const back = await put(plural, id, { status: 'publish' })
        assert.deepEqual([back.json.id, back.json.status], [created.json.id, 'publish'])
      })

      test(`A viewer who cannot read one of ${plural} does not learn that it exists`, async () => {
        const id = fresh()
        await put(plural, id, { ...NEW[plural](`Hidden ${plural}`), status: 'private' })
        for (const as of ['anon', 'subscriber', 'author2'] as const) {
          const [hidden, unknown] = [await get(plural, id, { as }), await get(plural, 'feed:none', { as })]
          assert.equal(hidden.status, 404)
          assert.deepEqual(hidden.json.code, unknown.json.code)
          assert.equal(hidden.headers['allow'], unknown.headers['allow'])
          assert.deepEqual(await listed(plural, `external_id=${id}`, as), [])
        }
        assert.equal((await get(plural, id, { as: 'author' })).status, 200)
      })

      test(`The external ID of protected ${plural} is redacted without the password`, async () => {
        const id = fresh()
        const created = await put(plural, id, { ...NEW[plural](`Sealed ${plural}`), post_password: 'hush' })
        const { json } = await service.send('GET', `/${plural}?per_page=100`)
        const closed = json[plural].find((one: Json) => one.id === created.json.id)
        assert.equal('external_id' in closed, false)
        assert.deepEqual(await listed(plural, `external_id=${id}`), [])
        assert.deepEqual(await listed(plural, `external_id=${id}`, 'editor'), [created.json.id])
        assert.equal((await get(plural, id)).status, 404)
        const opened = await get(plural, id, { headers: { 'x-event-password': 'hush' } })
        assert.deepEqual([opened.status, opened.json.external_id], [200, id])
      })
    }

    test('A record without an external ID omits the key, and an empty value clears it', async () => {
      const { json } = await post('events', NEW.events('Plain'))
      assert.equal('external_id' in json, false)
      const id = fresh()
      const path = `/events/${json.id}`
      assert.equal((await service.send('PUT', path, { as: 'author', json: { external_id: id } })).json.external_id, id)
      const updated = await service.send('PUT', path, { as: 'author', json: { title: 'Renamed' } })
      assert.equal(updated.json.external_id, id)
      for (const emptyValue of ['', null]) {
        await service.send('PUT', path, { as: 'author', json: { external_id: id } })
        const cleared = await service.send('PUT', path, { as: 'author', json: { external_id: emptyValue } })
        assert.equal('external_id' in cleared.json, false)
      }
      assert.equal((await put('events', id, NEW.events('Free again'))).status, 201)
    })

    test('An external ID is a source and any text, compared byte by byte', async () => {
      for (const id of [
        'ics:https://a.example/b?c=1#d',
        'x:Ünïcode 100%',
        'A.b-c_d:1',
        'x:1:2',
        `x:${'y'.repeat(253)}`,
      ]) {
        const created = await put('events', id, NEW.events('Odd'))
        assert.deepEqual([created.status, created.json.external_id], [201, id])
        assert.equal((await get('events', id)).json.id, created.json.id)
        assert.deepEqual(await listed('events', `external_id=${encodeURIComponent(id)}`), [created.json.id])
      }
      assert.equal((await get('events', 'a.b-c_d:1')).status, 404)
    })

    test('An invalid external ID is rejected by every route', async () => {
      const wrong = ['plain', ':1', 'x:', '-x:1', 'a b:1', ' x:1', 'x:1 ', 'x:\n', `x:${'y'.repeat(254)}`, 'é:1']
      for (const id of wrong) {
        assertRefused(await post('events', { ...NEW.events('Bad'), external_id: id }))
        assertRefused(await put('events', id, NEW.events('Bad')))
        assertRefused(await get('events', id))
        assertRefused(await service.send('GET', `/venues?external_id=${encodeURIComponent(id)}`))
      }
      for (const id of [5, true, ['x:1'], { a: 'x:1' }]) {
        const { status, json } = await post('events', { ...NEW.events('Bad'), external_id: id })
        assert.deepEqual([status, json.data.params.external_id], [400, 'external_id is not of type string.'])
      }
    })

    test('The filter by external ID ignores the default dates, and links repeat it', async () => {
      const id = fresh()
      const past = { title: 'Past', start_date: '2001-03-01', end_date: '2001-03-01' }
      const created = await put('events', id, past)
      const { json } = await service.send('GET', `/events?external_id=${id}`)
      assert.deepEqual([json.total, json.events[0].id], [1, created.json.id])
      assert.equal(new URL(json.rest_url).searchParams.get('external_id'), id)
    })

    test('A PUT that creates requires all fields, and leaves nothing behind when it fails', async () => {
      const id = fresh()
      const { status, json } = await put('events', id, { title: 'Half' })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'])
      assert.deepEqual(json.data.params, ['start_date', 'end_date'])
      assert.equal((await put('venues', id, { city: 'Ghent' })).status, 400)
      assert.equal((await get('events', id, { as: 'admin' })).status, 404)
    })

    test('The path takes precedence over an external ID in the body', async () => {
      const [one, other] = [fresh(), fresh()]
      const first = await put('events', one, NEW.events('One'))
      const second = await put('events', other, NEW.events('Other'))
      const changed = await put('events', one, { external_id: other, id: second.json.id, title: 'Changed' })
      assert.deepEqual([changed.status, changed.json.id, changed.json.external_id], [200, first.json.id, one])
    })

    test('The permissions are those of the record', async () => {
      const id = fresh()
      assert.equal((await put('events', id, NEW.events('No'), 'anon')).status, 401)
      assert.equal((await put('events', id, NEW.events('No'), 'subscriber')).status, 403)
      const created = await put('events', id, NEW.events('Draft'), 'contributor')
      assert.deepEqual([created.status, created.json.status], [201, 'draft'])
      assert.equal((await put('events', id, { title: 'Theirs' }, 'author')).status, 403)
      assert.equal((await put('events', id, { title: 'Own' }, 'contributor')).status, 200)
      assert.equal((await put('events', id, { title: 'Edited' }, 'editor')).status, 200)
    })

    test('Different kinds can have the same external ID', async () => {
      const id = fresh()
      for (const plural of PLURALS) assert.equal((await put(plural, id, NEW[plural](`Kind ${plural}`))).status, 201)
    })

    test('Data of a venue inside an event finds the venue by its external ID', async () => {
      const id = fresh()
      const event = (venue: Json, as: TestUser = 'author'): Promise<TestResponse> =>
        post('events', { ...NEW.events('At'), venue }, as)
      const first = await event({ venue: 'Corn exchange', external_id: id })
      assert.equal(first.json.venue.external_id, id)
      const second = await event({ venue: 'Corn Exchange Hall', city: 'Leeds', external_id: id })
      assert.deepEqual([second.json.venue.id, second.json.venue.city], [first.json.venue.id, 'Leeds'])
      const third = await event({ venue: 'Corn', city: 'York', external_id: id }, 'author2')
      assert.deepEqual([third.json.venue.id, third.json.venue.city], [first.json.venue.id, 'Leeds'])
    })

    test('A venue without an external ID in the input keeps that of the existing venue with the same name', async () => {
      const id = fresh()
      const { json } = await put('venues', id, { venue: 'Mill' })
      const again = await post('venues', { venue: 'Mill', external_id: '' })
      assert.deepEqual([again.json.id, again.json.external_id], [json.id, id])
    })

    test('Errors of a venue inside an event name the venue', async () => {
      const id = fresh()
      await put('venues', id, { venue: 'Out of sight', status: 'private' })
      for (const details of [{ external_id: id }, { geo_lat: 1 }]) {
        const json = { ...NEW.events('Refused'), external_id: fresh(), venue: { venue: 'New hall', ...details } }
        const response = await post('events', json, 'author2')
        assert.deepEqual([response.status, Object.keys(response.json.data.params)], [400, ['venue']], response.text)
      }
      assert.deepEqual(await listed('venues', 'search=New+hall', 'editor'), [])
    })

    test('A venue with the same name receives the external ID only from users who can edit it, and only once', async () => {
      const plain = await post('venues', { venue: 'Guild hall' })
      const [one, other] = [fresh(), fresh()]
      const foreign = await put('venues', one, { venue: 'Guild hall' }, 'author2')
      assert.notEqual(foreign.json.id, plain.json.id)
      const own = await put('venues', other, { venue: 'Guild hall' })
      assert.deepEqual([own.json.id, own.json.external_id], [plain.json.id, other])
      const third = await put('venues', fresh(), { venue: 'Guild hall' })
      assert.equal([plain.json.id, foreign.json.id].includes(third.json.id), false)
    })
  })
}
