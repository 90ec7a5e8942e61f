/** A cluster with the files of deploy/cluster: every server is on the path of requests. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Cluster, startCluster } from '../helper/cluster/cluster.ts'
import { returnsOk } from '../helper/cluster/cluster-context.ts'
import { DEPLOYMENT_FOLDER } from '../helper/cluster/deployment-files.ts'
import { findPrimary, listStandbys } from '../helper/cluster/postgres-node.ts'
import { findProcessTree } from '../helper/cluster/server-process.ts'
import { createRawUpload } from '../helper/http/upload-body.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { requestProcess } from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }

/** Time after which a change must be visible in responses of Varnish. */
const PURGE_MILLISECONDS = 2000

/** Time after which a write must be visible on all nodes. */
const VISIBLE_MILLISECONDS = 1000

async function queryRows(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

describe('A cluster', { timeout: 180_000 }, () => {
  let cluster: Cluster
  before(async () => {
    cluster = await startCluster({ replication: 'synchronous', varnish: true })
  })
  after(() => cluster?.close())

  const create = (title: string) =>
    requestProcess(cluster, 'POST', '/events', { authorization: cluster.authorization, json: { ...EVENT, title } })

  test('has a primary and two standbys, for one of which commits wait', async () => {
    const primary = await findPrimary(cluster.postgres)
    assert.ok(primary)
    const standbys = await listStandbys(primary)
    assert.deepEqual(standbys.map(({ state, syncState }) => [state, syncState]).sort(), [
      ['streaming', 'async'],
      ['streaming', 'sync'],
    ])
  })

  test('shows a write of one node on all nodes within a second', async () => {
    const [writer, ...readers] = cluster.nodes
    assert.ok(writer)
    const list = async (url: string) => {
      const { status, json } = await requestProcess({ url }, 'GET', '/events?start_date=2027-01-01&per_page=100')
      assert.equal(status, 200)
      return json.events.map(({ title }: { title: string }) => title)
    }
    for (const { url } of cluster.nodes) await list(url)
    const { authorization } = cluster
    const json = { ...EVENT, title: 'Seen by all nodes' }
    const { status } = await requestProcess(writer, 'POST', '/events', { authorization, json })
    assert.equal(status, 201)
    const isVisible = async () => {
      const lists = await Promise.all(readers.map(({ url }) => list(url)))
      return lists.every((titles) => titles.includes('Seen by all nodes'))
    }
    await waitUntil(isVisible, VISIBLE_MILLISECONDS, 20)
  })

  test('serves an image that another node has stored in S3', async () => {
    const [first, second] = cluster.nodes
    assert.ok(first && second)
    const { body, headers } = createRawUpload(await createImage(300, 200))
    const response = await fetch(`${first.url}/api/cal/events/v1/media`, {
      method: 'POST',
      headers: { ...headers, authorization: cluster.authorization },
      body: new Uint8Array(body),
    })
    assert.equal(response.status, 201)
    const location = new URL(findImageUrl(await response.text()))
    for (const origin of [second.url, cluster.url]) {
      const image = await fetch(origin + location.pathname)
      assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/jpeg'])
    }
  })

  test('caches public lists in Varnish until a write', async () => {
    const read = async () => {
      const response = await fetch(`${cluster.url}/api/cal/events/v1/events?search=purged`)
      return { cache: response.headers.get('x-cache'), text: await response.text() }
    }
    const isStored = async () => (await read()).cache === 'hit'
    await waitUntil(isStored, PURGE_MILLISECONDS, 20)
    await create('Purged from Varnish')
    const isFresh = async () => (await read()).text.includes('Purged from Varnish')
    await waitUntil(isFresh, PURGE_MILLISECONDS, 20)
  })

  test('balances the primary, the replicas and the nodes in HAProxy', async () => {
    const text = await (await fetch(cluster.statisticsUrl)).text()
    const rows = text.split('\n').map((line) => line.split(','))
    const countUp = (proxy: string) =>
      rows.filter(([name, server = '', ...rest]) => name === proxy && /^node/.test(server) && rest.includes('UP'))
        .length
    assert.deepEqual(['primary', 'replicas', 'nodes'].map(countUp), [1, 2, 3])
    const [[primary], [replica]] = [
      await queryRows(cluster.directUrl, 'select pg_is_in_recovery() as standby'),
      await queryRows(cluster.replicaUrl, 'select pg_is_in_recovery() as standby'),
    ]
    assert.deepEqual([primary, replica], [{ standby: false }, { standby: true }])
  })

  test('pools the transactions of nodes in PgBouncer', async () => {
    await create('Through the pool')
    const console = cluster.databaseUrl.replace(/[^/]+$/, 'pgbouncer')
    const pools = await queryRows(console, 'show pools')
    const pool = pools.find(({ database, user }) => database === 'calends' && user === 'calends')
    assert.equal(pool?.['pool_mode'], 'transaction')
    const [statistics] = (await queryRows(console, 'show stats_totals')).filter(
      ({ database }) => database === 'calends',
    )
    assert.ok(Number(statistics?.['xact_count']) > 0)
    const servers = (await queryRows(console, 'show servers')).filter(({ database }) => database === 'calends')
    const connected = `select count(*)::int as count from pg_stat_activity where usename = 'calends' and pid <> pg_backend_pid()`
    const [activity] = await queryRows(cluster.directUrl, connected)
    // Each node listens past the pool, and all else comes from it.
    assert.equal(Number(activity?.['count']) - servers.length, cluster.nodes.length)
  })

  test('reloads HAProxy without a failed request', async () => {
    const { haproxy } = cluster
    const former = new Set(findProcessTree(haproxy.pid()))
    haproxy.signal('SIGUSR2')
    const end = performance.now() + 3000
    while (performance.now() < end) assert.equal((await fetch(`${cluster.balancerUrl}/healthz`)).status, 200)
    await waitUntil(() => findProcessTree(haproxy.pid()).some((pid) => !former.has(pid)), 10_000, 100)
    await waitUntil(async () => (await create('After the reload')).status === 201, 15_000, 200)
  })

  test('returns 503 with Retry-After while no node runs', async () => {
    for (const node of cluster.nodes) await node.kill()
    const response = await fetch(`${cluster.balancerUrl}/api/cal/events/v1/events`)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
    assert.deepEqual(((await response.json()) as { data: unknown }).data, { status: 503 })
    await Promise.all(cluster.nodes.map((node) => node.start()))
    await waitUntil(() => returnsOk(`${cluster.balancerUrl}/readyz`), 10_000, 100)
  })

  test('uses every file of deploy/cluster', () => {
    const files = readdirSync(DEPLOYMENT_FOLDER).filter((name) => name !== 'cluster.env')
    assert.deepEqual([...cluster.files].sort(), files.sort())
  })

  test('leaves no process behind', async () => {
    await cluster.close()
    await waitUntil(() => listCommands().every((command) => !command.includes(cluster.folder)), 5000, 50)
  })
})

function findImageUrl(text: string): string {
  const url = /"(http[^"]+\.jpg)"/.exec(text.replaceAll('\\/', '/'))?.[1]
  if (url === undefined) throw new Error(`no URL of an image in ${text}`)
  return url
}

/** Command lines of all processes. */
const listCommands = (): readonly string[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : []
    } catch {
      // The process has ended.
      return []
    }
  })
