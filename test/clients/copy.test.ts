/** The local copy of the client in clients/typescript. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Calends,
  CalendsCopy,
  type Change,
  createCalends,
  createMemoryStore,
} from '../../clients/typescript/src/client.ts'
import { assertEqualCopy, readAllRecords } from '../helper/changes/change-copy.ts'
import { COUNTED, countLive } from '../helper/changes/live-connections.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { startScriptedServer } from '../helper/http/scripted-server.ts'
import { startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const TIMEOUT = 20_000

for (const engine of ONE_ENGINE) {
  describe(`the local copy of the client on ${engine.name}`, () => {
    let service: TestService
    let calends: Calends
    before(async () => {
      service = await startService({ engine, env: { PER_PAGE: '2', ...COUNTED }, mount: '/api/cal/events/v1' })
      calends = createCalends({ url: service.origin })
      for (const n of [1, 2, 3, 4, 5]) await create(`Event ${n}`)
    })
    after(() => service.stop())

    const create = async (title: string): Promise<number> => {
      const json = { title, ...DATES, venue: { venue: `Hall of ${title}` }, tags: ['talks'] }
      return (await service.send('POST', '/events', { as: 'admin', json })).json.id
    }
    const readAll = () => readAllRecords((path) => service.send('GET', path))

    test('sync stores all records, and then only changes', async () => {
      const store = createMemoryStore()
      const copy = new CalendsCopy(calends, { store })
      assert.equal(await copy.sync(), 5 + 5 + 1)
      assert.equal(await copy.sync(), 0)
      assertEqualCopy(store.records, await readAll(), 'after the snapshot')
      const id = await create('Another event')
      await service.send('DELETE', '/events/1', { as: 'admin' })
      assert.ok((await copy.sync()) >= 2)
      assert.ok(store.records.has(`event ${id}`))
      assertEqualCopy(store.records, await readAll(), 'after changes')
    })

    test('follow yields changes as they happen, and ends when it is aborted', async () => {
      const store = createMemoryStore()
      const copy = new CalendsCopy(calends, { store, query: { kinds: ['event'] } })
      await copy.sync()
      const stopping = new AbortController()
      const received: Change[] = []
      const following = (async () => {
        for await (const changes of copy.follow({ signal: stopping.signal })) received.push(...changes)
      })()
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      const id = await create('Followed')
      await waitUntil(() => received.some((change) => change.id === id), TIMEOUT)
      assert.deepEqual([...new Set(received.map(({ kind }) => kind))], ['event'])
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      stopping.abort()
      await following
      await waitUntil(async () => (await countLive(service, 'wait')) === 0, TIMEOUT)
    })

    test('A cursor that the service cannot continue begins the copy anew, without former records', async () => {
      const store = createMemoryStore()
      await new CalendsCopy(calends, { store }).sync()
      const [former] = store.records.values()
      assert.ok(former)
      const cursor = (await store.readCursor()) ?? ''
      await store.write({
        changes: [{ kind: 'event', id: 999, deleted: false, record: former }],
        cursor,
        isReset: false,
      })
      await new CalendsCopy(calends, { store, query: { kinds: ['venue', 'event'] } }).sync()
      assert.ok(!store.records.has('event 999'))
      assert.deepEqual(new Set([...store.records.keys()].map((key) => key.split(' ')[0])), new Set(['venue', 'event']))
    })
  })
}

test('follow retries failures of the network and of the service, and throws errors of the request', async () => {
  const server = await startScriptedServer()
  try {
    const page = (cursor: string) => ({ status: 200, body: { changes: [], cursor, has_more: false } })
    const change = { kind: 'tag', id: 1, deleted: true }
    const last = { status: 200, body: { changes: [change], cursor: 'c', has_more: false } }
    const failure = { status: 500, body: { code: 'internal_server_error', message: 'x', data: { status: 500 } } }
    const refusal = { status: 400, body: { code: 'rest_invalid_param', message: 'x', data: { status: 400 } } }
    server.setResponses(page('a'), failure, 'broken', page('b'), last, refusal)
    const store = createMemoryStore()
    const copy = new CalendsCopy(createCalends({ url: server.url, retries: 0 }), { store })
    const received: Change[] = []
    await assert.rejects(
      async () => {
        for await (const changes of copy.follow({ wait: 7 })) received.push(...changes)
      },
      { code: 'rest_invalid_param', status: 400 },
    )
    assert.deepEqual(received, [change])
    assert.deepEqual(
      server.getRequests().map(({ path }) => new URL(path, server.url).searchParams.get('since')),
      [null, 'a', 'a', 'a', 'b', 'c'],
    )
    assert.match(server.getRequests()[1]?.path ?? '', /wait=7/)
  } finally {
    await server.stop()
  }
})
