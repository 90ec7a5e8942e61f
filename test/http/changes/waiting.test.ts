/** Long polling of GET /changes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COUNTED, countLive } from '../../helper/changes/live-connections.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }
const TIMEOUT = 20_000

for (const engine of SPLIT_ENGINES) {
  describe(`GET /changes with wait on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { MAX_LIVE_CONNECTIONS: '2', ...COUNTED } })
    })
    after(() => service.stop())

    const readCursor = async (query = '') => {
      let { json } = await service.send('GET', `/changes?${query}`)
      while (json.has_more) json = (await service.send('GET', `/changes?${query}&since=${json.cursor}`)).json
      return json.cursor
    }
    const createEvent = async (more: object = {}) => {
      const response = await service.send('POST', '/events', { as: 'admin', json: { title: 'New', ...DATES, ...more } })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }

    test('A waiting request returns a change as soon as it is written', async () => {
      const cursor = await readCursor()
      let isAnswered = false
      const waiting = service.send('GET', `/changes?since=${cursor}&wait=55`).then((response) => {
        isAnswered = true
        return response
      })
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      assert.equal(isAnswered, false)
      const id = await createEvent()
      const { status, json } = await waiting
      assert.deepEqual([status, json.changes], [200, [{ kind: 'event', id, deleted: false }]])
      assert.equal(await countLive(service, 'wait'), 0)
    })

    test('A waiting request ignores changes that the client may not see', async () => {
      const cursor = await readCursor()
      const waiting = service.send('GET', `/changes?since=${cursor}&wait=55`)
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      await createEvent({ status: 'draft' })
      const id = await createEvent()
      assert.deepEqual((await waiting).json.changes, [{ kind: 'event', id, deleted: false }])
    })

    test('Without a change, the response is empty after the time', async () => {
      const cursor = await readCursor()
      const { status, json } = await service.send('GET', `/changes?since=${cursor}&wait=1`)
      assert.deepEqual([status, json], [200, { changes: [], cursor: json.cursor, has_more: false }])
    })

    test('The time of waiting is in no histogram', async () => {
      const cursor = await readCursor()
      await service.send('GET', `/changes?since=${cursor}&wait=1`)
      const headers = { authorization: `Bearer ${COUNTED.METRICS_TOKEN}` }
      const { text } = await service.send('GET', '//metrics', { headers })
      assert.match(text, /calends_http_requests_total\{[^}]*route="\/changes"/)
      assert.doesNotMatch(text, /_duration_seconds_count\{[^}]*route="\/changes"/)
    })

    test('A waiting request with a filter by category follows changes of the tree of categories', async () => {
      const send = async (path: string, json: object) => (await service.send('POST', path, { as: 'admin', json })).json
      const parent = await send('/categories', { name: 'Arts' })
      const child = await send('/categories', { name: 'Dance' })
      const id = await createEvent({ categories: [child.id] })
      const query = 'kinds=event&categories=arts'
      const cursor = await readCursor(query)
      const waiting = service.send('GET', `/changes?${query}&since=${cursor}&wait=55`)
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      await send(`/categories/${child.id}`, { parent: parent.id })
      const first = (await waiting).json
      const next = (await service.send('GET', `/changes?${query}&since=${first.cursor}`)).json
      assert.deepEqual([...first.changes, ...next.changes], [{ kind: 'event', id, deleted: false }])
    })

    test('A waiting request ends with an error when its application password is revoked', async () => {
      const { json: account } = await service.send('POST', '//wp-json/wp/v2/users/me/application-passwords', {
        as: 'author',
        json: { name: 'sync' },
      })
      const authorization = `Basic ${Buffer.from(`author:${account.password}`).toString('base64')}`
      const headers = { authorization }
      let { json } = await service.send('GET', '/changes', { headers })
      while (json.has_more) json = (await service.send('GET', `/changes?since=${json.cursor}`, { headers })).json
      const waiting = service.send('GET', `/changes?since=${json.cursor}&wait=55`, { headers })
      await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
      await service.send('DELETE', `//wp-json/wp/v2/users/me/application-passwords/${account.uuid}`, { as: 'author' })
      await createEvent()
      assert.equal((await waiting).status, 401)
    })

    test('More waiting requests than MAX_LIVE_CONNECTIONS get 503, and disconnected ones do not count', async () => {
      const cursor = await readCursor()
      const path = `/wp-json/tribe/events/v1/changes?since=${cursor}&wait=55`
      const clients = [new AbortController(), new AbortController()]
      const waiting = clients.map(({ signal }) => fetch(service.origin + path, { signal }).catch(() => undefined))
      await waitUntil(async () => (await countLive(service, 'wait')) === 2, TIMEOUT)
      const rejected: TestResponse = await service.send('GET', `/changes?since=${cursor}&wait=55`)
      assert.deepEqual([rejected.status, rejected.json.code], [503, 'overloaded'])
      assert.equal(rejected.headers['retry-after'], '30')
      assert.equal((await service.send('GET', `/changes?since=${cursor}`)).status, 200)
      for (const client of clients) client.abort()
      await Promise.all(waiting)
      await waitUntil(async () => (await countLive(service, 'wait')) === 0, TIMEOUT)
    })
  })

  test(`Waiting requests are answered when the service stops on ${engine.name}`, async () => {
    const service = await startService({ engine, env: COUNTED })
    let { json } = await service.send('GET', '/changes')
    while (json.has_more) json = (await service.send('GET', `/changes?since=${json.cursor}`)).json
    const waiting = fetch(`${service.origin}/wp-json/tribe/events/v1/changes?since=${json.cursor}&wait=55`)
    await waitUntil(async () => (await countLive(service, 'wait')) === 1, TIMEOUT)
    const [response] = await Promise.all([waiting, service.stop()])
    const page: Json = await response.json()
    assert.deepEqual([response.status, page.changes], [200, []])
  })
}
