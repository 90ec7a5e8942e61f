import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openEngine } from '../../src/storage/engine.ts'
import { applyMigrations, MIGRATIONS } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { type Pgbouncer, startPgbouncer } from '../helper/cluster/pgbouncer.ts'
import { runCalends } from '../helper/command-line.ts'
import type { TestEngine } from '../helper/engines.ts'
import { createCalendar, createImportTester } from '../helper/imports/import-tester.ts'
import { createSolidImage } from '../helper/media/encode-png.ts'
import { type PostgresServer, startPostgres, startReplicated } from '../helper/postgres.ts'
import { startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
/** Limit for a change of another node. */
const NOTICE_MILLISECONDS = 1000
const SERVER_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'max_connections=60', 'listen_addresses=127.0.0.1']

let server: PostgresServer
const services = new Set<TestService>()
/** By their settings. */
const poolers = new Map<string, Promise<Pgbouncer>>()

function startPooler(settings: Readonly<Record<string, string>> = {}): Promise<Pgbouncer> {
  const key = JSON.stringify(settings)
  const pooler = poolers.get(key) ?? startPgbouncer(server.url, settings)
  poolers.set(key, pooler)
  return pooler
}

async function createDatabase(): Promise<string> {
  const name = `pooling_${randomBytes(4).toString('hex')}`
  await queryServer(`create database ${name}`)
  return name
}

async function queryServer(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: `${server.url}/postgres` })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

interface NodeOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly existing?: TestService
  readonly reports?: string[]
}

async function startNode(url: string, { env = {}, existing, reports = [] }: NodeOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-pooling-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  const engine: TestEngine = { name: 'postgres', create: async () => ({ url, folder, remove }) }
  const report = (error: unknown) => reports.push(String(error))
  const service = await startService({ engine, env, report, ...(existing && { existing }) })
  services.add(service)
  return service
}

before(async () => {
  server = await startPostgres(SERVER_SETTINGS)
})
after(async () => {
  for (const service of services) await service.stop()
  for (const pooler of poolers.values()) (await pooler).stop()
  server?.stop()
})

describe('The start behind PgBouncer', () => {
  /** Each setting of PgBouncer, where DATABASE_LISTEN_URL leads, and the error. */
  const REJECTED = [
    ['statement', 'server', /^DATABASE_URL leads to a pooler with pool_mode = statement/],
    ['transaction', 'nowhere', /^DATABASE_URL leads to a pooler that does not deliver .* Set DATABASE_LISTEN_URL to/],
    ['transaction', 'pooler', /through DATABASE_URL do not arrive at DATABASE_LISTEN_URL\. Expected a connection/],
    ['transaction', 'another database', /through DATABASE_URL do not arrive at DATABASE_LISTEN_URL/],
  ] as const

  for (const [mode, target, message] of REJECTED)
    test(`The start is rejected with pool_mode = ${mode} if DATABASE_LISTEN_URL leads to ${target}`, async () => {
      const { url } = await startPooler({ pool_mode: mode })
      const name = await createDatabase()
      const listen = {
        server: `${server.url}/${name}`,
        nowhere: '',
        pooler: `${url}/${name}`,
        'another database': `${server.url}/${await createDatabase()}`,
      }[target]
      await assert.rejects(startNode(`${url}/${name}`, { env: { DATABASE_LISTEN_URL: listen } }), { message })
    })

  test('The start names the setting of PgBouncer that parameters of connections need', async () => {
    const { url } = await startPooler({ ignore_startup_parameters: 'extra_float_digits' })
    const message = /rejects the parameter statement_timeout\. Add to pgbouncer\.ini: ignore_startup_parameters =/
    await assert.rejects(startNode(`${url}/${await createDatabase()}`), { message })
  })

  test('The start asks to set options of the URL for the role', async () => {
    const { url } = await startPooler({ pool_mode: 'transaction' })
    const message = /rejects the parameter options\. Remove options from the URL, and set them for the role/
    await assert.rejects(startNode(`${url}/postgres?options=-c%20search_path%3Dcalendar`), { message })
  })

  test('calends serve prints the rejection and ends', async () => {
    const { url } = await startPooler({ pool_mode: 'statement' })
    const { code, stderr } = await runCalends(`${url}/${await createDatabase()}`, ['serve'], { env: { PORT: '0' } })
    assert.equal(code, 1)
    assert.match(stderr, /DATABASE_URL leads to a pooler with pool_mode = statement/)
  })

  for (const mode of ['session', 'transaction'])
    test(`A node starts with pool_mode = ${mode} and DATABASE_LISTEN_URL`, async () => {
      const { url } = await startPooler({ pool_mode: mode })
      const name = await createDatabase()
      const node = await startNode(`${url}/${name}`, { env: { DATABASE_LISTEN_URL: `${server.url}/${name}` } })
      assert.equal((await node.send('GET', '/events')).status, 200)
    })

  test('A node needs no DATABASE_LISTEN_URL with pool_mode = session', async () => {
    const { url } = await startPooler({ pool_mode: 'session' })
    const node = await startNode(`${url}/${await createDatabase()}`)
    assert.equal((await node.send('GET', '/events')).status, 200)
  })
})

