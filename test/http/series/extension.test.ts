import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { extendDueSeries } from '../../../src/calendar/series/extend-series.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createWeekly, getDates, listOccurrences } from '../../helper/series/series-calendar.ts'
import { startService } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Extension of series on ${engine.name}`, () => {
    test('Series get new events as the horizon moves, once, however many processes extend them', async (context) => {
      const service = await startService({ engine, env: { SERIES_HORIZON: '30' }, now: '2027-01-01T12:00:00Z' })
      context.after(() => service.stop())
      const { services } = service
      const { series } = await createWeekly(service, { recurrence: 'FREQ=WEEKLY', venue: { venue: 'Hall' } })
      const bounded = await createWeekly(service)
      const [, second] = await listOccurrences(service, series.id)
      await service.send('DELETE', `/events/${second.id}`, { as: 'admin' })
      assert.equal(await extendDueSeries(services), 0)
      assert.equal((await listOccurrences(service, bounded.series.id)).length, 5)
      service.setNow('2027-02-02T12:00:00Z')
      const extended = await Promise.all([1, 2, 3].map(() => extendDueSeries(services)))
      assert.equal(
        extended.reduce((sum, count) => sum + count, 0),
        2,
      )
      const events = await listOccurrences(service, series.id, 'anon')
      assert.deepEqual(getDates(events), [
        ...['2027-01-05', '2027-01-19', '2027-01-26', '2027-02-02', '2027-02-09', '2027-02-16', '2027-02-23'],
        '2027-03-02',
      ])
      assert.ok(events.every(({ venue }) => venue.venue === 'Hall'))
      assert.equal((await listOccurrences(service, bounded.series.id)).length, 6)
      assert.equal((await service.send('GET', `/series/${bounded.series.id}`)).json.extended_until, '')
      assert.equal(await extendDueSeries(services), 0)
    })
  })
}
