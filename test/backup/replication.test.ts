/** Continuous replication of SQLite, and restoration to any second. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createReplicationCheck } from '../../src/calendar/readiness-checks.ts'
import {
  listGenerations,
  type ReplicaStore,
  readReachedTime,
} from '../../src/features/backup/replication/replica-format.ts'
import {
  type ReplicationOptions,
  type Replicator,
  startReplication,
} from '../../src/features/backup/replication/replicate.ts'
import { findReplicatedStates, restoreReplica } from '../../src/features/backup/replication/restore-replica.ts'
import { openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { deriveDueImages } from '../../src/features/media/derive-image-data.ts'
import { openMediaStore } from '../../src/features/media/stores/open-store.ts'
import { createJobMonitor } from '../../src/kernel/job-monitor.ts'
import { getFilePath } from '../../src/storage/open-database.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { readLogStart } from '../../src/storage/sqlite/log-file.ts'
import { runCalends } from '../helper/command-line.ts'
import { ENGINES, POSTGRES, type TestEngine } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { createTemporaryFolder, startS3 } from '../helper/media/media-servers.ts'
import { startService, type TestService } from '../helper/service.ts'
import { readAllRows } from '../helper/storage/read-all-rows.ts'
import { waitUntil } from '../helper/until.ts'

/** A target that waits before it writes an object. */
const delayWrites = ({ store, key }: ReplicaStore, wait: (name: string) => Promise<void>): ReplicaStore => ({
  store: {
    ...store,
    write: async (name, content) => {
      await wait(name)
      await store.write(name, content)
    },
  },
  key,
})

