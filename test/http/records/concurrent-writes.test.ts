import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const TIMES = 12

for (const engine of SPLIT_ENGINES) {
  describe(`Concurrent requests on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const sendConcurrently = (method: string, path: string, json?: unknown): Promise<TestResponse[]> =>
      Promise.all(Array.from({ length: TIMES }, () => service.send(method, path, { as: 'admin', json })))

    const statuses = (responses: readonly TestResponse[]): number[] => responses.map(({ status }) => status).sort()
    const one = (status: number, rest: number): number[] => [status, ...Array(TIMES - 1).fill(rest)].sort()
    const event = { title: 'Same', start_date: '2027-03-01', end_date: '2027-03-01' }

    test('Concurrent events with the same title get different slugs', async () => {
      const responses = await sendConcurrently('POST', '/events', event)
      assert.deepEqual(statuses(responses), Array(TIMES).fill(201))
      assert.equal(new Set(responses.map(({ json }) => json.slug)).size, TIMES)
    })

    test('Concurrent venues with the same name become one venue', async () => {
      const responses = await sendConcurrently('POST', '/venues', { venue: 'Town hall' })
      assert.equal(new Set(responses.map(({ json }) => json.id)).size, 1)
    })

    test('A new venue inside concurrent events is created once', async () => {
      const responses = await sendConcurrently('POST', '/events', { ...event, venue: { venue: 'New hall' } })
      assert.equal(new Set(responses.map(({ json }) => json.venue.id)).size, 1)
    })

    test('Concurrent categories with the same name are created once, and the other requests fail', async () => {
      assert.deepEqual(statuses(await sendConcurrently('POST', '/categories', { name: 'Music' })), one(201, 400))
    })

    test('A new tag on concurrent events is created once and counted correctly', async () => {
      const responses = await sendConcurrently('POST', '/events', { ...event, tags: 'free entry' })
      const [tag, ...others] = [...new Set(responses.map(({ json }) => json.tags[0].id))]
      assert.deepEqual(others, [])
      const { json } = await service.send('GET', `/tags/${tag}`)
      assert.equal(json.count, TIMES)
    })

    test('Concurrent DELETEs of a record trash it once', async () => {
      const { json } = await service.send('POST', '/events', { as: 'admin', json: event })
      assert.deepEqual(statuses(await sendConcurrently('DELETE', `/events/${json.id}`)), one(200, 410))
    })

    test('Concurrent DELETEs of a term delete it once, and a later update is rejected', async () => {
      const { json } = await service.send('POST', '/categories', { as: 'admin', json: { name: 'Short-lived' } })
      assert.deepEqual(statuses(await sendConcurrently('DELETE', `/categories/${json.id}`)), one(200, 400))
      const late = await service.send('PUT', `/categories/${json.id}`, { as: 'admin', json: { name: 'Late' } })
      assert.equal(late.status, 400)
    })

    test('Term counts equal the number of records', async () => {
      const { json } = await service.send('GET', '/tags?per_page=100&hide_empty=false')
      assert.ok(json.tags.length > 0)
      for (const { id, count } of json.tags) {
        const { json: list } = await service.send('GET', `/events?tags=${id}`)
        assert.equal(count, list.total)
      }
    })
  })
}
