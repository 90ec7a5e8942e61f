/**
 * Capacity model: resources that a deployment needs for a mix of requests, from measured costs per request.
 * docs/reports/costs.md compares its results with measurements.
 */

/** Mean cost of one request. */
export interface RequestCost {
  /** CPU time of the node in milliseconds. */
  readonly node: number
  /** CPU time of all processes of the database server in milliseconds. */
  readonly database: number
  /** Statements, each of which is a round trip. */
  readonly statements: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Bytes between node and database, in both directions. */
  readonly databaseBytes: number
  /** Bytes of write-ahead log. */
  readonly walBytes: number
}

/** Cost per second of a process without requests: background jobs, and polls for changes. */
export interface IdleCost {
  readonly node: number
  readonly database: number
  readonly statements: number
}

/** Costs per request by kind, and fixed costs per process. CPU times are in milliseconds. */
export interface ServiceCosts {
  readonly requests: Readonly<Record<string, RequestCost>>
  readonly idle: IdleCost
  /** CPU time of each other process per write, to read the change and to drop cached records. */
  readonly otherNode: number
}

/** A part of the requests that reach nodes. */
export interface RequestShare {
  /** Kind in the table of costs. */
  readonly kind: string
  readonly share: number
  /** Every write invalidates the response of each of these URLs; the next request of a URL costs as much as this kind. */
  readonly invalidation?: { readonly kind: string; readonly urls: number }
  /** Writes need the primary, and one transaction runs at a time. Reads can use replicas. */
  readonly isWrite?: boolean
}

export interface Mix {
  readonly name: string
  /** Share of all requests that a CDN answers without a node. */
  readonly cdnHitShare: number
  /** Shares of the other requests, 1 in total. */
  readonly requests: readonly RequestShare[]
}

export interface Load {
  /** Requests per second of clients. */
  readonly rate: number
  readonly processes: number
  /** Time of the network between a node and the database in milliseconds. */
  readonly roundTrip: number
}

/** Use of resources, per second. */
export interface Demand {
  /** Requests that reach a node. */
  readonly originRate: number
  readonly writes: number
  /** Cores of all nodes. */
  readonly nodeCores: number
  readonly primaryCores: number
  /** Cores for reads, of the replicas or of the primary. */
  readonly readCores: number
  readonly statements: number
  /** Connections that execute a statement or wait for the network, on average. */
  readonly busyConnections: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly databaseBytes: number
  readonly walBytes: number
}

/**
 * Share of the requests of a URL that find no valid response, if requests and writes are Poisson processes: a write
 * precedes the next request with this probability.
 */
export function computeMissShare(writesPerSecond: number, requestsPerUrl: number): number {
  const events = writesPerSecond + requestsPerUrl
  return events === 0 ? 0 : writesPerSecond / events
}

interface WeightedCost {
  readonly cost: RequestCost
  /** Requests per second. */
  readonly rate: number
  readonly isWrite: boolean
}

function weighCosts(mix: Mix, { requests: costs }: ServiceCosts, { rate, processes }: Load): WeightedCost[] {
  const originRate = rate * (1 - mix.cdnHitShare)
  const writes = countWrites(mix, originRate)
  return mix.requests.flatMap(({ kind, share, invalidation, isWrite = false }) => {
    const requests = originRate * share
    if (invalidation === undefined) return [{ cost: getCost(costs, kind), rate: requests, isWrite }]
    const missShare = computeMissShare(writes, requests / processes / invalidation.urls)
    return [
      { cost: getCost(costs, kind), rate: requests * (1 - missShare), isWrite },
      { cost: getCost(costs, invalidation.kind), rate: requests * missShare, isWrite },
    ]
  })
}

const countWrites = ({ requests }: Mix, originRate: number): number =>
  originRate * requests.reduce((sum, { share, isWrite }) => sum + (isWrite ? share : 0), 0)

function getCost(costs: ServiceCosts['requests'], kind: string): RequestCost {
  const cost = costs[kind]
  if (cost === undefined) throw new Error(`No cost was measured for requests of kind "${kind}".`)
  return cost
}

