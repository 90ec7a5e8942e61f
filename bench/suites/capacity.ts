/**
 * `npm run bench -- capacity`: measures what each kind of request costs nodes and PostgreSQL, then a mix of requests on
 * several nodes, and compares the mix with the capacity model. Rates depend on other load of the machine; CPU times hardly.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/helper/postgres.ts'
import { openCachedCalendar } from '../fixture/cached-calendar.ts'
import { readCalendarContents } from '../fixture/calendar-contents.ts'
import {
  type CapacityCalendar,
  CHECKED_MIX,
  createCreations,
  createMixedLoad,
  createRequestKinds,
} from '../fixture/capacity-requests.ts'
import { multiplyEvents } from '../fixture/multiply-events.ts'
import { copyToServer, createDatabase } from '../fixture/postgres-databases.ts'
import {
  type CapacityTarget,
  connectToServer,
  type DatabaseServer,
  type LoadCost,
  measureCost,
  measureIdleCost,
} from '../lib/capacity-load.ts'
import { computeDemand, computeThroughput, type IdleCost, type ServiceCosts } from '../lib/capacity-model.ts'
import { endProcess, readMemoryUsage } from '../lib/processes.ts'
import { alignColumns, formatMilliseconds } from '../lib/report.ts'
import { type BenchService, launchService } from '../lib/service.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    /** Copies of the events, as in multiply-events.ts. */
    factor: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '1,2,3' },
    seconds: { type: 'string', default: '3' },
    /** Compares the mix with the costs that an earlier run wrote. */
    check: { type: 'boolean', default: false },
    /** A database that an earlier run created. */
    database: { type: 'string' },
    /** Writes the measured costs for capacity-plan.ts. */
    update: { type: 'boolean', default: false },
  },
})

function parsePositive(name: 'events' | 'factor' | 'seconds'): number {
  const number = Number(values[name])
  if (number > 0) return number
  throw new Error(`Invalid value for --${name}: "${values[name]}". Expected a number greater than 0.`)
}

const [events, factor, seconds] = [parsePositive('events'), parsePositive('factor'), parsePositive('seconds')]
const nodeCounts = values.nodes.split(',').map(Number)
if (!nodeCounts.every((count) => Number.isInteger(count) && count > 0))
  throw new Error(`Invalid value for --nodes: "${values.nodes}". Expected numbers separated by commas.`)
const print = (text: string) => process.stdout.write(`${text}\n`)

/** The check assumes that all processes share the cores of this machine. */
const CORES = 2
const SEED = 1
const SERVER_SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'max_connections=100', 'shared_buffers=2GB', 'max_wal_size=4GB'],
  // Parallel workers end with their query, so their CPU time would not be counted.
  'max_parallel_workers_per_gather=0',
  ...['maintenance_work_mem=512MB', 'shared_preload_libraries=pg_stat_statements'],
]

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const cached = await openCachedCalendar(events)
const contents = readCalendarContents(cached.folder)
const createCalendar = (seed: number): CapacityCalendar => ({
  ...{ contents, events, seed },
  authorization: cached.authorization,
})

async function createServer(): Promise<string> {
  const { url, stop } = await startPostgres(SERVER_SETTINGS)
  process.once('exit', stop)
  await createDatabase(`${url}/postgres`, 'calends')
  await copyToServer(cached, `${url}/calends`)
  if (factor > 1) await multiplyEvents(`${url}/calends`, factor)
  return `${url}/calends`
}

const launchNode = (database: string): Promise<BenchService> =>
  launchService(mkdtempSync(join(folder, 'node-')), {
    DATABASE_URL: database,
    MEDIA_URL: `file:${join(folder, 'uploads')}`,
  })

