/** The sample calendar that administrators add and remove. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`The sample calendar on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T12:00:00Z' })
    })
    after(() => service.stop())
    const as = 'admin'
    const countAll = async (): Promise<Json> => {
      const collections = ['events', 'venues', 'organizers', 'categories', 'tags', 'media']
      const read = async (name: string) =>
        Number((await service.send('GET', `/${name}?per_page=1`, { as })).headers['x-wp-total'] ?? 0)
      return Object.fromEntries(await Promise.all(collections.map(async (name) => [name, await read(name)])))
    }

    test('Only administrators add, read and remove it', async () => {
      for (const method of ['GET', 'POST', 'DELETE'])
        assert.equal((await service.send(method, '/sample', { as: 'editor' })).status, 403)
    })

    test('It is added once, and removed without a trace', async () => {
      await service.send('POST', '/categories', { as, json: { name: 'Music', description: 'Ours' } })
      const before = await countAll()
      const added = await service.send('POST', '/sample', { as })
      assert.deepEqual([added.status, added.json.events, added.json.edited], [200, 80, 0])
      const filled = await countAll()
      assert.ok(filled.events > 50 && filled.venues > 5 && filled.media > 5)
      const again = await service.send('POST', '/sample', { as })
      assert.deepEqual([again.status, again.json.code], [409, 'sample_exists'])
      const removed = await service.send('DELETE', '/sample', { as })
      assert.deepEqual(removed.json, { removed: added.json.records, kept: 0 })
      assert.deepEqual(await countAll(), before)
      assert.deepEqual((await service.send('GET', '/sample', { as })).json, { records: 0, events: 0, edited: 0 })
    })

    test('Edited records, and records that own events use, stay', async () => {
      await service.send('POST', '/sample', { as })
      const { venues } = (await service.send('GET', '/venues?per_page=1', { as })).json
      const { events } = (await service.send('GET', '/events?per_page=1', { as })).json
      const edited = events[0].id
      await service.send('POST', `/events/${edited}`, { as, json: { title: 'Ours now' } })
      const own = { title: 'Own', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00', venue: venues[0].id }
      const { id } = (await service.send('POST', '/events', { as, json: own })).json
      assert.equal((await service.send('GET', '/sample', { as })).json.edited, 1)
      assert.ok((await service.send('DELETE', '/sample', { as })).json.kept >= 2)
      assert.equal((await service.send('GET', `/events/${edited}`)).json.title, 'Ours now')
      assert.equal((await service.send('GET', `/events/${id}`)).json.venue.id, venues[0].id)
      assert.ok((await countAll()).events <= 2)
    })
  })
}
