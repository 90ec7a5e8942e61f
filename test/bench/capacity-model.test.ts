import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeDemand,
  computeMaxWrites,
  computeMissShare,
  computePrice,
  computeThroughput,
  countProcesses,
  extrapolate,
  type Mix,
  type RequestCost,
  type ServiceCosts,
} from '../../bench/lib/capacity-model.ts'

const cost = (changes: Partial<RequestCost>): RequestCost => ({
  ...{ node: 0, database: 0, statements: 0, bytesIn: 0, bytesOut: 0, databaseBytes: 0, walBytes: 0 },
  ...changes,
})

const COSTS: ServiceCosts = {
  requests: {
    cached: cost({ node: 0.1, bytesOut: 1000 }),
    computed: cost({ node: 2, database: 1, statements: 3, bytesOut: 1000, databaseBytes: 5000 }),
    update: cost({ node: 4, database: 3, statements: 10, bytesIn: 500, walBytes: 8000 }),
  },
  idle: { node: 0, database: 0, statements: 0 },
  otherNode: 0,
}

const READS: Mix = {
  name: 'reads',
  cdnHitShare: 0,
  requests: [
    { kind: 'cached', share: 0.9 },
    { kind: 'computed', share: 0.1 },
  ],
}

const WRITES: Mix = {
  name: 'reads and writes',
  cdnHitShare: 0,
  requests: [
    { kind: 'cached', share: 0.99, invalidation: { kind: 'computed', urls: 10 } },
    { kind: 'update', share: 0.01, isWrite: true },
  ],
}

const about = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= Math.abs(expected) * 1e-3, `${actual}, expected ${expected}`)

test('The demand is the sum of the costs of all requests', () => {
  const demand = computeDemand(READS, COSTS, { rate: 1000, processes: 1, roundTrip: 1 })
  about(demand.nodeCores, (900 * 0.1 + 100 * 2) / 1000)
  about(demand.readCores, 0.1)
  about(demand.statements, 300)
  about(demand.busyConnections, (100 * 1 + 300 * 1) / 1000)
  about(demand.bytesOut, 1_000_000)
  about(demand.databaseBytes, 500_000)
  assert.deepEqual([demand.writes, demand.primaryCores], [0, 0])
})

test('Requests that a CDN answers cost nothing', () => {
  const [all, few] = [0, 0.95].map((cdnHitShare) =>
    computeDemand({ ...READS, cdnHitShare }, COSTS, { rate: 1000, processes: 1, roundTrip: 1 }),
  )
  about(few?.originRate ?? 0, 50)
  about(few?.nodeCores ?? 0, (all?.nodeCores ?? 0) / 20)
})

test('A write invalidates the responses of every process, so misses grow with writes and processes', () => {
  assert.deepEqual([computeMissShare(0, 5), computeMissShare(5, 5), computeMissShare(0, 0)], [0, 0.5, 0])
  const [one, two] = [1, 2].map((processes) => computeDemand(WRITES, COSTS, { rate: 1000, processes, roundTrip: 1 }))
  const misses = 990 * (10 / (10 + 99))
  about(one?.statements ?? 0, misses * 3 + 10 * 10)
  about(one?.writes ?? 0, 10)
  about(one?.primaryCores ?? 0, 0.03)
  about(one?.readCores ?? 0, misses / 1000)
  assert.ok((two?.nodeCores ?? 0) > (one?.nodeCores ?? 0))
})

test('Processes are added until their utilization is below the limit', () => {
  assert.equal(countProcesses(READS, COSTS, 10, 0.6), 1)
  const processes = countProcesses(WRITES, COSTS, 10_000, 0.6) ?? 0
  const utilization = (count: number) =>
    computeDemand(WRITES, COSTS, { rate: 10_000, processes: count, roundTrip: 1 }).nodeCores / count
  assert.ok(utilization(processes) <= 0.6 && utilization(processes - 1) > 0.6, String(processes))
})

test('Every process costs something without requests, and for each write of another', () => {
  const costs = { ...COSTS, idle: { node: 10, database: 5, statements: 4 }, otherNode: 0.5 }
  const load = { rate: 1000, processes: 3, roundTrip: 1 }
  const [plain, extended] = [COSTS, costs].map((each) => computeDemand(WRITES, each, load))
  about((extended?.nodeCores ?? 0) - (plain?.nodeCores ?? 0), (3 * 10 + 10 * 0.5 * 2) / 1000)
  about((extended?.primaryCores ?? 0) - (plain?.primaryCores ?? 0), 0.015)
  about((extended?.statements ?? 0) - (plain?.statements ?? 0), 12)
})

test('No number of processes suffices if each costs more for writes of others than it has', () => {
  assert.equal(countProcesses(WRITES, { ...COSTS, otherNode: 10 }, 100_000, 0.6), undefined)
})

test('The throughput uses all cores of the machine, including those of the load generator', () => {
  const rate = computeThroughput(WRITES, COSTS, { processes: 2, cores: 2, generator: 0.05 })
  const demand = computeDemand(WRITES, COSTS, { rate, processes: 2, roundTrip: 0 })
  about(demand.nodeCores + demand.primaryCores + demand.readCores + (rate * 0.05) / 1000, 2)
})

test('The rate of writes is limited by the time for which a transaction holds the lock', () => {
  assert.equal(computeMaxWrites(5, 8, 0), 200)
  assert.equal(computeMaxWrites(5, 5, 1), 100)
})

test('Growth between two sizes continues as a power of the number of events', () => {
  const at = (events: number, value: number) => ({ events, value })
  about(extrapolate(at(10_000, 2), at(100_000, 4), 1_000_000), 8)
  about(extrapolate(at(10_000, 1), at(100_000, 10), 10_000_000), 1000)
  assert.equal(extrapolate(at(10_000, 5), at(100_000, 4), 1_000_000), 4)
  assert.equal(extrapolate(at(10_000, 0), at(100_000, 4), 1_000_000), 4)
})

test('The price of a month contains processors, memory, disk and traffic', () => {
  const prices = { cpuHour: 0.04, memoryHour: 0.005, diskMonth: 0.1, traffic: 0.01 }
  const nothing = { cpus: 0, memoryGigabytes: 0, diskGigabytes: 0, bytesOut: 0 }
  about(computePrice({ ...nothing, cpus: 2 }, prices), 58.4)
  about(computePrice({ ...nothing, memoryGigabytes: 10 }, prices), 36.5)
  about(computePrice({ ...nothing, diskGigabytes: 50 }, prices), 5)
  about(computePrice({ ...nothing, bytesOut: 1e6 }, prices), 26.28)
})

test('A mix with a kind that was not measured is an error', () => {
  const unknown = { ...READS, requests: [{ kind: 'video', share: 1 }] }
  assert.throws(() => computeDemand(unknown, COSTS, { rate: 1, processes: 1, roundTrip: 0 }), /"video"/)
})
