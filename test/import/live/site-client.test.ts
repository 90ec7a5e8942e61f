/** Requests to a site that is imported. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSiteFetcher } from '../../../src/base/net/site-fetch.ts'
import { createContentReader } from '../../../src/features/imports/formats/read-content.ts'
import { findListDay } from '../../../src/features/imports/site/open-site.ts'
import { createRequestPace } from '../../../src/features/imports/site/pace-requests.ts'
import { parseSiteJson } from '../../../src/features/imports/site/parse-json.ts'
import { createSiteClient } from '../../../src/features/imports/site/site-client.ts'
import { type ScriptedServer, startScriptedServer } from '../../helper/http/scripted-server.ts'
import { startImageServer } from '../../helper/media/draw-image.ts'

describe('a client of a site', () => {
  const fetcher = createSiteFetcher({ allow: ['127.0.0.1'] })
  let server: ScriptedServer
  before(async () => {
    server = await startScriptedServer()
  })
  after(async () => {
    await fetcher.close()
    await server.stop()
  })

  const reader = createContentReader()
  const createClient = (url: string) =>
    createSiteClient({
      url: new URL(url),
      ...{ fetch: fetcher.fetch, reader },
      credentials: { user: 'u', password: 'p' },
      retryMilliseconds: 1,
    })
  const get = (path = '/') => createClient(server.url).get(new URL(path, server.url))

  test('Retry-After delays all further requests', async () => {
    server.setResponses({ status: 429, headers: { 'retry-after': '1' } }, { status: 200, body: {} })
    assert.equal((await get()).status, 200)
    const [first, second] = server.getRequests()
    // Timers may be a few milliseconds early.
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
  })

  test('An internal error is returned after three attempts, and lost connections are retried eight times', async () => {
    server.setResponses({ status: 500 }, { status: 500 }, { status: 500 }, { status: 200 })
    assert.equal((await get()).status, 500)
    assert.equal(server.getRequests().length, 3)
    server.setResponses(...Array.from({ length: 7 }, () => 'broken' as const), { status: 200, body: {} })
    assert.equal((await get()).status, 200)
    server.setResponses(...Array.from({ length: 9 }, () => 'broken' as const))
    await assert.rejects(get(), /cannot be read/)
    assert.equal(server.getRequests().length, 8)
  })

  test('A redirect to another host gets no credentials, and one to the same host does', async () => {
    const received: (string | undefined)[] = []
    const other = await startImageServer((request, response) => {
      received.push(request.headers.authorization)
      if (request.url === '/first') response.writeHead(302, { location: '/second' }).end()
      else response.writeHead(200).end('{}')
    })
    const own = createClient(`http://${other.host}`)
    await own.get(new URL(`http://${other.host}/first`))
    assert.equal(received.length, 2)
    assert.ok(received.every((header) => header === `Basic ${Buffer.from('u:p').toString('base64')}`))
    server.setResponses({ status: 302, headers: { location: `http://${other.host}/third` } })
    assert.equal((await get()).status, 200)
    assert.equal(received.at(-1), undefined)
    await other.close()
  })

  test('At most the configured number of requests is sent per second', async () => {
    const pace = createRequestPace({ concurrency: 10, rate: 50 })
    const start = performance.now()
    await Promise.all(Array.from({ length: 6 }, () => pace.run(async () => {})))
    assert.ok(performance.now() - start >= 95)
  })
})

test('JSON after the warnings of a plugin is parsed', () => {
  const warning = '<br />\n<b>Warning</b>: Undefined array key 1 in <b>x.php</b>\n{"events":[]}'
  assert.deepEqual(parseSiteJson(Buffer.from(warning)), { events: [] })
  assert.deepEqual(parseSiteJson(Buffer.from('\uFEFF[1]')), [1])
  assert.equal(parseSiteJson(Buffer.from('<html>{broken')), undefined)
})

test('A list continues from a day that is right for event and site time', () => {
  const tokyo = { start_date: '2027-06-10 08:00:00', utc_start_date: '2027-06-09 23:00:00' }
  assert.equal(findListDay(tokyo, 'America/New_York'), '2027-06-09')
  assert.equal(findListDay(tokyo, 'Asia/Tokyo'), '2027-06-10')
  assert.equal(findListDay(tokyo, ''), '2027-06-08')
  assert.equal(findListDay({ start_date: 'soon' }, ''), undefined)
})
