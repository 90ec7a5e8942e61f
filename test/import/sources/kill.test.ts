/** A process is killed during a run of a source. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
} from '../../helper/serve-process.ts'
import type { Json } from '../../helper/service.ts'
import { type FeedServer, formatFeed, startFeedServer } from '../../helper/sources/feed-server.ts'
import { waitUntil } from '../../helper/until.ts'

const EVENTS = 600
const TIMEOUT = 300_000

const createEvent = (_: unknown, index: number) => ({
  ...{ uid: `event-${index}`, title: `Event ${index}`, start: '2027-03-01 10:00:00', end: '2027-03-01 12:00:00' },
  ...{ description: '', venue: `Hall ${index % 7}`, category: '', isCanceled: false },
})

for (const engine of ENGINES) {
  describe(`kill -9 during a run on ${engine.name}`, () => {
    let place: TestStorage
    let processes: ServeProcesses
    let feed: FeedServer
    let authorization = ''
    before(async () => {
      place = await engine.create()
      feed = await startFeedServer()
      feed.response = { body: formatFeed(Array.from({ length: EVENTS }, createEvent)) }
      const env = { DATABASE_URL: place.url, DATA_DIR: place.folder, SOURCE_FETCH_ALLOW: feed.host }
      processes = createServeProcesses(env)
    })
    after(async () => {
      processes?.end()
      await feed?.stop()
      await place?.remove()
    })

    const send = async (running: ServeProcess, method: string, path: string, json?: Json): Promise<Json> =>
      (await requestProcess(running, method, path, { authorization, json })).json

    test('Another process continues the run when the claim has expired, without duplicates', async () => {
      const first = await processes.start()
      authorization = createBasicAuth(findSecret(first.printed))
      const { id } = await send(first, 'POST', '/sources', { name: 'Feed', type: 'ics', url: feed.url })
      const countEvents = async (running: ServeProcess) =>
        (await send(running, 'GET', '/events?per_page=1&start_date=2027-01-01')).total
      await waitUntil(async () => (await countEvents(first)) > 0, TIMEOUT)
      first.child.kill('SIGKILL')
      await first.ended
      const second = await processes.start()
      const [interrupted, ...others] = (await send(second, 'GET', `/sources/${id}/runs`)).runs
      assert.deepEqual([interrupted.status, others.length], ['running', 0])
      assert.ok((await countEvents(second)) < EVENTS)
      const database = await openDatabase(place.url)
      await database.transaction((tx) => tx.updateTable('sources').set({ held_until: '2026-01-01 00:00:00' }).execute())
      await database.close()
      const readRun = () => send(second, 'GET', `/sources/${id}/runs/${interrupted.id}`)
      await waitUntil(async () => (await readRun()).status !== 'running', TIMEOUT)
      const run = await readRun()
      assert.deepEqual(
        [run.status, run.failed, run.created, run.unchanged],
        ['succeeded', 0, EVENTS, 0],
        `the records of both processes are counted ${run.error}`,
      )
      assert.equal(await countEvents(second), EVENTS)
      const { total } = await send(second, 'GET', '/venues?per_page=1')
      assert.equal(total, 7)
    })
  })
}
