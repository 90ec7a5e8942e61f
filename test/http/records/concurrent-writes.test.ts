import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const TIMES = 12

for (const engine of ENGINES) {
  describe(`requests of the same moment on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const together = (method: string, path: string, json?: unknown): Promise<TestResponse[]> =>
      Promise.all(Array.from({ length: TIMES }, () => service.send(method, path, { as: 'admin', json })))

    const statuses = (answers: readonly TestResponse[]): number[] => answers.map(({ status }) => status).sort()
    const one = (status: number, rest: number): number[] => [status, ...Array(TIMES - 1).fill(rest)].sort()
    const event = { title: 'Same', start_date: '2027-03-01', end_date: '2027-03-01' }

    test('events of one title get slugs of their own', async () => {
      const answers = await together('POST', '/events', event)
      assert.deepEqual(statuses(answers), Array(TIMES).fill(201))
      assert.equal(new Set(answers.map(({ json }) => json.slug)).size, TIMES)
    })

    test('a venue of one name is made once', async () => {
      const answers = await together('POST', '/venues', { venue: 'Town hall' })
      assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1)
    })

    test('a new venue inside events of the same moment is made once', async () => {
      const answers = await together('POST', '/events', { ...event, venue: { venue: 'New hall' } })
      assert.equal(new Set(answers.map(({ json }) => json.venue.id)).size, 1)
    })

    test('a category of one name is made once, and the others are told', async () => {
      assert.deepEqual(statuses(await together('POST', '/categories', { name: 'Music' })), one(201, 400))
    })

    test('a new tag on events of the same moment is made once and counted', async () => {
      const answers = await together('POST', '/events', { ...event, tags: 'free entry' })
      const [tag, ...others] = [...new Set(answers.map(({ json }) => json.tags[0].id))]
      assert.deepEqual(others, [])
      const { json } = await service.send('GET', `/tags/${tag}`)
      assert.equal(json.count, TIMES)
    })

    test('a record is trashed once', async () => {
      const { json } = await service.send('POST', '/events', { as: 'admin', json: event })
      assert.deepEqual(statuses(await together('DELETE', `/events/${json.id}`)), one(200, 410))
    })

    test('a term is removed once, and an update after that is refused', async () => {
      const { json } = await service.send('POST', '/categories', { as: 'admin', json: { name: 'Short-lived' } })
      assert.deepEqual(statuses(await together('DELETE', `/categories/${json.id}`)), one(200, 400))
      const late = await service.send('PUT', `/categories/${json.id}`, { as: 'admin', json: { name: 'Late' } })
      assert.equal(late.status, 400)
    })

    test('the counts are those of the records', async () => {
      const { json } = await service.send('GET', '/tags?per_page=100&hide_empty=false')
      for (const { id, count } of json.tags) {
        const { json: list } = await service.send('GET', `/events?tags=${id}`)
        assert.equal(count, list.total)
      }
    })
  })
}
