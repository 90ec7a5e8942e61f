/** One of the PostgreSQL servers of a cluster, with the Patroni that runs it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcessTree, type ServerProcess, signalProcess } from './server-process.ts'

/** A standby, as the primary sees it. */
export interface Standby {
  /** Name of its node. */
  readonly name: string
  /** `streaming` once it has caught up. */
  readonly state: string
  /** `sync` or `quorum` if commits wait for it. */
  readonly syncState: string
}

/** The answer of Patroni's REST API, as far as the tests read it. */
interface PatroniStatus {
  readonly replication?: readonly {
    readonly application_name: string
    readonly state: string
    readonly sync_state: string
  }[]
}

export interface PostgresNode {
  /** Name of the member in Patroni. */
  readonly name: string
  readonly patroni: ServerProcess
  /** Base URL of the REST API. */
  readonly restUrl: string
  /** Connection URL of the superuser, past HAProxy. */
  readonly superuserUrl: string
  readonly data: string
  /** Sends a signal to Patroni, the postmaster and its processes, as far as they run. */
  readonly signalAll: (signal: NodeJS.Signals) => void
}

export type PostgresNodeInput = Omit<PostgresNode, 'signalAll'>

export const createPostgresNode = (node: PostgresNodeInput): PostgresNode => ({
  ...node,
  signalAll: (signal) => {
    const roots = [...(node.patroni.isRunning() ? [node.patroni.pid()] : []), ...findPostmaster(node.data)]
    for (const root of roots) {
      // A stopped process starts no others while they are listed.
      signalProcess(root, 'SIGSTOP')
      for (const pid of findProcessTree(root)) signalProcess(pid, signal)
    }
  },
})

/** Patroni does not start PostgreSQL as its child. The pid file may outlive the server, so the folder is compared. */
function findPostmaster(data: string): readonly number[] {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [Number(pid)] : []
  } catch {
    return []
  }
}

/** Whether Patroni returns 200 for a health check: `primary`, `replica`. */
export async function passesCheck({ restUrl }: Pick<PostgresNode, 'restUrl'>, check: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${restUrl}/${check}`, { signal: AbortSignal.timeout(1000) })
    return status === 200
  } catch {
    return false
  }
}

/** The node that holds the leader lock. */
export async function findPrimary(nodes: readonly PostgresNode[]): Promise<PostgresNode | undefined> {
  const checks = await Promise.all(nodes.map((node) => passesCheck(node, 'primary')))
  return nodes.find((_, index) => checks[index])
}

/** The standbys of a primary; none without an answer. */
export async function listStandbys({ restUrl }: Pick<PostgresNode, 'restUrl'>): Promise<readonly Standby[]> {
  try {
    const response = await fetch(`${restUrl}/patroni`, { signal: AbortSignal.timeout(1000) })
    const { replication = [] }: PatroniStatus = JSON.parse(await response.text())
    return replication.map((row) => ({ name: row.application_name, state: row.state, syncState: row.sync_state }))
  } catch {
    return []
  }
}
