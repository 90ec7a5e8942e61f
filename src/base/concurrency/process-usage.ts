/** CPU time and memory of another process. It cannot report them itself while synchronous code runs. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface ProcessUsage {
  readonly cpuMilliseconds: number
  /** Resident memory in bytes. */
  readonly rss: number
}

/** Undefined for a process that has ended, or on systems that state no usage. */
export const readProcessUsage = (pid: number): Promise<ProcessUsage | undefined> =>
  process.platform === 'linux' ? readFromProcfs(pid) : readFromPs(pid)

/** Linux counts CPU time in hundredths of a second on all its platforms. */
const TICK_MILLISECONDS = 10

async function readFromProcfs(pid: number): Promise<ProcessUsage | undefined> {
  try {
    const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')))
    // The name of the program may contain blanks. User and system time are the 14th and 15th value, the third follows it.
    const values = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    const rss = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1]
    return { cpuMilliseconds: (Number(values[11]) + Number(values[12])) * TICK_MILLISECONDS, rss: Number(rss) * 1024 }
  } catch {
    return undefined
  }
}

/** `ps` of POSIX. Windows has none. */
async function readFromPs(pid: number): Promise<ProcessUsage | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-o', 'rss=', '-p', String(pid)])
    const [time = '', kilobytes] = stdout.trim().split(/\s+/)
    const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[:-]/).reverse().map(Number)
    const cpuSeconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    return { cpuMilliseconds: cpuSeconds * 1000, rss: Number(kilobytes) * 1024 }
  } catch {
    return undefined
  }
}
