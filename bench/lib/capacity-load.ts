/** Measures what requests cost nodes and the database server: CPU time, statements, bytes and write-ahead log. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { IdleCost, RequestCost } from './capacity-model.ts'
import { readCpuTime } from './cpu-time.ts'
import { type LoadRequest, runLoad } from './load-generator.ts'

/** The processes of a deployment. Each node is one process. */
export interface CapacityTarget {
  readonly nodes: readonly { readonly pid: number; readonly port: number }[]
  readonly server: DatabaseServer
}

export interface DatabaseServer {
  /** Connection of a superuser to the database of the calendar. */
  readonly client: pg.Client
}

/** Requires a superuser, a server on this machine, and `pg_stat_statements` in `shared_preload_libraries`. */
export async function connectToServer(url: string): Promise<DatabaseServer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return { client }
}

export type NextRequest = () => LoadRequest

/** Requests to one node and the size of its responses. */
export interface SentRequests {
  readonly responses: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** CPU time of the load generator in milliseconds. */
  readonly generator: number
}

export type SendRequests = (port: number, seconds: number) => Promise<SentRequests>

export interface LoadSource {
  readonly next: NextRequest
  readonly connections: number
  readonly status: number
  /** Requests that each call sends at most. */
  readonly limit?: number
}

export function sendLoad({ next, connections, status, limit = Number.POSITIVE_INFINITY }: LoadSource): SendRequests {
  return async (port, seconds) => {
    let bytesIn = 0
    let left = limit
    const counted = () => {
      if (left-- <= 0) return undefined
      const request = next()
      bytesIn += Buffer.byteLength(request.text)
      return request
    }
    const result = await runLoad({ port, connections, seconds, next: counted, status })
    const generator = result.generatorShare * result.seconds * 1000
    return { responses: result.responses, bytesIn, bytesOut: result.bytes, generator }
  }
}

/** Reads a response without Content-Length again and again, over one connection. */
export function sendStreamRequests(path: string): SendRequests {
  return async (port, seconds) => {
    const until = performance.now() + seconds * 1000
    let [responses, bytesOut] = [0, 0]
    while (responses === 0 || performance.now() < until) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } })
      for await (const chunk of response.body ?? []) bytesOut += chunk.length
      responses++
    }
    return { responses, bytesIn: responses * path.length, bytesOut, generator: 0 }
  }
}

interface Counters {
  /** CPU time in milliseconds, of each node. */
  readonly nodes: readonly number[]
  /** The same of each process that serves a connection to the database, by process ID. */
  readonly backends: ReadonlyMap<number, number>
  readonly statements: number
  readonly walBytes: number
  /** Bytes that the nodes read and wrote, on all connections and files. */
  readonly nodeBytes: number
}

/** Background processes of the server and other databases do not count. */
async function readCounters({ nodes, server }: CapacityTarget): Promise<Counters> {
  const { rows } = await server.client.query<{ readonly [name in 'statements' | 'wal']: string } & { pids: number[] }>(
    `select coalesce(sum(calls), 0) as statements, coalesce(sum(wal_bytes), 0) as wal,
       array(select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as pids
     from pg_stat_statements where query not like '%pg_stat_statements%'
       and dbid = (select oid from pg_database where datname = current_database())`,
  )
  return {
    nodes: nodes.map(({ pid }) => readCpuTime(pid)),
    backends: new Map((rows[0]?.pids ?? []).map((pid) => [pid, readCpuTime(pid)])),
    statements: Number(rows[0]?.statements),
    walBytes: Number(rows[0]?.wal),
    nodeBytes: nodes.reduce((sum, { pid }) => sum + readTransferredBytes(pid), 0),
  }
}

const measureBackends = (before: Counters, after: Counters): number =>
  [...after.backends].reduce((sum, [pid, cpu]) => sum + cpu - (before.backends.get(pid) ?? 0), 0)

function readTransferredBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  const [read, written] = ['rchar', 'wchar'].map((name) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]))
  return (read ?? 0) + (written ?? 0)
}

const NO_IDLE_COST: IdleCost = { node: 0, database: 0, statements: 0 }

export interface LoadCost extends RequestCost {
  readonly responses: number
  readonly seconds: number
  /** CPU time of the load generator per request in milliseconds. */
  readonly generator: number
  /** CPU time per request of each node that received no requests; undefined if all did. */
  readonly otherNode: number | undefined
}

/** Sends requests to the first `senders` nodes at the same time and divides the use of resources by their number. */
export async function measureCost(
  target: CapacityTarget,
  send: SendRequests,
  { seconds, senders = 1, idle = NO_IDLE_COST }: { seconds: number; senders?: number; idle?: IdleCost },
): Promise<LoadCost> {
  await target.server.client.query('select pg_stat_statements_reset()')
  const [before, began] = [await readCounters(target), performance.now()]
  const sent = await Promise.all(target.nodes.slice(0, senders).map(({ port }) => send(port, seconds)))
  const elapsed = (performance.now() - began) / 1000
  const after = await readCounters(target)
  const sum = (amount: (requests: SentRequests) => number) => sent.reduce((total, each) => total + amount(each), 0)
  const responses = sum((each) => each.responses)
  const [bytesIn, bytesOut] = [sum((each) => each.bytesIn), sum((each) => each.bytesOut)]
  const perNode = after.nodes.map((cpu, index) => cpu - (before.nodes[index] ?? 0) - idle.node * elapsed)
  const add = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const others = perNode.slice(senders)
  const divide = (amount: number) => Math.max(0, amount) / responses
  const idleOfAll = { database: idle.database * elapsed, statements: idle.statements * elapsed }
  return {
    ...{ responses, seconds: elapsed },
    node: divide(add(perNode.slice(0, senders))),
    database: divide(measureBackends(before, after) - idleOfAll.database * perNode.length),
    statements: divide(after.statements - before.statements - idleOfAll.statements * perNode.length),
    bytesIn: divide(bytesIn),
    bytesOut: divide(bytesOut),
    databaseBytes: divide(after.nodeBytes - before.nodeBytes - bytesIn - bytesOut),
    walBytes: divide(after.walBytes - before.walBytes),
    // The generators of several nodes are one process.
    generator: divide(Math.max(...sent.map((each) => each.generator))),
    otherNode: others.length === 0 ? undefined : divide(add(others)) / others.length,
  }
}

/** Nodes read the default lists after their start, with more statements than their later polls. */
const MAX_IDLE_STATEMENTS = 16
const MAX_STARTS = 20

/** Waits until the nodes have filled their caches. Per second and node. */
export async function measureIdleCost(target: CapacityTarget, seconds: number): Promise<IdleCost> {
  for (let attempt = 1; ; attempt++) {
    const cost = await measureIdleOnce(target, seconds)
    if (cost.statements < MAX_IDLE_STATEMENTS || attempt === MAX_STARTS) return cost
  }
}

async function measureIdleOnce(target: CapacityTarget, seconds: number): Promise<IdleCost> {
  await target.server.client.query('select pg_stat_statements_reset()')
  const before = await readCounters(target)
  await setTimeout(seconds * 1000)
  const after = await readCounters(target)
  const nodes = target.nodes.length
  const used = after.nodes.reduce((total, cpu, index) => total + cpu - (before.nodes[index] ?? 0), 0)
  return {
    node: used / seconds / nodes,
    database: measureBackends(before, after) / seconds / nodes,
    statements: (after.statements - before.statements) / seconds / nodes,
  }
}
