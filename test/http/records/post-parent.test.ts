/** Parents of events (decisions: post_parent). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const EVENT = { title: 'Festival', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Parents of events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = async (more: Json = {}, as: TestUser = 'author'): Promise<number> => {
      const { status, json, text } = await service.send('POST', '/events', { as, json: { ...EVENT, ...more } })
      assert.equal(status, 201, text)
      return json.id
    }
    const put = (id: number, post_parent: unknown, as: TestUser = 'author'): Promise<TestResponse> =>
      service.send('PUT', `/events/${id}`, { as, json: { post_parent } })
    const below = async (id: number): Promise<readonly number[]> =>
      (await service.send('GET', `/events?post_parent=${id}`)).json.events.map((event: Json) => event.id)
    function assertRefused({ status, json, text }: TestResponse, message = 'Invalid parameter.'): void {
      assert.deepEqual([status, json.code], [400, 'rest_invalid_param'], text)
      assert.deepEqual(json.data.params, { post_parent: message })
    }

    test('An event gets a parent when it is created or updated, and keeps it', async () => {
      const parent = await create()
      const [created, moved] = [await create({ post_parent: parent }), await create()]
      assert.equal((await put(moved, String(parent))).status, 200)
      await service.send('PUT', `/events/${created}`, { as: 'author', json: { title: 'Renamed' } })
      assert.deepEqual(await below(parent), [created, moved])
    })

    test('An empty value removes the parent', async () => {
      const parent = await create()
      for (const emptyValue of [0, '0', '', null]) {
        const child = await create({ post_parent: parent })
        assert.equal((await put(child, emptyValue)).status, 200)
        assert.deepEqual(await below(parent), [])
      }
    })

    test('An event cannot be its own ancestor', async () => {
      const top = await create()
      const middle = await create({ post_parent: top })
      const bottom = await create({ post_parent: middle })
      for (const parent of [top, middle, bottom]) {
        assertRefused(await put(top, parent), 'An event cannot be its own parent or ancestor.')
      }
      assert.equal((await put(bottom, top)).status, 200)
    })

    test('Of two concurrent updates that would form a cycle one is rejected', async () => {
      const [one, other] = [await create(), await create()]
      const responses = await Promise.all([put(one, other), put(other, one)])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400])
    })

    test('A missing or trashed event cannot be a parent', async () => {
      const child = await create()
      const trashed = await create()
      await service.send('DELETE', `/events/${trashed}`, { as: 'author' })
      const venue = await service.send('POST', '/venues', { as: 'author', json: { venue: 'Hall' } })
      for (const wrong of [999_999, venue.json.id, trashed, -1, [1], {}, 1.5]) assertRefused(await put(child, wrong))
      assertRefused(await put(child, 'x'), 'post_parent is not of type integer.')
      const { status } = await service.send('POST', '/events', {
        as: 'author',
        json: { ...EVENT, post_parent: 999_999 },
      })
      assert.equal(status, 400)
    })

    test('A parent of another author is rejected, and an unreadable one like a missing one', async () => {
      const child = await create({}, 'author2')
      const [open, hidden] = [await create(), await create({ status: 'private' })]
      assertRefused(await put(child, open, 'author2'), 'You are not allowed to add child events to this event.')
      const [unseen, unknown] = [await put(child, hidden, 'author2'), await put(child, 999_999, 'author2')]
      // Hints repeat the ID that was sent.
      assert.deepEqual([unseen.status, unseen.text.replace(String(hidden), '999999')], [400, unknown.text])
      assert.equal((await put(child, hidden, 'editor')).status, 200)
    })

    test('The current parent of an event stays valid', async () => {
      const parent = await create({}, 'editor')
      const child = await create()
      assert.equal((await put(child, parent, 'editor')).status, 200)
      assert.equal((await put(child, parent, 'author')).status, 200)
    })
  })
}
