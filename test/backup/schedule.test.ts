/** Scheduled backups: one at a time across nodes, with retention and a status. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PROCESS_TOKEN } from '../../src/base/concurrency/process-token.ts'
import { createBackupCheck } from '../../src/features/backup/backup-check.ts'
import { parseRetentionRule } from '../../src/features/backup/retention.ts'
import {
  type BackupSchedule,
  createBackupRunner,
  readBackupStatus,
  runDueBackup,
  runExclusiveBackup,
} from '../../src/features/backup/run-backup.ts'
import { openBackupTarget } from '../../src/features/backup/stores/backup-target.ts'
import { problem } from '../../src/kernel/problem.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { ENGINES } from '../helper/engines.ts'
import { createTemporaryFolder } from '../helper/media/media-servers.ts'
import { startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')
const signal = new AbortController().signal

for (const engine of ENGINES) {
  describe(`Scheduled backups of ${engine.name}`, () => {
    let service: TestService
    let folder: string
    let now = START
    before(async () => {
      service = await startService({ engine })
    })
    after(async () => {
      await service?.stop()
    })
    beforeEach(async () => {
      folder = createTemporaryFolder()
      const reset = { holder: '', held_until: '', attempted_at: '', succeeded_at: '', archive: '', failure: '' }
      await service.services.database.transaction((tx) => tx.updateTable('backup_state').set(reset).execute())
      now = START
    })

    const createSchedule = (target = folder): BackupSchedule => ({
      databaseUrl: service.config.databaseUrl,
      limits: { timeout: 30, connections: 4 },
      target: openBackupTarget(target, service.config),
      key: undefined,
      version: '1',
      every: DAY,
      retention: parseRetentionRule('2d') ?? assert.fail(),
    })
    const run = (schedule = createSchedule()) => runDueBackup(service.services, schedule, { now: () => now, signal })
    const status = () => readBackupStatus(service.services.database, now)
    const listArchives = () => readdirSync(folder).filter((name) => name.includes('.tar.gz'))

    test('A backup is written when the newest is older than the interval', async () => {
      assert.deepEqual(await status(), { age: undefined, archive: undefined, failure: undefined })
      assert.equal(await run(), true)
      now += DAY - 1000
      assert.equal(await run(), false)
      assert.deepEqual(await status(), { age: 86_399, archive: listArchives()[0], failure: undefined })
      now += 1000
      assert.equal(await run(), true)
      assert.equal(listArchives().length, 2)
      rmSync(folder, { recursive: true })
    })

    test('/readyz warns without a backup, about an overdue one, and about a failure', async () => {
      const check = () => createBackupCheck(service.services.database, DAY).run()
      const formatTime = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
      const setState = (state: { succeeded_at: string; failure: string }) =>
        service.services.database.transaction((tx) => tx.updateTable('backup_state').set(state).execute())
      assert.deepEqual(await check(), { status: 'warning', reason: 'no backup yet', values: {} })
      await setState({ succeeded_at: formatTime(Date.now()), failure: '' })
      assert.equal((await check()).status, 'ok')
      await setState({ succeeded_at: formatTime(Date.now() - 3 * DAY), failure: '' })
      const { reason, values } = await check()
      assert.equal(reason, 'a backup is overdue')
      assert.ok((values?.['age_seconds'] ?? 0) >= (3 * DAY) / 1000)
      await setState({ succeeded_at: formatTime(Date.now()), failure: 'disk full' })
      assert.equal((await check()).reason, 'the last backup failed')
      rmSync(folder, { recursive: true })
    })

    test('Archives that the rule does not retain are removed, and other files are not', async () => {
      writeFileSync(join(folder, 'other.tar.gz'), '')
      for (let day = 0; day < 4; day++) {
        assert.equal(await run(), true)
        now += DAY
      }
      assert.deepEqual(listArchives(), [
        'calends-20261103T000000.000Z.tar.gz',
        'calends-20261104T000000.000Z.tar.gz',
        'other.tar.gz',
      ])
      rmSync(folder, { recursive: true })
    })

    test('Of several nodes, one writes the backup', async () => {
      const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(service.config.databaseUrl)))
      const { files } = service.services
      const runOn = (database: (typeof nodes)[number]) =>
        runDueBackup({ database, files }, createSchedule(), { now: () => now, signal }).catch(String)
      const results = await Promise.all(nodes.map(runOn))
      assert.equal(results.filter((result) => result === true).length, 1, String(results))
      assert.equal(listArchives().length, 1)
      for (const node of nodes) await node.close()
      rmSync(folder, { recursive: true })
    })

    test('A process of the same host that was killed during a backup does not delay the next one', async () => {
      const { pid } = spawnSync(process.execPath, ['-e', ''])
      const holder = `${PROCESS_TOKEN.replace(/-\d+-/, `-${pid}-`)}/0123456789abcdef`
      const claim = { holder, held_until: '2027-01-01 00:00:00' }
      const claimAs = (state: typeof claim) =>
        service.services.database.transaction((tx) => tx.updateTable('backup_state').set(state).execute())
      await claimAs({ ...claim, holder: `${PROCESS_TOKEN}/0123456789abcdef` })
      assert.equal(await run(), false)
      await claimAs(claim)
      assert.equal(await run(), true)
      assert.equal(listArchives().length, 1)
      rmSync(folder, { recursive: true })
    })

    test('A node that ended during a backup is replaced after two minutes', async () => {
      void runExclusiveBackup(
        service.services.database,
        () => now,
        () => new Promise(() => {}),
      )
      const findState = () =>
        service.services.database.read.selectFrom('backup_state').select('holder').executeTakeFirstOrThrow()
      await waitUntil(async () => (await findState()).holder !== '', 5000)
      assert.equal(await run(), false)
      now += 120_000
      assert.equal(await run(), true)
      rmSync(folder, { recursive: true })
    })

    test('A failure is reported and retried after five minutes', async () => {
      const target = join(folder, 'file')
      writeFileSync(target, '')
      await assert.rejects(run(createSchedule(join(target, 'backups'))), /ENOTDIR/)
      assert.match((await status()).failure ?? '', /ENOTDIR/)
      assert.equal(await run(), false)
      now += 300_000
      assert.equal(await run(), true)
      assert.equal((await status()).failure, undefined)
      rmSync(folder, { recursive: true })
    })

    test('A failure that cannot be recorded is retried after five minutes, too', async () => {
      const full = { ...service.services.database, transaction: () => Promise.reject(problem('storage_full')) }
      const runBackup = createBackupRunner(createSchedule())
      await assert.rejects(runBackup({ ...service.services, database: full }, signal), { code: 'storage_full' })
      assert.equal(await runBackup(service.services, signal), false)
      assert.deepEqual(listArchives(), [])
      rmSync(folder, { recursive: true })
    })

    test('A busy database delays a backup, and is no failure', async () => {
      const { database } = service.services
      let calls = 0
      // The first writes are the claim and its repetition, the next ones the result.
      const transaction: typeof database.transaction = (work) =>
        ++calls % 2 === 1 ? Promise.reject(problem('database_locked')) : database.transaction(work)
      const runBackup = createBackupRunner(createSchedule())
      assert.equal(await runBackup({ ...service.services, database: { ...database, transaction } }, signal), true)
      assert.equal(calls, 4)
      assert.equal(listArchives().length, 1)
      rmSync(folder, { recursive: true })
    })

    test('A shutdown during a backup is no failure, and the next start writes it', async () => {
      const aborted = AbortSignal.abort()
      const options = { now: () => now, signal: aborted }
      await assert.rejects(runDueBackup(service.services, createSchedule(), options), { name: 'AbortError' })
      assert.deepEqual(
        [await status(), listArchives()],
        [{ age: undefined, archive: undefined, failure: undefined }, []],
      )
      assert.equal(await run(), true)
      rmSync(folder, { recursive: true })
    })
  })
}
