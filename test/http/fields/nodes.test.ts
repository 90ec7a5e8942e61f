/** Additional fields on several nodes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const AGE = { key: 'age', label: 'Age', type: 'number' }

for (const engine of SPLIT_ENGINES) {
  describe(`Additional fields on two nodes with ${engine.name}`, () => {
    let writing: TestService
    let reading: TestService
    let id = 0
    before(async () => {
      writing = await startService({ engine })
      reading = await startService({ engine, existing: writing, env: { DATABASE_URL: writing.config.databaseUrl } })
      await writing.send('POST', '/fields', { as: 'admin', json: AGE })
      const { json } = await writing.send('POST', '/events', {
        as: 'admin',
        json: { ...EVENT, custom_fields: { age: 18 } },
      })
      id = json.id
    })
    after(async () => {
      await reading?.stop()
      await writing?.stop()
    })

    const read = async (path: string): Promise<Json> => (await reading.send('GET', path)).json
    const readValues = async (): Promise<readonly Json[]> => [
      (await read(`/events/${id}`)).custom_fields,
      (await read('/events?per_page=1')).events[0].custom_fields,
    ]
    const showsEverywhere = async (expected: Json) =>
      (await readValues()).every((values) => JSON.stringify(values) === JSON.stringify(expected))

    test('A changed and a deleted definition apply to cached responses of the other node', async () => {
      await waitUntil(() => showsEverywhere({ age: { label: 'Age', value: 18 } }), 10_000)
      await writing.send('PATCH', '/fields/age', { as: 'admin', json: { label: 'Minimum age' } })
      await waitUntil(() => showsEverywhere({ age: { label: 'Minimum age', value: 18 } }), 10_000)
      await writing.send('DELETE', '/fields/age', { as: 'admin' })
      await waitUntil(() => showsEverywhere([]), 10_000)
      await writing.send('POST', '/fields', { as: 'admin', json: AGE })
      await waitUntil(() => showsEverywhere({ age: { label: 'Age', value: 18 } }), 10_000)
    })

    test('Copies of events have the values', async () => {
      const { status, json, text } = await writing.send('POST', '/events/copy', {
        as: 'admin',
        json: { include: [id], days: 7, status: 'publish' },
      })
      assert.equal(status, 200, text)
      const copy = await writing.send('GET', `/events/${json.copies[0].id}`)
      assert.deepEqual(copy.json.custom_fields, { age: { label: 'Age', value: 18 } })
    })
  })
}
