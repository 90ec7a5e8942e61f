/** Memory of child processes, from Linux procfs. */
import { existsSync, readFileSync } from 'node:fs'

export const canMeasureMemory = existsSync('/proc/self/task')

/** Maximum bytes that children of a process with `program` in their command line used at one time, while `work` ran. */
export async function measurePeakOfChildren<T>(
  program: string,
  work: () => Promise<T>,
  parent = process.pid,
): Promise<{ result: T; peak: number }> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, ...listChildren(parent, program).map(readPeak))
  }, 5)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}

/** IDs of the running child processes with `program` in their command line. */
export const listChildren = (parent: number, program = ''): number[] =>
  read(`/proc/${parent}/task/${parent}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => runs(pid, program))

const runs = (pid: number, program: string): boolean => read(`/proc/${pid}/cmdline`).includes(program)

const readPeak = (pid: number): number => 1024 * Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)

/** A process that has ended has none. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
