import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { getDates, listOccurrences } from '../helper/series/series-calendar.ts'
import { startService, type TestService } from '../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends series on ${engine.name}`, () => {
    let service: TestService
    const ids: number[] = []
    before(async () => {
      service = await startService({ engine })
      for (const [day, title] of [
        ['05', 'Yoga'],
        ['12', 'YOGA'],
        ['19', 'Yoga'],
        ['06', 'Single'],
      ] as const) {
        const json = {
          title,
          start_date: `2027-01-${day} 19:00`,
          end_date: `2027-01-${day} 20:00`,
          venue: { venue: 'Hall' },
        }
        ids.push((await service.send('POST', '/events', { as: 'admin', json })).json.id)
      }
    })
    after(() => service.stop())

    const run = (...args: string[]) => runCalends(service.config.databaseUrl, ['series', ...args], {})

    test('find lists events with the same title, and join makes a series that keeps their IDs', async () => {
      const found = await run('find', '--json')
      assert.deepEqual(JSON.parse(found.stdout).ids, ids.slice(0, 3))
      const joined = await run('join', ...ids.slice(0, 3).map(String))
      assert.equal(joined.code, 0, joined.stderr)
      const seriesId = Number(/series (\d+)/.exec(joined.stdout)?.[1])
      const events = await listOccurrences(service, seriesId)
      assert.deepEqual(getDates(events), ['2027-01-05', '2027-01-12', '2027-01-19'])
      assert.deepEqual(
        events.map(({ id, series }) => [id, series.is_edited]),
        [
          [ids[0], false],
          [ids[1], true],
          [ids[2], false],
        ],
      )
      const { json } = await service.send('GET', `/series/${seriesId}`)
      assert.equal(json.recurrence.rrule, 'FREQ=WEEKLY;COUNT=3')
      assert.equal((await run('find')).stdout, '')
      assert.match((await run('join', String(ids[0]), String(ids[3]))).stderr, /event \d+ is in series \d+/)
    })
  })
}
