/** etcd, and PostgreSQL under Patroni: one of each on every machine. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { createRunner, grantToServerUser } from '../postgres.ts'
import { waitUntil } from '../until.ts'
import type { MachineAddresses } from './addresses.ts'
import { type ClusterContext, returnsOk } from './cluster-context.ts'
import { createPostgresNode, type PostgresNode } from './postgres-node.ts'
import type { ServerProcess } from './server-process.ts'

const run = promisify(execFile)

const POSTGRES = '/usr/lib/postgresql'

function findPostgresBinaries(): string {
  const versions = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a))
  const found = versions.map((version) => join(POSTGRES, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (found === undefined) throw new Error(`no initdb below ${POSTGRES}`)
  return found
}

export interface EtcdMember {
  readonly process: ServerProcess
  /** Base URL for clients. */
  readonly url: string
}

export function defineEtcdMember(context: ClusterContext, machine: MachineAddresses): EtcdMember {
  const name = `etcd-${machine.NODE}`
  const folder = createServerFolder(context, name)
  const values = { ...context.common, ...machine, ETCD_DATA: join(folder, 'data') }
  const configuration = context.files.write('etcd.yml', values, folder)
  const url = `http://127.0.0.1:${machine.ETCD_CLIENT_PORT}`
  const isReady = () => returnsOk(`${url}/health`)
  const command = ['etcd', '--config-file', configuration] as const
  return { url, process: context.processes.define({ name, command, isReady }) }
}

/** The member that leads the others; throws without one. */
export async function findEtcdLeader(members: readonly EtcdMember[]): Promise<EtcdMember> {
  const leads = await Promise.all(members.map(isEtcdLeader))
  const leader = members.find((_, index) => leads[index])
  if (leader === undefined) throw new Error('etcd has no leader')
  return leader
}

async function isEtcdLeader({ url }: EtcdMember): Promise<boolean> {
  const response = await fetch(`${url}/v3/maintenance/status`, { method: 'POST', body: '{}' })
  const status: { leader: string; header: { member_id: string } } = JSON.parse(await response.text())
  return status.leader === status.header.member_id
}

export function definePostgresNode(context: ClusterContext, machine: MachineAddresses): PostgresNode {
  const name = `patroni-${machine.NODE}`
  const folder = createServerFolder(context, name)
  const data = join(folder, 'data')
  const configuration = context.files.write(
    'patroni.yml',
    {
      ...context.common,
      ...machine,
      POSTGRES_BINARIES: findPostgresBinaries(),
      POSTGRES_DATA: data,
      POSTGRES_PASSFILE: join(folder, 'pgpass'),
      POSTGRES_SOCKETS: folder,
    },
    folder,
  )
  const restUrl = `http://127.0.0.1:${machine.PATRONI_PORT}`
  const isReady = () => returnsOk(`${restUrl}/health`)
  const password = context.common['SUPERUSER_PASSWORD']
  return createPostgresNode({
    name: machine.NODE,
    restUrl,
    data,
    superuserUrl: `postgres://postgres:${password}@127.0.0.1:${machine.POSTGRES_PORT}/calends`,
    patroni: context.processes.define({ name, command: ['patroni', configuration], isReady }),
  })
}

const PRIMARY_MILLISECONDS = 120_000

/** Creates the role and the database through HAProxy, as soon as it leads to a primary. */
export async function createDatabase({ files, common, folder }: ClusterContext): Promise<void> {
  const { SUPERUSER_PASSWORD: password, PRIMARY_PORT: port } = common
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await waitUntil(() => isWritable(url), PRIMARY_MILLISECONDS, 100)
  const script = files.write('database.sql', common)
  const psql = join(findPostgresBinaries(), 'psql')
  await run(psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', script, url], { ...createRunner(), cwd: folder })
}

async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function createServerFolder({ folder }: ClusterContext, name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  grantToServerUser(path)
  return path
}
