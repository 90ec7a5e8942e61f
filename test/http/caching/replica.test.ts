import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '../../../src/app.ts'
import type { FragmentCache } from '../../../src/calendar/fragments/fragment-cache.ts'
import { readConfig } from '../../../src/config.ts'
import { createServices } from '../../../src/process-services.ts'
import { ENGINES, type TestEngine } from '../../helper/engines.ts'
import { startTcpProxy } from '../../helper/http/tcp-proxy.ts'
import { type ReplicatedServer, startReplicated } from '../../helper/postgres.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
/** Caches would hide which database was read. */
const NO_CACHE = { CACHE_MEGABYTES: '0' }
const ENVIRONMENT = {
  ...process.env,
  ...NO_CACHE,
  DATA_DIR: join(tmpdir(), 'calends-replica-nodes'),
  LOG_LEVEL: 'silent',
  SITE_TIMEZONE: 'America/New_York',
}
/** Limit for using a replica that is reachable again: it is skipped for three seconds. */
const RECOVERY_MILLISECONDS = 8000

interface Node {
  readonly get: (
    path: string,
  ) => Promise<{ status: number; json: { title: string; replica?: string; checks?: { replica: { status: string } } } }>
  readonly stop: () => Promise<void>
}

/** Services of the test that is running. */
const nodes = new Set<Node>()

/** A second process of the same site, simulated by separate services and a separate server. Stopped after the test. */
async function startNode(env: Readonly<Record<string, string>>): Promise<Node> {
  const config = readConfig({ ...ENVIRONMENT, ...env })
  const services = await createServices(config, Date.now, () => {})
  const { server, close } = await createApp({ config, services, logger: pino({ level: 'silent' }) })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const node: Node = {
    get: async (path) => {
      const response = await fetch(`${url}${path}`)
      return { status: response.status, json: (await response.json()) as { title: string } }
    },
    stop: async () => {
      await close()
      await services.close()
    },
  }
  nodes.add(node)
  return node
}