describe('Nodes behind transaction pooling', () => {
  let pooler: Pgbouncer
  let name: string
  let first: TestService
  let second: TestService
  const reports: string[] = []

  before(async () => {
    pooler = await startPooler({ default_pool_size: '3' })
    name = await createDatabase()
    const env = { DATABASE_LISTEN_URL: `${server.url}/${name}`, CACHE_MEGABYTES: '16' }
    first = await startNode(`${pooler.url}/${name}`, { env, reports })
    second = await startNode(`${pooler.url}/${name}`, {
      env: { ...env, MEDIA_URL: first.config.mediaUrl },
      existing: first,
    })
  })

  const create = async (title: string) => {
    const response = await first.send('POST', '/events', { as: 'admin', json: { ...DATES, title } })
    assert.equal(response.status, 201, response.text)
    return response.json
  }

  test('A write is visible on another node within a second, by a notification', async () => {
    const event = await create('Written on the first node')
    const path = `/events/${event.id}`
    await waitUntil(async () => (await second.send('GET', path)).status === 200, NOTICE_MILLISECONDS)
    const waits: number[] = []
    for (let at = 0; at < 10; at++) {
      const title = `Title ${at}`
      await first.send('POST', path, { as: 'admin', json: { title } })
      const start = performance.now()
      await waitUntil(async () => (await second.send('GET', path)).json.title === title, NOTICE_MILLISECONDS)
      waits.push(performance.now() - start)
    }
    // Polls are 500 ms apart, so that their average is 250 ms.
    assert.ok((waits.toSorted((a, b) => a - b)[5] ?? 0) < 200, `${waits}`)
  })

  test('Concurrent writes of both nodes have consecutive numbers in the change log', async () => {
    const send = (node: TestService, at: number) =>
      node.send('POST', '/events', { as: 'admin', json: { ...DATES, title: `Concurrent ${at}` } })
    const responses = await Promise.all(Array.from({ length: 30 }, (_, at) => send(at % 2 === 0 ? first : second, at)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201])
    const { rows } = await queryDatabase('select count(*)::integer as total, max(seq) as last from changes')
    assert.equal(rows[0]?.total, rows[0]?.last)
  })

  const queryDatabase = async (text: string) => {
    const client = new pg.Client({ connectionString: `${server.url}/${name}` })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }

  test('Images are uploaded, and files are imported', async () => {
    const body = await createSolidImage(40, 30).png().toBuffer()
    const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="red.png"' }
    const uploaded = await first.send('POST', '/media', { as: 'admin', body, headers })
    assert.equal(uploaded.status, 201, uploaded.text)
    const imports = createImportTester(first)
    const { id } = await imports.upload('calendar.ics', createCalendar('one', 'two', 'three'))
    const finished = await imports.perform(id, 'run')
    assert.equal(finished.status, 'succeeded')
    const found = async () => (await second.send('GET', '/events?search=Event')).json.total === 3
    await waitUntil(found, NOTICE_MILLISECONDS)
  })

  test('Changes are listed and awaited', async () => {
    let { json } = await second.send('GET', '/changes')
    while (json.has_more) json = (await second.send('GET', `/changes?since=${json.cursor}`)).json
    const awaited = second.send('GET', `/changes?since=${json.cursor}&wait=5`)
    await create('Awaited')
    const { changes } = (await awaited).json
    assert.equal(changes.length, 1)
  })

  test('calends check finds no problems through the pooler', async () => {
    const env = { MEDIA_URL: first.config.mediaUrl }
    const { code, stdout, stderr } = await runCalends(`${pooler.url}/${name}`, ['check', '--json'], { env })
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout).findings, [])
  })

  test('calends copy reads and writes through the pooler', async () => {
    const [source, target] = [name, await createDatabase()].map((database) => `${pooler.url}/${database}`)
    const { code, stderr } = await runCalends('', ['copy', '--from', source ?? '', '--to', target ?? ''])
    assert.equal(code, 0, stderr)
  })

  test('A node advises to set the timeouts of the role', () => {
    assert.match(reports.join('\n'), /alter role ROLE set statement_timeout = 30000; alter role ROLE set idle_in/)
  })
})

