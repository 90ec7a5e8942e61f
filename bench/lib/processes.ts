/** Processes beside the one that measures: started, known by their port and memory, and ended again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BaselineProcess {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts a program of bench/baselines, which ends at the latest with this process. */
export function startBaseline(name: string, args: readonly string[]): Promise<BaselineProcess> {
  const file = join(import.meta.dirname, '..', 'baselines', `${name}.ts`)
  return waitForPort(
    spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
}

/** Resolves with the number that a process says first. */
export function waitForPort(child: ChildProcess): Promise<BaselineProcess> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve({ child, port: Number(String(chunk)) }))
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
  })
}

const PATIENCE_MILLISECONDS = 20_000

export function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLISECONDS)
    child.once('exit', () => {
      clearTimeout(impatient)
      resolve()
    })
    child.stdin?.end()
    child.kill('SIGTERM')
  })
}

export interface MemoryUsage {
  /** Megabytes. */
  readonly resident: number
  /** The most it ever was. */
  readonly highest: number
}

/** Of a process and its children; undefined where there is no /proc. */
export function readMemoryUsage(pid: number | undefined): MemoryUsage | undefined {
  try {
    return [pid, ...childrenOf(pid)].map(ownMemory).reduce((sum, { resident, highest }) => ({
      resident: sum.resident + resident,
      highest: sum.highest + highest,
    }))
  } catch {
    return undefined
  }
}

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function ownMemory(pid: number | undefined): MemoryUsage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), highest: megabytes('VmHWM') }
}
