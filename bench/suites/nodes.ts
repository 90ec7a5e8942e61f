/**
 * Part of `npm run bench`: nodes on a new PostgreSQL server with default settings (synchronous commits), compared with
 * SQLite. Nodes, server and load generator share this machine, so a second node mainly shows that it has no overhead.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPostgres } from '../../test/helper/postgres.ts'
import { readCpuTime } from '../lib/cpu-time.ts'
import { type BenchService, createEnvironment, launchService, PROGRAM_PATH } from '../lib/service.ts'

const EVENTS = process.argv[2] ?? '10000'
const SECONDS = 8
const CLIENTS = 8

/** Runs what autovacuum would do within minutes. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

const EVENT = {
  title: 'Open choir evening',
  start_date: '2027-03-01 19:00:00',
  end_date: '2027-03-01 21:00:00',
  venue: { venue: 'Lantern Hall', city: 'Berlin' },
  categories: ['Music'],
}

interface Bench {
  readonly nodes: readonly BenchService[]
  /** Process ID of the database server; undefined for SQLite. */
  readonly server: number | undefined
}

/** Measures throughput, latency and CPU time per response, with the clients distributed over the nodes. */
async function measureLoad({ nodes, server }: Bench, request: Partial<autocannon.Options>): Promise<string> {
  const readUsage = () => [nodes.reduce((total, { child }) => total + readCpuTime(child.pid), 0), readCpuTime(server)]
  const before = readUsage()
  const results = await Promise.all(
    nodes.map(({ home }) =>
      autocannon({
        url: `${home}/api/cal/events/v1/events`,
        connections: CLIENTS / nodes.length,
        duration: SECONDS,
        ...request,
      }),
    ),
  )
  const responses = results.reduce((total, { requests }) => total + requests.total, 0)
  const [node, database] = readUsage().map((after, index) => ((after - (before[index] ?? 0)) / responses).toFixed(1))
  const failed = results.reduce((total, { non2xx, errors }) => total + non2xx + errors, 0)
  const rate = results.reduce((total, { requests }) => total + requests.average, 0)
  const slowest = Math.max(...results.map(({ latency }) => latency.p99))
  const cost = `CPU time ${node} ms in the nodes, ${database} ms in the server`
  return `${Math.round(rate)} req/s, p99 ${slowest} ms, ${cost}${failed > 0 ? `, ${failed} failed` : ''}`
}

interface NodeBenchmark {
  readonly name: string
  readonly folder: string
  /** Numbers of nodes to measure. */
  readonly counts: readonly number[]
  readonly server?: number
}

async function measureNodes({ name, folder, counts, server }: NodeBenchmark): Promise<void> {
  const print = (text: string) => process.stdout.write(`${name}: ${text}\n`)
  const began = performance.now()
  spawnSync(process.execPath, [PROGRAM_PATH, 'seed', '--events', EVENTS, '--seed', '1', '--no-images', '--json'], {
    env: createEnvironment(folder),
  })
  print(`${EVENTS} events seeded in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (server !== undefined) await vacuum(process.env['DATABASE_URL'] ?? '')
  const nodes: BenchService[] = []
  let authorization = ''
  for (const count of counts) {
    while (nodes.length < count) nodes.push(await launchService(folder))
    authorization ||= nodes[0]?.authorization ?? ''
    const create = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(EVENT),
    } as const
    const setup = `${count} ${count === 1 ? 'node' : 'nodes'}, ${CLIENTS} clients`
    print(`pages of 50 events, ${setup}: ${await measureLoad({ nodes, server }, {})}`)
    print(`creations, ${setup}: ${await measureLoad({ nodes, server }, create)}`)
  }
  for (const { child } of nodes) child.kill('SIGTERM')
  await Promise.all(nodes.map(({ child }) => new Promise((done) => child.once('exit', done))))
}

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
await measureNodes({ name: 'sqlite', folder, counts: [1] })
const postgres = await startPostgres(['listen_addresses=127.0.0.1'])
process.env['DATABASE_URL'] = `${postgres.url}/postgres`
try {
  const [postmaster] = readFileSync(join(postgres.data ?? '', 'postmaster.pid'), 'utf8').split('\n')
  await measureNodes({ name: 'postgres', folder, counts: [1, 2], server: Number(postmaster) })
} finally {
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
