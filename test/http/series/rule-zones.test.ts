/** Series whose rule counts days in another zone than the zone of their events, and dates at other times of day. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { extendDueSeries } from '../../../src/calendar/series/extend-series.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { expandWithIcalJs } from '../../helper/series/expand-calendar.ts'
import { listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService } from '../../helper/service.ts'

const EVENING = { start_date: '2027-01-06T01:00:00Z', end_date: '2027-01-06T02:00:00Z', timezone: 'America/New_York' }

for (const engine of SPLIT_ENGINES) {
  describe(`Zones of rules on ${engine.name}`, () => {
    const start = async (context: { after: (work: () => Promise<void>) => void }) => {
      const env = { SERIES_HORIZON: '21', SITE_TIMEZONE: 'America/New_York' }
      const service = await startService({ engine, env, now: '2027-01-01T12:00:00Z' })
      context.after(() => service.stop())
      const send = (method: string, path: string, json: Json = {}) => service.send(method, path, { as: 'admin', json })
      const create = async (fields: Json): Promise<Json> => {
        const { status, json } = await send('POST', '/series', { title: 'Choir', ...fields })
        assert.equal(status, 201, JSON.stringify(json))
        return json
      }
      const listStarts = async ({ id }: Json) =>
        (await listOccurrences(service, id)).map(({ utc_start_date, start_date }: Json) => [utc_start_date, start_date])
      return { service, send, create, listStarts }
    }

    test('A rule in UTC selects days of UTC, also when the job, an edit and a split continue it', async (context) => {
      const { service, send, create, listStarts } = await start(context)
      const series = await create({ ...EVENING, recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=WE', timezone: 'UTC' } })
      assert.deepEqual(series.recurrence, { rrule: 'FREQ=WEEKLY;BYDAY=WE', rdate: [], exdate: [], timezone: 'UTC' })
      assert.deepEqual(await listStarts(series), [
        ['2027-01-06 01:00:00', '2027-01-05 20:00:00'],
        ['2027-01-13 01:00:00', '2027-01-12 20:00:00'],
        ['2027-01-20 01:00:00', '2027-01-19 20:00:00'],
        ['2027-01-27 01:00:00', '2027-01-26 20:00:00'],
      ])
      service.setNow('2027-03-10T12:00:00Z')
      assert.equal(await extendDueSeries(service.services), 1)
      const extended = await listStarts(series)
      assert.deepEqual(extended.slice(-4), [
        ['2027-03-10 01:00:00', '2027-03-09 20:00:00'],
        ['2027-03-17 01:00:00', '2027-03-16 21:00:00'],
        ['2027-03-24 01:00:00', '2027-03-23 21:00:00'],
        ['2027-03-31 01:00:00', '2027-03-30 21:00:00'],
      ])
      const events = await listOccurrences(service, series.id)
      assert.deepEqual(events.map((event: Json) => event.series.date).slice(0, 2), ['2027-01-06', '2027-01-13'])
      const edited = await send('PUT', `/events/${events[2].id}?scope=following`, { title: 'Choir practice' })
      assert.equal(edited.status, 200)
      assert.deepEqual(await listStarts(edited.json.series), extended.slice(2))
      assert.deepEqual(await listStarts(series), extended.slice(0, 2))
      const all = await send('PUT', `/series/${edited.json.series.id}`, {
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2' },
      })
      assert.equal(all.json.recurrence.timezone, 'UTC')
      assert.deepEqual(await listStarts(edited.json.series), extended.slice(2, 4))
    })

    test('Additional dates have their own time of day, and edits of the series keep it', async (context) => {
      const { service, send, create, listStarts } = await start(context)
      const rdate = ['2027-01-05 19:00', '2027-01-07']
      const dates = { start_date: '2027-01-05 14:00', end_date: '2027-01-05 15:00' }
      const series = await create({ ...dates, recurrence: { rdate } })
      assert.deepEqual(series.recurrence.rdate, ['2027-01-07'])
      assert.deepEqual(series.recurrence.rdate_times, ['2027-01-05 19:00:00'])
      const local = async () => (await listStarts(series)).map(([, start_date]) => start_date)
      assert.deepEqual(await local(), ['2027-01-05 14:00:00', '2027-01-05 19:00:00', '2027-01-07 14:00:00'])
      const later = { start_date: '2027-01-05 14:30', end_date: '2027-01-05 15:30' }
      assert.equal((await send('PUT', `/series/${series.id}`, later)).status, 200)
      assert.deepEqual(await local(), ['2027-01-05 14:30:00', '2027-01-05 19:00:00', '2027-01-07 14:30:00'])
      const { text } = await service.send('GET', `/series/${series.id}.ics`)
      assert.deepEqual(
        expandWithIcalJs(text).map((line) => line.slice(0, 20)),
        [...['2027-01-05T19:30:00Z', '2027-01-06T00:00:00Z', '2027-01-07T19:30:00Z']],
      )
      const [, second] = await listOccurrences(service, series.id)
      await service.send('DELETE', `/events/${second.id}`, { as: 'admin' })
      assert.deepEqual((await service.send('GET', `/series/${series.id}`)).json.recurrence.exdate_times, [
        '2027-01-05 19:00:00',
      ])
      await service.send('POST', `/events/${second.id}/restore`, { as: 'admin' })
      assert.deepEqual(await local(), ['2027-01-05 14:30:00', '2027-01-05 19:00:00', '2027-01-07 14:30:00'])
    })

    test('A series that has run for years keeps its past events when it is edited, and ends 1,000 events ahead', async (context) => {
      const { service, send, create } = await start(context)
      const dates = { start_date: '2027-01-02 08:00', end_date: '2027-01-02 09:00' }
      const series = await create({ ...dates, recurrence: 'FREQ=WEEKLY' })
      service.setNow('2028-06-01T12:00:00Z')
      await extendDueSeries(service.services)
      const before = await listOccurrences(service, series.id)
      const { json } = await send('PUT', `/series/${series.id}`, { recurrence: 'FREQ=WEEKLY;INTERVAL=2' })
      const after = await listOccurrences(service, series.id)
      assert.equal(json.start_date, '2027-01-02 08:00:00')
      const past = (events: Json[]) => events.filter(({ start_date }) => start_date < '2027-05-31').map(({ id }) => id)
      assert.deepEqual(past(after), past(before))
      assert.ok(after.length < before.length)
    })

    test('A daily series that began decades ago begins a year ago', async (context) => {
      const { service, create } = await start(context)
      const series = await create({
        start_date: '1999-01-01 08:00',
        end_date: '1999-01-01 09:00',
        recurrence: 'FREQ=DAILY',
      })
      const { json } = await service.send('GET', `/series/${series.id}/events?per_page=1`)
      assert.deepEqual([json.events[0].start_date, json.total], ['2025-12-31 08:00:00', 366 + 22])
    })
  })
}