describe('A read replica', { skip: !ENGINES.some(({ name }) => name === 'postgres') }, () => {
  let servers: ReplicatedServer
  let primary: pg.Client
  let replica: pg.Client
  let service: TestService
  let env: Readonly<Record<string, string>>
  let engine: TestEngine
  let id = 0

  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  /** Retries statements that the recovery of the replica has canceled. */
  async function queryReplica(text: string): Promise<pg.QueryResult> {
    try {
      return await replica.query(text)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '40001') throw error
      return queryReplica(text)
    }
  }
  const isUsed = async () => (await service.send('GET', '//readyz')).json.replica === 'used'
  const used = () => waitUntil(isUsed, RECOVERY_MILLISECONDS)
  const event = (as: 'anon' | 'admin' = 'anon') => service.send('GET', `/events/${id}`, { as })
  const rename = async (title: string) => {
    const response = await service.send('POST', `/events/${id}`, { as: 'admin', json: { title } })
    assert.equal(response.status, 200)
  }
  /** Renames the event without a change log entry: only reads on the primary see it. */
  const renameWithoutChange = (title: string) =>
    primary.query('with rendered as (delete from fragments where id = $2) update events set title = $1 where id = $2', [
      title,
      id,
    ])

  /** Reads in a loop, several at a time, until `work` is done. */
  async function underLoad(work: () => Promise<void>, request = () => service.send('GET', '/events?per_page=5')) {
    const responses: TestResponse[] = []
    let isDone = false
    const load = Array.from({ length: 8 }, async () => {
      while (!isDone) responses.push(await request())
    })
    await work().finally(() => {
      isDone = true
    })
    await Promise.all(load)
    return responses
  }

  before(async () => {
    servers = await startReplicated()
    const folder = mkdtempSync(join(tmpdir(), 'calends-replica-'))
    const admin = await connect(`${servers.primary.url}/postgres`)
    await admin.query('create database calends')
    await admin.end()
    const url = `${servers.primary.url}/calends`
    env = {
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: `${servers.replica.url}/calends`,
      DATABASE_OUTAGE_SECONDS: '0',
    }
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    engine = { name: 'postgres', create: async () => ({ url, folder, remove }) }
    service = await startService({ engine, env: { ...env, ...NO_CACHE } })
    primary = await connect(url)
    const created = await service.send('POST', '/events', { as: 'admin', json: { ...DATES, title: 'First' } })
    id = created.json.id
    await used()
    replica = await connect(`${servers.replica.url}/calends`)
  })
  afterEach(async () => {
    // A failed test must not affect the following ones.
    await queryReplica('select pg_wal_replay_resume()').catch(() => {})
    for (const node of nodes) await node.stop()
    nodes.clear()
  })
  after(async () => {
    await service?.stop()
    await primary?.end()
    await replica?.end()
    servers?.stop()
    rmSync(ENVIRONMENT.DATA_DIR, { recursive: true, force: true })
  })

  test('A replica serves requests without credentials, and no others', async () => {
    await rename('Seen by all')
    await waitUntil(async () => (await queryReplica('select title from events')).rows[0].title === 'Seen by all', 2000)
    await used()
    await queryReplica('select pg_wal_replay_pause()')
    await renameWithoutChange('On the primary')
    assert.equal((await event()).json.title, 'Seen by all')
    assert.equal((await service.send('GET', '/events')).json.events[0].title, 'Seen by all')
    assert.equal((await event('admin')).json.title, 'On the primary')
    await queryReplica('select pg_wal_replay_resume()')
    await waitUntil(async () => (await event()).json.title === 'On the primary', 2000)
  })

  test('Reads from the replica fill the caches of a node only with replayed changes', async () => {
    const node = await startNode({ ...env, CACHE_MEGABYTES: '64' })
    const readTitle = async (path: string) => {
      const { json } = await node.get(`/api/cal/events/v1${path}`)
      return ((json as { events?: { title: string }[] }).events?.[0] ?? json).title
    }
    const shown = async () => [await readTitle(`/events/${id}`), await readTitle(`/events?include=${id}`)]
    for (let round = 0; round < 5; round++) {
      const [before, after] = [`Before ${round}`, `After ${round}`]
      await rename(before)
      await waitUntil(async () => (await shown()).every((title) => title === before), 2000)
      await waitUntil(async () => (await node.get('/readyz')).json.replica === 'used', RECOVERY_MILLISECONDS)
      await queryReplica('select pg_wal_replay_pause()')
      await rename(after)
      await waitUntil(async () => (await shown()).every((title) => title === after), 1000)
      for (let again = 0; again < 5; again++) assert.deepEqual(await shown(), [after, after])
      await queryReplica('select pg_wal_replay_resume()')
      assert.deepEqual(await shown(), [after, after])
    }
  })

  test('A replica is not read while it lags behind the writes of the same node', async () => {
    await used()
    await queryReplica('select pg_wal_replay_pause()')
    for (let round = 0; round < 20; round++) {
      await rename(`Round ${round}`)
      assert.equal((await event()).json.title, `Round ${round}`)
      assert.equal((await service.send('GET', '/events')).json.events[0].title, `Round ${round}`)
      assert.equal(JSON.parse((await service.send('GET', '/events.ndjson')).text).title, `Round ${round}`)
    }
    await queryReplica('select pg_wal_replay_resume()')
    await used()
    assert.equal((await event()).json.title, 'Round 19')
  })

  test('When a replica falls behind during a feed, the rest is read from the primary', async () => {
    await used()
    const { fragments: texts } = service.services
    // The replica lags while the change numbers are read, and no longer when the records are read.
    const read: FragmentCache['read'] = async (db, setting) => {
      Object.assign(service.services, { fragments: texts })
      await queryReplica('select pg_wal_replay_pause()')
      await rename('Behind')
      return texts.read(db, setting)
    }
    Object.assign(service.services, { fragments: { ...texts, read } })
    const { status, text } = await service.send('GET', '/events.ndjson')
    await queryReplica('select pg_wal_replay_resume()')
    assert.deepEqual([status, JSON.parse(text).title], [200, 'Behind'])
  })

  test('A replica never returns the state before a write, however soon the read follows', async () => {
    await used()
    for (let round = 0; round < 100; round++) {
      await rename(`Fast ${round}`)
      assert.equal((await event()).json.title, `Fast ${round}`)
    }
    await used()
  })

  test('A write of another node is visible within a second, even while the replica lags', async () => {
    const other = await startNode(env)
    const path = `/wp-json/tribe/events/v1/events/${id}`
    const otherUses = async () => (await other.get('/readyz')).json.replica === 'used'
    await waitUntil(otherUses, RECOVERY_MILLISECONDS)
    for (const isPaused of [false, true]) {
      if (isPaused) await queryReplica('select pg_wal_replay_pause()')
      for (let round = 0; round < 10; round++) {
        const title = `Elsewhere ${isPaused} ${round}`
        await rename(title)
        const written = performance.now()
        await waitUntil(async () => (await other.get(path)).json.title === title, 3000)
        assert.ok(performance.now() - written < 1000)
        for (let again = 0; again < 5; again++) assert.equal((await other.get(path)).json.title, title)
      }
    }
    // Replay can conflict with the statement that triggered it.
    const resume = () => queryReplica('select pg_wal_replay_resume()')
    await resume().catch(resume)
    await waitUntil(otherUses, RECOVERY_MILLISECONDS)
  })

  test('A conflict with recovery on the replica fails no request', async () => {
    await used()
    const conflicts = async () =>
      Number(
        (await queryReplica("select confl_lock from pg_stat_database_conflicts where datname = 'calends'")).rows[0]
          .confl_lock,
      )
    const before = await conflicts()
    // A body can be read only once, whichever database is used in the end.
    const headers = { 'content-type': 'application/json' }
    const send = () => service.send('GET', '/events', { headers, body: '{"per_page":1}' })
    const responses = await underLoad(async () => {
      const lock = async () => {
        await primary.query('begin; lock table events, fragments, listed_events in access exclusive mode; commit')
        return (await conflicts()) > before
      }
      await waitUntil(lock, 20_000)
    }, send)
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(new Set(responses.map(({ json }) => json.events.length)), new Set([1]))
  })

  for (const mode of ['fast', 'immediate'] as const) {
    test(`A replica that stops (${mode}) under load fails no request, and is used again after its restart`, async () => {
      await used()
      const responses = await underLoad(async () => {
        await servers.replica.halt(mode)
        await waitUntil(async () => !(await isUsed()), 2000)
        await rename(`Without a replica ${mode}`)
        assert.equal((await event()).json.title, `Without a replica ${mode}`)
        await servers.replica.resume()
        await used()
      })
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      assert.ok(responses.length > 100, `${responses.length} answers`)
      assert.equal((await event()).json.title, `Without a replica ${mode}`)
      replica = await connect(`${servers.replica.url}/calends`)
    })
  }

  test('A replica that does not respond is waited for once and then skipped', async () => {
    const node = await startNode({ ...env, DATABASE_TIMEOUT: '1' })
    await waitUntil(async () => (await node.get('/readyz')).json.replica === 'used', RECOVERY_MILLISECONDS)
    const path = `/wp-json/tribe/events/v1/events/${id}`
    assert.equal((await node.get(path)).status, 200)
    const { rows } = await replica.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'calends'",
    )
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    const since = performance.now()
    assert.equal((await node.get(path)).status, 200)
    assert.ok(performance.now() - since < 4000)
    const later = performance.now()
    assert.equal((await node.get(path)).status, 200)
    assert.ok(performance.now() - later < 500)
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    await waitUntil(async () => (await node.get('/readyz')).json.replica === 'used', RECOVERY_MILLISECONDS)
  })

  test('A replica that is unavailable at start is used once it is available', async () => {
    await replica.end()
    await servers.replica.halt('fast')
    const node = await startNode(env)
    const path = `/wp-json/tribe/events/v1/events/${id}`
    assert.equal((await node.get(path)).status, 200)
    assert.equal((await node.get('/readyz')).json.replica, 'left alone')
    assert.equal((await node.get('/readyz')).json.checks?.replica.status, 'warning')
    await servers.replica.resume()
    await waitUntil(async () => (await node.get('/readyz')).json.replica === 'used', RECOVERY_MILLISECONDS)
    replica = await connect(`${servers.replica.url}/calends`)
  })

  test('A replica is not read before its tables have the schema of this version', async (context) => {
    const config = readConfig({ ...ENVIRONMENT, ...env })
    const { database, close } = await createServices(config, Date.now, () => {})
    context.after(close)
    const newest = await primary.query(
      'delete from migrations where name = (select max(name) from migrations) returning *',
    )
    const count = async () => (await queryReplica('select name from migrations')).rowCount
    const expected = (await primary.query('select name from migrations')).rowCount
    await waitUntil(async () => (await count()) === expected, 2000)
    await database.startPolling()
    await assert.rejects(waitUntil(() => database.usesReplica() === true, 1000))
    await primary.query('insert into migrations values ($1, $2)', [newest.rows[0].name, newest.rows[0].at])
    await waitUntil(() => database.usesReplica() === true, RECOVERY_MILLISECONDS)
  })

  test('A replica is not read while its history differs from that of the primary', async () => {
    await used()
    await rename('Before')
    await waitUntil(async () => (await queryReplica('select title from events')).rows[0].title === 'Before', 2000)
    await queryReplica('select pg_wal_replay_pause()')
    // As after a failover that this standby did not follow: the change numbers exist, but mean other changes.
    await primary.query("update database_identity set epoch = 'abcdef0123', since = '2026-11-21 03:00:00'")
    await waitUntil(() => service.services.database.generation()?.epoch === 'abcdef0123', 3000)
    await renameWithoutChange('On the primary')
    for (let again = 0; again < 5; again++) assert.equal((await event()).json.title, 'On the primary')
    await queryReplica('select pg_wal_replay_resume()')
    await used()
  })

  const withoutPrimary = async (work: () => Promise<void>) => {
    await primary.end()
    await servers.primary.halt('fast')
    await work()
    await servers.primary.resume()
    await waitUntil(async () => (await event()).status === 200, 5000)
    await used()
    primary = await connect(`${servers.primary.url}/calends`)
  }

  test('A write does not look for its records on the replica while the primary is unavailable', async () => {
    await used()
    const node = await startService({ engine, env: { ...env, DATABASE_OUTAGE_SECONDS: '60' }, existing: service })
    const { database } = node.services
    await waitUntil(() => database.usesReplica() === true, RECOVERY_MILLISECONDS)
    await withoutPrimary(async () => {
      await waitUntil(() => database.bus.isInOutage(), 5000)
      assert.equal((await node.send('GET', '/events/999999')).status, 404)
      const write = await node.send('PUT', '/events/999999', { as: 'admin', json: { title: 'Of another node' } })
      assert.deepEqual([write.status, Number(write.headers['retry-after']) > 0], [503, true])
    })
    await node.stop()
  })

  test('A standby that a balancer takes for the primary is not read', async () => {
    await used()
    const proxy = await startTcpProxy()
    const [primaryPort, standbyPort] = [servers.primary, servers.replica].map(({ url }) => Number(new URL(url).port))
    proxy.setTarget(primaryPort)
    const url = `postgres://postgres@127.0.0.1:${proxy.port}/calends`
    const node = await startNode({ DATABASE_URL: url, DATABASE_OUTAGE_SECONDS: '0' })
    const read = () => node.get(`/api/cal/events/v1/events/${id}`)
    await queryReplica('select pg_wal_replay_pause()')
    await rename('On the primary only')
    proxy.setTarget(standbyPort)
    for (let again = 0; again < 5; again++) assert.equal((await read()).status, 503)
    proxy.setTarget(primaryPort)
    await waitUntil(async () => (await read()).status === 200, RECOVERY_MILLISECONDS)
    assert.equal((await read()).json.title, 'On the primary only')
    await queryReplica('select pg_wal_replay_resume()')
    await node.stop()
    await proxy.stop()
  })

  test('With DATABASE_OUTAGE_SECONDS=0 a replica is not read while the primary is unavailable', async () => {
    await used()
    await withoutPrimary(async () => {
      await waitUntil(async () => (await event()).status === 503, 2000)
      assert.equal((await event()).headers['retry-after'], '1')
    })
  })
})
