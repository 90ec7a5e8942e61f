/** Purges of shared caches after changes. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Scheduler, startJobs } from '../../../src/http/jobs.ts'
import { ONE_ENGINE, type TestEngine, type TestStorage } from '../../helper/engines.ts'
import { type ScriptedServer, startScriptedServer } from '../../helper/http/scripted-server.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const TIMEOUT = 10_000
const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags', 'pages']
const SUCCESSES = Array.from({ length: 200 }, () => ({ status: 200 }))

/** A further node, on the database of another one. */
const shareDatabase = ({ config }: TestService): TestEngine => ({
  name: 'sqlite',
  create: async (): Promise<TestStorage> => ({
    url: config.databaseUrl,
    folder: config.DATA_DIR,
    remove: async () => undefined,
  }),
})

for (const engine of ONE_ENGINE) {
  describe(`Purges on ${engine.name}`, () => {
    let cache: ScriptedServer
    let service: TestService
    let schedulers: Scheduler[]
    let failures: string[]
    beforeEach(async () => {
      cache = await startScriptedServer()
      cache.setResponses(...SUCCESSES)
      schedulers = []
      failures = []
      service = await startService({ engine, env: { CDN_PURGE_URL: `${cache.url}/` } })
    })
    afterEach(async () => {
      await Promise.all(schedulers.map(({ stop }) => stop()))
      await service.stop()
      await cache.stop()
    })

    const startPurging = (node = service): Scheduler => {
      const scheduler = startJobs(node.jobs, node.services, (error) => failures.push(String(error)))
      schedulers.push(scheduler)
      return scheduler
    }
    const listPurges = () => cache.getRequests().map(({ headers }) => String(headers['xkey-purge']).split(' '))
    const countPurges = (key: string) => listPurges().filter((keys) => keys.includes(key)).length
    /** Until the start and everything before it are purged. */
    const waitForStart = async () => {
      await waitUntil(async () => {
        const { database } = service.services
        const state = await database.read.selectFrom('purge_states').selectAll().executeTakeFirst()
        return state?.cursor === database.bus.current().seq && state.epoch !== ''
      }, TIMEOUT)
      cache.setResponses(...SUCCESSES)
    }
    const create = async (json: Json, node = service) =>
      (
        await node.send('POST', '/events', {
          headers: { authorization: service.authorization('admin') },
          json: { ...DATES, ...json },
        })
      ).json

    test('Everything is purged when the service starts', async () => {
      startPurging()
      await waitUntil(() => countPurges('calends') > 0, TIMEOUT)
      const [first] = cache.getRequests()
      assert.equal(first?.method, 'PURGE')
      assert.equal(first?.headers['xkey-purge'], 'calends')
    })

    test('A change is purged at once, and again a second later', async () => {
      startPurging()
      await waitForStart()
      const { id } = await create({ title: 'One' })
      const written = Date.now()
      await waitUntil(() => countPurges(`post-${id}`) === 1, TIMEOUT)
      const [first] = cache.getRequests()
      assert.ok((first?.at ?? 0) - written < 1000, 'purged within a second')
      assert.deepEqual(listPurges()[0], [`post-${id}`, ...LISTS])
      await waitUntil(() => countPurges(`post-${id}`) === 2, TIMEOUT)
      const [, second] = cache.getRequests()
      const delay = (second?.at ?? 0) - (first?.at ?? 0)
      assert.ok(delay >= 500 && delay < 2000, `repeated after ${delay} ms`)
      await waitForStart()
    })

    test('Changes of a venue and of a term purge what can show them', async () => {
      const { venue, tags } = await create({ title: 'One', venue: { venue: 'Mill' }, tags: 'open' })
      startPurging()
      await waitForStart()
      await service.send('PUT', `/venues/${venue.id}`, { as: 'admin', json: { venue: 'Old mill' } })
      await waitUntil(() => countPurges(`post-${venue.id}`) > 0, TIMEOUT)
      assert.deepEqual(listPurges()[0], [`post-${venue.id}`, 'events', 'venues', 'pages'])
      await waitForStart()
      await service.send('PUT', `/tags/${tags[0].id}`, { as: 'admin', json: { name: 'Opened' } })
      await waitUntil(() => countPurges(`term-${tags[0].id}`) > 0, TIMEOUT)
      assert.deepEqual(listPurges()[0], [`term-${tags[0].id}`, 'events', 'tags', 'pages'])
    })

    test('A change of the settings purges everything', async () => {
      startPurging()
      await waitForStart()
      const { status } = await service.send('POST', '/settings', { as: 'admin', json: { name: 'Another' } })
      assert.equal(status, 200)
      await waitUntil(() => countPurges('calends') > 0, TIMEOUT)
    })

    test('A purge is retried until the cache confirms it', async () => {
      startPurging()
      await waitForStart()
      cache.setResponses({ status: 503 }, 'broken', { status: 503 }, ...SUCCESSES)
      const { id } = await create({ title: 'One' })
      await waitUntil(() => countPurges(`post-${id}`) === 5, TIMEOUT)
      assert.equal(failures.length, 3)
      assert.match(failures[0] ?? '', /Purging http:\/\/127\.0\.0\.1:\d+ failed with status 503\./)
      await waitForStart()
    })

    test('Everything is purged when a day of the site begins', async () => {
      startPurging()
      await waitForStart()
      service.setNow('2026-11-21T05:00:01Z')
      await waitUntil(() => countPurges('calends') > 0, TIMEOUT)
    })

    test('Everything is purged in a new epoch', async () => {
      startPurging()
      await waitForStart()
      const { database } = service.services
      await database.transaction((tx) => tx.updateTable('purge_states').set({ epoch: 'other' }).execute())
      await create({ title: 'One' })
      await waitUntil(() => countPurges('calends') > 0, TIMEOUT)
    })

    test('Many changes purge everything', async () => {
      startPurging()
      await waitForStart()
      const at = '2026-11-21 03:00:00'
      const { database } = service.services
      await database.transaction(async (tx) => {
        for (let id = 1; id <= 1000; id++)
          await tx.insertInto('changes').values({ kind: 'venue', id, op: 'update', at }).execute()
      })
      await create({ title: 'One' })
      await waitUntil(() => countPurges('calends') > 0, TIMEOUT)
    })

    test('One of two nodes purges a change, and the other continues its purges', async () => {
      const other = await startService({
        engine: shareDatabase(service),
        env: { CDN_PURGE_URL: `${cache.url}/` },
        existing: service,
      })
      try {
        startPurging()
        startPurging(other)
        await waitForStart()
        await pause(1500)
        cache.setResponses(...SUCCESSES)
        const { id } = await create({ title: 'One' }, other)
        await waitUntil(() => countPurges(`post-${id}`) >= 2, TIMEOUT)
        await pause(1500)
        assert.equal(countPurges(`post-${id}`), 2)
        // The node that holds the claim ends before it has purged.
        const { database } = service.services
        await database.transaction((tx) =>
          tx.updateTable('purge_states').set({ holder: 'ended', held_until: '2026-11-21 03:00:02' }).execute(),
        )
        const next = await create({ title: 'Two' })
        await pause(1200)
        assert.equal(countPurges(`post-${next.id}`), 0)
        service.setNow('2026-11-21T03:00:03Z')
        other.setNow('2026-11-21T03:00:03Z')
        await waitUntil(() => countPurges(`post-${next.id}`) === 2, TIMEOUT)
      } finally {
        await Promise.all(schedulers.splice(0).map(({ stop }) => stop()))
        await other.stop()
      }
    })
  })
}
