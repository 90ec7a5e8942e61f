/**
 * `npm run bench -- capacity-plan`: computes the deployments of docs/capacity.md from the costs in bench/capacity.json, as
 * tables in Markdown. Prices are options, so that readers can insert their own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  computeDemand,
  computeMaxWrites,
  computePrice,
  countProcesses,
  type Demand,
  extrapolate,
  type Mix,
  type RequestCost,
  type ServiceCosts,
} from '../lib/capacity-model.ts'

const { values } = parseArgs({
  options: {
    'cpu-hour': { type: 'string', default: '0.04' },
    'memory-hour': { type: 'string', default: '0.005' },
    'disk-month': { type: 'string', default: '0.10' },
    traffic: { type: 'string', default: '0.01' },
    /** Milliseconds between nodes and the database. */
    'round-trip': { type: 'string', default: '0.5' },
  },
})

const parse = (name: keyof typeof values): number => {
  const number = Number(values[name])
  if (number >= 0) return number
  throw new Error(`Invalid value for --${name}: "${values[name]}". Expected a number of at least 0.`)
}

const PRICES = {
  cpuHour: parse('cpu-hour'),
  memoryHour: parse('memory-hour'),
  diskMonth: parse('disk-month'),
  traffic: parse('traffic'),
}
const ROUND_TRIP = parse('round-trip')

const RATES = [1000, 10_000, 100_000]
/** Share of the cores that is used on average; the rest is for peaks and for the failure of a machine. */
const UTILIZATION = 0.6
const NODE_CORES = 4
const NODE_MEMORY_GIGABYTES = 0.5
const SUPERVISOR_MEMORY_GIGABYTES = 0.5
const REPLICA_CORES = 16
/** `DATABASE_CONNECTIONS` and the connection that listens. */
const CONNECTIONS_PER_PROCESS = 11
const MIN_SERVER_CONNECTIONS = 20
/** Share of the database that should fit into the memory of its server: indexes, and fragments of upcoming events. */
const MEMORY_SHARE = 0.25
const MIN_DATABASE_MEMORY = 8
/** Disk as a multiple of the database: free space, write-ahead log and dead rows. */
const DISK_FACTOR = 2

const lists = (share: number, urls: number) => ({
  ...{ kind: 'cached list', share },
  invalidation: { kind: 'list of loaded records', urls },
})

const MIXES: readonly Mix[] = [
  {
    name: 'Public site behind a CDN with 95 % hits',
    cdnHitShare: 0.95,
    requests: [
      { kind: 'cached page', share: 0.25, invalidation: { kind: 'list page', urls: 50 } },
      { kind: 'cached page', share: 0.1, invalidation: { kind: 'month page', urls: 24 } },
      { kind: 'event page', share: 0.3 },
      { kind: 'image', share: 0.15 },
      lists(0.1, 20),
      { kind: 'record', share: 0.05 },
      { kind: 'poll of changes', share: 0.03 },
      { kind: 'search for a title', share: 0.015 },
      { kind: 'feed', share: 0.003 },
      { kind: 'update', share: 0.002, isWrite: true },
    ],
  },
  {
    name: 'API clients without a CDN, 0.1 % writes',
    cdnHitShare: 0,
    requests: [
      lists(0.4, 100),
      { ...lists(0.15, 100), kind: 'cached list, 304' },
      { kind: 'cached record', share: 0.25 },
      { kind: 'record', share: 0.079 },
      { kind: 'list', share: 0.05 },
      { kind: 'poll of changes', share: 0.06 },
      { kind: 'search for a title', share: 0.01 },
      { kind: 'update', share: 0.001, isWrite: true },
    ],
  },
  {
    name: 'API clients without a CDN, 1 % writes of editors',
    cdnHitShare: 0,
    requests: [
      lists(0.4, 100),
      { ...lists(0.15, 100), kind: 'cached list, 304' },
      { kind: 'cached record', share: 0.25 },
      { kind: 'record', share: 0.07 },
      { kind: 'list', share: 0.05 },
      { kind: 'poll of changes', share: 0.06 },
      { kind: 'search for a title', share: 0.01 },
      { kind: 'update', share: 0.008, isWrite: true },
      { kind: 'create', share: 0.002, isWrite: true },
    ],
  },
]

interface Measured {
  readonly events: number
  readonly costs: ServiceCosts
  readonly databaseBytes: number
}

/** Measured sizes, the smallest first. */
function readMeasured(): Measured[] {
  const document: Record<
    string,
    { costs: ServiceCosts['requests'] } & Omit<ServiceCosts, 'requests'> & { disk: { databaseBytes: number } }
  > = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'capacity.json'), 'utf8'))
  return Object.entries(document)
    .map(
      ([
        events,
        {
          costs: requests,
          idle,
          otherNode,
          disk: { databaseBytes },
        },
      ]) => ({
        events: Number(events),
        costs: { requests, idle, otherNode },
        databaseBytes,
      }),
    )
    .toSorted((a, b) => a.events - b.events)
}

const measured = readMeasured()
/** Sizes beyond the measured ones need the growth between two of them. */
const ESTIMATED_SIZES = measured.length > 1 ? [1_000_000, 10_000_000] : []
const SIZES = [...new Set([...measured.map(({ events }) => events), ...ESTIMATED_SIZES])].sort((a, b) => a - b)

