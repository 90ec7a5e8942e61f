/**
 * A part of `npm run bench`: nodes on one PostgreSQL server of its own, with the settings a server has by default (each
 * commit waits for the disk), and the same on SQLite. Nodes, server and load share this machine, so a second node can
 * show little more than that it does no harm.
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

/** What a server does by itself within minutes of such a load. */
async function settle(url: string): Promise<void> {
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
  /** Of the database server; undefined when there is none. */
  readonly server: number | undefined
}

/** What the clients, shared among the nodes, are answered in a second, how long they wait, and what an answer costs. */
async function load({ nodes, server }: Bench, request: Partial<autocannon.Options>): Promise<string> {
  const used = () => [nodes.reduce((total, { child }) => total + readCpuTime(child.pid), 0), readCpuTime(server)]
  const before = used()
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
  const answers = results.reduce((total, { requests }) => total + requests.total, 0)
  const [node, database] = used().map((after, at) => ((after - (before[at] ?? 0)) / answers).toFixed(1))
  const failed = results.reduce((total, { non2xx, errors }) => total + non2xx + errors, 0)
  const each = results.reduce((total, { requests }) => total + requests.average, 0)
  const slowest = Math.max(...results.map(({ latency }) => latency.p99))
  const cost = `processor time ${node} ms in the nodes, ${database} ms in the server`
  return `${Math.round(each)} a second, p99 ${slowest} ms, ${cost}${failed > 0 ? `, ${failed} failed` : ''}`
}

interface Place {
  readonly name: string
  readonly folder: string
  /** How many nodes at once, one measurement each. */
  readonly counts: readonly number[]
  readonly server?: number
}

async function measureNodes({ name, folder, counts, server }: Place): Promise<void> {
  const say = (text: string) => process.stdout.write(`${name}: ${text}\n`)
  const began = performance.now()
  spawnSync(process.execPath, [PROGRAM_PATH, 'seed', '--events', EVENTS, '--seed', '1', '--no-images', '--json'], {
    env: createEnvironment(folder),
  })
  say(`${EVENTS} events seeded in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (server !== undefined) await settle(process.env['DATABASE_URL'] ?? '')
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
    const of = `${count} ${count === 1 ? 'node' : 'nodes'}, ${CLIENTS} clients`
    say(`pages of 50 events, ${of}: ${await load({ nodes, server }, {})}`)
    say(`creations, ${of}: ${await load({ nodes, server }, create)}`)
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
