import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'

/**
 * Version 13 includes binaries but needs Node-API 10, which Node 20 lacks. Version 12 works on Node 20, but crashes in
 * garbage collection when compiled with the headers of newer Node 24 releases.
 */
const DRIVER_NAMES =
  Number(process.versions.napi) >= 10 ? ['better-sqlite3-node-api', 'better-sqlite3'] : ['better-sqlite3']

/** Loads the driver for this Node version. Throws an error for the user when none is installed. */
export function loadSqlite(): typeof Sqlite {
  const require = createRequire(import.meta.url)
  const name = DRIVER_NAMES.find((candidate) => isInstalled(require, candidate))
  if (!name) throw new Error('the SQLite driver is not installed: npm ci needs a C++ compiler, make and Python here')
  return require(name)
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    return require.resolve(name) !== ''
  } catch {
    return false
  }
}
