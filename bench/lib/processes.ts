/** Starts, inspects and stops the measured processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A server on loopback. */
export interface MeasuredProcess {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts a program of bench/baselines. It exits with this process at the latest. */
export function startBaseline(name: string, args: readonly string[]): Promise<MeasuredProcess> {
  const file = join(import.meta.dirname, '..', 'baselines', `${name}.ts`)
  return waitForPort(
    spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
}

/** Resolves with the port that a process prints first. */
export function waitForPort(child: ChildProcess): Promise<MeasuredProcess> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve({ child, port: Number(String(chunk)) }))
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} exited with code ${code}`)))
  })
}

const TIMEOUT_MILLISECONDS = 20_000

export function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MILLISECONDS)
    child.once('exit', () => {
      clearTimeout(killTimer)
      resolve()
    })
    child.stdin?.end()
    child.kill('SIGTERM')
  })
}

export interface MemoryUsage {
  /** Megabytes. */
  readonly resident: number
  /** Peak resident memory. */
  readonly highest: number
}

/** Memory of a process and its children; undefined without /proc. */
export function readMemoryUsage(pid: number | undefined): MemoryUsage | undefined {
  try {
    return [pid, ...listChildren(pid)].map(readProcessMemory).reduce((sum, { resident, highest }) => ({
      resident: sum.resident + resident,
      highest: sum.highest + highest,
    }))
  } catch {
    return undefined
  }
}

const listChildren = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function readProcessMemory(pid: number | undefined): MemoryUsage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), highest: megabytes('VmHWM') }
}
