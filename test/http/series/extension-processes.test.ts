/** Two processes of the service that extend the same series. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { getDates, listOccurrences } from '../../helper/series/series-calendar.ts'
import { createServeProcesses, stopProcess } from '../../helper/serve-process.ts'
import { startService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

/** More than one run of the job extends. */
const SERIES_COUNT = 24
const DAY = 86_400_000
const toDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

for (const engine of ENGINES) {
  describe(`Processes that extend series on ${engine.name}`, () => {
    test('Two processes on one database create each occurrence once', async (context) => {
      const today = Date.now()
      const env = { SERIES_HORIZON: '10', SITE_TIMEZONE: 'UTC' }
      const service = await startService({ engine, env, now: new Date(today).toISOString() })
      context.after(() => service.stop())
      const [start_date, end_date] = [`${toDate(today)} 10:00`, `${toDate(today)} 11:00`]
      const ids: number[] = []
      for (let count = 0; count < SERIES_COUNT; count++) {
        const json = { title: `Course ${count}`, start_date, end_date, recurrence: 'FREQ=DAILY' }
        ids.push((await service.send('POST', '/series', { as: 'admin', json })).json.id)
      }
      const countEvents = async () => (await service.send('GET', '/events?per_page=1')).json.total
      const created = await countEvents()
      const processes = createServeProcesses({ ...env, SERIES_HORIZON: '60' })
      context.after(() => processes.end())
      const settings = { DATABASE_URL: service.config.databaseUrl }
      const started = await Promise.all([processes.start(settings), processes.start(settings)])
      const first = Date.parse(start_date.slice(0, 10))
      const expected = Array.from({ length: 61 }, (_, day) => toDate(first + day * DAY))
      await waitUntil(async () => (await countEvents()) >= SERIES_COUNT * expected.length, 180_000)
      for (const one of started) assert.equal(await stopProcess(one), 0, one.readOutput())
      assert.ok(created < SERIES_COUNT * expected.length)
      for (const id of ids) assert.deepEqual(getDates(await listOccurrences(service, id)), expected)
      for (const one of started) assert.doesNotMatch(one.readOutput().slice(one.printed.length), /\S/)
    })
  })
}
