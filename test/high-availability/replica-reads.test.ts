/** Reads of two nodes while their replica is late, stops, returns or is another server, and while the primary is away. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { TestEngine } from '../helper/engines.ts'
import { startTcpProxy, type TcpProxy } from '../helper/http/tcp-proxy.ts'
import { type PostgresServer, type ReplicatedServer, startReplicated } from '../helper/postgres.ts'
import { startService, type TestResponse, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
/** Every node has noticed a write after this time. */
const NOTICED_MILLISECONDS = 1100
const RECOVERY_MILLISECONDS = 15_000
const OUTAGE_SECONDS = '8'

const getPort = ({ url }: PostgresServer): number => Number(new URL(url).port)

async function query(server: PostgresServer, text: string, database = 'calends'): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: `${server.url}/${database}` })
  client.on('error', () => {})
  await client.connect()
  return client.query(text).finally(() => client.end())
}

describe('Reads with a replica', () => {
  let servers: ReplicatedServer
  let proxy: TcpProxy
  let first: TestService
  let second: TestService
  let id = 0
  let round = 0

  const nodes = () => [first, second]
  const read = (node: TestService, as: 'anon' | 'admin' = 'anon') => node.send('GET', `/events/${id}`, { as })
  /** The client does the same on the same node before and after, so it reads its own writes. */
  async function rename(node = first): Promise<string> {
    const title = `Round ${round++}`
    assert.equal((await node.send('POST', `/events/${id}`, { as: 'admin', json: { title } })).status, 200)
    assert.equal((await read(node, 'admin')).json.title, title)
    assert.equal((await read(node)).json.title, title)
    assert.equal((await node.send('GET', `/events?include=${id}`)).json.events[0].title, title)
    return title
  }
  /** True if a read that may use the replica runs on a server in recovery. */
  const isUsed = ({ services: { database } }: TestService): Promise<boolean> =>
    database.readFromReplicaIfPossible(async ({ read }) => {
      const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(read)
      return rows[0]?.isReplica === true
    })
  const waitUntilUsed = () =>
    waitUntil(async () => (await Promise.all(nodes().map(isUsed))).every(Boolean), RECOVERY_MILLISECONDS)
  const setDelay = async (seconds: number) => {
    await query(servers.replica, `alter system set recovery_min_apply_delay = '${seconds}s'`)
    await query(servers.replica, 'select pg_reload_conf()')
  }
  /** Reads on both nodes until `work` is done; returns unexpected statuses. */
  async function readDuring(work: () => Promise<void>): Promise<readonly number[]> {
    const unexpected: number[] = []
    let isDone = false
    const clients = nodes().map(async (node) => {
      while (!isDone) {
        const responses = await Promise.all([read(node), node.send('GET', `/events?per_page=${1 + (round++ % 20)}`)])
        unexpected.push(...responses.map(({ status }) => status).filter((status) => status !== 200))
      }
    })
    await work().finally(() => {
      isDone = true
    })
    await Promise.all(clients)
    return unexpected
  }

  before(async () => {
    servers = await startReplicated()
    proxy = await startTcpProxy()
    proxy.setTarget(getPort(servers.replica))
    await query(servers.primary, 'create database calends', 'postgres')
    const folder = mkdtempSync(join(tmpdir(), 'calends-replica-reads-'))
    const url = `${servers.primary.url}/calends`
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    const engine: TestEngine = { name: 'postgres', create: async () => ({ url, folder, remove }) }
    const env = {
      DATABASE_REPLICA_URL: `postgres://postgres@127.0.0.1:${proxy.port}/calends`,
      DATABASE_OUTAGE_SECONDS: OUTAGE_SECONDS,
    }
    first = await startService({ engine, env })
    second = await startService({ engine, env, existing: first })
    id = (await first.send('POST', '/events', { as: 'admin', json: { ...DATES, title: 'First' } })).json.id
  })
  afterEach(async () => {
    await query(servers.replica, 'select pg_wal_replay_resume()').catch(() => {})
    await setDelay(0)
  })
  after(async () => {
    await second?.stop()
    await first?.stop()
    await proxy?.stop()
    servers?.stop()
  })

  test('A replica that applies changes 5 s late makes no response older than a second, and is used between writes', async () => {
    await waitUntilUsed()
    await setDelay(5)
    for (let write = 0; write < 5; write++) {
      const title = await rename()
      await pause(NOTICED_MILLISECONDS)
      for (const node of nodes()) {
        assert.equal((await read(node)).json.title, title)
        assert.equal(await isUsed(node), false)
      }
    }
    await waitUntilUsed()
  })

  test('While replay is paused, both nodes show each write, and later use the replica again', async () => {
    await waitUntilUsed()
    await query(servers.replica, 'select pg_wal_replay_pause()')
    const unexpected = await readDuring(async () => {
      for (const node of nodes()) {
        const title = await rename(node)
        await pause(NOTICED_MILLISECONDS)
        for (const reader of nodes()) assert.equal((await read(reader)).json.title, title)
      }
    })
    assert.deepEqual(unexpected, [])
    await query(servers.replica, 'select pg_wal_replay_resume()')
    await waitUntilUsed()
  })

  test('A replica that is killed fails no read, and is used again after its return', async () => {
    await waitUntilUsed()
    const unexpected = await readDuring(async () => {
      await servers.replica.halt('immediate')
      await waitUntil(async () => !(await isUsed(first)), RECOVERY_MILLISECONDS)
      await rename()
      await servers.replica.resume()
      await waitUntilUsed()
    })
    assert.deepEqual(unexpected, [])
  })

  test('A URL that leads to another server is checked for each connection', async () => {
    await waitUntilUsed()
    await query(servers.replica, 'select pg_wal_replay_pause()')
    const title = await rename()
    assert.equal(await isUsed(first), false)
    proxy.setTarget(getPort(servers.primary))
    const readsFromUrl = async () => (await first.send('GET', '//readyz')).json.replica === 'used'
    await waitUntil(readsFromUrl, RECOVERY_MILLISECONDS)
    assert.equal((await read(first)).json.title, title)
    proxy.setTarget(getPort(servers.replica))
    for (let again = 0; again < 20; again++) {
      assert.equal((await read(first)).json.title, title)
      assert.equal((await first.send('GET', `/events?per_page=${again + 1}`)).json.events[0].title, title)
    }
  })

  describe('while the primary is away', () => {
    const READS = ['//', '//events/list/', '//feed/', '/events', '/venues?per_page=3', '/categories?hide_empty=false']
    const readAll = (node: TestService): Promise<TestResponse[]> =>
      Promise.all([...READS.map((path) => node.send('GET', path)), read(node), read(node, 'admin')])
    const listStatuses = (responses: readonly TestResponse[]) => [...new Set(responses.map(({ status }) => status))]

    test('Reads of all clients continue from the replica, writes fail with Retry-After, and all recover', async () => {
      const title = await rename()
      await waitUntilUsed()
      const unexpected = await readDuring(async () => {
        await servers.primary.halt('immediate')
        await waitUntil(async () => (await first.send('GET', '//readyz')).status === 503, RECOVERY_MILLISECONDS)
        for (const node of nodes()) {
          assert.deepEqual(listStatuses(await readAll(node)), [200])
          assert.equal((await read(node)).json.title, title)
          const readiness = await node.send('GET', '//readyz?scope=reads')
          assert.deepEqual([readiness.status, readiness.json.reason], [200, 'database_unavailable'])
          const { status, headers } = await node.send('POST', `/events/${id}`, { as: 'admin', json: { title: 'Lost' } })
          assert.equal(status, 503)
          assert.ok(Number(headers['retry-after']) > 0)
        }
        await servers.primary.resume()
        await waitUntil(async () => (await first.send('GET', '//readyz')).status === 200, RECOVERY_MILLISECONDS)
        await waitUntil(async () => (await second.send('GET', '//readyz')).status === 200, RECOVERY_MILLISECONDS)
      })
      assert.deepEqual(unexpected, [])
      await rename()
    })

    test('A replica that misses a write of the node is not read; cached responses are served', async () => {
      await waitUntilUsed()
      await query(servers.replica, 'select pg_wal_replay_pause()')
      const title = await rename()
      await servers.primary.halt('immediate')
      await waitUntil(async () => (await first.send('GET', '//readyz')).status === 503, RECOVERY_MILLISECONDS)
      assert.equal((await read(first)).json.title, title)
      assert.equal((await first.send('GET', '/events?per_page=7&search=nothing')).status, 503)
      await servers.primary.resume()
      await waitUntil(async () => (await first.send('GET', '//readyz')).status === 200, RECOVERY_MILLISECONDS)
      assert.equal((await read(first)).json.title, title)
    })

    test('Reads end after DATABASE_OUTAGE_SECONDS', async () => {
      await rename()
      await waitUntilUsed()
      await servers.primary.halt('immediate')
      const since = performance.now()
      await waitUntil(async () => (await read(first)).status === 503, Number(OUTAGE_SECONDS) * 1000 + 5000)
      assert.ok(performance.now() - since > Number(OUTAGE_SECONDS) * 1000 - 2000)
      assert.equal((await first.send('GET', '//readyz?scope=reads')).status, 503)
      await servers.primary.resume()
      await waitUntil(async () => (await read(first)).status === 200, RECOVERY_MILLISECONDS)
    })
  })
})
