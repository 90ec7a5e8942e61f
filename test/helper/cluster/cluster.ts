/**
 * A complete cluster on loopback with the files of deploy/cluster: three etcd members, three PostgreSQL servers under
 * Patroni, PgBouncer, HAProxy, three nodes of Calends, an S3 server and, if requested, Varnish.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3 } from '../media/media-servers.ts'
import { grantToServerUser } from '../postgres.ts'
import { createBasicAuth, findSecret, findSetupToken, setUpAdministrator } from '../serve-process.ts'
import { waitUntil } from '../until.ts'
import { assignAddresses } from './addresses.ts'
import type { ClusterContext } from './cluster-context.ts'
import { waitUntilHealthy } from './cluster-health.ts'
import { createDatabase, defineEtcdMember, definePostgresNode, type EtcdMember } from './database-servers.ts'
import { createDeploymentFiles } from './deployment-files.ts'
import { defineHaproxy, definePgbouncer, defineVarnish } from './front-servers.ts'
import type { PostgresNode } from './postgres-node.ts'
import { createServerProcesses, type ServerProcess } from './server-process.ts'
import { defineServiceNode, type ServiceNode } from './service-node.ts'

export interface ClusterOptions {
  readonly replication: 'synchronous' | 'asynchronous'
  readonly varnish?: boolean
  /** Settings of the nodes in addition to calends.env. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface Cluster extends Pick<ClusterOptions, 'replication'> {
  /** URL of Varnish; of the balancer of the nodes if Varnish is not started. */
  readonly url: string
  /** Balancer of the nodes. */
  readonly balancerUrl: string
  /** Statistics of HAProxy as CSV. */
  readonly statisticsUrl: string
  readonly nodes: readonly ServiceNode[]
  readonly postgres: readonly PostgresNode[]
  readonly etcd: readonly EtcdMember[]
  readonly haproxy: ServerProcess
  readonly pgbouncer: ServerProcess
  readonly varnish: ServerProcess | undefined
  /** Through PgBouncer and HAProxy to the primary. */
  readonly databaseUrl: string
  /** Through HAProxy to the primary. */
  readonly directUrl: string
  /** Through HAProxy to a replica. */
  readonly replicaUrl: string
  /** `Authorization` of an administrator. */
  readonly authorization: string
  /** Temporary folder with the logs and data of all servers. */
  readonly folder: string
  /** Files of deploy/cluster that were used. */
  readonly files: ReadonlySet<string>
  readonly close: () => Promise<void>
}

/** Servers that are defined but not started. */
interface ClusterServers extends Pick<Cluster, 'postgres' | 'etcd' | 'haproxy' | 'pgbouncer' | 'varnish' | 'nodes'> {}

const READY_MILLISECONDS = 120_000

export async function startCluster({ replication, varnish = false, settings = {} }: ClusterOptions): Promise<Cluster> {
  const [addresses, media] = await Promise.all([assignAddresses(replication === 'synchronous'), startS3()])
  const folder = mkdtempSync(join(tmpdir(), 'calends-cluster-'))
  chmodSync(folder, 0o755)
  grantToServerUser(folder)
  const { VARNISH_PORT, NODES_PORT } = addresses.common
  const url = `http://127.0.0.1:${varnish ? VARNISH_PORT : NODES_PORT}`
  const common = { ...addresses.common, PUBLIC_URL: url, MEDIA_URL: media.url }
  const processes = createServerProcesses(folder)
  const context = { ...addresses, common, folder, processes, files: createDeploymentFiles(folder) }
  // Without Varnish, nothing receives purges.
  const servers = defineServers(context, varnish ? settings : { CDN_PURGE_URL: '', ...settings }, varnish)
  const kill = killOnExit(() => {
    for (const node of servers.postgres) node.signalAll('SIGKILL')
    processes.killAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  let closed: Promise<void> | undefined
  const close = () => {
    kill()
    closed ??= media.close()
    return closed
  }
  try {
    const authorization = await startServers(context, servers)
    const cluster = { ...servers, ...buildUrls(common), replication, url, authorization, folder, close }
    await waitUntilHealthy(cluster)
    return { ...cluster, files: context.files.used }
  } catch (error) {
    await close()
    throw error
  }
}

function defineServers(
  context: ClusterContext,
  settings: Readonly<Record<string, string>>,
  varnish: boolean,
): ClusterServers {
  const { machines } = context
  return {
    etcd: machines.map((machine) => defineEtcdMember(context, machine)),
    postgres: machines.map((machine) => definePostgresNode(context, machine)),
    pgbouncer: definePgbouncer(context),
    haproxy: defineHaproxy(context),
    varnish: varnish ? defineVarnish(context) : undefined,
    nodes: machines.map((machine) => defineServiceNode(context, machine, settings)),
  }
}

const buildUrls = (common: ClusterContext['common']) => {
  const buildDatabaseUrl = (port: unknown) =>
    `postgres://calends:${common['DATABASE_PASSWORD']}@127.0.0.1:${port}/calends`
  return {
    balancerUrl: `http://127.0.0.1:${common['NODES_PORT']}`,
    statisticsUrl: `http://127.0.0.1:${common['STATISTICS_PORT']}/;csv`,
    databaseUrl: buildDatabaseUrl(common['PGBOUNCER_PORT']),
    directUrl: buildDatabaseUrl(common['PRIMARY_PORT']),
    replicaUrl: buildDatabaseUrl(common['REPLICA_PORT']),
  }
}

/** Starts everything, in parallel where possible; returns the credentials of the administrator. */
async function startServers(context: ClusterContext, servers: ClusterServers): Promise<string> {
  const { etcd, postgres, haproxy, pgbouncer, varnish, nodes } = servers
  const fronts = [haproxy, pgbouncer, ...(varnish ? [varnish] : [])]
  await Promise.all([...fronts, ...etcd.map((member) => member.process)].map((server) => server.start()))
  const [authorization] = await Promise.all([
    createDatabase(context).then(() => startNodes(nodes)),
    ...postgres.map(({ patroni }) => patroni.start()),
  ])
  return authorization
}

/** The first node creates the tables. */
async function startNodes([first, ...others]: readonly ServiceNode[]): Promise<string> {
  if (first === undefined) throw new Error('a cluster needs a node')
  await first.start()
  await waitUntil(() => findSetupToken(first.readLog()) !== undefined, READY_MILLISECONDS, 100)
  const [printed] = await Promise.all([
    setUpAdministrator(first.readLog(), first.url),
    ...others.map((node) => node.start()),
  ])
  const secret = findSecret(printed)
  if (secret === '') throw new Error(`no administrator was created: ${first.readLog()}`)
  return createBasicAuth(secret)
}

/** Runs `kill` once: when it is called, or at the exit of the process, also by a signal. */
function killOnExit(kill: () => void): () => void {
  const interrupt = () => process.exit(130)
  const end = () => {
    process.off('exit', end).off('SIGINT', interrupt).off('SIGTERM', interrupt)
    kill()
  }
  process.once('exit', end).once('SIGINT', interrupt).once('SIGTERM', interrupt)
  return end
}
