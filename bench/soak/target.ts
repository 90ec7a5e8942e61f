/** The services that a soak test runs, with what its faults act on. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCalends } from '../../test/helper/command-line.ts'
import { findFreePort } from '../../test/helper/free-port.ts'
import { type PostgresServer, startPostgres } from '../../test/helper/postgres.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ServeProcess,
  type ServeProcesses,
} from '../../test/helper/serve-process.ts'
import { startUnreliableNetwork, type UnreliableNetwork } from './unreliable-network.ts'

/** Size of the disk with the SQLite database. */
const DISK_SIZE = '400m'
const START_TIMEOUT = 60_000

export interface SoakNode {
  readonly url: string
  readonly running: () => ServeProcess
  /** Starts it again after it was killed. */
  readonly restart: () => Promise<void>
  /** Its worker processes; without workers the process itself. */
  readonly listWorkers: () => readonly number[]
}

export interface SoakTarget {
  readonly nodes: readonly SoakNode[]
  readonly authorization: string
  readonly databaseUrl: string
  /** Sets the clocks of all services, milliseconds ahead of the system's. */
  readonly setClock: (shift: number) => void
  /** Folder of a small disk; undefined where none can be mounted, and on PostgreSQL. */
  readonly disk: string | undefined
  readonly postgres: { readonly server: PostgresServer; readonly network: UnreliableNetwork } | undefined
  /** Resident memory of all service processes, in MB. */
  readonly measureMemory: () => number
  readonly stop: () => Promise<void>
}

export async function startTarget(engine: 'sqlite' | 'postgres'): Promise<SoakTarget> {
  const processes = createServeProcesses()
  const clock = join(processes.folder, 'clock')
  writeFileSync(clock, '0')
  const postgres = engine === 'postgres' ? await startDatabase() : undefined
  const disk = postgres ? undefined : mountDisk(join(processes.folder, 'disk'))
  const data = disk ?? join(processes.folder, 'data')
  const databaseUrl = postgres
    ? `postgres://postgres@127.0.0.1:${postgres.network.port}/postgres`
    : `sqlite:${join(data, 'calends.db')}`
  const preload = `--import=${new URL('clock.js', import.meta.url).href}`
  const settings = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: data, DATABASE_TIMEOUT: '10', WORKERS: postgres ? '1' : '2' },
    ...{ NODE_OPTIONS: preload, SOAK_CLOCK: clock, LOG_LEVEL: 'error' },
  }
  const nodes: SoakNode[] = []
  let printed = ''
  for (let number = 0; number < (postgres ? 2 : 1); number++) {
    const node = await startNode(processes, { ...settings, PORT: String(await findFreePort()) })
    printed += node.running().printed
    nodes.push(node)
  }
  return {
    ...{ nodes, databaseUrl, disk, postgres },
    authorization: createBasicAuth(findSecret(printed)),
    setClock: (shift) => writeFileSync(clock, String(shift)),
    measureMemory: () =>
      nodes.reduce((sum, node) => sum + node.listWorkers().reduce((all, pid) => all + readMemory(pid), 0), 0),
    stop: async () => {
      for (const node of nodes) {
        node.running().child.kill('SIGTERM')
        await node.running().ended
      }
      if (disk) spawnSync('umount', [disk])
      processes.end()
      postgres?.network.close()
      postgres?.server.stop()
    },
  }
}

async function startDatabase() {
  const server = await startPostgres([
    'synchronous_commit=on',
    'fsync=off',
    'max_connections=100',
    'listen_addresses=127.0.0.1',
  ])
  return { server, network: await startUnreliableNetwork(Number(new URL(server.url).port)) }
}

function mountDisk(folder: string): string | undefined {
  mkdirSync(folder)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'none', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

async function startNode(processes: ServeProcesses, env: Readonly<Record<string, string>>): Promise<SoakNode> {
  let running = await processes.start(env)
  const getPid = () => running.child.pid ?? 0
  return {
    url: running.url,
    running: () => running,
    restart: async () => {
      const end = performance.now() + START_TIMEOUT
      for (;;) {
        try {
          running = await processes.start(env)
          return
        } catch (error) {
          // Workers of a killed supervisor still listen for a moment, or the database is not available yet.
          if (performance.now() > end) throw error
          await pause(500)
        }
      }
    },
    listWorkers: () => {
      const children = listChildren(getPid())
      return children.length > 0 ? children : [getPid()]
    },
  }
}

/** Child processes that run the service. */
function listChildren(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const status = readProcessFile(pid, 'status')
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === parent && readProcessFile(pid, 'cmdline').includes('serve')
    })
}

/** Empty for a process that has ended. */
function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

const readMemory = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readProcessFile(pid, 'status'))?.[1] ?? 0) / 1024)

/** Runs `calends check`. Returns its output if it found something. */
export async function checkDatabase({ databaseUrl }: SoakTarget): Promise<string | undefined> {
  const { code, stdout, stderr } = await runCalends(databaseUrl, ['check'])
  return code === 0 ? undefined : `${stdout}${stderr}`
}
