/** Names of running processes, so that others on the same host detect that one has ended. */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const HOST_ID = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** After a container restart, another process may have the same ID. */
const RUN_ID = randomBytes(4).toString('hex')
const PATTERN = /^([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})$/

/** The token of this process: three words of hexadecimal or decimal digits with hyphens between them. */
export const PROCESS_TOKEN = `${HOST_ID}-${process.pid}-${RUN_ID}`

/** False for processes of other hosts, of which nothing is known, and for other texts. */
export function hasEnded(token: string): boolean {
  const [, host, pid = '', run] = PATTERN.exec(token) ?? []
  if (host !== HOST_ID) return false
  return Number(pid) === process.pid ? run !== RUN_ID : !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
