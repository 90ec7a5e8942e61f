import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU time of this process and its ended children, in seconds. */
export function readCpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + readChildCpuSeconds()
}

/** 0 on systems without /proc. */
function readChildCpuSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    // cutime and cstime, fields 16 and 17 of proc(5).
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
