/** One failover under load: the fault, the outage that clients see, the verification and the repair. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import type { Fault, InjectedFault } from '../cluster/faults.ts'
import { waitUntil } from '../until.ts'
import { findLongestGap } from './outcome.ts'
import { verifyWorkload } from './verify-workload.ts'
import { startWorkload, type Workload } from './workload.ts'

export interface FailoverResult {
  readonly acknowledged: number
  readonly lost: number
  /** Seconds between two acknowledgments, and between two responses of a node that was running. */
  readonly writeOutage: number
  readonly readOutage: number
  /** The longest time, in seconds, that a response to a read took. */
  readonly slowestRead: number
  /** Followers, of one per node, whose cursor had expired. */
  readonly expired: number
  /** Writes that failed with 503 and `Retry-After`, and without a response. */
  readonly unavailable: number
  readonly cut: number
  readonly violations: readonly string[]
  /** Duration with load, verification and repair, in seconds. */
  readonly duration: number
}

export interface FailoverOptions {
  /** Part of the titles of all records that the run writes. */
  readonly name: string
}

const LOAD_MILLISECONDS = 2000
const MIN_ACKNOWLEDGED = 10
/** Load after writes have succeeded again, while the fault is repaired. */
const AFTERMATH_MILLISECONDS = 2000
/** A write that succeeds so long after the fault is none that was in progress. */
const IN_PROGRESS_MILLISECONDS = 1000
const OUTAGE_MILLISECONDS = 90_000

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

export async function runFailover(cluster: Cluster, fault: Fault, { name }: FailoverOptions): Promise<FailoverResult> {
  const startedAt = performance.now()
  const { authorization, balancerUrl, directUrl } = cluster
  const nodeUrls = cluster.nodes.map(({ url }) => url)
  const pids = cluster.nodes.map((node) => node.pid())
  const workload = startWorkload({ name, nodeUrls, balancerUrl, authorization })
  let injectedAt = performance.now()
  let injected: InjectedFault
  try {
    await pause(LOAD_MILLISECONDS)
    // Without acknowledgments before the fault, the outage would have no beginning.
    await waitUntil(() => workload.acknowledgedAt().length >= MIN_ACKNOWLEDGED, OUTAGE_MILLISECONDS)
    injectedAt = performance.now()
    injected = await fault.inject(cluster)
    await waitForWrites(workload)
    await injected.repair()
    await pause(AFTERMATH_MILLISECONDS)
  } finally {
    await workload.stop()
  }
  const { acknowledgedAt, recoveredAt } = measureWrites(workload, injectedAt)
  const verification = await verifyWorkload(workload, { name, databaseUrl: directUrl, nodeUrls, recoveredAt })
  await injected.waitUntilRecovered()
  const survivors = workload.readers.filter((_, index) => cluster.nodes[index]?.pid() === pids[index])
  const { acknowledged, lost, expired, violations } = verification
  const { unavailable, cut } = workload.failures.writes.counts
  return {
    ...{ acknowledged, lost, expired, unavailable, cut, violations },
    writeOutage: toSeconds(findLongestGap(acknowledgedAt)),
    slowestRead: toSeconds(Math.max(...survivors.map(({ slowest }) => slowest()))),
    readOutage: toSeconds(Math.max(...survivors.map(({ succeededAt }) => findLongestGap(succeededAt)))),
    duration: toSeconds(performance.now() - startedAt),
  }
}

async function waitForWrites(workload: Workload): Promise<void> {
  const from = performance.now() + IN_PROGRESS_MILLISECONDS
  await waitUntil(() => (workload.acknowledgedAt().at(-1) ?? 0) > from, OUTAGE_MILLISECONDS)
}

/** The end of the longest time without acknowledgment after the fault. */
function measureWrites(workload: Workload, injectedAt: number) {
  const acknowledgedAt = workload.acknowledgedAt()
  let recoveredAt = injectedAt
  let longest = 0
  for (const [index, time] of acknowledgedAt.entries()) {
    const gap = time - (acknowledgedAt[index - 1] ?? time)
    if (time < injectedAt || gap <= longest) continue
    longest = gap
    recoveredAt = time
  }
  return { acknowledgedAt, recoveredAt }
}
