/**
 * Venues and organizers that an event names, and those that have events: wire-contract §9.5, §11.1, §11.5, Q22, Q29.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Linked records on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = async (path: string, json: Json, as: TestUser = 'admin'): Promise<Json> => {
      const response = await service.send('POST', path, { as, json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const createEvent = (json: Json, as: TestUser = 'admin'): Promise<Json> =>
      create('/events', { title: 'Linked', ...DATES, ...json }, as)

    test('only_with_upcoming counts every event that the viewer can read, including drafts and pending ones', async () => {
      for (const [status, viewers] of [
        ['draft', ['editor', 'admin', 'author']],
        ['pending', ['editor', 'admin', 'author']],
        ['private', ['editor', 'admin', 'author']],
        ['publish', ['editor', 'admin', 'author', 'author2', 'subscriber', 'anon']],
      ] as const) {
        const venue = await create('/venues', { venue: `Hall of ${status}` })
        await createEvent({ status, venue: venue.id }, 'author')
        for (const viewer of ['editor', 'admin', 'author', 'author2', 'subscriber', 'anon'] as const) {
          const path = '/venues?only_with_upcoming=true&per_page=100&status=publish'
          const { json } = await service.send('GET', path, { as: viewer })
          const isFound = json.venues.some(({ id }: Json) => id === venue.id)
          assert.equal(
            isFound,
            viewers.some((reader) => reader === viewer),
            `${status} ${viewer}`,
          )
        }
      }
    })

    test('only_with_upcoming counts neither trashed events nor events that have started', async () => {
      const venue = await create('/venues', { venue: 'Hall of the past' })
      await createEvent({ start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00', venue: venue.id })
      const trashed = await createEvent({ venue: venue.id })
      await service.send('DELETE', `/events/${trashed.id}`, { as: 'admin' })
      for (const viewer of ['admin', 'anon'] as const) {
        const { json } = await service.send('GET', '/venues?only_with_upcoming=true&per_page=100', { as: viewer })
        assert.ok(!json.venues.some(({ id }: Json) => id === venue.id), viewer)
      }
    })

    for (const [path, name] of [
      ['/venues', 'venue'],
      ['/organizers', 'organizer'],
    ] as const) {
      test(`POST ${path} returns the ${name} of the same name and description, compared without case and accents`, async () => {
        const created = await create(path, { [name]: `Café of ${name}`, description: 'Über the <b>Bridge</b>' })
        for (const description of ['über the <b>bridge</b>', 'Uber the <B>BRIDGE</B>', '', undefined]) {
          const again = await create(path, { [name]: `CAFE OF ${name}`, description })
          assert.equal(again.id, created.id, String(description))
          assert.equal(again.description, created.description)
        }
        const other = await create(path, { [name]: `Café of ${name}`, description: 'Under the bridge' })
        assert.notEqual(other.id, created.id)
      })
    }

    test('An organizer that is an object of empty texts is ignored, and removes the others on an update', async () => {
      const event = await createEvent({ organizer: [{ organizer: 'Somebody' }] })
      assert.equal(event.organizer.length, 1)
      assert.deepEqual((await createEvent({ organizer: { organizer: '' } })).organizer, [])
      const json = { organizer: { organizer: '' } }
      const updated = await service.send('PUT', `/events/${event.id}`, { as: 'admin', json })
      assert.deepEqual([updated.status, updated.json.organizer], [200, []])
    })

    test('A venue with an empty name, or an organizer with one in a list, cannot be created', async () => {
      for (const [json, code] of [
        [{ organizer: [{ organizer: '' }] }, 'rest_invalid_param'],
        [{ organizer: [{ organizer: ' ', phone: '1' }] }, 'could-not-create-organizer'],
        [{ organizer: { organizer: '', phone: '1' } }, 'rest_invalid_param'],
        [{ venue: { venue: '' } }, 'could-not-create-venue'],
        [{ venue: [{ venue: '' }] }, 'could-not-create-venue'],
        [{ organizer: [{ phone: '1' }] }, 'rest_invalid_param'],
        [{ venue: { city: 'Rome' } }, 'rest_invalid_param'],
      ] as const) {
        const body = { title: 'Linked', ...DATES, ...json }
        const response = await service.send('POST', '/events', { as: 'admin', json: body })
        assert.deepEqual([response.status, response.json.code], [400, code], JSON.stringify(json))
      }
    })
  })
}
