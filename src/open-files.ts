/** The limit of open files: each connection takes one, and so do the database, images and modules while they load. */
import { readFileSync } from 'node:fs'

/** A start opens more than 300 files at a time. */
const LEAST_OPEN_FILES = 512
/** Left for the database, files and requests to other servers, whatever number of clients connect. */
const RESERVED_FILES = 256

/** The limit of this process; undefined where the system does not tell. */
function readOpenFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
    return Number.isFinite(limit) ? limit : undefined
  } catch {
    return undefined
  }
}

/** Throws when the limit is too low to start: modules that cannot be opened are reported as missing ones. */
export function assertEnoughOpenFiles(limit = readOpenFileLimit()): void {
  if (limit === undefined || limit >= LEAST_OPEN_FILES) return
  throw new Error(
    `The limit of open files is ${limit}. Expected at least ${LEAST_OPEN_FILES}: raise it with "ulimit -n 4096", or with LimitNOFILE= in a systemd unit.`,
  )
}

/** How many connections leave enough files for the rest; undefined for any number. */
export function maxConnections(limit = readOpenFileLimit()): number | undefined {
  return limit === undefined ? undefined : Math.max(limit - RESERVED_FILES, 1)
}