describe('A database behind transaction pooling', () => {
  let pooler: Pgbouncer
  before(async () => {
    pooler = await startPooler({ default_pool_size: '2' })
  })
  const LIMITS = { timeout: 1, connections: 4 }

  test('It is migrated from an earlier version', async () => {
    const url = `${pooler.url}/${await createDatabase()}`
    const earlier = await openEngine(url)
    const names = Object.keys(MIGRATIONS)
    await earlier.write.transaction().execute((tx) => applyMigrations(tx, earlier.engine, names.slice(0, 20)))
    await Promise.all([earlier.write.destroy(), earlier.read.destroy()])
    const database = await openDatabase(url)
    const { rows } = await sql<{ total: number }>`select count(*) as total from migrations`.execute(database.read)
    assert.equal(rows[0]?.total, names.length)
    await database.close()
  })

  test('Transactions have the timeout of statements, and long ones disable it', async () => {
    const reports: string[] = []
    const report = (error: unknown) => reports.push(String(error))
    const database = await openDatabase(`${pooler.url}/${await createDatabase()}`, { ...LIMITS, report })
    assert.equal(reports.length, 1)
    const sleep = database.transaction((tx) => sql`select pg_sleep(2.5)`.execute(tx))
    await assert.rejects(sleep, ({ cause }: Error) => /statement timeout/.test(String(cause)))
    await database.transaction(async (tx) => {
      await database.engine.disableStatementTimeout(tx)
      await sql`select pg_sleep(1.5)`.execute(tx)
    })
    await database.close()
  })

  test('The timeouts of the role apply to all statements', async () => {
    const name = await createDatabase()
    await queryServer(`alter database ${name} set statement_timeout = 1000`)
    await queryServer(`alter database ${name} set idle_in_transaction_session_timeout = 1000`)
    const report = (error: unknown) => assert.fail(String(error))
    const database = await openDatabase(`${pooler.url}/${name}`, { ...LIMITS, report })
    const sleep = sql`select pg_sleep(2.5)`.execute(database.read)
    await assert.rejects(sleep, ({ cause }: Error) => /statement timeout/.test(String(cause)))
    await database.close()
  })
})

