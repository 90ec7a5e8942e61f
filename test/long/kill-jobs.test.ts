/** The service is killed repeatedly while backups, sources and webhooks run: each of them goes on, and nothing is lost. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database } from '../../src/storage/types.ts'
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
import type { Json } from '../helper/service.ts'
import { type FeedServer, formatFeed, startFeedServer } from '../helper/sources/feed-server.ts'
import { waitUntil } from '../helper/until.ts'
import { RECEIVER_SETTINGS, startReceiver, type WebhookReceiver } from '../helper/webhooks/receiver.ts'
import { createAcknowledgedWrites } from '../helper/workload/acknowledged-writes.ts'

const RUNS = Number(process.env['KILL_RUNS'] ?? 200)
const TIMEOUT = 120_000
const LONGEST_MILLISECONDS = 3000
/** Leaves time for the jobs, and bounds the backups. */
const CLIENT_PAUSE_MILLISECONDS = 50
const FEED_EVENTS = 300
const PAST = '2026-01-01 00:00:00'

/** A feed whose events are different in each edition. */
const createFeed = (edition: number): string =>
  formatFeed(
    Array.from({ length: FEED_EVENTS }, (_, index) => ({
      ...{ uid: `event-${index}`, title: `Edition ${edition}`, start: '2027-03-02 10:00:00' },
      ...{ end: '2027-03-02 12:00:00', description: '', venue: `Hall ${index % 7}`, category: '', isCanceled: false },
    })),
  )

/** Makes every job due, and ends the claims of processes that have ended, as time does. */
async function makeJobsDue(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.updateTable('backup_state').set({ succeeded_at: '' }).execute()
    await tx.updateTable('sources').set({ next_run_utc: PAST, held_until: PAST }).execute()
    await tx.updateTable('webhook_states').set({ held_until: PAST }).where('holder', '<>', '').execute()
  })
}

const hasBackup = async ({ read }: Database): Promise<boolean> =>
  (await read.selectFrom('backup_state').select('succeeded_at').executeTakeFirstOrThrow()).succeeded_at !== ''

const hasRunSource = async ({ read }: Database): Promise<boolean> =>
  (await read.selectFrom('sources').select('next_run_utc').executeTakeFirstOrThrow()).next_run_utc !== PAST