/** The measured costs of a size, or those that continue the growth between the two largest sizes. */
function findCosts(events: number): Measured {
  const exact = measured.find((each) => each.events === events)
  const [smaller, larger] = measured.slice(-2)
  if (exact) return exact
  if (!smaller || !larger) throw new Error('bench/capacity.json needs the costs of two sizes.')
  const grow = (select: (from: Measured) => number) =>
    extrapolate(
      { events: smaller.events, value: select(smaller) },
      { events: larger.events, value: select(larger) },
      events,
    )
  const requests = Object.fromEntries(
    Object.entries(larger.costs.requests).map(([kind, cost]) => {
      const growAmount = (name: 'node' | 'database') => grow(({ costs }) => costs.requests[kind]?.[name] ?? cost[name])
      return [kind, { ...cost, node: growAmount('node'), database: growAmount('database') } satisfies RequestCost]
    }),
  )
  return {
    ...{ events, costs: { ...larger.costs, requests } },
    databaseBytes: grow(({ databaseBytes }) => databaseBytes),
  }
}

/** Writes of one kind per second. A node executes about half of its part of a write while it holds the lock. */
const computeMaxWritesOf = ({ node, database, statements }: RequestCost, roundTrip: number): number =>
  computeMaxWrites(node / 2 + database, statements, roundTrip)

/** Writes per second that one primary can execute with the writes of a mix. */
function computeWriteLimit({ requests }: Mix, { requests: costs }: ServiceCosts): number {
  const writes = requests.flatMap(({ kind, share, isWrite }) => {
    const cost = costs[kind]
    return isWrite && cost ? [{ share, limit: computeMaxWritesOf(cost, ROUND_TRIP) }] : []
  })
  const total = writes.reduce((sum, { share }) => sum + share, 0)
  return total / writes.reduce((sum, { share, limit }) => sum + share / limit, 0)
}

const GIGABYTE = 1e9
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const formatNumber = (number: number) => (number < 10 ? number.toFixed(1) : count.format(number))

function formatDeployment(mix: Mix, rate: number, size: Measured): string[] {
  const processes = countProcesses(mix, size.costs, rate, UTILIZATION)
  const head = [count.format(rate), count.format(size.events)]
  if (processes === undefined) return [...head, 'impossible: every process reads every write']
  const demand = computeDemand(mix, size.costs, { rate, processes, roundTrip: ROUND_TRIP })
  const writeLimit = computeWriteLimit(mix, size.costs)
  if (demand.writes > writeLimit)
    return [...head, `impossible: ${count.format(demand.writes)} writes/s of ${count.format(writeLimit)} at most`]
  const resources = allocate(demand, processes, size)
  const { machines, primaryCores, replicas, memory, databaseMemory, disk, serverConnections } = resources
  const cpus = machines * NODE_CORES + primaryCores + replicas * REPLICA_CORES
  const memoryGigabytes = memory + databaseMemory * (1 + replicas)
  const price = (bytesOut: number) =>
    count.format(computePrice({ cpus, memoryGigabytes, diskGigabytes: disk * (1 + replicas), bytesOut }, PRICES))
  return [
    ...head,
    `${machines} (${processes} processes)`,
    ...[formatNumber(demand.writes), `${formatNumber(demand.primaryCores)} of ${primaryCores}`],
    `${formatNumber(demand.readCores)} of ${replicas} × ${REPLICA_CORES}`,
    `${count.format(processes * CONNECTIONS_PER_PROCESS)} to ${count.format(serverConnections)}`,
    `${formatNumber(memory)} + ${1 + replicas} × ${formatNumber(databaseMemory)}`,
    `${1 + replicas} × ${formatNumber(disk)}`,
    ...[formatNumber((demand.bytesOut * 8) / GIGABYTE), `${price(0)} + ${trafficPrice(demand)}`],
  ]
}

const trafficPrice = ({ bytesOut }: Demand) =>
  count.format(computePrice({ cpus: 0, memoryGigabytes: 0, diskGigabytes: 0, bytesOut }, PRICES))

function allocate(demand: Demand, processes: number, { databaseBytes }: Measured) {
  const machines = Math.max(2, Math.ceil(processes / NODE_CORES))
  return {
    machines,
    primaryCores: Math.max(2, Math.ceil(demand.primaryCores / UTILIZATION)),
    /** One replica is also the standby. */
    replicas: Math.max(1, Math.ceil(demand.readCores / UTILIZATION / REPLICA_CORES)),
    memory: processes * NODE_MEMORY_GIGABYTES + machines * SUPERVISOR_MEMORY_GIGABYTES,
    databaseMemory: Math.max(MIN_DATABASE_MEMORY, (databaseBytes / GIGABYTE) * MEMORY_SHARE),
    disk: (databaseBytes / GIGABYTE) * DISK_FACTOR,
    serverConnections: Math.max(MIN_SERVER_CONNECTIONS, Math.ceil(demand.busyConnections / UTILIZATION)),
  }
}

const HEAD = [
  ...['Requests/s', 'Events', 'Machines with 4 vCPUs', 'Writes/s', 'Cores of the primary', 'Cores of the replicas'],
  ...['Connections, pooled', 'Memory GB', 'Disk GB', 'Gbit/s', 'Cost per month'],
]

const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

for (const mix of MIXES) {
  const lines = RATES.flatMap((rate) => SIZES.map((size) => formatDeployment(mix, rate, findCosts(size))))
  process.stdout.write(`\n${mix.name}\n\n${[HEAD, HEAD.map(() => '---'), ...lines].map(toRow).join('\n')}\n`)
}

const smallest = findCosts(SIZES[0] ?? 0).costs.requests
for (const kind of ['update', 'create'])
  for (const roundTrip of [0, ROUND_TRIP, 1, 2]) {
    const cost = smallest[kind]
    if (!cost) continue
    const rate = computeMaxWritesOf(cost, roundTrip)
    process.stdout.write(`at most ${rate.toFixed(0)} of ${kind} per second with ${roundTrip} ms per round trip\n`)
  }
