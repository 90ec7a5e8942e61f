/** GET /events/stream: changes as server-sent events (decisions: Live). */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { openEventSource, type TestEventSource } from '../../helper/changes/event-source.ts'
import { COUNTED, countLive } from '../../helper/changes/live-connections.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }
const TIMEOUT = 20_000

for (const engine of SPLIT_ENGINES) {
  describe(`GET /events/stream on ${engine.name}`, () => {
    let service: TestService
    const opened: TestEventSource[] = []
    before(async () => {
      service = await startService({ engine, env: { MAX_LIVE_CONNECTIONS: '4', ...COUNTED } })
    })
    after(() => service.stop())
    afterEach(async () => {
      for (const source of opened.splice(0)) source.close()
      await waitUntil(async () => (await countStreams()) === 0, TIMEOUT)
    })

    const countStreams = () => countLive(service, 'stream')
    const open = async (query = '', headers: Readonly<Record<string, string>> = {}) => {
      const source = await openEventSource(`${service.origin}/api/cal/events/v1/events/stream?${query}`, headers)
      opened.push(source)
      return source
    }
    const write = async (method: string, path: string, json?: Json): Promise<Json> => {
      const response = await service.send(method, path, { as: 'admin', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const createEvent = async (title: string, more: object = {}): Promise<number> =>
      (await write('POST', '/events', { title, ...DATES, ...more })).id
    const event = (id: number, deleted = false) => ({ kind: 'event', id, deleted })

    test('A stream sends changes from its start on, with headers that keep proxies from buffering', async () => {
      await createEvent('Before')
      const source = await open()
      assert.equal(source.response.statusCode, 200)
      const {
        'content-type': type,
        'cache-control': cacheControl,
        'x-accel-buffering': buffering,
      } = source.response.headers
      assert.deepEqual([type, buffering], ['text/event-stream; charset=UTF-8', 'no'])
      assert.match(cacheControl ?? '', /no-store, no-transform/)
      const id = await createEvent('After')
      assert.deepEqual(await source.waitForChanges(1), [event(id)])
      await write('DELETE', `/events/${id}`)
      assert.deepEqual((await source.waitForChanges(2)).slice(1), [event(id, true)])
      assert.equal(source.events[0]?.type, 'ready')
    })

    test('Streams with the same filters get the same events, those with others their own', async () => {
      const [all, same, featured] = [
        await open('kinds=event'),
        await open('kinds=event'),
        await open('kinds=event&featured=true&include=records'),
      ]
      const plain = await createEvent('Plain')
      const shown = await createEvent('Featured', { featured: true })
      assert.deepEqual(new Set((await all.waitForChanges(2)).map(({ id }) => id)), new Set([plain, shown]))
      assert.deepEqual(await same.waitForChanges(2), await all.waitForChanges(2))
      await waitUntil(() => featured.events.some(({ data }) => data.id === shown && data.record), TIMEOUT)
      const records = featured.events.flatMap(({ data }) => data.record ?? [])
      assert.deepEqual(records, [(await service.send('GET', `//api/cal/events/v1/events/${shown}`)).json])
    })

    test('Last-Event-ID resumes a stream after the last event, also that of a cursor of GET /changes', async () => {
      const source = await open()
      const first = await createEvent('First')
      await source.waitForChanges(1)
      source.close()
      const missed = [await createEvent('Missed 1'), await createEvent('Missed 2')]
      const resumed = await open('', { 'last-event-id': source.lastEventId() })
      assert.deepEqual(
        await resumed.waitForChanges(2),
        missed.map((id) => event(id)),
      )
      const later = await createEvent('Later')
      assert.deepEqual((await resumed.waitForChanges(3)).slice(2), [event(later)])
      assert.ok(first < later)
      const { json } = await service.send('GET', `/changes?since=${source.lastEventId()}`)
      const continued = await open(`since=${json.cursor}`)
      const last = await createEvent('Last')
      assert.deepEqual(await continued.waitForChanges(1), [event(last)])
    })

    test('A stream cannot resume with an unknown or expired id', async () => {
      for (const id of [
        'x',
        Buffer.from('1|ffff|9|x|y|2027-01-01 00:00:00|2027-01-01 00:00:00|||').toString('base64url'),
      ]) {
        const { response } = await open('', { 'last-event-id': id })
        assert.equal(response.statusCode, 410)
      }
    })

    test('Anonymous readers get no events of hidden records, administrators do', async () => {
      const [anonymous, admin] = [await open(), await open('', { authorization: service.authorization('admin') })]
      const draft = await createEvent('Draft', { status: 'draft' })
      assert.deepEqual(await admin.waitForChanges(1), [event(draft)])
      const shown = await createEvent('Shown')
      assert.deepEqual(await anonymous.waitForChanges(1), [event(shown)])
    })

    test('A stream ends when its application password is revoked', async () => {
      const path = '//wp-json/wp/v2/users/me/application-passwords'
      const { json } = await service.send('POST', path, { as: 'author', json: { name: 'live' } })
      const authorization = `Basic ${Buffer.from(`author:${json.password}`).toString('base64')}`
      const source = await open('', { authorization })
      const seen = await createEvent('Seen')
      await source.waitForChanges(1)
      await service.send('DELETE', `${path}/${json.uuid}`, { as: 'author' })
      await createEvent('Not seen')
      await source.ended
      assert.deepEqual(
        source.events.slice(1).map(({ data }) => data),
        [event(seen)],
      )
    })

    test('A stream that filters by category ends when the tree of categories changes, and resumes with the new one', async () => {
      const parent = await write('POST', '/categories', { name: 'Arts' })
      const child = await write('POST', '/categories', { name: 'Dance' })
      const id = await createEvent('Ballet', { categories: [child.id] })
      const source = await open('kinds=event&categories=arts')
      await waitUntil(() => source.events.length > 0, TIMEOUT)
      await write('POST', `/categories/${child.id}`, { parent: parent.id })
      await source.ended
      const resumed = await open('kinds=event&categories=arts', { 'last-event-id': source.lastEventId() })
      assert.deepEqual(await resumed.waitForChanges(1), [event(id)])
    })

    test('A reader that does not read is disconnected, and others are not delayed', async () => {
      const [slow, fast] = [await open('include=records'), await open('include=records')]
      slow.response.pause()
      slow.response.socket.pause()
      const description = 'long text '.repeat(10_000)
      for (let n = 0; n < 60 && (await countStreams()) === 2; n++) await createEvent(`Long ${n}`, { description })
      await waitUntil(async () => (await countStreams()) === 1, TIMEOUT)
      const id = await createEvent('Short')
      await waitUntil(() => fast.events.some(({ data }) => data.id === id), TIMEOUT)
    })

    test('More streams than MAX_LIVE_CONNECTIONS get 503; HEAD opens none', async () => {
      for (let n = 0; n < 3; n++) {
        assert.equal((await service.send('HEAD', '/events/stream')).status, 200)
      }
      assert.equal(await countStreams(), 0)
      for (let n = 0; n < 4; n++) assert.equal((await open()).response.statusCode, 200)
      const { response } = await open()
      assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '30'])
    })
  })

  test(`One client gets at most a tenth of the streams on ${engine.name}`, async (context) => {
    const service = await startService({ engine, env: { MAX_LIVE_CONNECTIONS: '20', TRUST_PROXY: 'on' } })
    context.after(() => service.stop())
    const url = `${service.origin}/api/cal/events/v1/events/stream`
    const open = (ip: string) => openEventSource(url, { 'x-forwarded-for': ip })
    const [first, second, rejected, other] = [
      await open('192.0.2.1'),
      await open('192.0.2.1:4711'),
      await open('192.0.2.1'),
      await open('192.0.2.2'),
    ]
    assert.deepEqual(
      [first, second, rejected, other].map(({ response }) => response.statusCode),
      [200, 200, 429, 200],
    )
    first.close()
    await waitUntil(async () => (await open('192.0.2.1')).response.statusCode === 200, TIMEOUT)
  })

  test(`An EventSource at GET /changes gets the URL of the stream on ${engine.name}`, async (context) => {
    const service = await startService({ engine })
    context.after(() => service.stop())
    const { status, json } = await service.send('GET', '/changes', { headers: { accept: 'text/event-stream' } })
    assert.deepEqual([status, json.code], [400, 'not_an_event_stream'])
    assert.match(json.message, /\/events\/v1\/events\/stream\.$/)
  })

  test(`Streams end when the service stops on ${engine.name}`, async () => {
    const service = await startService({ engine })
    const source = await openEventSource(`${service.origin}/api/cal/events/v1/events/stream`)
    await waitUntil(() => source.events.length === 1, TIMEOUT)
    await Promise.all([service.stop(), source.ended])
    assert.equal(source.response.complete, true)
  })
}
