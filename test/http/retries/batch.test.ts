/** `POST /batch` (decisions: Bulk). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_BATCH_RESPONSE_BYTES } from '../../../src/http/batch-runner.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, type RequestOptions, startService, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }

interface Item {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

const post = (path: string, body: object, headers = {}): Item => ({ method: 'POST', path, body, headers })
const get = (path: string): Item => ({ method: 'GET', path })

/** Long texts of a response, which may be secrets. */
const findSecrets = (body: Json): readonly string[] =>
  Object.values(body).filter((value): value is string => typeof value === 'string' && value.length > 20)

for (const engine of SPLIT_ENGINES) {
  describe(`batches on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const run = (requests: readonly unknown[], options: RequestOptions & { atomic?: boolean; query?: string } = {}) => {
      const { atomic = false, query = '', ...others } = options
      return service.send('POST', `/batch${query}`, { as: 'editor', json: { requests, atomic }, ...others })
    }
    const readKeys = () =>
      service.services.database.read.selectFrom('idempotency_keys').selectAll().orderBy('key').execute()
    const countVenues = async (): Promise<number> =>
      (await service.send('GET', '/venues?per_page=1&status=any', { as: 'admin' })).json.total

    test('Requests are executed in order, each with its own response', async () => {
      const venue = post('/venues', { venue: 'Hall' })
      const { status, json } = await run([
        venue,
        get('/venues?search=Hall&_fields=total'),
        post('/venues', {}),
        get('/x'),
      ])
      assert.equal(status, 200)
      const [created, listed, invalid, unknown] = json.responses
      assert.equal(created.status, 201)
      assert.equal(created.headers.location, `${service.origin}/wp-json/tribe/events/v1/venues/${created.body.id}`)
      assert.equal(created.body.venue, 'Hall')
      assert.deepEqual([listed.status, listed.body], [200, { total: 1 }])
      assert.equal(listed.headers['x-tec-total'], '1')
      assert.deepEqual([invalid.status, invalid.body.code], [400, 'rest_missing_callback_param'])
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'rest_no_route'])
    })

    test('An atomic batch with more than 5,000 changes returns 413 and changes nothing, also as a dry run', async () => {
      const series = post('/events', { ...EVENT, recurrence: { rrule: 'FREQ=DAILY;COUNT=1000' } })
      const total = async () => (await service.send('GET', '/events?per_page=1&start_date=2027-01-01')).json.total
      const before = await total()
      const requests = Array.from({ length: 20 }, () => series)
      for (const query of ['', '?dry_run=1']) {
        const { status, json } = await run(requests, { atomic: true, query })
        assert.deepEqual([status, json.code], [413, 'batch_failed'])
        assert.ok(json.data.failed <= 6)
        const { body } = json.data.response
        assert.equal(body.code, 'transaction_too_large')
        assert.match(body.message, /more than 5000 changes, or take longer than 5 seconds/)
      }
      assert.equal(await total(), before)
    })

    test('Requests of a batch return 413 once the responses exceed 10 MiB', async () => {
      const json = { ...EVENT, title: 'Long', description: 'x'.repeat(120_000) }
      const { id } = (await service.send('POST', '/events', { as: 'editor', json })).json
      const { responses } = (await run(Array.from({ length: 100 }, () => get(`/events/${id}`)))).json
      const first = responses.findIndex(({ status }: Json) => status === 413)
      const bytes = Buffer.byteLength(JSON.stringify(responses.slice(0, first)))
      assert.ok(bytes > MAX_BATCH_RESPONSE_BYTES && bytes < MAX_BATCH_RESPONSE_BYTES * 1.05, `${bytes}`)
      for (const { status, body } of responses.slice(first))
        assert.deepEqual([status, body.code], [413, 'batch_response_too_large'])
    })

    test('Each request has the rights of the batch, as if it were sent alone', async () => {
      const hidden = (await service.send('POST', '/events', { as: 'editor', json: { ...EVENT, status: 'draft' } })).json
      const items = [
        get(`/events/${hidden.id}`),
        post('/events', EVENT),
        { method: 'DELETE', path: `/events/${hidden.id}` },
        get('/users'),
      ]
      for (const as of ['anon', 'subscriber', 'author', 'admin'] as const satisfies readonly TestUser[]) {
        const dry = items.map((item) => ({ ...item, path: `${item.path}${item.method === 'GET' ? '' : '?dry_run=1'}` }))
        const { responses } = (await run(dry, { as })).json
        for (const [index, { method, path, body }] of dry.entries()) {
          const alone = await service.send(method, path, { as, ...(body && { json: body }) })
          assert.equal(responses[index].status, alone.status, `${as} ${method} ${path}`)
          assert.deepEqual(responses[index].body, alone.json, `${as} ${method} ${path}`)
        }
      }
      const cookieOnly = await run(items, { as: 'anon', headers: { authorization: 'Basic Zm9vOmJhcg==' } })
      assert.equal(cookieOnly.status, 401)
    })

    test('Languages, method overrides and If-Match apply to each request', async () => {
      const { id } = (await service.send('POST', '/events', { as: 'editor', json: EVENT })).json
      const { etag = '' } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).headers
      const { responses } = (
        await run([
          post('/venues', {}, { 'accept-language': 'de' }),
          post(`/events/${id}?_method=PATCH`, { title: 'New' }, { 'if-match': etag }),
          post(`/events/${id}`, { title: 'Newer' }, { 'If-Match': etag }),
          post(`/events/${id}`, {}, { 'x-http-method-override': 'DELETE' }),
        ])
      ).json
      assert.match(responses[0].body.message, /Parameter/)
      assert.equal(responses[0].headers['content-language'], 'de')
      assert.equal(responses[1].body.title, 'New')
      assert.equal(responses[2].status, 412)
      assert.equal(responses[3].body.status, 'trash')
      const german = await service.send('POST', '//de/wp-json/tribe/events/v1/batch', {
        as: 'editor',
        json: { requests: [post('/venues', {})] },
      })
      assert.equal(german.json.responses[0].headers['content-language'], 'de')
    })

    test('A batch that cannot be executed as a whole returns 400', async () => {
      const invalid: unknown[] = [
        [],
        'x',
        Array.from({ length: 101 }, () => get('/events')),
        [{ method: 'GET' }],
        [{ method: 'TRACE', path: '/events' }],
        [{ method: 'GET', path: 'events' }],
        [
          { method: 'GET', path: '//evil.example/events' },
          { method: 'GET', path: '/../../../mcp' },
        ],
        [{ method: 'GET', path: '/%2e%2e/%2e%2e/%2e%2e/readyz' }],
        [{ method: 'GET', path: '/events?_envelope' }],
        [{ method: 'POST', path: '/venues', body: 'venue=Hall' }],
        [{ method: 'GET', path: '/events', headers: { authorization: 'Basic Zm9vOmJhcg==' } }],
        [{ method: 'GET', path: '/events', headers: { 'x-calends-batch-key': 'x' } }],
        [{ method: 'GET', path: '/events', headers: { prefer: 'a\r\nb: c' } }],
      ]
      for (const requests of invalid) {
        const response = await service.send('POST', '/batch', { as: 'editor', json: { requests } })
        assert.equal(response.status, 400, JSON.stringify(requests).slice(0, 80))
        assert.deepEqual(Object.keys(response.json.data.params), ['requests'])
      }
      assert.equal((await service.send('POST', '/batch', { as: 'editor', json: {} })).status, 400)
    })

    test('A batch inside a batch returns 400', async () => {
      const nested = post('/batch', { requests: [post('/venues', { venue: 'Nested' })] })
      const before = await countVenues()
      const { responses } = (await run([nested])).json
      assert.deepEqual([responses[0].status, responses[0].body.code], [400, 'batch_nested'])
      assert.equal((await run([nested], { atomic: true })).status, 400)
      assert.equal(await countVenues(), before)
    })

    test('A request that waits for changes returns 400 in a batch', async () => {
      const requests = ['/events/stream', '/changes?wait=30'].map((path) => ({ method: 'GET', path }))
      const { responses } = (await run(requests)).json
      assert.deepEqual(
        responses.map(({ status, body }: Json) => [status, body.code]),
        requests.map(() => [400, 'batch_nested']),
      )
    })

    test('An atomic batch is committed as one transaction, whose requests see what earlier ones wrote', async () => {
      const before = await countVenues()
      const categories = [
        post('/categories', { name: 'Atomic' }),
        post('/events', { ...EVENT, categories: ['atomic'] }),
      ]
      const venues = Array.from({ length: 40 }, (_, index) => post('/venues', { venue: `Atomic ${index}` }))
      const { status, json } = await run([...categories, ...venues], { atomic: true })
      assert.equal(status, 200)
      assert.equal(json.responses[1].body.categories[0].name, 'Atomic')
      assert.equal(json.responses[1].body.categories[0].count, 1)
      assert.equal(await countVenues(), before + 40)
      const read = await service.send('GET', `/events/${json.responses[1].body.id}`)
      assert.equal(read.json.categories[0].slug, 'atomic')
    })

    test('The first failure of an atomic batch rolls everything back and is named', async () => {
      const [before, image] = [await countVenues(), createFileForm({}, await createImage(40, 30))]
      const media = (await service.send('POST', '/media', { as: 'editor', ...image })).json
      const items = [
        post('/venues', { venue: 'Lost' }),
        { method: 'DELETE', path: `/media/${media.id}` },
        { method: 'DELETE', path: '/events/4711' },
        post('/venues', { venue: 'Never' }),
      ]
      const response = await run(items, { atomic: true })
      assert.equal(response.status, 404)
      assert.equal(response.json.code, 'batch_failed')
      assert.equal(response.json.data.failed, 2)
      assert.equal(response.json.data.response.body.code, 'rest-event-not-found')
      assert.equal(await countVenues(), before)
      assert.equal((await service.send('GET', `/media/${media.id}`, { as: 'editor' })).status, 200)
      assert.equal((await fetch(media.url)).status, 200)
    })

    test('An atomic batch that deletes an image deletes its file after the commit', async () => {
      const image = createFileForm({}, await createImage(40, 30))
      const media = (await service.send('POST', '/media', { as: 'editor', ...image })).json
      assert.equal((await fetch(media.url)).status, 200)
      assert.equal((await run([{ method: 'DELETE', path: `/media/${media.id}` }], { atomic: true })).status, 200)
      assert.equal((await fetch(media.url)).status, 404)
    })

    test('Reads, sign-ins, tries, own keys and foreign images cannot be part of an atomic batch', async () => {
      const before = await countVenues()
      const venue = post('/venues', { venue: 'Lost' })
      for (const [item, code] of [
        [get('/events'), 'batch_not_atomic'],
        [post('/session', { login: 'admin', password: 'x' }), 'batch_not_atomic'],
        [post('/venues?dry_run=1', { venue: 'x' }), 'batch_not_atomic'],
        [post('/venues', { venue: 'x', image: 'https://example.org/a.jpg' }), 'rest_invalid_param'],
      ] as const) {
        const response = await run([venue, item], { atomic: true })
        assert.equal(response.status, 400, item.path)
        assert.equal(response.json.data.response.body.code, code)
      }
      const keyed = post('/venues', { venue: 'x' }, { 'idempotency-key': 'own' })
      assert.equal((await run([venue, keyed], { atomic: true })).json.code, 'batch_not_atomic')
      assert.equal(await countVenues(), before)
    })

    test('A wrong record password inside an atomic batch is not a way to guess it', async () => {
      const { id } = (
        await service.send('POST', '/events', { as: 'admin', json: { ...EVENT, post_password: 'right' } })
      ).json
      const guess = post(`/events/${id}`, { title: 'x', password: 'right' }, { 'x-event-password': 'right' })
      assert.equal((await run([guess], { atomic: true, as: 'author' })).status, 403)
    })

    test('A repeated batch with an Idempotency-Key executes nothing again', async () => {
      const items = [post('/venues', { venue: 'Once' }), post('/venues', {}), post('/venues', { venue: 'Twice' })]
      for (const atomic of [false, true]) {
        const options = { atomic, headers: { 'idempotency-key': `batch ${atomic}` } }
        const requests = atomic ? [items[0], items[2]] : items
        const first = await run(requests, options)
        const before = await countVenues()
        const second = await run(requests, options)
        assert.equal(await countVenues(), before)
        assert.deepEqual(
          second.json.responses.map(({ body }: Json) => body),
          first.json.responses.map(({ body }: Json) => body),
        )
      }
    })

    test('The response to an atomic batch that contains credentials is not stored, and its repetition returns 409', async () => {
      const { id } = (await service.send('POST', '/events', { as: 'editor', json: EVENT })).json
      const webhook = { url: 'https://receiver.example/', kinds: ['event'] }
      const items: readonly Item[] = [
        post('/users/me/application-passwords', { name: 'Secret' }),
        post('/webhooks', webhook),
        post(`/events/${id}/preview-link`, {}),
      ]
      for (const [index, item] of items.entries()) {
        const options = { as: 'admin', atomic: true, headers: { 'idempotency-key': `secret ${index}` } } as const
        const requests = [post('/tags', { name: `secret ${index}` }), item]
        const first = await run(requests, options)
        assert.deepEqual([first.status, first.json.responses?.[1].status], [200, 201], first.text)
        const before = await readKeys()
        const again = await run(requests, options)
        assert.deepEqual([again.status, again.json.code], [409, 'idempotency_response_not_stored'])
        assert.match(again.json.message, /credential/)
        assert.deepEqual(await readKeys(), before)
        const stored = JSON.stringify(before)
        for (const secret of findSecrets(first.json.responses[1].body)) assert.ok(!stored.includes(secret), item.path)
        const other = await run([...requests, post('/tags', { name: 'other' })], options)
        assert.deepEqual([other.status, other.json.code], [422, 'idempotency_key_reused'])
      }
    })

    test('An atomic batch that fails is not stored, also with credentials', async () => {
      const before = await readKeys()
      const options = { as: 'admin', atomic: true, headers: { 'idempotency-key': 'lost secret' } } as const
      const requests = [post('/users/me/application-passwords', { name: 'Lost' }), post('/venues', {})]
      for (const _ of [1, 2]) assert.equal((await run(requests, options)).json.code, 'batch_failed')
      assert.deepEqual(await readKeys(), before)
    })

    test('A repeated batch continues after the request at which the first one ended', async () => {
      const items = ['One', 'Two', 'Three'].map((venue) => post('/venues', { venue: `Continued ${venue}` }))
      const options = { headers: { 'idempotency-key': 'continued' } }
      await run(items.slice(0, 2), options)
      const before = await countVenues()
      const { responses } = (await run(items, options)).json
      assert.equal(await countVenues(), before + 1)
      assert.deepEqual(
        responses.map(({ headers }: Json) => headers['idempotency-replayed']),
        ['true', 'true', undefined],
      )
    })

    test('dry_run of a batch changes nothing', async () => {
      const before = await countVenues()
      const items = [post('/venues', { venue: 'Tried' }), post('/venues', { venue: 'Also tried' })]
      for (const atomic of [false, true]) {
        const response = await run(items, { atomic, query: '?dry_run=1' })
        assert.equal(response.status, 200)
        assert.deepEqual(
          response.json.responses.map(({ body }: Json) => body.venue),
          ['Tried', 'Also tried'],
        )
      }
      assert.equal(await countVenues(), before)
    })

    test('dry_run of a batch takes precedence over that of its requests, in the query and in the body', async () => {
      const before = await countVenues()
      const items = [
        post('/venues', { venue: 'Body', dry_run: false }),
        post('/venues?dry_run=0', { venue: 'Query' }),
        post('/venues?dry_run=false', { venue: 'Both', dry_run: 'no' }),
      ]
      for (const atomic of [false, true]) {
        for (const json of [
          { requests: items, atomic, dry_run: true },
          { requests: items, atomic, dry_run: false },
        ]) {
          const { status, text } = await run(items, { query: json.dry_run ? '' : '?dry_run=1', json })
          assert.equal(status, 200, text)
          assert.equal(await countVenues(), before)
        }
      }
    })

    test('Anonymous viewers can read in a batch', async () => {
      const { responses } = (await run([get('/events?_fields=total'), get('/events.ics')], { as: 'anon' })).json
      assert.equal(responses[0].status, 200)
      assert.match(responses[1].body, /^BEGIN:VCALENDAR/)
    })
  })

  test(`Each request of a batch counts for the rate limit on ${engine.name}`, async () => {
    const service = await startService({
      engine,
      env: { RATE_LIMIT_KEY: '1', RATE_LIMIT_REQUESTS: '0', TRUST_PROXY: 'on' },
    })
    try {
      const requests = Array.from({ length: 15 }, () => get('/events?_fields=total'))
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      const { json } = await service.send('POST', '/batch', { as: 'editor', json: { requests }, headers })
      const statuses = json.responses.map(({ status }: Json) => status)
      assert.equal(statuses.filter((status: number) => status === 200).length, 9)
      assert.equal(statuses.at(-1), 429)
    } finally {
      await service.stop()
    }
  })
}
