import { waitUntil } from '../until.ts'
import type { Cluster } from './cluster.ts'
import { returnsOk } from './cluster-context.ts'
import { findPrimary, listStandbys } from './postgres-node.ts'

type ClusterServers = Pick<Cluster, 'replication' | 'postgres' | 'etcd' | 'nodes' | 'balancerUrl' | 'url'>

const HEALTHY_MILLISECONDS = 90_000

/** Waits until all servers run: etcd, the standbys, the nodes, their balancer, and Varnish, which checks it at intervals. */
export async function waitUntilHealthy(cluster: ClusterServers): Promise<void> {
  await waitUntil(() => isHealthy(cluster), HEALTHY_MILLISECONDS, 200)
}

async function isHealthy(cluster: ClusterServers): Promise<boolean> {
  const urls = [
    ...cluster.etcd.map(({ url }) => `${url}/health`),
    ...cluster.nodes.map(({ url }) => `${url}/readyz`),
    `${cluster.balancerUrl}/readyz`,
    `${cluster.url}/healthz`,
  ]
  const checks = await Promise.all([isReplicated(cluster), ...urls.map(returnsOk)])
  return checks.every((passes) => passes)
}

/** Whether all other servers stream from a primary and, with synchronous replication, its commits wait for one of them. */
async function isReplicated({ postgres, replication }: ClusterServers): Promise<boolean> {
  const primary = await findPrimary(postgres)
  if (primary === undefined) return false
  const standbys = await listStandbys(primary)
  const streaming = standbys.filter(({ state }) => state === 'streaming')
  if (streaming.length !== postgres.length - 1) return false
  return replication === 'asynchronous' || streaming.some(({ syncState }) => syncState === 'sync')
}
