/** Names of unfinished files. They contain the token of the writing process, so that abandoned files can be detected. */
import { randomBytes } from 'node:crypto'
import { hasEnded, PROCESS_TOKEN } from './concurrency/process-token.ts'

const PART_NAME_PATTERN = /^\.([0-9a-f-]+)-[0-9a-f]{24}\.part$/
/** Far longer than any upload or decode. */
const MAX_AGE_MILLISECONDS = 3_600_000

export const createPartName = (): string => `.${PROCESS_TOKEN}-${randomBytes(12).toString('hex')}.part`

export const isPartName = (name: string): boolean => name.startsWith('.') && name.endsWith('.part')

/** Whether no process writes the file any more. `ageMilliseconds` is the time since the last write. */
export function isAbandoned(name: string, ageMilliseconds: number): boolean {
  if (!isPartName(name)) return false
  const [, token = ''] = PART_NAME_PATTERN.exec(name) ?? []
  return ageMilliseconds > MAX_AGE_MILLISECONDS || hasEnded(token)
}