const LIMITS = { timeout: 30, connections: 4 }
const INTERVALS = { read: 20, upload: 60 }
const TIMEOUT = 20_000
const EVENT = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ENGINES.filter(({ name }) => name === 'sqlite')) {
  describe('Replication of SQLite', () => {
    let service: TestService
    let folder: string
    let path: string
    before(async () => {
      service = await startService({ engine })
      folder = createTemporaryFolder()
      path = getFilePath(service.config.databaseUrl) ?? assert.fail()
    })
    after(async () => {
      await service?.stop()
      rmSync(folder, { recursive: true })
    })

    const createEvent = async (title: string) => {
      const { status, text } = await service.send('POST', '/events', { as: 'admin', json: { ...EVENT, title } })
      assert.equal(status, 201, text)
    }
    const openReplica = (url: string, key?: Buffer): ReplicaStore => ({
      store: openBackupTarget(url, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }).store,
      key,
    })
    const start = (
      replica: ReplicaStore,
      failures: unknown[] = [],
      { now = Date.now, jobs = service.services.jobs }: Partial<ReplicationOptions> = {},
    ): Replicator =>
      startReplication(path, service.services, replica, {
        ...{ now, jobs, intervals: INTERVALS },
        onFailure: (error) => failures.push(error),
      })
    /** Waits until everything that was committed so far is uploaded. */
    const flush = async (replicator: Replicator) => {
      await replicator.stop()
    }
    async function restore(replica: ReplicaStore, at?: number, into: TestEngine = engine): Promise<string> {
      const storage = await into.create()
      const state = (await findReplicatedStates(replica, at))?.exact ?? assert.fail('no state of that time')
      const files = openMediaStore(`file:${storage.folder}/uploads`)
      const options = { database: LIMITS, replaces: false, suffix: 'x', onProgress: () => {} }
      await restoreReplica(replica, state, { databaseUrl: storage.url, files }, options)
      const rows = await readAllRows(storage.url)
      await storage.remove()
      return rows
    }
    const readCurrent = () => readAllRows(service.config.databaseUrl)

    test('A replica restores the newest state and earlier ones', async () => {
      const replica = openReplica(join(folder, 'states'))
      const replicator = start(replica)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      const states: { readonly at: number; readonly rows: string }[] = []
      for (let n = 0; n < 5; n++) {
        await createEvent(`state ${n}`)
        const written = Date.now()
        const rows = await readCurrent()
        states.push({ at: written + 1, rows })
        // Writes until the next reading may be restored, too.
        await waitUntil(() => (replicator.getCaughtUpTime() ?? 0) > written, TIMEOUT)
      }
      await flush(replicator)
      assert.equal(await restore(replica), await readCurrent())
      for (const { at, rows } of states) assert.equal(await restore(replica, at), rows)
    })

    test('Every write that was acknowledged before a time is restored, also during slow uploads', async () => {
      const replica = openReplica(join(folder, 'slow'))
      const replicator = start(delayWrites(replica, async () => pause(400)))
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      const acknowledged: { readonly title: string; readonly time: number }[] = []
      const crashes: { readonly from: string; readonly caughtUp: number }[] = []
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; n < 30; n++) {
          const title = `slow ${writer}.${n}`
          await createEvent(title)
          acknowledged.push({ title, time: Date.now() })
          await pause(20)
          if (writer > 0 || n % 10 !== 9) continue
          // Losing the machine leaves this copy.
          const from = join(folder, `crash-${n}`)
          const caughtUp = replicator.getCaughtUpTime() ?? assert.fail()
          cpSync(join(folder, 'slow'), from, { recursive: true, filter: (path) => !path.includes('.part') })
          crashes.push({ from, caughtUp })
        }
      })
      await Promise.all(writers)
      await flush(replicator)
      const assertRestored = async (from: ReplicaStore, until: number, at?: number) => {
        const rows = await restore(from, at)
        const missing = acknowledged.filter(({ title, time }) => time < until && !rows.includes(`"${title}"`))
        assert.deepEqual(missing, [])
        return rows
      }
      for (const { from, caughtUp } of crashes) await assertRestored(openReplica(from), caughtUp)
      const times = acknowledged.map(({ time }) => time)
      for (const share of [0.2, 0.5, 0.8]) {
        const at = times[Math.floor(times.length * share)] ?? assert.fail()
        const rows = await assertRestored(replica, at, at)
        assert.ok(!rows.includes(`"${acknowledged.at(-1)?.title}"`), 'later writes are not restored')
      }
    })

    test('A time that a replica does not contain has a nearest one', async () => {
      const replica = openReplica(join(folder, 'nearest'))
      assert.equal(await findReplicatedStates(replica), undefined)
      const beforeAll = Date.now() - 1
      const first = start(replica)
      await waitUntil(() => first.getCaughtUpTime() !== undefined, TIMEOUT)
      await createEvent('nearest')
      await flush(first)
      await pause(200)
      const second = start(replica)
      await waitUntil(() => second.getCaughtUpTime() !== undefined, TIMEOUT)
      await flush(second)
      const [newer, older] = await listGenerations(replica.store)
      assert.ok(newer && older)
      const find = async (at: number) => (await findReplicatedStates(replica, at)) ?? assert.fail()
      const { exact, nearest, isTooEarly } = await find(beforeAll)
      assert.deepEqual(
        { exact, nearest, isTooEarly },
        {
          exact: undefined,
          nearest: { generation: older, time: older.started },
          isTooEarly: true,
        },
      )
      const reached = await readReachedTime(replica, older.folder)
      assert.equal((await find(reached)).exact?.time, reached)
      const afterStop = await find(reached + 1)
      assert.equal(afterStop.exact, undefined)
      assert.deepEqual(afterStop.nearest, { generation: older, time: reached })
      const beforeStart = await find(newer.started - 1)
      assert.equal(beforeStart.exact, undefined)
      assert.deepEqual(beforeStart.nearest, { generation: newer, time: newer.started })
      const afterAll = await find(Date.now() + 60_000)
      assert.equal(afterAll.exact, undefined)
      assert.equal(afterAll.nearest.generation.folder, newer.folder)
      assert.equal((await find(older.started)).exact?.time, older.started)
    })

    test('calends restore names the nearest state, and restores it with --nearest', async () => {
      const replica = openReplica(join(folder, 'command'))
      const replicator = start(replica)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      await flush(replicator)
      const [generation] = await listGenerations(replica.store)
      const storage = await engine.create()
      const run = (...options: readonly string[]) =>
        runCalends(storage.url, ['restore', join(folder, 'command'), '--at', '2026-01-01T00:00:00Z', ...options], {
          env: { MEDIA_URL: `file:${storage.folder}/uploads` },
        })
      const time = new Date(generation?.started ?? 0).toISOString()
      assert.deepEqual(await run(), {
        code: 1,
        stdout: '',
        stderr: `calends: ${join(folder, 'command')} does not contain the state of that time; the nearest is of ${time}. Use it with --nearest\n`,
      })
      const { code, stdout, stderr } = await run('--nearest')
      assert.equal(code, 0, stderr)
      assert.match(stdout, new RegExp(`^restored: everything until ${time}\n`))
      await storage.remove()
    })

    test('A replica contains times without writes', async () => {
      const replica = openReplica(join(folder, 'idle'))
      let time = Date.now()
      const replicator = start(replica, [], { now: () => time })
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      time += 60_000
      await waitUntil(async () => (await findReplicatedStates(replica, time))?.exact !== undefined, TIMEOUT)
      await flush(replicator)
    })

    test('The log is written to the former generation until the next one is complete', async () => {
      const replica = openReplica(join(folder, 'renewed'))
      let [time, isHeld] = [Date.now(), false]
      const target = delayWrites(replica, (name) => waitUntil(() => !isHeld || !name.endsWith('snapshot.gz'), TIMEOUT))
      const failures: unknown[] = []
      const replicator = start(target, failures, { now: () => time++ })
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      isHeld = true
      time += 25 * 3_600_000
      await createEvent('during the snapshot')
      const written = time
      const isReplicated = async () => {
        time += 1000
        return (await findReplicatedStates(replica, written))?.exact !== undefined
      }
      await waitUntil(isReplicated, TIMEOUT)
      assert.equal((await listGenerations(replica.store)).length, 1)
      assert.equal(await restore(replica), await readCurrent())
      isHeld = false
      await waitUntil(async () => (await listGenerations(replica.store)).length === 2, TIMEOUT)
      await createEvent('after the snapshot')
      await flush(replicator)
      assert.deepEqual(failures, [])
      assert.equal(await restore(replica), await readCurrent())
    })

    test('A replication that is more than 10 s behind is reported by the check of /readyz', async () => {
      const monitor = createJobMonitor()
      const check = createReplicationCheck(monitor.read)
      const replica = openReplica(join(folder, 'behind'))
      let [time, isHeld] = [Date.now(), false]
      const target = delayWrites(replica, () => waitUntil(() => !isHeld, TIMEOUT))
      const replicator = start(target, [], { now: () => time++, jobs: monitor })
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      assert.equal((await check.run()).status, 'ok')
      isHeld = true
      await createEvent('behind')
      await pause(3 * INTERVALS.read)
      time += 11_000
      await waitUntil(async () => (await check.run()).reason === 'more than 10 s behind', TIMEOUT)
      isHeld = false
      await waitUntil(async () => (await check.run()).status === 'ok', TIMEOUT)
      await flush(replicator)
    })

    test('A replica in a bucket is encrypted with a key', async () => {
      const server = await startS3()
      const key = randomBytes(32)
      const replicator = start(openReplica(server.url, key))
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      await createEvent('secret')
      await flush(replicator)
      try {
        assert.equal(await restore(openReplica(server.url, key)), await readCurrent())
        await assert.rejects(restore(openReplica(server.url, randomBytes(32))), /BACKUP_KEY is another/)
        await assert.rejects(restore(openReplica(server.url)), /set BACKUP_KEY/)
      } finally {
        await server.close()
      }
    })

    test('The log is restarted when it is long, also during writes, and no commit is lost', async () => {
      const failures: unknown[] = []
      const replica = openReplica(join(folder, 'long'))
      const replicator = start(replica, failures)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      const getSalt = () => readLogStart(`${path}-wal`)?.header.salt ?? 0
      const salt = getSalt()
      const writers = [1, 2, 3].map(async (writer) => {
        for (let n = 0; n < 60; n++) await createEvent(`${writer} long ${n}`)
      })
      await Promise.all(writers)
      await flush(replicator)
      assert.deepEqual(failures, [])
      assert.ok((getSalt() - salt) >>> 0 >= 2, `restarts: ${getSalt() - salt}`)
      const folders = new Set(readdirSync(join(folder, 'long', 'replica')))
      assert.equal(folders.size, 1, 'one generation')
      assert.equal(await restore(replica), await readCurrent())
    })

    test('A log that another process restarts begins a new generation', async () => {
      const failures: unknown[] = []
      const replica = openReplica(join(folder, 'foreign'))
      const replicator = start(replica, failures)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      await createEvent('before')
      await replicator.stop()
      // Nothing follows the log while it is restarted twice.
      const other = new (loadSqlite())(path)
      for (let n = 0; n < 2; n++) {
        other.pragma('wal_checkpoint(truncate)')
        await createEvent(`meanwhile ${n}`)
      }
      other.close()
      const second = start(replica, failures)
      await waitUntil(() => second.getCaughtUpTime() !== undefined, TIMEOUT)
      await flush(second)
      assert.equal(readdirSync(join(folder, 'foreign', 'replica')).length, 2)
      assert.equal(await restore(replica), await readCurrent())
    })

    test('Images are replicated before the records that show them, and their variants after they were created', async () => {
      const replica = openReplica(join(folder, 'images'))
      const replicator = start(replica)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      const { status } = await service.send('POST', '//wp-json/wp/v2/media', {
        as: 'admin',
        body: await createImage(40, 30),
        headers: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' },
      })
      assert.equal(status, 201)
      const images = join(folder, 'images', 'replica', 'images')
      const isReplicated = () => existsSync(images) && readdirSync(images, { recursive: true }).length > 2
      await waitUntil(async () => isReplicated(), TIMEOUT)
      await deriveDueImages(service.services, new AbortController().signal)
      await flush(replicator)
      const storage = await engine.create()
      const files = openMediaStore(`file:${storage.folder}/uploads`)
      const state = (await findReplicatedStates(replica))?.exact ?? assert.fail()
      const options = { database: LIMITS, replaces: false, suffix: 'x', onProgress: () => {} }
      const into = { databaseUrl: storage.url, files }
      assert.equal((await restoreReplica(replica, state, into, options)).images, 3)
      await storage.remove()
    })

    test('A failing replication is reported by /readyz until it succeeds', async () => {
      const failures: unknown[] = []
      const blocked = join(folder, 'blocked')
      writeFileSync(blocked, 'a file instead of a folder')
      const replicator = start(openReplica(blocked), failures)
      const readJobs = async () => (await service.send('GET', '//readyz')).json.checks.jobs
      await waitUntil(async () => (await readJobs()).reason === 'failed: replicate', TIMEOUT)
      assert.ok(failures.length > 0)
      rmSync(blocked)
      await waitUntil(async () => (await readJobs()).status === 'ok', TIMEOUT)
      await flush(replicator)
      assert.equal(await restore(openReplica(blocked)), await readCurrent())
    })

    test('A replica is restored into PostgreSQL', async () => {
      const replica = openReplica(join(folder, 'postgres'))
      const replicator = start(replica)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      await createEvent('for another engine')
      await flush(replicator)
      assert.equal(await restore(replica, undefined, POSTGRES), await readCurrent())
    })

    test('A replica with a missing segment is rejected', async () => {
      const replica = openReplica(join(folder, 'gap'))
      const replicator = start(replica)
      await waitUntil(() => replicator.getCaughtUpTime() !== undefined, TIMEOUT)
      for (let n = 0; n < 3; n++) {
        await createEvent(`gap ${n}`)
        await pause(3 * INTERVALS.upload)
      }
      await flush(replicator)
      const [generation = ''] = readdirSync(join(folder, 'gap', 'replica'))
      const segments = readdirSync(join(folder, 'gap', 'replica', generation)).filter((name) =>
        name.endsWith('.log.gz'),
      )
      assert.ok(segments.length > 2, String(segments))
      rmSync(join(folder, 'gap', 'replica', generation, segments.sort()[1] ?? ''))
      await assert.rejects(restore(replica), /a segment before .* is missing/)
    })
  })
}
