/** Several processes of the service on one PostgreSQL database. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { addSeconds, formatIsoUtc } from '../../src/base/time/parse-date.ts'
import { runCalends } from '../helper/command-line.ts'
import {
  createPlacesReply,
  HALL_ADDRESS,
  HALL_COORDINATES,
  startGeocoder,
  type TestGeocoder,
} from '../helper/http/geocoder-server.ts'
import { type PostgresServer, startPostgres } from '../helper/postgres.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ProcessRequestOptions,
  type ProcessResponse,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const { version } = createRequire(import.meta.url)('../../package.json')
const NODES = 3
const MOST_FAILURES = 4
const EVENT = { title: 'Same', start_date: '2027-03-01', end_date: '2027-03-01' }

const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ')
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('Several nodes on one database', () => {
  let server: PostgresServer
  let url: string
  let database: pg.Pool
  let geocoder: TestGeocoder
  let processes: ServeProcesses
  let nodes: readonly ServeProcess[]
  let authorization: string
  before(async () => {
    server = await startPostgres()
    url = `${server.url}/postgres`
    database = new pg.Pool({ connectionString: url })
    geocoder = await startGeocoder()
    geocoder.respondWith(() => createPlacesReply(HALL_COORDINATES.geo_lat, HALL_COORDINATES.geo_lng))
    processes = createServeProcesses({
      DATABASE_URL: url,
      GEOCODER_URL: geocoder.url,
      RATE_LIMIT_SIGN_IN: String(MOST_FAILURES),
      TRUST_PROXY: 'on',
    })
    nodes = await Promise.all(Array.from({ length: NODES }, () => processes.start()))
    authorization = createBasicAuth(nodes.map(({ printed }) => findSecret(printed)).join(''))
  })
  after(async () => {
    await Promise.all((nodes ?? []).map(stopProcess))
    processes?.end()
    await geocoder?.stop()
    await database?.end()
    server?.stop()
  })

  const query = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows
  const node = (number: number): ServeProcess => {
    const found = nodes[number]
    if (!found) throw new Error(`there is no node ${number}`)
    return found
  }
  const asAdmin = (target: ServeProcess, method: string, path: string, json?: unknown): Promise<ProcessResponse> =>
    requestProcess(target, method, path, { authorization, json })
  /** Sends the same request several times to every node, all concurrently. */
  const everywhere = (
    method: string,
    path: string,
    options: Omit<ProcessRequestOptions, 'authorization'>,
  ): Promise<ProcessResponse[]> =>
    Promise.all(
      [...nodes, ...nodes, ...nodes].map((target) =>
        requestProcess(target, method, path, { authorization, ...options }),
      ),
    )
  const statuses = (responses: readonly ProcessResponse[]) => responses.map(({ status }) => status).sort()
  const different = (values: readonly unknown[]) => new Set(values).size
  const one = (status: number, rest: number) => [status, ...Array(3 * NODES - 1).fill(rest)].sort()

  test('Nodes that start together run migrations once, and create one administrator', async () => {
    const [{ runs, names }] = await query('select count(*)::int runs, count(distinct name)::int names from migrations')
    assert.equal(runs, names)
    const secrets = nodes.map(({ printed }) => findSecret(printed)).filter((secret) => secret !== '')
    assert.equal(secrets.length, 1)
    assert.deepEqual(await query('select login from users'), [{ login: 'admin' }])
  })

  test('Each node reports its version and the number of the newest change', async () => {
    const seen: number[] = []
    for (const target of nodes) {
      await asAdmin(node(0), 'POST', '/tags', { name: `Change ${seen.length}` })
      const { status, json } = await requestProcess(target, 'GET', '//readyz')
      assert.equal(status, 200)
      assert.deepEqual([json.status, json.version], ['ready', version])
      seen.push(json.generation)
    }
    const [{ newest }] = await query('select max(seq)::int newest from changes')
    assert.deepEqual(seen, [newest - 2, newest - 1, newest])
  })

  test('A write on one node is visible there at once, and on the others when its notification arrives', async () => {
    for (const writer of nodes) {
      const { json: event } = await asAdmin(writer, 'POST', '/events', { ...EVENT, title: 'Written' })
      const readTitle = async (node: ServeProcess): Promise<unknown> =>
        (await asAdmin(node, 'GET', `/events/${event.id}`)).json.title
      for (const reader of nodes) assert.equal(await readTitle(reader), 'Written')
      await asAdmin(writer, 'PUT', `/events/${event.id}`, { title: 'Changed' })
      assert.equal(await readTitle(writer), 'Changed')
      for (const reader of nodes) await waitUntil(async () => (await readTitle(reader)) === 'Changed', 5000)
    }
  })

  test('A new or revoked application password and a new role take effect on every node at once', async () => {
    const account = ['--email', 'zoe@example.test', '--role', 'editor', '--app-password', 'phone', '--json']
    const { stdout, stderr } = await runCalends(url, ['user', 'add', 'zoe', ...account])
    assert.equal(stderr, '')
    const secret = JSON.parse(stdout).app_password
    const readUser = (target: ServeProcess) =>
      requestProcess(target, 'GET', '/events', { authorization: createBasicAuth(secret, 'zoe') })
    const write = (target: ServeProcess) =>
      requestProcess(target, 'POST', '/tags', {
        authorization: createBasicAuth(secret, 'zoe'),
        json: { name: `By ${target.url}` },
      })
    for (const target of nodes)
      assert.deepEqual([(await readUser(target)).status, (await write(target)).status], [200, 201])
    await runCalends(url, ['user', 'role', 'zoe', 'subscriber'])
    for (const target of nodes)
      assert.deepEqual([(await readUser(target)).status, (await write(target)).status], [200, 403])
    await runCalends(url, ['user', 'revoke', 'zoe', 'phone'])
    for (const target of nodes) assert.equal((await readUser(target)).status, 401)
    await runCalends(url, ['user', 'remove', 'zoe'])
    for (const target of nodes) assert.notEqual((await readUser(target)).status, 200)
  })

  test('Failed sign-ins are counted on all nodes together, and a client beyond the limit is rejected by all', async () => {
    const from = (address: string, target: ServeProcess, secret: string) =>
      requestProcess(target, 'GET', '/events', { authorization: secret, headers: { 'x-forwarded-for': address } })
    const wrong = createBasicAuth('wrong', 'nobody')
    for (let n = 0; n < MOST_FAILURES; n++) {
      assert.equal((await from('192.0.2.1', node(n % NODES), wrong)).status, 401)
    }
    for (const target of nodes) {
      const refused = await from('192.0.2.1', target, wrong)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.retryAfter) > 800)
      assert.equal((await from('192.0.2.1', target, authorization)).status, 200)
    }
    const later = await processes.start()
    assert.equal((await from('192.0.2.1', later, wrong)).status, 429, 'by a node that started since, too')
    await stopProcess(later)
  })

  test('Concurrent failures are all counted', async () => {
    const attempts = Array.from({ length: 30 }, (_, number) =>
      requestProcess(node(number % NODES), 'GET', '/events', {
        authorization: createBasicAuth('wrong', 'everybody'),
        headers: { 'x-forwarded-for': '198.51.100.1' },
      }),
    )
    const failed = statuses(await Promise.all(attempts)).filter((status) => status === 401)
    const key = createHash('sha256').update('application client 198.51.100.1').digest('hex')
    assert.deepEqual(await query('select times from failed_attempts where key = $1', [key]), [{ times: failed.length }])
  })

  test('Concurrent events with the same title get different slugs', async () => {
    const responses = await everywhere('POST', '/events', { json: EVENT })
    assert.deepEqual(statuses(responses), Array(3 * NODES).fill(201))
    assert.equal(different(responses.map(({ json }) => json.slug)), 3 * NODES)
  })

  test('Concurrent categories with the same name are created once, and the other requests fail', async () => {
    assert.deepEqual(statuses(await everywhere('POST', '/categories', { json: { name: 'Music' } })), one(201, 400))
  })

  test('A new tag and a new venue inside concurrent events are created once', async () => {
    const json = { ...EVENT, tags: 'free entry', venue: { venue: 'New hall' } }
    const responses = await everywhere('POST', '/events', { json })
    assert.deepEqual(statuses(responses), Array(3 * NODES).fill(201))
    assert.equal(different(responses.map(({ json }) => json.venue.id)), 1)
    assert.equal(different(responses.map(({ json }) => json.tags[0].id)), 1)
    const { json: tag } = await asAdmin(node(0), 'GET', `/tags/${responses[0]?.json.tags[0].id}`)
    assert.equal(tag.count, 3 * NODES)
  })

  test('Concurrent venues with the same name become one venue', async () => {
    const responses = await everywhere('POST', '/venues', { json: { venue: 'Town hall' } })
    assert.equal(different(responses.map(({ json }) => json.id)), 1)
  })

  test('One external ID has one record', async () => {
    const put = await everywhere('PUT', '/events/by-external-id/erp:1', { json: EVENT })
    assert.deepEqual(statuses(put), one(201, 200).sort())
    assert.equal(different(put.map(({ json }) => json.id)), 1)
    const post = await everywhere('POST', '/venues', { json: { venue: 'Outside', external_id: 'erp:2' } })
    assert.ok(post.every(({ status }) => status < 500))
    const [{ count }] = await query(`select count(*)::int from venues where external_id = 'erp:2'`)
    assert.equal(count, 1)
  })

  test('Concurrent DELETEs of a record trash it once', async () => {
    const { json } = await asAdmin(node(0), 'POST', '/events', EVENT)
    assert.deepEqual(statuses(await everywhere('DELETE', `/events/${json.id}`, {})), one(200, 410))
  })

  test('A reader of the change log, in its order, misses no change', async () => {
    const writing = everywhere('POST', '/events', { json: EVENT })
    let isDone = false
    const done = writing.finally(() => {
      isDone = true
    })
    const seen: number[] = []
    const [{ start }] = await query('select max(seq)::int start from changes')
    for (let last = start; !isDone; ) {
      for (const { seq } of await query('select seq::int from changes where seq > $1 order by seq', [last])) {
        seen.push(seq)
        last = seq
      }
    }
    await done
    const [{ end }] = await query('select max(seq)::int as end from changes')
    const late = (
      await query('select seq::int from changes where seq > $1 and seq <= $2 order by seq', [start, end])
    ).map(({ seq }) => seq)
    assert.deepEqual(seen, late.slice(0, seen.length))
    assert.ok(seen.length > 0)
  })

  test('A scheduled event is published once', async () => {
    const soon = formatIsoUtc(addSeconds(now(), 2))
    const { json } = await asAdmin(node(0), 'POST', '/events', { ...EVENT, tags: 'scheduled', date_utc: soon })
    assert.equal(json.status, 'future')
    const isOut = async () => (await requestProcess(node(1), 'GET', `/events/${json.id}`)).status === 200
    for (let n = 0; n < 50 && !(await isOut()); n++) await pause(100)
    await pause(1200)
    assert.ok(await isOut())
    const changes = await query(`select op from changes where kind = 'event' and id = $1 order by seq`, [json.id])
    assert.deepEqual(changes, [{ op: 'create' }, { op: 'update' }])
    assert.equal((await asAdmin(node(2), 'GET', `/tags/${json.tags[0].id}`)).json.count, 1)
  })

  test('A venue is geocoded once', async () => {
    geocoder.requests.length = 0
    const { json } = await asAdmin(node(0), 'POST', '/venues', { venue: 'Hall', ...HALL_ADDRESS })
    const hasCoordinates = async () =>
      (await requestProcess(node(1), 'GET', `/venues/${json.id}`)).json.geo_lat !== undefined
    for (let n = 0; n < 50 && !(await hasCoordinates()); n++) await pause(100)
    await pause(1200)
    assert.ok(await hasCoordinates())
    assert.equal(geocoder.requests.length, 1)
  })
})
