/** CPU time of processes. Unlike responses per second, it does not depend on other load of the machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const MILLISECONDS_PER_TICK = 10

/** Field indexes in /proc/PID/stat after the name: parent, own user and system time, and those of exited children. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14]

/** CPU time of a process and its descendants in milliseconds; 0 without /proc. */
export function readCpuTime(pid: number | undefined): number {
  if (!existsSync('/proc/self/stat')) return 0
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readStat(name)]),
  )
  const countTicks = (process: number): number => {
    const stat = stats.get(process) ?? []
    const children = [...stats].filter(([, { [PARENT]: parent }]) => parent === process)
    const own = [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].map((index) => stat[index] ?? 0)
    return [...own, ...children.map(([child]) => countTicks(child))].reduce((total, ticks) => total + ticks, 0)
  }
  return pid === undefined ? 0 : countTicks(pid) * MILLISECONDS_PER_TICK
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
