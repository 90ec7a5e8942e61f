/** When sources run: schedule, back-off, claims of processes, interruptions and the log. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { runDueSources } from '../../../src/features/sources/run-source.ts'
import { computeRetry } from '../../../src/features/sources/schedule.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import {
  createScriptedSource,
  createSourceTester,
  type ScriptedSource,
  type SourceTester,
} from '../../helper/sources/scripted-source.ts'
import { waitUntil } from '../../helper/until.ts'

test('Retries follow after 5 minutes, doubling up to a day, a fifth earlier at most, and not before the source allows', () => {
  const now = '2026-11-21 00:00:00'
  const compute = (failures: number, random = 0, retrySeconds = 0) =>
    computeRetry({ failures, random, retrySeconds }, now)
  assert.deepEqual(
    [1, 2, 3, 9, 10, 500].map((failures) => compute(failures)),
    [
      ...['2026-11-21 00:05:00', '2026-11-21 00:10:00', '2026-11-21 00:20:00'],
      ...['2026-11-21 21:20:00', '2026-11-22 00:00:00', '2026-11-22 00:00:00'],
    ],
  )
  assert.equal(compute(1, 1), '2026-11-21 00:04:00')
  assert.equal(compute(1, 0, 3600), '2026-11-21 01:00:00')
})

for (const engine of ENGINES) {
  describe(`schedule of sources on ${engine.name}`, () => {
    let service: TestService
    let source: ScriptedSource
    let tester: SourceTester
    const reported: unknown[] = []
    before(async () => {
      service = await startService({ engine, report: (error) => reported.push(error) })
    })
    after(() => service.stop())
    beforeEach(() => {
      source = createScriptedSource()
      source.events.set('alpha', {})
      tester = createSourceTester(service, source)
      service.setNow('2026-11-21T03:00:00Z')
      reported.length = 0
    })
    afterEach(async () => {
      for (const { id } of await tester.send('GET', '/sources')) await tester.send('DELETE', `/sources/${id}`)
    })

    const create = (fields: Json = {}) => tester.create({ enabled: true, ...fields })
    const readSource = (id: number) => tester.send('GET', `/sources/${id}`)
    const listRuns = async (id: number): Promise<Json[]> => (await tester.send('GET', `/sources/${id}/runs`)).runs
    const setClaim = (claim: { holder: string; held_until: string }) =>
      service.services.database.transaction((tx) => tx.updateTable('sources').set(claim).execute())

    test('A source runs at once, then after its interval, and not while it is disabled', async () => {
      const id = await create({ interval: 30 })
      assert.equal(await tester.runDue(), 1)
      assert.equal((await readSource(id)).next_run, '2026-11-21T03:30:00')
      service.setNow('2026-11-21T03:29:59Z')
      assert.equal(await tester.runDue(), 0)
      service.setNow('2026-11-21T03:30:00Z')
      assert.equal(await tester.runDue(), 1)
      await tester.send('PUT', `/sources/${id}`, { enabled: false })
      service.setNow('2026-11-22T03:30:00Z')
      assert.equal(await tester.runDue(), 0)
      assert.equal((await tester.run(id)).status, 'succeeded')
      await tester.send('PUT', `/sources/${id}`, { enabled: true })
      assert.equal(await tester.runDue(), 1)
      assert.equal((await listRuns(id)).length, 4)
    })

    test('A failed run is retried later and later, until it succeeds', async () => {
      const id = await create({ interval: 60 })
      source.failure = 'broken'
      source.retrySeconds = 7200
      await tester.runDue()
      const { failures, next_run: next, last_run: run } = await readSource(id)
      assert.deepEqual([failures, next, run.status, run.error], [1, '2026-11-21T05:00:00', 'failed', 'broken'])
      service.setNow('2026-11-21T05:00:00Z')
      source.retrySeconds = 0
      await tester.runDue()
      const second = await readSource(id)
      assert.equal(second.failures, 2)
      assert.ok(second.next_run >= '2026-11-21T05:08:00' && second.next_run <= '2026-11-21T05:10:00', second.next_run)
      source.failure = ''
      service.setNow('2026-11-21T05:10:00Z')
      await tester.runDue()
      const third = await readSource(id)
      assert.deepEqual([third.failures, third.next_run], [0, '2026-11-21T06:10:00'])
      assert.deepEqual(reported, [])
    })

    test('An unexpected error fails the run and is reported', async () => {
      const id = await create()
      source.onEvent = () => {
        throw new Error('a bug at https://me:hush@source.example/')
      }
      await tester.runDue()
      const { error, status } = (await readSource(id)).last_run
      assert.deepEqual([status, error], ['failed', 'a bug at https://***@source.example/'])
      assert.equal(reported.length, 1)
    })

    test('A source that has not changed is logged as such, and its next run follows after the interval', async () => {
      const id = await create()
      source.isModified = false
      await tester.runDue()
      const { last_run: run, next_run: next } = await readSource(id)
      assert.deepEqual([run.status, run.ended, next], ['not-modified', '2026-11-21T03:00:00', '2026-11-21T04:00:00'])
    })

    test('Changed settings make the next run due at once and complete', async () => {
      const id = await create()
      const readTag = async () =>
        (await service.services.database.read.selectFrom('sources').select('etag').executeTakeFirstOrThrow()).etag
      await tester.runDue()
      assert.equal(await readTag(), '"1"')
      await tester.send('PUT', `/sources/${id}`, { status: 'pending' })
      assert.equal(await readTag(), '')
      assert.equal(await tester.runDue(), 1)
    })

    test('Of several processes, one runs a source', async () => {
      const id = await create()
      const databases = await Promise.all([1, 2, 3].map(() => openDatabase(service.config.databaseUrl)))
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      source.onEvent = () => released
      const signal = new AbortController().signal
      const runs = databases.map((database) =>
        runDueSources({ ...service.services, database }, { signal, read: source.read }),
      )
      await waitUntil(async () => (await listRuns(id))[0]?.status === 'running', 10_000)
      release()
      const results = await Promise.all(runs)
      assert.deepEqual(results.sort(), [0, 0, 1])
      assert.deepEqual(
        (await listRuns(id)).map(({ status }) => status),
        ['succeeded'],
      )
      for (const database of databases) await database.close()
    })

    test('The claim of a process that ended expires, and another one continues its run', async () => {
      const id = await create()
      const { id: run } = await tester.send('POST', `/sources/${id}/run`, { confirm: true })
      await service.services.database.transaction((tx) =>
        tx.updateTable('source_runs').set({ status: 'running', attempts: 1 }).execute(),
      )
      await setClaim({ holder: 'gone', held_until: '2026-11-21 03:02:00' })
      assert.equal(await tester.runDue(), 0)
      service.setNow('2026-11-21T03:02:00Z')
      assert.equal(await tester.runDue(), 1)
      const [last, ...others] = await listRuns(id)
      assert.deepEqual([last?.id, last?.status, last?.confirm, others.length], [run, 'succeeded', true, 0])
    })

    test('A run that has ended three processes fails', async () => {
      const id = await create()
      await tester.send('POST', `/sources/${id}/run`)
      await service.services.database.transaction((tx) =>
        tx.updateTable('source_runs').set({ status: 'running', attempts: 3 }).execute(),
      )
      await tester.runDue()
      const { status, error } = (await readSource(id)).last_run
      assert.deepEqual([status, error], ['failed', 'The process ended during the run, 3 times.'])
    })

    test('A run that another process has taken over records nothing', async () => {
      const id = await create()
      source.onEvent = async () => {
        await setClaim({ holder: 'other', held_until: '2026-11-21 03:02:00' })
      }
      await tester.runDue()
      const { last_run: run, next_run: next } = await readSource(id)
      assert.deepEqual([run.status, next], ['running', '2026-11-21T03:00:00'])
    })

    test('A shutdown interrupts a run without a failure, and the next start continues it', async () => {
      const id = await create()
      const controller = new AbortController()
      source.onEvent = () => controller.abort()
      await assert.rejects(tester.runDue(controller.signal), { name: 'AbortError' })
      const { last_run: run, failures } = await readSource(id)
      assert.deepEqual([run.status, run.started, failures], ['queued', null, 0])
      source.onEvent = () => undefined
      assert.equal(await tester.runDue(), 1)
      assert.deepEqual(
        (await listRuns(id)).map(({ id: one, status }) => [one, status]),
        [[run.id, 'succeeded']],
      )
    })

    test('The log contains the runs of 30 days', async () => {
      const id = await create({ interval: 43_200 })
      await tester.runDue()
      const [first] = await listRuns(id)
      service.setNow('2026-12-21T03:00:00Z')
      await tester.run(id)
      assert.equal((await listRuns(id)).length, 2)
      service.setNow('2026-12-21T03:00:01Z')
      await tester.run(id)
      assert.ok((await listRuns(id)).every((run) => run.id !== first?.id))
    })

    test('Runs continue after the source was deleted, without a record of them', async () => {
      const id = await create()
      source.onEvent = async () => {
        source.onEvent = () => undefined
        await tester.send('DELETE', `/sources/${id}`)
      }
      assert.equal(await tester.runDue(), 0)
      assert.deepEqual(await tester.send('GET', '/sources'), [])
    })
  })
}