async function withNodes<T>(
  count: number,
  database: string,
  work: (target: CapacityTarget, services: readonly BenchService[]) => Promise<T>,
): Promise<T> {
  const services: BenchService[] = []
  const server = await connectToServer(database)
  try {
    for (let started = 0; started < count; started++) services.push(await launchNode(database))
    const nodes = services.map(({ child, port }) => ({ pid: child.pid ?? 0, port }))
    return await work({ nodes, server }, services)
  } finally {
    await Promise.all(services.map(({ child }) => endProcess(child)))
    await server.client.end()
  }
}

/** Compiles the programs of all processes before anything is measured. */
const warmUp = (target: CapacityTarget, seed: number) =>
  measureCost(target, createMixedLoad(createCalendar(seed)), { seconds, senders: target.nodes.length })

interface KindCosts {
  readonly costs: Readonly<Record<string, LoadCost>>
  readonly idle: IdleCost
  readonly memoryMegabytes: number | undefined
}

function measureKinds(database: string): Promise<KindCosts> {
  return withNodes(1, database, async (target, [service]) => {
    await warmUp(target, SEED + 100)
    const idle = await measureIdleCost(target, 2 * seconds)
    print(`idle node, per second: ${JSON.stringify(idle)}`)
    const requestKinds = await createRequestKinds(createCalendar(SEED), service?.url ?? '')
    const costs: Record<string, LoadCost> = {}
    for (const { name, send } of requestKinds) {
      // The first requests of a kind compile its program.
      await send(service?.port ?? 0, seconds)
      costs[name] = await measureCost(target, send, { seconds, idle })
      print(formatCost(name, costs[name]))
    }
    return { costs, idle, memoryMegabytes: readMemoryUsage(service?.child.pid)?.resident }
  })
}

const formatCost = (name: string, cost: LoadCost): string =>
  [
    name.padEnd(28),
    `${cost.responses} responses`,
    `node ${formatMilliseconds(cost.node)} ms`,
    `database ${formatMilliseconds(cost.database)} ms`,
    `${cost.statements.toFixed(2)} statements`,
    `${(cost.bytesOut / 1000).toFixed(1)} kB out`,
    `${(cost.databaseBytes / 1000).toFixed(1)} kB database`,
    `${(cost.walBytes / 1000).toFixed(1)} kB WAL`,
  ].join(', ')

interface NodesResult {
  readonly nodes: number
  readonly mix: LoadCost
  /** Creations on all nodes. */
  readonly creations: LoadCost
  /** Ratio of the measurement to the prediction. */
  readonly ratios: Readonly<Record<string, number>>
}

function measureNodes(count: number, database: string, { costs, idle }: KindCosts): Promise<NodesResult> {
  return withNodes(count, database, async (target) => {
    // Responses are cached on their second request, so the same URLs are requested before the measurement.
    const mixedLoad = createMixedLoad(createCalendar(SEED + count))
    await measureCost(target, mixedLoad, { seconds: 2 * seconds, senders: count })
    await measureIdleCost(target, seconds)
    const mix = await measureCost(target, mixedLoad, { seconds: 2 * seconds, senders: count, idle })
    const creations = await measureCost(target, createCreations(createCalendar(SEED + 300 + count)), {
      ...{ seconds, senders: count, idle },
    })
    return { nodes: count, mix, creations, ratios: compare({ requests: costs, ...WITHOUT_OVERHEAD }, mix, count) }
  })
}

/** The idle cost is subtracted from measurements, and the updates of the mix are few. */
const WITHOUT_OVERHEAD = { idle: { node: 0, database: 0, statements: 0 }, otherNode: 0 }

function compare(costs: ServiceCosts, mix: LoadCost, processes: number): Record<string, number> {
  const rate = mix.responses / mix.seconds
  const demand = computeDemand(CHECKED_MIX, costs, { rate, processes, roundTrip: 0 })
  const throughput = computeThroughput(CHECKED_MIX, costs, { processes, cores: CORES, generator: mix.generator })
  return {
    'CPU of nodes': mix.node / ((demand.nodeCores / rate) * 1000),
    'CPU of PostgreSQL': mix.database / (((demand.primaryCores + demand.readCores) / rate) * 1000),
    statements: mix.statements / (demand.statements / rate),
    'bytes sent': mix.bytesOut / (demand.bytesOut / rate),
    throughput: rate / throughput,
  }
}

