/** The limit of open files, which connections, the database, images and module loading share. */
import { readFileSync } from 'node:fs'

/** A start opens more than 300 files at once. */
const LEAST_OPEN_FILES = 512
/** Reserved for the database, files and outgoing requests. */
const RESERVED_FILES = 256

/** The limit of this process; undefined on systems other than Linux. */
function readOpenFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
    return Number.isFinite(limit) ? limit : undefined
  } catch {
    return undefined
  }
}

/** Throws when the limit is too low to start. Node would report the modules that it cannot open as missing. */
export function assertEnoughOpenFiles(limit = readOpenFileLimit()): void {
  if (limit === undefined || limit >= LEAST_OPEN_FILES) return
  throw new Error(
    `The limit of open files is ${limit}. Expected at least ${LEAST_OPEN_FILES}: raise it with "ulimit -n 4096", or with LimitNOFILE= in a systemd unit.`,
  )
}

/** Maximum number of connections; undefined for no limit. */
export function maxConnections(limit = readOpenFileLimit()): number | undefined {
  return limit === undefined ? undefined : Math.max(limit - RESERVED_FILES, 1)
}
