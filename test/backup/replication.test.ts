/** Continuous replication of SQLite, and restoration to any second. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReplicaStore } from '../../src/backup/replication/replica-format.ts'
import { type Replicator, startReplication } from '../../src/backup/replication/replicate.ts'
import { findGeneration, restoreReplica } from '../../src/backup/replication/restore-replica.ts'
import { openBackupTarget } from '../../src/backup/stores/backup-target.ts'
import { openMediaStore } from '../../src/media/stores/open-store.ts'
import { getFilePath } from '../../src/storage/open-database.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { readLogStart } from '../../src/storage/sqlite/log-file.ts'
import { deriveDueImages } from '../../src/usecases/media/derive-image-data.ts'
import { ENGINES, POSTGRES, type TestEngine } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { createTemporaryFolder, startS3 } from '../helper/media/media-servers.ts'
import { startService, type TestService } from '../helper/service.ts'
import { readAllRows } from '../helper/storage/read-all-rows.ts'
import { waitUntil } from '../helper/until.ts'

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
    const start = (replica: ReplicaStore, failures: unknown[] = []): Replicator =>
      startReplication(path, service.services, replica, {
        now: Date.now,
        jobs: service.services.jobs,
        onFailure: (error) => failures.push(error),
        intervals: INTERVALS,
      })
    /** Waits until everything that was committed so far is uploaded. */
    const flush = async (replicator: Replicator) => {
      await replicator.stop()
    }
    async function restore(replica: ReplicaStore, at?: number, into: TestEngine = engine): Promise<string> {
      const storage = await into.create()
      const generation = (await findGeneration(replica, at)) ?? assert.fail('no generation')
      const files = openMediaStore(`file:${storage.folder}/uploads`)
      const options = { database: LIMITS, replaces: false, suffix: 'x', onProgress: () => {} }
      await restoreReplica(replica, generation, { databaseUrl: storage.url, files, at }, options)
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
        await waitUntil(() => (replicator.getCaughtUpTime() ?? 0) > written, TIMEOUT)
        states.push({ at: Date.now(), rows })
        // The next write gets a later time.
        await pause(2)
      }
      await flush(replicator)
      assert.equal(await restore(replica), await readCurrent())
      for (const { at, rows } of states) assert.equal(await restore(replica, at), rows)
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
      const generation = (await findGeneration(replica, undefined)) ?? assert.fail()
      const options = { database: LIMITS, replaces: false, suffix: 'x', onProgress: () => {} }
      const into = { databaseUrl: storage.url, files, at: undefined }
      assert.equal((await restoreReplica(replica, generation, into, options)).images, 3)
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
