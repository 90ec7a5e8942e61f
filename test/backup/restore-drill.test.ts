/** The data of a machine is destroyed under load and restored: no write acknowledged before the last copy is lost. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const CLIENTS = 3
const TIMEOUT = 30_000
const ROUNDS = 2
const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const KEY = 'ab'.repeat(32)

for (const engine of ENGINES) {
  describe(`Restore drill on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    let backups: string
    let authorization = ''
    /** Times at which writes were acknowledged, by external ID. */
    const acknowledged = new Map<string, number>()
    before(async () => {
      storage = await engine.create()
      backups = mkdtempSync(join(tmpdir(), 'calends-drill-'))
      const replication = engine.name === 'sqlite' ? { REPLICATE_TO: join(backups, 'replica') } : {}
      const env = { DATABASE_URL: storage.url, DATA_DIR: storage.folder, BACKUP_KEY: KEY, ...replication }
      processes = createServeProcesses(env)
    })
    after(async () => {
      processes?.end()
      await storage?.remove()
      rmSync(backups, { recursive: true, force: true })
    })

    const start = async (env: Readonly<Record<string, string>> = {}) => {
      const running = await processes.start(env)
      authorization ||= createBasicAuth(findSecret(running.printed))
      return running
    }
    const run = (args: readonly string[], database: TestStorage = storage) =>
      runCalends(database.url, args, { env: { DATA_DIR: database.folder, BACKUP_KEY: KEY } })

    /** Writes until the process has ended. */
    function load(running: ServeProcess, round: number): Promise<unknown> {
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; ; n++) {
          const id = `drill:${round}-${client}-${n}`
          const json = { ...EVENT, title: id, tags: 'drill' }
          const options = { authorization, json }
          const path = `/events/by-external-id/${id}`
          const response = await requestProcess(running, 'PUT', path, options).catch(() => undefined)
          if (!response) return
          assert.equal(response.status, 201, JSON.stringify(response.json))
          acknowledged.set(id, Date.now())
        }
      })
      return Promise.all(clients)
    }

    /** Checks the restored data, and that every write acknowledged before a time is there. */
    async function assertRestored(into: TestStorage, until: number): Promise<void> {
      const { stdout } = await run(['check', '--json'], into)
      assert.deepEqual(JSON.parse(stdout), { findings: [], repaired: 0, orphans: [], removed: 0 })
      const restored = await start({ DATABASE_URL: into.url, DATA_DIR: into.folder, REPLICATE_TO: '' })
      for (const [id, time] of acknowledged) {
        if (time > until) continue
        const { status } = await requestProcess(restored, 'GET', `/events/by-external-id/${id}`, { authorization })
        assert.equal(status, 200, `${id} was acknowledged ${until - time} ms before the copy and is lost`)
      }
      restored.child.kill('SIGKILL')
      await restored.ended
    }

    test('The newest backup contains everything that was acknowledged before it, however often processes are killed', async () => {
      const folder = join(backups, 'archives')
      for (let round = 0; round < ROUNDS; round++) {
        const running = await start()
        const before = acknowledged.size
        const writes = load(running, round)
        await waitUntil(() => acknowledged.size > before, TIMEOUT)
        const { code, stderr } = await run(['backup', folder, '--json'])
        assert.equal(code, 0, stderr)
        // The next backup is killed together with the service.
        const killed = runCalends(storage.url, ['backup', folder], {
          env: { DATA_DIR: storage.folder, BACKUP_KEY: KEY },
          during: (child) => void pause(Math.random() * 1500).then(() => child.kill('SIGKILL')),
        })
        await pause(Math.random() * 1000)
        running.child.kill('SIGKILL')
        await writes
        await running.ended
        await killed
        // The restored database has no claim of the killed backup, which would prevent others for two minutes.
        const restored = await run(['restore', folder, '--replace'])
        assert.equal(restored.code, 0, restored.stderr)
        acknowledged.clear()
      }
      const running = await start()
      const writes = load(running, ROUNDS)
      await waitUntil(() => acknowledged.size > 20, TIMEOUT)
      const startedAt = Date.now()
      const { code, stderr } = await run(['backup', folder])
      assert.equal(code, 0, stderr)
      running.child.kill('SIGKILL')
      await writes
      const verified = await run(['backup', 'verify', folder])
      assert.equal(verified.code, 0, verified.stdout + verified.stderr)
      const into = await engine.create()
      const restored = await run(['restore', folder], into)
      assert.equal(restored.code, 0, restored.stderr)
      await assertRestored(into, startedAt)
      await into.remove()
    })

    if (engine.name === 'sqlite')
      test('A replica of a destroyed machine lacks at most the last 10 seconds', async () => {
        acknowledged.clear()
        const running = await start()
        const writes = load(running, 100)
        const countOlder = () => [...acknowledged.values()].filter((time) => time < Date.now() - 10_000).length
        await waitUntil(() => countOlder() > 10, TIMEOUT)
        running.child.kill('SIGKILL')
        const killedAt = Date.now()
        await writes
        await running.ended
        for (const name of readdirSync(storage.folder)) rmSync(join(storage.folder, name), { recursive: true })
        const restored = await run(['restore', join(backups, 'replica'), '--json'])
        assert.equal(restored.code, 0, restored.stderr)
        const until = Date.parse(JSON.parse(restored.stdout).until)
        assert.ok(killedAt - until < 10_000, `${killedAt - until} ms are lost`)
        const count = [...acknowledged.values()].filter((time) => time <= until).length
        assert.ok(count > 10, `${count} writes before the copy`)
        await assertRestored(storage, until)
      })
  })
}
