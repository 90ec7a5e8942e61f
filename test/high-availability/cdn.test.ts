/** Varnish with the VCL of deploy/cluster, purged by a service with several processes. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCachedCalendar } from '../../bench/fixture/cached-calendar.ts'
import { readCalendarContents } from '../../bench/fixture/calendar-contents.ts'
import { formatListPath, LIST_PATH } from '../../bench/fixture/fixture.ts'
import { generateVariedRequests } from '../../bench/fixture/urls.ts'
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import { startVarnish, type Varnish } from '../helper/cluster/varnish.ts'
import { findFreePort } from '../helper/free-port.ts'
import { createServeProcesses, type ServeProcess, type ServeProcesses } from '../helper/serve-process.ts'
import type { Json } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

/** As in `npm run bench`: 16 % of the events as lists, and 10 % as single events. */
const EVENTS = 100
const LISTS = 16
const SINGLES = 10
const REQUESTS_PER_SECOND = Number(process.env['CDN_TEST_RATE'] ?? 500)
const SECONDS = 20
const TICK_MILLISECONDS = 10
const MAX_OPEN_REQUESTS = 200

const MAX_AGE_MILLISECONDS = 2000
const MIN_HIT_RATIO = 0.95

interface CacheResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Read = (path: string) => Promise<CacheResponse>

/** Requests random paths of random groups, at a constant rate while responses arrive. */
function startLoad(read: Read, groups: readonly (readonly string[])[]) {
  const random = createRandom(1)
  const counts = { hits: 0, misses: 0, failures: 0, skipped: 0 }
  const started = performance.now()
  let sent = 0
  let open = 0
  const send = async () => {
    open++
    try {
      const { status, headers } = await read(random.pick(random.pick(groups)))
      if (status !== 200) counts.failures++
      else if (headers['x-cache'] === 'hit') counts.hits++
      else counts.misses++
    } catch {
      counts.failures++
    } finally {
      open--
    }
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * REQUESTS_PER_SECOND
    for (; sent < due; sent++) {
      if (open < MAX_OPEN_REQUESTS) void send()
      else counts.skipped++
    }
  }, TICK_MILLISECONDS)
  return {
    counts: () => counts,
    stop: async () => {
      clearInterval(timer)
      await waitUntil(() => open === 0, 10_000)
    },
  }
}

