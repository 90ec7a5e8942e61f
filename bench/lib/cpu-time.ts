/** CPU time of processes. Unlike responses per second, it does not depend on other load of the machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const MILLISECONDS_PER_TICK = 10

/** Field indexes in /proc/PID/stat after the name: parent, own user and system time, and those of exited children. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14]
const NANOSECONDS_PER_MILLISECOND = 1e6

/** CPU time of a process and its descendants in milliseconds; 0 without /proc. */
export function readCpuTime(pid: number | undefined): number {
  if (!existsSync('/proc/self/stat')) return 0
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readStat(name)]),
  )
  const readMilliseconds = (process: number): number => {
    const stat = stats.get(process) ?? []
    const ticks = (indexes: readonly number[]) =>
      indexes.reduce((total, index) => total + (stat[index] ?? 0), 0) * MILLISECONDS_PER_TICK
    const children = [...stats].filter(([, { [PARENT]: parent }]) => parent === process)
    const own = readScheduledTime(process) ?? ticks([USER, SYSTEM])
    const ended = ticks([ENDED_USER, ENDED_SYSTEM])
    return children.reduce((total, [child]) => total + readMilliseconds(child), own + ended)
  }
  return pid === undefined ? 0 : readMilliseconds(pid)
}

/** CPU time of the threads of a process, more exact than ticks; undefined if the kernel does not count it. */
function readScheduledTime(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return times.reduce((total, time) => total + time, 0) / NANOSECONDS_PER_MILLISECOND
  } catch {
    return undefined
  }
}

function readStat(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    // The process exited after it was listed.
    return []
  }
}
