/** Processor time that processes have used: unlike answers a second, it does not depend on what else the machine does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const MILLISECONDS_A_TICK = 10

/** Places in /proc/PID/stat, counted after the name: parent, own time (user, system), that of children that have ended. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14]

/** Milliseconds of a process and of all below it; 0 where there is no /proc. */
export function readCpuTime(pid: number | undefined): number {
  if (!existsSync('/proc/self/stat')) return 0
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(name)]),
  )
  const ticks = (of: number): number => {
    const own = stats.get(of) ?? []
    const below = [...stats].filter(([, stat]) => stat[PARENT] === of).map(([child]) => ticks(child))
    const mine = [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].map((at) => own[at] ?? 0)
    return [...mine, ...below].reduce((total, number) => total + number, 0)
  }
  return pid === undefined ? 0 : ticks(pid) * MILLISECONDS_A_TICK
}

function statOf(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    // It has ended since it was listed.
    return []
  }
}