export function computeDemand(mix: Mix, costs: ServiceCosts, load: Load): Demand {
  const { processes, roundTrip, rate: total } = load
  const weighted = weighCosts(mix, costs, load)
  const sum = (amount: (cost: RequestCost) => number, selected = weighted): number =>
    selected.reduce((result, { cost, rate }) => result + amount(cost) * rate, 0)
  const writes = weighted.filter(({ isWrite }) => isWrite)
  const reads = weighted.filter(({ isWrite }) => !isWrite)
  const writeRate = sum(() => 1, writes)
  const statements = sum((cost) => cost.statements) + costs.idle.statements * processes
  const databaseMilliseconds = sum(({ database }) => database) + costs.idle.database * processes
  return {
    originRate: total * (1 - mix.cdnHitShare),
    writes: writeRate,
    nodeCores:
      (sum(({ node }) => node) + costs.idle.node * processes + writeRate * costs.otherNode * (processes - 1)) / 1000,
    primaryCores: (sum(({ database }) => database, writes) + costs.idle.database * processes) / 1000,
    readCores: sum(({ database }) => database, reads) / 1000,
    statements,
    busyConnections: (databaseMilliseconds + statements * roundTrip) / 1000,
    bytesIn: sum(({ bytesIn }) => bytesIn),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    databaseBytes: sum(({ databaseBytes }) => databaseBytes),
    walBytes: sum(({ walBytes }) => walBytes),
  }
}

/** Above this number the costs that every process adds exceed what it contributes. */
const MAX_PROCESSES = 100_000

/**
 * Number of processes whose utilization stays below the limit; undefined if no number suffices. Each process has caches
 * of its own, so more processes have more misses, and each reads every change.
 */
export function countProcesses(mix: Mix, costs: ServiceCosts, rate: number, utilization: number): number | undefined {
  let processes = 1
  while (processes < MAX_PROCESSES) {
    const { nodeCores } = computeDemand(mix, costs, { rate, processes, roundTrip: 0 })
    const needed = Math.ceil(nodeCores / utilization)
    if (needed <= processes) return processes
    processes = needed
  }
  return undefined
}

/**
 * Requests per second at which nodes, database and load generator together use all cores of one machine.
 * `generator` is the CPU time of the generator per request in milliseconds.
 */
export function computeThroughput(
  mix: Mix,
  costs: ServiceCosts,
  { processes, cores, generator }: { readonly processes: number; readonly cores: number; readonly generator: number },
): number {
  const usedCores = (rate: number) => {
    const { nodeCores, primaryCores, readCores } = computeDemand(mix, costs, { rate, processes, roundTrip: 0 })
    return nodeCores + primaryCores + readCores + (rate * generator) / 1000
  }
  let [low, high] = [0, 1]
  while (usedCores(high) < cores) high *= 2
  while (high - low > high * 1e-4) {
    const middle = (low + high) / 2
    if (usedCores(middle) < cores) low = middle
    else high = middle
  }
  return low
}

/** Writes per second of one primary: each transaction holds the lock for its round trips and the time of the server. */
export const computeMaxWrites = (lockMilliseconds: number, statements: number, roundTrip: number): number =>
  1000 / (lockMilliseconds + statements * roundTrip)

/**
 * Continues the growth between two measured sizes as a power of the number of events. A value that does not grow stays
 * the same.
 */
export function extrapolate(
  smaller: { readonly events: number; readonly value: number },
  larger: { readonly events: number; readonly value: number },
  events: number,
): number {
  if (smaller.value <= 0 || larger.value <= smaller.value) return larger.value
  const exponent = Math.log(larger.value / smaller.value) / Math.log(larger.events / smaller.events)
  return larger.value * (events / larger.events) ** exponent
}

export interface Prices {
  /** Per vCPU and hour. */
  readonly cpuHour: number
  /** Per GB of memory and hour. */
  readonly memoryHour: number
  /** Per GB of disk and month. */
  readonly diskMonth: number
  /** Per GB that the nodes send. */
  readonly traffic: number
}

export interface Resources {
  readonly cpus: number
  readonly memoryGigabytes: number
  readonly diskGigabytes: number
  /** Bytes per second that leave the nodes, on average over the month. */
  readonly bytesOut: number
}

const HOURS_PER_MONTH = 730
const BYTES_PER_GIGABYTE = 1e9

/** Price of a month. */
export function computePrice(resources: Resources, prices: Prices): number {
  const { cpus, memoryGigabytes, diskGigabytes, bytesOut } = resources
  const gigabytesOut = (bytesOut * HOURS_PER_MONTH * 3600) / BYTES_PER_GIGABYTE
  return (
    HOURS_PER_MONTH * (cpus * prices.cpuHour + memoryGigabytes * prices.memoryHour) +
    diskGigabytes * prices.diskMonth +
    gigabytesOut * prices.traffic
  )
}