describe('Varnish in front of the service', () => {
  let varnish: Varnish
  let processes: ServeProcesses
  let service: ServeProcess
  let authorization: string
  let lists: readonly string[]
  let singles: readonly string[]
  let eventIds: readonly number[]
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 3000 })

  const read = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<CacheResponse> =>
    new Promise((resolve, reject) => {
      get(`${varnish.url}${path}`, { agent, headers }, async (response) => {
        try {
          const body = await text(response)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        } catch (error) {
          reject(error)
        }
      }).once('error', reject)
    })

  async function write(path: string, json: Json): Promise<Json> {
    const response = await fetch(`${varnish.url}${LIST_PATH.replace(/\/events$/, '')}${path}`, {
      method: 'POST',
      // Varnish may close an idle connection while a request is sent.
      headers: { authorization, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(json),
    })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return response.json()
  }

  before(async () => {
    const calendar = await openCachedCalendar(EVENTS)
    authorization = calendar.authorization
    const [servicePort, varnishPort] = [await findFreePort(), await findFreePort()]
    processes = createServeProcesses(
      {
        ...{ PORT: String(servicePort), WORKERS: '2', PUBLIC_URL: `http://127.0.0.1:${varnishPort}` },
        ...{ CDN_SECONDS: '3600', CDN_PURGE_URL: `http://127.0.0.1:${varnishPort}/` },
      },
      { setsUp: false },
    )
    cpSync(calendar.folder, processes.folder, { recursive: true })
    const contents = readCalendarContents(calendar.folder)
    const varied = generateVariedRequests(1, contents)
    lists = Array.from({ length: LISTS }, () => formatListPath(varied.next().value))
    eventIds = contents.ids.slice(0, SINGLES)
    singles = eventIds.map((id) => `${LIST_PATH}/${id}`)
    varnish = await startVarnish(varnishPort, [servicePort])
    service = await processes.start()
    await waitUntil(async () => (await read('/')).status === 200, 20_000)
  })
  after(async () => {
    agent.destroy()
    processes?.end()
    await varnish?.stop()
  })

  /** Milliseconds until a URL shows a text. */
  async function measureFreshness(path: string, shown: string, from: number): Promise<number> {
    for (;;) {
      const asked = performance.now()
      if ((await read(path)).body.includes(shown)) return asked - from
      assert.ok(asked - from < MAX_AGE_MILLISECONDS, `${path} is older than ${MAX_AGE_MILLISECONDS} ms`)
      await pause(20)
    }
  }

  test('A change is visible in records, lists, pages and feeds within two seconds', async () => {
    const venue = await write('/venues', { venue: 'Mill 0' })
    const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
    const event = await write('/events', { ...dates, title: 'Concert 0', venue: venue.id })
    const single = `${LIST_PATH}/${event.id}`
    const page = `/event/${event.slug}/`
    const ofEvent = [
      single,
      `${LIST_PATH}?start_date=2027-03-01&end_date=2027-03-01`,
      page,
      `${LIST_PATH}/${event.id}.ics`,
    ]
    const ofVenue = [single, page, `${LIST_PATH.replace(/events$/, 'venues')}/${venue.id}`]
    for (const path of [...ofEvent, ...ofVenue]) await read(path)
    for (let round = 1; round <= 5; round++) {
      await write(`/events/${event.id}`, { title: `Concert ${round}` })
      const renamed = performance.now()
      await Promise.all(ofEvent.map((path) => measureFreshness(path, `Concert ${round}`, renamed)))
      await write(`/venues/${venue.id}`, { venue: `Mill ${round}` })
      const moved = performance.now()
      await Promise.all(ofVenue.map((path) => measureFreshness(path, `Mill ${round}`, moved)))
      await pause(300)
      for (const path of ofEvent) assert.ok((await read(path)).body.includes(`Concert ${round}`), path)
    }
    const before = await read(single)
    assert.equal(before.headers['x-cache'], 'hit')
    const conditional = await read(single, { 'if-none-match': before.headers.etag ?? '' })
    assert.equal(conditional.status, 304)
  })

  test('With a write per second, at least 95 % of the requests are hits, and none is older than two seconds', async (t) => {
    const groups = [[LIST_PATH], lists, singles]
    for (const path of groups.flat()) await read(path)
    const load = startLoad(read, groups)
    const ages: number[] = []
    const end = performance.now() + SECONDS * 1000
    try {
      for (let round = 0; performance.now() < end; round++) {
        const id = eventIds[round % eventIds.length]
        const began = performance.now()
        await write(`/events/${id}`, { title: `Changed in round ${round}.` })
        const written = performance.now()
        const paths = [`${LIST_PATH}/${id}`, `${LIST_PATH}?include=${id}`]
        ages.push(...(await Promise.all(paths.map((path) => measureFreshness(path, `in round ${round}.`, written)))))
        await pause(Math.max(0, 1000 - (performance.now() - began)))
      }
    } finally {
      await load.stop()
    }
    const counts = load.counts()
    const answered = counts.hits + counts.misses
    const ratio = counts.hits / answered
    const rate = Math.round(answered / SECONDS)
    t.diagnostic(
      `${(ratio * 100).toFixed(1)} % hits of ${answered} responses, ${rate}/s, ${ages.length / 2} writes, oldest ${Math.round(Math.max(...ages))} ms, ${JSON.stringify(counts)}`,
    )
    assert.equal(counts.failures, 0)
    assert.ok(ratio >= MIN_HIT_RATIO, `hit ratio ${ratio}`)
  })

  test('Responses that depend on the client are never stored', async () => {
    const protectedEvent = await write('/events', {
      ...{ title: 'Secret concert', start_date: '2027-03-02', end_date: '2027-03-02', status: 'publish' },
      ...{ post_password: 'open sesame', description: 'Behind the curtain' },
    })
    const path = `${LIST_PATH}/${protectedEvent.id}`
    const privates: readonly Readonly<Record<string, string>>[] = [
      { authorization },
      { 'x-event-password': 'open sesame' },
      { cookie: 'calends_session=0123456789abcdef' },
    ]
    for (const headers of privates) {
      for (let time = 0; time < 2; time++) {
        const response = await read(path, headers)
        assert.notEqual(response.headers['x-cache'], 'hit')
      }
    }
    assert.match((await read(path, { 'x-event-password': 'open sesame' })).body, /Behind the curtain/)
    for (const suffix of ['?password=open%20sesame', '']) {
      for (let time = 0; time < 2; time++) {
        const { body, headers } = await read(`${path}${suffix}`)
        if (suffix === '') assert.doesNotMatch(body, /Behind the curtain/)
        else assert.notEqual(headers['x-cache'], 'hit')
      }
    }
    const draft = await write('/events', {
      title: 'Draft',
      start_date: '2027-03-02',
      end_date: '2027-03-02',
      status: 'draft',
    })
    assert.equal((await read(`${LIST_PATH}/${draft.id}`, { authorization })).status, 200)
    assert.notEqual((await read(`${LIST_PATH}/${draft.id}`)).status, 200)
  })

  test('Only the nodes can purge', async () => {
    const incomplete = await fetch(varnish.url, { method: 'PURGE' })
    assert.equal(incomplete.status, 400)
    const purged = await fetch(varnish.url, { method: 'PURGE', headers: { 'xkey-purge': 'none' } })
    assert.equal(purged.status, 200)
  })

  test('While every node is down, stored responses are served, and others are 503', async () => {
    const stored = ['/', LIST_PATH, ...lists.slice(0, 10), ...singles.slice(0, 10)]
    for (const path of stored) assert.equal((await read(path)).status, 200, path)
    // Everything is outdated, but nothing newer can be fetched.
    const purged = await fetch(varnish.url, { method: 'PURGE', headers: { 'xkey-purge': 'calends' } })
    assert.equal(purged.status, 200)
    service.child.kill('SIGTERM')
    await service.ended
    const down = performance.now()
    while (performance.now() - down < 6000) {
      for (const path of stored) {
        const { status, headers } = await read(path)
        assert.equal(status, 200, path)
        assert.equal(headers['x-cache'], 'hit')
      }
      const missing = await read(`${LIST_PATH}?page=1&per_page=7`)
      assert.equal(missing.status, 503)
      assert.equal(missing.headers['retry-after'], '5')
      await pause(250)
    }
    service = await processes.start()
    await waitUntil(async () => (await read(`${LIST_PATH}?page=1&per_page=7`)).status === 200, 20_000)
  })
})