/** CPU time of a second node for each write of the first, which invalidates its caches. */
const measureFollower = (database: string, idle: IdleCost): Promise<LoadCost> =>
  withNodes(2, database, async (target) => {
    await warmUp(target, SEED + 400)
    await measureIdleCost(target, seconds)
    return measureCost(target, createCreations(createCalendar(SEED + 500)), { seconds, idle })
  })

interface DiskUse {
  readonly databaseBytes: number
  readonly indexBytes: number
  readonly searchBytes: number
  readonly fragmentBytes: number
  readonly events: number
}

async function measureDisk({ client }: DatabaseServer): Promise<DiskUse> {
  const { rows } = await client.query<Record<keyof DiskUse, string>>(
    `select pg_database_size(current_database()) as "databaseBytes",
       (select sum(pg_indexes_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
         as "indexBytes",
       pg_total_relation_size('post_search') as "searchBytes", pg_total_relation_size('fragments') as "fragmentBytes",
       (select count(*) from events) as events`,
  )
  const read = (name: keyof DiskUse) => Number(rows[0]?.[name])
  return {
    databaseBytes: read('databaseBytes'),
    indexBytes: read('indexBytes'),
    searchBytes: read('searchBytes'),
    fragmentBytes: read('fragmentBytes'),
    events: read('events'),
  }
}

async function readDiskUse(database: string): Promise<DiskUse> {
  const server = await connectToServer(database)
  return measureDisk(server).finally(() => server.client.end())
}

function formatNodes(results: readonly NodesResult[]): string {
  const names = Object.keys(results[0]?.ratios ?? {})
  const lines = results.map(({ nodes, mix, creations, ratios }) => [
    ...[String(nodes), (mix.responses / mix.seconds).toFixed(0), formatMilliseconds(mix.node)],
    ...[
      formatMilliseconds(mix.database),
      mix.statements.toFixed(2),
      (creations.responses / creations.seconds).toFixed(0),
    ],
    ...names.map((name) => (ratios[name] ?? Number.NaN).toFixed(2)),
  ])
  const head = ['nodes', 'requests/s', 'node ms', 'PostgreSQL ms', 'statements', 'creations/s']
  return alignColumns([[...head, ...names.map((name) => `${name}: ratio`)], ...lines], [])
}

const RESULTS = join(import.meta.dirname, '..', 'capacity.json')

interface SizeCosts extends KindCosts {
  readonly at: string
  readonly disk: DiskUse
  readonly otherNode: number | undefined
  readonly results: readonly NodesResult[]
}

const readResults = (): Record<string, SizeCosts> =>
  existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}

async function measureCosts(database: string): Promise<SizeCosts> {
  const disk = await readDiskUse(database)
  const kinds = await measureKinds(database)
  const { otherNode } = await measureFollower(database, kinds.idle)
  return { at: new Date().toISOString(), ...kinds, otherNode, disk, results: [] }
}

const database = values.database ?? (await createServer())
const size = String(events * factor)
const costs = values.check ? readResults()[size] : await measureCosts(database)
if (costs === undefined) throw new Error(`${RESULTS} has no costs for ${size} events. Run without --check.`)
const results: NodesResult[] = []
for (const count of nodeCounts) results.push(await measureNodes(count, database, costs))
print(`\nmemory of a node: ${costs.memoryMegabytes} MB; CPU of another node per write: ${costs.otherNode} ms`)
print(`disk: ${JSON.stringify(costs.disk)}\n`)
print(formatNodes(results))

if (values.update) {
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  const document = { ...readResults(), [size]: { ...costs, results } }
  writeFileSync(RESULTS, `${JSON.stringify(document, round, 2)}\n`)
  print(`written to ${RESULTS}`)
}
