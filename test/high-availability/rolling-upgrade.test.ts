/** Nodes are replaced one by one under load: by a newer version with its migrations, and back. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '../../src/storage/migrations/migrate.ts'
import { type ClientLoad, startLoad } from '../helper/cluster/upgrade/client-load.ts'
import { hasBalancer, type NodeBalancer, startNodeBalancer } from '../helper/cluster/upgrade/node-balancer.ts'
import {
  buildReleasedVersion,
  hasReleasedVersion,
  type ReleasedVersion,
} from '../helper/cluster/upgrade/released-version.ts'
import { findFreePort } from '../helper/free-port.ts'
import { type PostgresServer, startPostgres } from '../helper/postgres.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  PROGRAM,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'

const NODES = 3
/** Requests of each client before and after the replacement of a node. */
const REQUESTS = 15
const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const WRITERS = [{}, { venue: { venue: 'Town hall' }, tags: ['music'] }, { categories: ['talks'], featured: true }]

function findSkipReason(): string | false {
  if (!hasReleasedVersion())
    return 'the history of this clone does not contain version 0.2.0: run git fetch --unshallow'
  return hasBalancer() ? false : 'haproxy is not installed'
}

describe('A rolling upgrade from version 0.2.0', { skip: findSkipReason() }, () => {
  let server: PostgresServer
  let release: ReleasedVersion
  let versions: { readonly old: ServeProcesses; readonly current: ServeProcesses }
  let balancer: NodeBalancer
  let load: ClientLoad
  let authorization: string
  /** Titles of all events, as last acknowledged. */
  const acknowledged = new Map<number, string>()
  const nodes = new Map<number, ServeProcess>()

  before(async () => {
    server = await startPostgres()
    release = buildReleasedVersion()
    const env = { DATABASE_URL: `${server.url}/postgres` }
    versions = {
      old: createServeProcesses(env, { program: release.program, setsUp: false }),
      current: createServeProcesses(env, { setsUp: false }),
    }
    for (let index = 0; index < NODES; index++) {
      const port = await findFreePort()
      nodes.set(port, await versions.old.start({ PORT: String(port) }))
    }
    const [first] = nodes.values()
    authorization = createBasicAuth(findSecret(first?.printed ?? ''))
    balancer = await startNodeBalancer([...nodes.keys()])
  })
  after(async () => {
    await load?.stop()
    await balancer?.stop()
    await Promise.all([...nodes.values()].map(stopProcess))
    versions?.old.end()
    versions?.current.end()
    release?.remove()
    server?.stop()
  })

  const startClients = () => {
    load = startLoad({ url: balancer.url, authorization, readers: 6, writers: WRITERS })
  }
  /** Replaces all nodes by others, each after all clients have completed some requests. */
  async function replaceNodes(version: ServeProcesses, stop: (port: number, node: ServeProcess) => Promise<void>) {
    for (const [port, node] of nodes) {
      await load.waitForRequests(REQUESTS)
      await stop(port, node)
      nodes.set(port, await version.start({ PORT: String(port) }))
      await balancer.admit(port)
    }
    await load.waitForRequests(REQUESTS)
  }
  async function assertNothingFailed(context: { readonly diagnostic: (message: string) => void }): Promise<void> {
    const { completed, slowest, failures, titles } = await load.stop()
    context.diagnostic(`${completed} requests, the slowest took ${slowest} ms; ${titles.size} events written`)
    for (const [id, title] of titles) acknowledged.set(id, title)
    assert.deepEqual(failures.slice(0, 5), [])
    assert.deepEqual(await readTitles(), acknowledged)
  }
  async function query<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: `${server.url}/postgres` })
    await client.connect()
    const { rows } = await client.query<Row>(text).finally(() => client.end())
    return rows
  }
  const listMigrations = async () =>
    (await query<{ name: string }>('select name from migrations order by name')).map(({ name }) => name)
  const readTitles = async () => {
    const rows = await query<{ id: number; title: string }>('select id, title from events order by id')
    return new Map(rows.map(({ id, title }) => [id, title]))
  }
  const runCheck = (...options: readonly string[]): string =>
    spawnSync(process.execPath, [PROGRAM, 'check', ...options], {
      encoding: 'utf8',
      cwd: versions.current.folder,
      env: { ...process.env, DATABASE_URL: `${server.url}/postgres`, DATA_DIR: versions.current.folder },
    }).stdout

  test('Nodes of this version replace those of 0.2.0 and migrate, and no request fails', async (context) => {
    startClients()
    await replaceNodes(versions.current, async (port, node) => {
      await balancer.drain(port)
      await stopProcess(node)
    })
    await assertNothingFailed(context)
    assert.deepEqual(await listMigrations(), Object.keys(MIGRATIONS))
    assert.equal(runCheck(), 'no problems found\n')
  })

  test('Nodes of 0.2.0 replace those of this version on the migrated database, and no request fails', async (context) => {
    startClients()
    // Without draining: the balancer notices that the node does not listen any more.
    await replaceNodes(versions.old, async (_port, node) => {
      await stopProcess(node)
    })
    await assertNothingFailed(context)
    for (const node of nodes.values()) assert.match(node.readOutput(), /migrated by a newer version/)
    assert.equal(runCheck(), 'no problems found\n')
  })

  test('calends check finds and repairs the search texts of protected events that 0.2.0 changed', async () => {
    const [node] = nodes.values()
    assert.ok(node)
    const event = { ...EVENT, title: 'Protected' }
    const created = await requestProcess(node, 'POST', '/events', { authorization, json: event })
    assert.equal(created.status, 201)
    // Passwords come with imports; no request sets them.
    await query(`update events set password = 'secret' where title = '${event.title}'`)
    const json = { description: 'unknown words' }
    const changed = await requestProcess(node, 'PUT', `/events/${created.json.id}`, { authorization, json })
    assert.equal(changed.status, 200)
    assert.match(runCheck(), /search/)
    runCheck('--repair')
    assert.equal(runCheck(), 'no problems found\n')
  })
})
