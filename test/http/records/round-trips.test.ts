/** Round trips to PostgreSQL: each costs the latency of the network, and most of them while the write lock is held. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { type RoundTripRecorder, recordRoundTrips } from '../../helper/record-round-trips.ts'
import { startService, type TestService } from '../../helper/service.ts'

const postgres = ENGINES.find(({ name }) => name === 'postgres')

const EVENT = {
  description: '<p>Some <em>text</em></p>',
  start_date: '2027-01-01 10:00:00',
  end_date: '2027-01-01 12:00:00',
  status: 'publish',
  categories: ['music'],
  tags: ['one', 'two'],
}

describe('Round trips of a write to PostgreSQL', { skip: !postgres }, () => {
  let service: TestService
  let recorder: RoundTripRecorder
  let related: object
  before(async () => {
    recorder = recordRoundTrips()
    service = await startService(postgres && { engine: postgres })
    const create = async (path: string, json: object): Promise<number> =>
      (await service.send('POST', path, { as: 'admin', json })).json.id
    const venue = await create('/venues', { venue: 'Hall' })
    const organizers = [
      await create('/organizers', { organizer: 'First' }),
      await create('/organizers', { organizer: 'Second' }),
    ]
    related = { venue: { id: venue }, organizer: organizers }
    // Terms, caches and connections are created by the first event.
    await create('/events', { ...EVENT, ...related, title: 'first' })
  })
  after(async () => {
    await service.stop()
    recorder.stop()
  })

  /** The round trips of a request, without those of background work. */
  async function recordRequest(method: string, path: string, json: object): Promise<readonly (readonly string[])[]> {
    recorder.take()
    const { status } = await service.send(method, path, { as: 'admin', json })
    assert.ok(status === 200 || status === 201)
    return recorder.take().filter((statements) => !statements.some((text) => text.includes('database_identity')))
  }

  test('Creating an event with venue, organizers and terms takes at most 5 round trips', async () => {
    const trips = await recordRequest('POST', '/events', { ...EVENT, ...related, title: 'second' })
    assert.ok(trips.length <= 5, JSON.stringify(trips, null, 2))
  })

  test('Updating an event with terms takes at most 10 round trips', async () => {
    const { id } = (await service.send('POST', '/events', { as: 'admin', json: { ...EVENT, title: 'third' } })).json
    const json = { title: 'fourth', tags: ['one'], ...related }
    const trips = await recordRequest('POST', `/events/${id}`, json)
    assert.ok(trips.length <= 10, JSON.stringify(trips, null, 2))
  })
})
