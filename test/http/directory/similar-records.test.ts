import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Similar venues and organizers on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    /** An external id keeps a venue of the same name from being reused. */
    const create = async (json: Json, as: 'editor' | 'author' = 'editor'): Promise<Json> => {
      const path = json.venue ? '/venues' : '/organizers'
      const { status, json: record, text } = await service.send('POST', path, { as, json })
      assert.equal(status, 201, text)
      return record
    }

    test('GET /venues/similar lists venues of a similar name or the same address', async () => {
      const place = { address: '1 Main Street', city: 'Springfield' }
      const room = await create({ venue: 'The Copper Room', ...place })
      const annex = await create({ venue: 'Annex', ...place })
      await create({ venue: 'Copper Rooms', city: 'Shelbyville' })
      const event = {
        title: 'Jazz',
        start_date: '2027-03-01 10:00:00',
        end_date: '2027-03-01 12:00:00',
        venue: room.id,
      }
      await service.send('POST', '/events', { as: 'editor', json: event })
      const query = `?name=${encodeURIComponent('copper room')}&address=1+main+st&city=springfield`
      const { status, json } = await service.send('GET', `/venues/similar${query}`, { as: 'contributor' })
      assert.equal(status, 200)
      assert.deepEqual(
        json.records.map(({ id, match, events, address }: Json) => [id, match, events, address]),
        [
          [room.id, 'name', 1, place.address],
          [annex.id, 'address', 0, place.address],
        ],
      )
      assert.equal(json.records[0].url, room.url)
      const others = await service.send('GET', `/venues/similar${query}&exclude=${room.id}`, { as: 'contributor' })
      assert.deepEqual(
        others.json.records.map(({ id }: Json) => id),
        [annex.id],
      )
    })

    test('GET /organizers/similar lists organizers of a similar name without an address', async () => {
      const { id } = await create({ organizer: 'Jazz & Blues Society' })
      const { json } = await service.send('GET', '/organizers/similar?name=jazz%20blues%20societty', { as: 'author' })
      assert.deepEqual(
        json.records.map((record: Json) => [record.id, record.match, record.address]),
        [[id, 'spelling', undefined]],
      )
    })

    test('Similar records do not reveal drafts of others, trashed records or protected addresses', async () => {
      const draft = await create({ venue: 'Hidden Cellar', status: 'draft' })
      const { id } = await create({ venue: 'Hidden Cellar!', status: 'publish' })
      await service.send('DELETE', `/venues/${id}`, { as: 'editor' })
      const locked = await create({ venue: 'Locked Attic', address: '9 Secret Lane', post_password: 'pass' })
      const find = async (query: string, as: 'author' | 'editor') =>
        (await service.send('GET', `/venues/similar?${query}`, { as })).json.records.map((record: Json) => record.id)
      assert.deepEqual(await find('name=hidden+cellar', 'author'), [])
      assert.deepEqual(await find('name=hidden+cellar', 'editor'), [draft.id])
      assert.deepEqual(await find('name=Other&address=9+secret+lane', 'author'), [])
      assert.deepEqual(await find('name=Other&address=9+secret+lane', 'editor'), [locked.id])
      const { json } = await service.send('GET', '/venues/similar?name=locked+attic', { as: 'author' })
      assert.equal(json.records[0].address, '')
    })

    test('GET /venues/duplicates lists groups for editors', async () => {
      const first = await create({ venue: 'Twin Peaks' })
      const second = await create({ venue: 'Twin Paeks' })
      const { json } = await service.send('GET', '/venues/duplicates', { as: 'editor' })
      const group = json.groups.find(({ records }: Json) => records[0].id === first.id)
      assert.deepEqual([group.matches, group.records.map(({ id }: Json) => id)], [['spelling'], [first.id, second.id]])
      assert.equal(json.total, json.groups.length)
      const statuses = await Promise.all(
        (['anon', 'author'] as const).map(
          async (as) => (await service.send('GET', '/venues/duplicates', { as })).status,
        ),
      )
      assert.deepEqual(statuses, [401, 403])
    })

    test('GET /venues/similar needs a name, and a user who may create venues', async () => {
      const { status, json } = await service.send('GET', '/venues/similar', { as: 'editor' })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'])
      const statuses = await Promise.all(
        (['anon', 'subscriber'] as const).map(
          async (as) => (await service.send('GET', '/venues/similar?name=a', { as })).status,
        ),
      )
      assert.deepEqual(statuses, [401, 403])
    })
  })
}
