/** The service is killed repeatedly while it is written to: no acknowledged write is ever lost. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runCalends } from '../helper/command-line.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcesses,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'
import { createAcknowledgedWrites } from '../helper/workload/acknowledged-writes.ts'

const RUNS = Number(process.env['KILL_RUNS'] ?? 200)
const TIMEOUT = 30_000
const LONGEST_MILLISECONDS = 600

for (const engine of ENGINES) {
  describe(`${RUNS} times kill -9 under write load on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    before(async () => {
      storage = await engine.create()
      processes = createServeProcesses({ DATABASE_URL: storage.url, DATA_DIR: storage.folder })
    })
    after(async () => {
      processes?.end()
      await storage?.remove()
    })

    test('No acknowledged write is lost, and the database is intact', async () => {
      let running = await processes.start()
      const authorization = createBasicAuth(findSecret(running.printed))
      const writes = createAcknowledgedWrites(authorization)
      const { events } = writes
      for (let run = 0; run < RUNS; run++) {
        const before = events.size
        const loading = writes.load(running)
        await waitUntil(() => events.size > before, TIMEOUT)
        await pause(Math.random() * LONGEST_MILLISECONDS)
        running.child.kill('SIGKILL')
        await loading
        await running.ended
        running = await processes.start()
        await writes.assertStored(running, [...events.keys()].slice(before))
      }
      assert.ok(events.size > RUNS, `${events.size} writes in ${RUNS} runs`)
      await writes.assertStored(running, events.keys())
      const { json } = await requestProcess(running, 'GET', '/events?tags=killed&per_page=1', { authorization })
      assert.ok(json.total >= events.size)
      const env = { DATA_DIR: storage.folder }
      const { stdout } = await runCalends(storage.url, ['check', '--json'], { env })
      assert.deepEqual(JSON.parse(stdout), { findings: [], repaired: 0, orphans: [], removed: 0 })
    })
  })
}