/** Whether the webhook has read the whole change log, and each of its messages was accepted. */
async function hasDelivered({ read }: Database): Promise<boolean> {
  const { newest } = await read
    .selectFrom('changes')
    .select((change) => change.fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow()
  const { cursor } = await read.selectFrom('webhook_states').select('cursor').executeTakeFirstOrThrow()
  const open = await read.selectFrom('webhook_deliveries').select('id').where('state', '<>', 'delivered').execute()
  return cursor >= newest && open.length === 0
}

for (const engine of ENGINES) {
  describe(`${RUNS} times kill -9 while jobs run on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database | undefined
    let processes: ServeProcesses
    let feed: FeedServer
    let receiver: WebhookReceiver
    let authorization = ''
    before(async () => {
      storage = await engine.create()
      feed = await startFeedServer()
      receiver = await startReceiver()
      processes = createServeProcesses({
        ...RECEIVER_SETTINGS,
        ...{ DATABASE_URL: storage.url, DATA_DIR: storage.folder },
        ...{ SOURCE_FETCH_ALLOW: feed.host, BACKUP_EVERY: '1m' },
      })
    })
    after(async () => {
      processes?.end()
      await database?.close()
      await receiver?.stop()
      await feed?.stop()
      await storage?.remove()
    })

    const send = async (running: ServeProcess, method: string, path: string, json?: Json): Promise<Json> => {
      const response = await requestProcess(running, method, path, { authorization, json })
      assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(response.json)}`)
      return response.json
    }
    const kill = async (running: ServeProcess) => {
      running.child.kill('SIGKILL')
      await running.ended
    }

    /** Names of archives that were verified; older ones are removed. */
    const verified = new Set<string>()
    async function verifyBackups(): Promise<void> {
      const folder = join(storage.folder, 'backups')
      const names = existsSync(folder) ? readdirSync(folder) : []
      for (const name of names.filter((file) => file.endsWith('.tar.gz') && !verified.has(file))) {
        const { code, stdout, stderr } = await runCalends(storage.url, ['backup', 'verify', join(folder, name)])
        assert.equal(code, 0, stdout + stderr)
        verified.add(name)
      }
    }

    test('Nothing is lost, and every job goes on', async () => {
      let running = await processes.start()
      authorization = createBasicAuth(findSecret(running.printed))
      const connection = await openDatabase(storage.url)
      database = connection
      await send(running, 'POST', '/webhooks', { url: receiver.url })
      feed.response = { body: createFeed(0) }
      const source = await send(running, 'POST', '/sources', { type: 'ics', url: feed.url })
      const writes = createAcknowledgedWrites(authorization, CLIENT_PAUSE_MILLISECONDS)
      const { events, counter } = writes

      for (let run = 1; run <= RUNS; run++) {
        const before = events.size
        const loading = writes.load(running)
        await waitUntil(() => events.size > before, TIMEOUT)
        // Some processes live until one job has ended, the others end in the middle of all.
        const hasEnded = [hasBackup, hasRunSource][run % 3]
        if (hasEnded)
          await waitUntil(() => hasEnded(connection), TIMEOUT).catch((error: unknown) => {
            throw new Error(`run ${run}: ${running.readOutput()}`, { cause: error })
          })
        await pause(Math.random() * LONGEST_MILLISECONDS)
        await kill(running)
        await loading
        await verifyBackups()
        feed.response = { body: createFeed(run) }
        await makeJobsDue(connection)
        running = await processes.start()
        await writes.assertStored(running, [...events.keys()].slice(before))
      }

      await makeJobsDue(connection)
      const path = `/sources/${source.id}`
      const findRun = async (): Promise<Json> => (await send(running, 'GET', `${path}/runs`)).runs[0]
      await waitUntil(async () => !['queued', 'running'].includes((await findRun()).status), TIMEOUT)

      // A run that a killed process has begun is continued by the next one.
      feed.response = { body: createFeed(RUNS + 1) }
      const { id } = await send(running, 'POST', `${path}/run`)
      await waitUntil(async () => (await findRun()).status !== 'queued', TIMEOUT)
      await kill(running)
      await makeJobsDue(connection)
      running = await processes.start()
      await waitUntil(async () => !['queued', 'running'].includes((await findRun()).status), TIMEOUT)
      const last = await findRun()
      assert.deepEqual([last.id, last.status, last.error, last.failed], [id, 'succeeded', '', 0])
      const query = '/events?per_page=1&start_date=2027-03-02&end_date=2027-03-02&search='
      assert.equal((await send(running, 'GET', `${query}Edition`)).total, FEED_EVENTS)
      assert.equal((await send(running, 'GET', `${query}"Edition ${RUNS + 1}"`)).total, FEED_EVENTS)

      // Deliveries of a killed process are sent again.
      await waitUntil(() => hasDelivered(connection), TIMEOUT)
      const deliveries = await connection.read.selectFrom('webhook_deliveries').select('message_id').execute()
      const messages = new Map(receiver.received.map(({ headers, json }) => [String(headers['webhook-id']), json]))
      assert.deepEqual(
        deliveries.filter(({ message_id }) => !messages.has(message_id)),
        [],
      )
      const own = [...messages.values()]
      const created = new Set(own.filter(({ type }) => type === 'event.created').map(({ data }) => data.id))
      assert.deepEqual(
        [...events.values(), counter.id].filter((event) => !created.has(event)),
        [],
      )
      const counts = own.filter(({ data }) => data.id === counter.id).length
      assert.ok(counts >= counter.count, `${counts} messages about ${counter.count} changes`)

      // The next backup is not delayed, and each one is whole.
      await makeJobsDue(connection)
      await waitUntil(() => hasBackup(connection), TIMEOUT)
      await verifyBackups()
      assert.ok(verified.size > RUNS / 4, `${verified.size} backups`)

      await writes.assertStored(running, events.keys())
      const env = { DATA_DIR: storage.folder }
      const { stdout } = await runCalends(storage.url, ['check', '--json'], { env })
      assert.deepEqual(JSON.parse(stdout), { findings: [], repaired: 0, orphans: [], removed: 0 })
    })
  })
}
