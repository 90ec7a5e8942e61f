/** Names of unfinished files. They contain the ID of the writing process, so that abandoned files can be detected. */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const HOST_ID = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** After a container restart, another process may have the same ID. */
const RUN_ID = randomBytes(4).toString('hex')
const PART_NAME_PATTERN = /^\.([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})-[0-9a-f]{24}\.part$/
/** Far longer than any upload or decode. */
const MAX_AGE_MILLISECONDS = 3_600_000

export const createPartName = (): string =>
  `.${HOST_ID}-${process.pid}-${RUN_ID}-${randomBytes(12).toString('hex')}.part`

export const isPartName = (name: string): boolean => name.startsWith('.') && name.endsWith('.part')

/** Whether no process writes the file any more. `ageMilliseconds` is the time since the last write. */
export function isAbandoned(name: string, ageMilliseconds: number): boolean {
  if (!isPartName(name)) return false
  if (ageMilliseconds > MAX_AGE_MILLISECONDS) return true
  const [, host, pid = '', run] = PART_NAME_PATTERN.exec(name) ?? []
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