describe('A replica behind transaction pooling', () => {
  test('A replica is not read where the pooler changes to one that lags behind', async (context) => {
    const servers = await startReplicated()
    context.after(servers.stop)
    const pooler = await startPgbouncer(servers.primary.url, {}, { acceptsStandbys: true })
    context.after(pooler.stop)
    const url = `${servers.primary.url}/postgres`
    const node = await startNode(url, { env: { DATABASE_REPLICA_URL: `${pooler.url}/postgres`, CACHE_MEGABYTES: '0' } })
    const replica = new pg.Client({ connectionString: `${servers.replica.url}/postgres` })
    // A failed test ends the server first.
    replica.on('error', () => {})
    await replica.connect()
    const { database } = node.services
    /** Port of the server on which a read ran. */
    const readPort = async () => {
      const { rows } = await database.readFromReplicaIfPossible(({ read }) =>
        sql<{ port: number }>`select inet_server_port() as port`.execute(read),
      )
      return String(rows[0]?.port)
    }
    const [primaryPort, replicaPort] = [servers.primary, servers.replica].map((server) => new URL(server.url).port)
    await replica.query('select pg_wal_replay_pause()')
    const { status } = await node.send('POST', '/venues', { as: 'admin', json: { venue: 'Hall' } })
    assert.equal(status, 201)
    await waitUntil(() => database.usesReplica() === true, 10_000)
    assert.equal(await readPort(), primaryPort)
    await pooler.redirect(servers.replica.url)
    for (let at = 0; at < 20; at++) {
      await waitUntil(() => database.usesReplica() === true, 10_000)
      assert.equal(await readPort(), primaryPort)
    }
    await replica.query('select pg_wal_replay_resume()')
    await replica.end()
    await waitUntil(async () => (await readPort()) === replicaPort, 10_000)
    services.delete(node)
    await node.stop()
  })
})

describe('1,000 connections of nodes', () => {
  const NODES = 100
  const LIMITS = { timeout: 30, connections: 10 }
  const SERVER_CONNECTIONS = 20

  test('They share 20 connections to the server, and everything is answered', async (context) => {
    const pooler = await startPooler()
    const url = `${pooler.url}/${await createDatabase()}`
    const databases = [await openDatabase(url, LIMITS)]
    while (databases.length < NODES) databases.push(await openDatabase(url, LIMITS))
    const waits = { reads: 0, writes: 0 }
    const measure = async (kind: keyof typeof waits, work: Promise<unknown>) => {
      const start = performance.now()
      await work
      waits[kind] = Math.max(waits[kind], performance.now() - start)
    }
    const statements = databases.flatMap(({ read, transaction }) => [
      ...Array.from({ length: 8 }, () => measure('reads', sql`select pg_sleep(0.02)`.execute(read))),
      ...[1, 2].map(() =>
        measure(
          'writes',
          transaction((tx) => sql`select pg_sleep(0.002)`.execute(tx)),
        ),
      ),
    ])
    const peaks = { clients: 0, servers: 0 }
    let isDone = false
    const all = Promise.all(statements).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const [pool] = (await pooler.runCommand('show pools')).filter(({ database }) => database !== 'pgbouncer')
      const count = (...columns: readonly string[]) => columns.reduce((sum, column) => sum + Number(pool?.[column]), 0)
      peaks.clients = Math.max(peaks.clients, count('cl_active', 'cl_waiting'))
      const servers = (await pooler.runCommand('show servers')).length
      peaks.servers = Math.max(peaks.servers, servers)
    }
    const results = await all
    context.diagnostic(`show pools: ${peaks.clients} clients; show servers: ${peaks.servers} connections`)
    context.diagnostic(`longest read ${waits.reads.toFixed(0)} ms, longest write ${waits.writes.toFixed(0)} ms`)
    assert.equal(results.length, NODES * LIMITS.connections)
    assert.equal(peaks.clients, NODES * LIMITS.connections)
    assert.equal(peaks.servers, SERVER_CONNECTIONS)
    for (const database of databases) await database.close()
  })
})
