import type { DeploymentValues } from './deployment-files.ts'
import { reservePorts } from './ports.ts'

/** Values for the configuration files of a cluster on loopback: its addresses and passwords. */
export interface ClusterAddresses {
  /** Names that all machines share. */
  readonly common: DeploymentValues
  /** Names that differ between the three machines; `PORT`s are those of the machine. */
  readonly machines: readonly MachineAddresses[]
}

export interface MachineAddresses extends DeploymentValues {
  readonly NODE: string
  readonly ETCD_CLIENT_PORT: number
  readonly PATRONI_PORT: number
  readonly POSTGRES_PORT: number
  readonly CALENDS_PORT: number
}

const HOST = '127.0.0.1'

export async function assignAddresses(synchronous: boolean): Promise<ClusterAddresses> {
  const machines = await Promise.all([1, 2, 3].map(assignMachine))
  const list = (format: (machine: MachineAddresses) => string) => machines.map(format).join(',')
  return {
    machines,
    common: {
      ...(await assignBalancer()),
      ...Object.assign({}, ...machines.map(listForBalancer)),
      ETCD_MEMBERS: list(({ NODE, ETCD_PEER_PORT }) => `${NODE}=http://${HOST}:${ETCD_PEER_PORT}`),
      ETCD_HOSTS: list(({ ETCD_CLIENT_PORT }) => `${HOST}:${ETCD_CLIENT_PORT}`),
      CLUSTER_NETWORK: `${HOST}/32`,
      SYNCHRONOUS_MODE: String(synchronous),
      SHARED_BUFFERS: '32MB',
      DATABASE_PASSWORD: 'calends-password',
      SUPERUSER_PASSWORD: 'postgres-password',
      REPLICATION_PASSWORD: 'replicator-password',
    },
  }
}

async function assignMachine(index: number): Promise<MachineAddresses> {
  const [client = 0, peer = 0, patroni = 0, postgres = 0, calends = 0] = await reservePorts(5)
  return {
    NODE: `node${index}`,
    NODE_HOST: HOST,
    ETCD_CLIENT_PORT: client,
    ETCD_PEER_PORT: peer,
    PATRONI_PORT: patroni,
    POSTGRES_PORT: postgres,
    CALENDS_PORT: calends,
  }
}

async function assignBalancer() {
  const [primary = 0, replica = 0, nodes = 0, statistics = 0, pgbouncer = 0, varnish = 0] = await reservePorts(6)
  return {
    HAPROXY_HOST: HOST,
    PRIMARY_HOST: HOST,
    PRIMARY_PORT: primary,
    REPLICA_PORT: replica,
    NODES_PORT: nodes,
    STATISTICS_PORT: statistics,
    PGBOUNCER_HOST: HOST,
    PGBOUNCER_PORT: pgbouncer,
    VARNISH_HOST: HOST,
    VARNISH_PORT: varnish,
  }
}

const listForBalancer = ({ NODE, PATRONI_PORT, POSTGRES_PORT, CALENDS_PORT }: MachineAddresses): DeploymentValues => {
  const prefix = NODE.toUpperCase()
  return {
    [`${prefix}_HOST`]: HOST,
    [`${prefix}_PATRONI_PORT`]: PATRONI_PORT,
    [`${prefix}_POSTGRES_PORT`]: POSTGRES_PORT,
    [`${prefix}_CALENDS_PORT`]: CALENDS_PORT,
  }
}
