/** Prepares the SQLite driver. Where no prebuilt binary can be downloaded, compiling it takes most of a first start. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from './quiet-run.js'
import { startStep } from './step.js'

const BINARY = join('build', 'Release', 'better_sqlite3.node')

/** Compiled binaries are kept here, because `npm ci` deletes them with the packages. */
const cacheFolder = () => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'calends')

/** Downloads or compiles the binary of better-sqlite3, if it is installed in the folder and has none. */
export async function ensureSqlite(folder) {
  const driver = join(folder, 'node_modules', 'better-sqlite3')
  if (!existsSync(driver) || existsSync(join(driver, BINARY)) || hasOtherDriver(folder)) return
  const isCompiled = () => existsSync(join(driver, 'build', 'Makefile'))
  const step = startStep('Preparing SQLite', () => {
    if (existsSync(join(driver, BINARY))) return isCompiled() ? 'compiled' : 'prebuilt binary'
    if (!isCompiled()) return 'looking for a prebuilt binary'
    return 'compiling SQLite (no prebuilt binary could be downloaded), about a minute'
  })
  const { output } = await runQuietly('npm', ['rebuild', 'better-sqlite3', '--foreground-scripts'], {
    cwd: folder,
    env: { ...process.env, CFLAGS, npm_config_better_sqlite3_local_prebuilds: cacheFolder() },
    stderr: 'pipe',
  })
  const succeeded = existsSync(join(driver, BINARY))
  step.end(succeeded)
  if (!succeeded) removeDriver(driver, output)
  else if (isCompiled()) storeBinary(driver)
}

/**
 * SQLite's own level, of its C file only. Queries take the same time as with the `-O3` of better-sqlite3, and compiling takes
 * a sixth less.
 */
const CFLAGS = `${process.env.CFLAGS ?? ''} -O2`

/** `src/storage/sqlite/load-driver.ts` prefers version 13 of the driver, which includes binaries, where Node can load it. */
const hasOtherDriver = (folder) =>
  Number(process.versions.napi) >= 10 && existsSync(join(folder, 'node_modules', 'better-sqlite3-node-api'))

/** The driver is optional, as PostgreSQL needs none. Without its folder the service reports that it is not installed. */
function removeDriver(driver, output) {
  rmSync(driver, { recursive: true, force: true })
  process.stderr.write(`${output}SQLite could not be compiled: only PostgreSQL can be used.\n`)
}

/** Stores the binary where and as prebuild-install looks for it (`local-prebuilds`). A failure only costs time later. */
function storeBinary(driver) {
  const { version } = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8'))
  const { platform, arch, versions, pid } = process
  const archive = join(cacheFolder(), `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`)
  try {
    mkdirSync(cacheFolder(), { recursive: true })
    const { status } = spawnSync('tar', ['-czf', `${archive}.${pid}`, '-C', driver, BINARY])
    if (status === 0) renameSync(`${archive}.${pid}`, archive)
  } catch {
    // For example a home folder that cannot be written.
  }
}
