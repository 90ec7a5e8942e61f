/** Servers of a cluster as child processes that end with the test, also when it is interrupted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandRunner, createRunner } from '../postgres.ts'
import { waitUntil } from '../until.ts'

export interface ServerCommand {
  /** Name of its log and pid file. */
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  /** The user of PostgreSQL by default, because most servers refuse to run as root. */
  readonly runner?: CommandRunner
  readonly env?: Readonly<Record<string, string>>
  readonly isReady: () => Promise<boolean>
}

export interface ServerProcess {
  readonly name: string
  /** Process id; throws unless it runs. */
  readonly pid: () => number
  readonly isRunning: () => boolean
  /** Starts the process and waits until it is ready. */
  readonly start: () => Promise<void>
  /** Sends a signal; resolves after the process has ended. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly readLog: () => string
}

export interface ServerProcesses {
  readonly define: (command: ServerCommand) => ServerProcess
  /** Kills all processes and their descendants. */
  readonly killAll: () => void
}

const START_MILLISECONDS = 120_000

/** Debian has most servers where the PATH of an ordinary user does not reach. */
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

export function createServerProcesses(folder: string): ServerProcesses {
  const running = new Set<ChildProcess>()
  return {
    define: (command) => defineProcess(folder, command, running),
    killAll: () => {
      for (const { pid } of running) if (pid !== undefined) killTree(pid)
    },
  }
}

function defineProcess(folder: string, command: ServerCommand, running: Set<ChildProcess>): ServerProcess {
  const { name, isReady } = command
  const log = join(folder, `${name}.log`)
  const readLog = () => readFileSync(log, 'utf8')
  let child: ChildProcess | undefined
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const pid = () => {
    if (child?.pid === undefined || !isRunning()) throw new Error(`${name} does not run: ${readLog()}`)
    return child.pid
  }
  return {
    name,
    pid,
    isRunning,
    readLog,
    start: async () => {
      const started = spawnLogged(folder, command, log)
      child = started
      running.add(started)
      started.once('exit', () => running.delete(started))
      writeFileSync(join(folder, `${name}.pid`), `${pid()}\n`)
      const check = () => {
        if (!isRunning()) throw new Error(`${name} ended: ${readLog()}`)
        return isReady()
      }
      await waitUntil(check, START_MILLISECONDS, 100).catch((error: Error) => {
        throw new Error(`${name} did not start: ${error.message}\n${readLog().slice(-3000)}`)
      })
    },
    signal: (signal) => {
      process.kill(pid(), signal)
    },
    end: async (signal) => {
      const ending = child
      if (ending === undefined || !isRunning()) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill(signal)
      await ended
    },
  }
}

function spawnLogged(folder: string, { command, runner, env }: ServerCommand, log: string): ChildProcess {
  const [program, ...args] = command
  const output = openSync(log, 'a')
  try {
    return spawn(program, args, {
      ...(runner ?? createRunner()),
      cwd: folder,
      env: { ...process.env, PATH, LC_ALL: 'C.UTF-8', HOME: folder, ...env },
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

/** Ids of a process and its descendants, from the top. */
export function findProcessTree(root: number): readonly number[] {
  const ids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  const parents = new Map(ids.map((id) => [id, readParent(id)]))
  const list = (parent: number): readonly number[] => [
    parent,
    ...ids.filter((id) => parents.get(id) === parent).flatMap(list),
  ]
  return list(root)
}

/** The id of the parent; undefined for a process that has ended. */
function readParent(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1])
  } catch {
    return undefined
  }
}

/** Kills a process and its descendants; those that a signal has stopped end as well. */
export function killTree(root: number): void {
  for (const pid of findProcessTree(root)) signalProcess(pid, 'SIGKILL')
}

/** Sends a signal to a process that may have ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
