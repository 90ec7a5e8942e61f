/** Long feeds are streamed, and are either complete or aborted. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEventFeed } from '../../../src/calendar/feeds/event-feed.ts'
import type { FeedFormatName } from '../../../src/calendar/feeds/formats.ts'
import type { FragmentCache } from '../../../src/calendar/fragments/fragment-cache.ts'
import { planEvents } from '../../../src/calendar/lists/query-plan.ts'
import { createRenderContext } from '../../../src/calendar/posts/render-settings.ts'
import { createTimeContext } from '../../../src/calendar/services.ts'
import { problem } from '../../../src/kernel/problem.ts'
import { ANONYMOUS, type Viewer } from '../../../src/kernel/user.ts'
import { ENGINES } from '../../helper/engines.ts'
import { parseWithIcalJs } from '../../helper/http/feed-readers.ts'
import { insertManyRecords } from '../../helper/large-calendar.ts'
import { setNextId } from '../../helper/next-id.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const BASE = '/api/cal/events/v1'
/** All events in the order of their start. */
const ALL = 'start_date=2020-01-01&end_date=2040-01-01'
/** Upper limit of events read ahead of the client: two batches of events, and the buffers of the connection. */
const AHEAD = 2000
const STREAMS = 8

for (const engine of ENGINES) {
  describe(`Long feeds on ${engine.name}`, () => {
    let service: TestService
    let texts: FragmentCache
    /** Counts the events whose fragments were loaded, and simulates the fate of the request. */
    let loadedCount = 0
    let onRequest: () => void = () => {}

    before(async () => {
      const env = { SITE_TIMEZONE: 'UTC', MAX_STREAMS: String(STREAMS) }
      service = await startService({ engine, now: '2027-01-15T12:00:00Z', env })
      const { database } = service.services
      await insertManyRecords(database)
      await database.transaction((tx) => setNextId(tx, database.engine, 'object_ids', 50_000))
      texts = service.services.fragments
      const read: FragmentCache['read'] = async (db, setting) => {
        const found = await texts.read(db, setting)
        const events: typeof found.events = (ids) => {
          loadedCount += ids.length
          onRequest()
          return found.events(ids)
        }
        return { ...found, events }
      }
      Object.assign(service.services, { fragments: { ...texts, read } })
    })
    after(() => service.stop())
    afterEach(() => {
      loadedCount = 0
      onRequest = () => {}
    })

    const total = async (): Promise<number> =>
      (await service.send('GET', `/${BASE}/events?per_page=1&${ALL}`)).json.total

    const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        // The timeout of the server applies to new connections.
        httpRequest(`${service.origin}${BASE}${path}`, { headers, agent: false }, resolve).on('error', reject).end()
      })

    /** All published events. */
    const feed = (name: FeedFormatName, viewer = ANONYMOUS) => {
      const { services } = service
      const paging = { page: 1, perPage: 50 }
      const query = { start_date: '2020-01-01', end_date: '2040-01-01', status: ['publish'] } as const
      const plan = planEvents(query, {}, { viewer, clock: createTimeContext(services), paging })
      const urls = {
        site: service.origin,
        home: service.origin,
        base: service.origin,
        files: service.origin,
        globalIdPrefix: 'x',
      }
      const renderContext = createRenderContext(urls, services.site)
      const reading = { services, renderContext, access: { viewer, attempt: undefined } }
      return createEventFeed(reading, {
        name,
        plan,
        isUnpaged: true,
        joinedSeries: 'none',
        url: service.origin,
        title: 'All',
        fields: undefined,
      })
    }

    test('A feed contains any number of events', async () => {
      const expected = await total()
      assert.ok(expected > 4000)
      const { text } = await service.send('GET', `/${BASE}/events.ics?${ALL}`)
      const events = parseWithIcalJs(text)
      assert.equal(events.length, expected)
      assert.equal(new Set(events.map(({ uid }) => uid)).size, expected)
    })

    test('A feed reads at most one batch ahead of the client', async () => {
      let taken = 0
      for await (const chunk of (await feed('ndjson')).chunks()) {
        taken += chunk.split('\n').length - 1
        assert.ok(loadedCount - taken <= 100, `${loadedCount} read, ${taken} taken`)
      }
      assert.equal(taken, await total())
    })

    test('A feed waits for a slow reader', async () => {
      const response = await open(`/events.ndjson?${ALL}`)
      let before = -1
      while (before !== loadedCount) {
        before = loadedCount
        await sleep(150)
      }
      assert.ok(loadedCount < AHEAD, `${loadedCount} read`)
      response.destroy()
    })

    test('A feed is aborted when the client has read nothing for a long time', async () => {
      const { timeout } = service.server
      assert.ok(timeout >= 60_000, `${timeout} ms`)
      // It also limits the time to the first byte, which a busy machine needs.
      service.server.timeout = 1500
      let connection: Socket | undefined
      service.server.once('connection', (socket) => {
        connection = socket
      })
      const opening = open(`/events.ndjson?${ALL}`)
      const response = await opening.finally(() => {
        service.server.timeout = timeout
      })
      const broken = once(response, 'error')
      // Writes to the connection delay its timeout, so a busy machine needs longer.
      await waitUntil(() => connection?.closed === true, 60_000)
      assert.equal(response.complete, false)
      response.resume()
      assert.match(String(await broken), /aborted/)
    })

    test('A feed stops reading when the client has disconnected', async () => {
      const expected = await total()
      const response = await open(`/events.ndjson?${ALL}`)
      response.once('data', () => response.destroy())
      await once(response, 'close')
      await sleep(300)
      assert.ok(loadedCount < expected - 1000, `${loadedCount} of ${expected} read`)
    })

    for (const encoding of ['identity', 'gzip']) {
      test(`A feed aborts the response when reading fails, so that clients do not take it for complete (${encoding})`, async () => {
        onRequest = () => {
          if (loadedCount > 1000) throw new Error('the database is gone')
        }
        const response = await open(`/events.ics?${ALL}`, { 'accept-encoding': encoding })
        assert.equal(response.statusCode, 200)
        await assert.rejects(async () => {
          for await (const _ of response);
        }, /aborted/)
        assert.equal(response.complete, false)
      })
    }

    test('A failure before the first byte returns an ordinary error', async () => {
      onRequest = () => {
        throw problem('overloaded', { retryAfter: 1 })
      }
      const { status, headers, json } = await service.send('GET', `/${BASE}/events.ics?${ALL}&search=record`)
      assert.deepEqual([status, json.code, headers['retry-after']], [503, 'overloaded', '1'])
      assert.deepEqual([headers['etag'], headers['content-disposition']], [undefined, undefined])
    })

    const viewers: readonly Viewer[] = [ANONYMOUS, { id: 1, role: 'administrator' }]
    for (const viewer of viewers) {
      test(`A feed contains every event once that exists from start to end, despite concurrent writes (${viewer.role})`, async () => {
        const ids: number[] = []
        const [first, second, third] = (await service.send('GET', `/${BASE}/events?${ALL}&order=desc`)).json.events
        let isWritten = false
        for await (const chunk of (await feed('ndjson', viewer)).chunks()) {
          const lines = chunk.trim().split('\n')
          ids.push(...lines.map((line): number => JSON.parse(line).id))
          if (isWritten) continue
          isWritten = true
          const as = 'admin'
          const early = { start_date: '2020-02-01 10:00:00', end_date: '2020-02-01 12:00:00' }
          await service.send('POST', `/${BASE}/events`, { as, json: { title: 'New', ...early } })
          await service.send('PUT', `/${BASE}/events/${first.id}`, { as, json: early })
          await service.send('DELETE', `/${BASE}/events/${second.id}`, { as })
          await service.send('PUT', `/${BASE}/events/${third.id}`, { as, json: { status: 'draft' } })
        }
        assert.equal(new Set(ids).size, ids.length)
        assert.ok(ids.includes(first.id))
        assert.ok(!ids.includes(second.id) && !ids.includes(third.id))
        // One of them is new and did not exist from start to end.
        assert.equal(ids.length, (await total()) - 1)
      })
    }

    test('Concurrent feeds are limited: further requests wait, and return 503 with Retry-After when too many wait', async () => {
      const ended = new AbortController()
      const responses: IncomingMessage[] = []
      for (let n = 0; n < STREAMS * 12; n++) {
        httpRequest(`${service.origin}${BASE}/events.ndjson?${ALL}`, { signal: ended.signal }, (response) => {
          response.on('error', () => {})
          responses.push(response)
        })
          .on('error', () => {})
          .end()
      }
      const refused = () => responses.find(({ statusCode }) => statusCode === 503)
      await waitUntil(async () => refused() !== undefined, 30_000)
      assert.equal(refused()?.headers['retry-after'], '5')
      assert.equal((await service.send('GET', `/${BASE}/events?${ALL}`)).status, 200)
      ended.abort()
      await waitUntil(async () => (await service.send('GET', `/${BASE}/events.ndjson?${ALL}`)).status === 200, 30_000)
      assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200, 503]))
    })

    test('Feeds do not block other reads and writes', async () => {
      const response = await open(`/events.csv?${ALL}`)
      response.pause()
      const json = { title: 'Meanwhile', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
      assert.equal((await service.send('POST', `/${BASE}/events`, { as: 'admin', json })).status, 201)
      response.resume()
      await waitUntil(() => response.complete, 10_000)
    })
  })
}
