/** Names of files that are not finished yet, which tell whether the process that writes them still runs. */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const HOST_ID = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
/** After the restart of a container, another process may have the same id. */
const RUN_ID = randomBytes(4).toString('hex')
const PART_NAME_PATTERN = /^\.([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8})-[0-9a-f]{24}\.part$/
/** No upload and no decode takes nearly as long. */
const MAX_AGE_MILLISECONDS = 3_600_000

export const createPartName = (): string =>
  `.${HOST_ID}-${process.pid}-${RUN_ID}-${randomBytes(12).toString('hex')}.part`

export const isPartName = (name: string): boolean => name.startsWith('.') && name.endsWith('.part')

/** Whether nothing writes the file any more. `ageMilliseconds` is the time since it was last written to. */
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
    // A process of another user is there, and refuses the signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
