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
  type ServeProcess,
  type ServeProcesses,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const RUNS = Number(process.env['KILL_RUNS'] ?? 200)
const CLIENTS = 4
const TIMEOUT = 30_000
const LONGEST_MILLISECONDS = 600
const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const COUNTER = 'kill:counter'

for (const engine of ENGINES) {
  describe(`${RUNS} times kill -9 under write load on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    let authorization = ''
    /** External IDs of acknowledged writes, and the highest count. */
    const acknowledged = new Set<string>()
    let counted = 0
    before(async () => {
      storage = await engine.create()
      processes = createServeProcesses({ DATABASE_URL: storage.url, DATA_DIR: storage.folder })
    })
    after(async () => {
      processes?.end()
      await storage?.remove()
    })

    const save = async (running: ServeProcess, id: string, title: string): Promise<boolean> => {
      const options = { authorization, json: { ...EVENT, title, tags: 'killed', venue: { venue: 'Hall' } } }
      const response = await requestProcess(running, 'PUT', `/events/by-external-id/${id}`, options).catch(
        () => undefined,
      )
      if (response)
        assert.ok([200, 201].includes(response.status), `${response.status} ${JSON.stringify(response.json)}`)
      return response !== undefined
    }

    /** Writes until the process has ended. */
    function load(running: ServeProcess, run: number): Promise<unknown> {
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; ; n++) {
          const id = `kill:${run}-${client}-${n}`
          if (!(await save(running, id, id))) return
          acknowledged.add(id)
        }
      })
      const counter = async () => {
        for (let count = counted + 1; await save(running, COUNTER, String(count)); count++) counted = count
      }
      return Promise.all([...clients, counter()])
    }

    async function assertStored(running: ServeProcess, ids: Iterable<string>): Promise<void> {
      for (const id of ids) {
        const { status } = await requestProcess(running, 'GET', `/events/by-external-id/${id}`, { authorization })
        assert.equal(status, 200, `${id} was acknowledged and is lost`)
      }
      if (counted === 0) return
      const { json } = await requestProcess(running, 'GET', `/events/by-external-id/${COUNTER}`, { authorization })
      assert.ok(Number(json.title) >= counted, `${json.title} instead of ${counted}`)
    }

    test('No acknowledged write is lost, and the database is intact', async () => {
      let previous: string[] = []
      for (let run = 0; run < RUNS; run++) {
        const running = await processes.start()
        if (run === 0) authorization = createBasicAuth(findSecret(running.printed))
        await assertStored(running, previous)
        const before = acknowledged.size
        const writes = load(running, run)
        await waitUntil(() => acknowledged.size > before, TIMEOUT)
        await pause(Math.random() * LONGEST_MILLISECONDS)
        running.child.kill('SIGKILL')
        await writes
        await running.ended
        previous = [...acknowledged].slice(before)
      }
      assert.ok(acknowledged.size > RUNS, `${acknowledged.size} writes in ${RUNS} runs`)
      const last = await processes.start()
      await assertStored(last, acknowledged)
      const { json } = await requestProcess(last, 'GET', '/events?tags=killed&per_page=1', { authorization })
      assert.ok(json.total >= acknowledged.size)
      const env = { DATA_DIR: storage.folder }
      const { stdout } = await runCalends(storage.url, ['check', '--json'], { env })
      assert.deepEqual(JSON.parse(stdout), { findings: [], repaired: 0, orphans: [], removed: 0 })
    })
  })
}
