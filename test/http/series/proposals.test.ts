/** Series of users who may not publish. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { extendDueSeries } from '../../../src/calendar/series/extend-series.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { getDates, listOccurrences, WEEKLY } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = ['2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02', '2027-02-09']

for (const engine of SPLIT_ENGINES) {
  describe(`Proposed series on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { SITE_TIMEZONE: 'UTC' }, now: '2027-01-01T12:00:00Z' })
    })
    after(() => service.stop())

    const send = async (status: number, as: TestUser, request: string, json: Json = {}): Promise<Json> => {
      const [method = '', path = ''] = request.split(' ')
      const response = await service.send(method, path, { as, json })
      assert.equal(response.status, status, `${request}: ${response.text}`)
      return response.json
    }
    const propose = (fields: Json = {}): Promise<Json> =>
      send(201, 'contributor', 'POST /events', { ...WEEKLY, status: 'pending', ...fields })
    const readDates = async (seriesId: number): Promise<string[]> =>
      getDates(await listOccurrences(service, seriesId, 'editor'))

    test('A series of a contributor has one event until an editor approves the event', async () => {
      const { id, series } = await propose()
      assert.deepEqual(await readDates(series.id), DATES.slice(0, 1))
      assert.equal(await extendDueSeries(service.services), 0)
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish' })
      const events = await listOccurrences(service, series.id, 'anon')
      assert.deepEqual(getDates(events), DATES)
      assert.ok(events.every(({ status }) => status === 'publish'))
    })

    test('The approval of the series creates its events, also without an end', async () => {
      const { series } = await propose({ recurrence: { rrule: 'FREQ=WEEKLY' } })
      assert.deepEqual(await readDates(series.id), DATES.slice(0, 1))
      const { series_changes } = await send(200, 'editor', `POST /series/${series.id}`, { status: 'publish' })
      assert.deepEqual([series_changes.updated, series_changes.created > 90], [1, true])
      assert.equal((await listOccurrences(service, series.id, 'anon')).length, 100)
    })

    test('The first event is approved with the changes that an editor makes to it', async () => {
      const { id, series } = await propose()
      const moved = { start_date: '2027-01-06 20:00:00', end_date: '2027-01-06 21:00:00' }
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish', title: 'Yoga for all', ...moved })
      const events = await listOccurrences(service, series.id, 'anon')
      assert.deepEqual(
        events.map(({ title, start_date }) => [title, start_date]),
        ['06', '13', '20', '27']
          .map((day) => ['Yoga for all', `2027-01-${day} 20:00:00`])
          .concat([
            ['Yoga for all', '2027-02-03 20:00:00'],
            ['Yoga for all', '2027-02-10 20:00:00'],
          ]),
      )
    })

    test('A contributor can change the recurrence and the dates, which creates no further events', async () => {
      const { id, series } = await propose()
      await send(200, 'contributor', `POST /series/${series.id}`, { recurrence: { rrule: 'FREQ=DAILY' } })
      assert.deepEqual(await readDates(series.id), DATES.slice(0, 1))
      const moved = { start_date: '2027-01-08 19:00:00', end_date: '2027-01-08 20:00:00' }
      await send(200, 'contributor', `POST /events/${id}`, { ...moved, scope: 'all' })
      assert.deepEqual(await readDates(series.id), ['2027-01-08'])
    })

    test('A returned series can be submitted again and approved', async () => {
      const { id, series } = await propose()
      await send(200, 'editor', `POST /events/${id}/return`, { reason: 'Where?' })
      await send(200, 'contributor', `POST /events/${id}`, { status: 'pending' })
      assert.deepEqual(await readDates(series.id), DATES.slice(0, 1))
      await send(200, 'editor', `POST /events/${id}`, { status: 'publish' })
      assert.deepEqual(getDates(await listOccurrences(service, series.id, 'anon')), DATES)
    })

    test('An editor can create a series of drafts with all events', async () => {
      const { series } = await send(201, 'editor', 'POST /events', { ...WEEKLY, status: 'draft' })
      assert.deepEqual(await readDates(series.id), DATES)
    })
  })
}
