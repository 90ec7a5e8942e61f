/** Puts a restored file in the place of a database. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadSqlite } from './load-driver.ts'
import { getSqliteErrorCode } from './translate-error.ts'

const LOG_FILES = ['-wal', '-shm']

/**
 * Renames the file at `path`, with its log, to `previous` (or deletes it if undefined), and `restored` to `path`. Throws
 * a plain `Error` while another process uses the database.
 */
export function replaceSqliteFile(path: string, restored: string, previous: string | undefined): void {
  if (existsSync(`${restored}-wal`)) throw new Error(`${restored} was not closed`)
  if (existsSync(path)) assertUnused(path)
  for (const suffix of ['', ...LOG_FILES]) {
    if (previous === undefined) rmSync(path + suffix, { force: true })
    else if (existsSync(path + suffix)) renameSync(path + suffix, previous + suffix)
  }
  flush(restored)
  renameSync(restored, path)
  flush(dirname(path))
}

/** Closing the only connection also copies the log into the file. A damaged file cannot be opened and is accepted. */
export function assertUnused(path: string): void {
  try {
    const handle = new (loadSqlite())(path, { timeout: 0 })
    try {
      handle.pragma('locking_mode = exclusive')
      handle.exec('begin immediate; commit')
    } finally {
      handle.close()
    }
  } catch (error) {
    if (getSqliteErrorCode(error) === 'SQLITE_BUSY')
      throw new Error(`the database ${path} is in use. Stop the service and commands that use it first`)
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
