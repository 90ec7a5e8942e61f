/** Faults of a cluster, as operators meet them. */
import { waitUntil } from '../until.ts'
import type { Cluster } from './cluster.ts'
import { waitUntilHealthy } from './cluster-health.ts'
import { findEtcdLeader } from './database-servers.ts'
import { findPrimary, type PostgresNode } from './postgres-node.ts'

export type FaultKind =
  | 'primary-killed'
  | 'primary-stopped'
  | 'switchover'
  | 'etcd-leader-killed'
  | 'node-killed'
  | 'balancer-restarted'

export interface Fault {
  readonly description: string
  /** Causes the fault; resolves when it is in effect. */
  readonly inject: (cluster: Cluster) => Promise<InjectedFault>
}

export interface InjectedFault {
  /** Does what an operator would do, after the cluster has reacted to the fault. */
  readonly repair: () => Promise<void>
  /** Resolves when every server runs, both standbys stream and every node can write. */
  readonly waitUntilRecovered: () => Promise<void>
}

/** Time within which another server must have been promoted: more than twice `ttl`. */
const PROMOTION_MILLISECONDS = 60_000

export const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  'primary-killed': {
    description: 'kill -9 of PostgreSQL and Patroni on the primary; Patroni is started again after the failover',
    inject: async (cluster) => {
      const primary = await requirePrimary(cluster)
      primary.signalAll('SIGKILL')
      await primary.patroni.end('SIGKILL')
      return repairAfterPromotion(cluster, primary, () => primary.patroni.start())
    },
  },
  'primary-stopped': {
    description:
      'SIGSTOP of PostgreSQL and Patroni on the primary; the machine is reset after the failover, as by a watchdog',
    inject: async (cluster) => {
      const primary = await requirePrimary(cluster)
      primary.signalAll('SIGSTOP')
      // With SIGCONT instead, Patroni before 3.0.3 can take the lock back (github.com/patroni/patroni/pull/2689).
      return repairAfterPromotion(cluster, primary, async () => {
        primary.signalAll('SIGKILL')
        await primary.patroni.end('SIGKILL')
        await primary.patroni.start()
      })
    },
  },
  switchover: {
    description: 'planned switchover to a standby, as by patronictl switchover',
    inject: async (cluster) => {
      const primary = await requirePrimary(cluster)
      await switchOver(primary)
      return repairAfterPromotion(cluster, primary, async () => {})
    },
  },
  'etcd-leader-killed': {
    description: 'kill -9 of the leader of etcd; it is started again',
    inject: async (cluster) => {
      const leader = await findEtcdLeader(cluster.etcd)
      await leader.process.end('SIGKILL')
      return { repair: leader.process.start, waitUntilRecovered: () => waitUntilHealthy(cluster) }
    },
  },
  'node-killed': {
    description: 'kill -9 of a node of Calends; it is started again',
    inject: async (cluster) => {
      const node = cluster.nodes[Math.floor(Math.random() * cluster.nodes.length)]
      if (node === undefined) throw new Error('the cluster has no nodes')
      await node.kill()
      return { repair: node.start, waitUntilRecovered: () => waitUntilHealthy(cluster) }
    },
  },
  'balancer-restarted': {
    description: 'HAProxy is ended and started again, as by systemctl restart; all connections are lost',
    inject: async (cluster) => {
      await cluster.haproxy.end('SIGTERM')
      await cluster.haproxy.start()
      return { repair: async () => {}, waitUntilRecovered: () => waitUntilHealthy(cluster) }
    },
  },
}

async function requirePrimary({ postgres }: Cluster): Promise<PostgresNode> {
  const primary = await findPrimary(postgres)
  if (primary === undefined) throw new Error('the cluster has no primary')
  return primary
}

/** A former primary that returns at once would become the primary again, so the repair waits for another one. */
function repairAfterPromotion(cluster: Cluster, former: PostgresNode, repair: () => Promise<void>): InjectedFault {
  const others = cluster.postgres.filter((node) => node !== former)
  return {
    repair: async () => {
      await waitUntil(async () => (await findPrimary(others)) !== undefined, PROMOTION_MILLISECONDS, 100)
      await repair()
    },
    waitUntilRecovered: () => waitUntilHealthy(cluster),
  }
}

/** Resolves when Patroni has promoted a standby. */
async function switchOver({ name, restUrl }: PostgresNode): Promise<void> {
  const response = await fetch(`${restUrl}/switchover`, { method: 'POST', body: JSON.stringify({ leader: name }) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`no switchover: ${response.status} ${text}`)
}
