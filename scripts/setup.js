/** Prepares a fresh checkout: installs dependencies from the lockfile and builds, each only when something changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedCount, packagePaths, packagesWithScripts } from './setup/packages.js'
import { runQuietly } from './setup/quiet-run.js'
import { ensureSqlite } from './setup/sqlite.js'
import { startStep } from './setup/step.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the repository with its output shown and returns its exit code. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

/** Prepares everything that `npm start` runs. SQLite may have to be compiled, which one processor does while others build. */
export async function prepareService() {
  const installation = await unpackPackages({ dev: false })
  await Promise.all([completeInstallation(installation), ensureBuild(), ensureAdmin()])
}

/**
 * Prepares everything that `npm test` runs. The checks need no more than this; tests also wait for `completed`, because
 * SQLite may have to be compiled.
 */
export async function prepareTests() {
  const completed = completeInstallation(await unpackPackages({ label: 'Installing packages for tests' }))
  const client = { folder: join(root, 'clients', 'typescript'), label: 'Installing packages of the client' }
  await Promise.all([ensureDependencies(client), ensureBuild(), ensureAdmin({ dev: true })])
  return { completed }
}

/**
 * Installs from the lockfile of a package, by default the service's, when the lockfile, Node or the machine changed since
 * the last time. With `dev: false` only what building and running require. An installation that has more than is
 * required is kept, and one that lacks only the development dependencies is extended instead of replaced.
 */
export async function ensureDependencies(options = {}) {
  await completeInstallation(await unpackPackages(options))
}

/** The stamp includes the Node version and platform, because native modules depend on them. */
function lockfileMark(folder) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  return `${lockfile} ${process.versions.modules} ${process.platform}-${process.arch}`
}

/** Marks an installation without development dependencies. */
const RUNTIME = ' runtime'
const COMMON = ['--ignore-scripts', '--no-audit', '--no-fund', '--progress=false', '--loglevel=error']

/** The first half of an installation. Returns what the second half needs, undefined when nothing has to be installed. */
async function unpackPackages({ folder = root, dev = true, label = 'Installing packages' }) {
  const stamp = join(folder, 'node_modules', '.calends-installed')
  const mark = lockfileMark(folder)
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === mark || (!dev && installed === mark + RUNTIME)) return undefined
  // `npm ci` would delete the installed packages, and compile SQLite again.
  const command = dev && installed === mark + RUNTIME ? ['install', '--no-save'] : ['ci']
  const paths = packagePaths(folder, dev)
  const detail = () => `${installedCount(folder, paths)} of ${paths.length} packages`
  await runStep({ label, detail, folder, args: [...command, dev ? '--include=dev' : '--omit=dev', ...COMMON] })
  return { folder, stamp, mark: dev ? mark : mark + RUNTIME }
}

/** The second half: the scripts of packages, such as the compilation of SQLite. Nothing else has to wait for them. */
async function completeInstallation(installation) {
  if (!installation) return
  const { folder, stamp, mark } = installation
  const names = packagesWithScripts(folder).filter((name) => name !== 'better-sqlite3')
  const others = { label: 'Completing packages', folder, args: ['rebuild', ...names] }
  await Promise.all([ensureSqlite(folder), names.length > 0 && runStep(others)])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, mark)
}

/** Runs npm and shows that it does. Ends the process when it fails. */
async function runStep({ label, detail, folder, args }) {
  const step = startStep(label, detail)
  const { code, output } = await runQuietly('npm', args, { cwd: folder })
  step.end(code === 0)
  if (code === 0) return
  process.stderr.write(`${output}npm ${args.join(' ')} failed with exit code ${code}\n`)
  process.exit(code)
}

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the service when a source is newer than the last build. */
export async function ensureBuild() {
  const sources = ['src', join('scripts', 'build.js'), 'tsconfig.json', 'package-lock.json']
  await buildIfChanged({ label: 'Building', script: 'build', stamp: '.built', sources })
}

/** The same for the admin, whose packages are only required to build it. */
export async function ensureAdmin({ dev = false } = {}) {
  const files = ['src', 'index.html', 'vite.config.ts', 'package-lock.json']
  const sources = files.map((name) => join('admin', name))
  const build = { label: 'Building the admin', script: 'build:admin', stamp: '.built-admin', sources }
  if (!dev && isBuilt(build)) return
  await ensureDependencies({ folder: join(root, 'admin'), dev, label: 'Installing packages of the admin' })
  await buildIfChanged(build)
}

function isBuilt({ stamp, sources }) {
  const path = join(root, 'dist', stamp)
  const changed = Math.max(...sources.map((name) => newest(join(root, name))))
  return existsSync(path) && statSync(path).mtimeMs > changed
}

async function buildIfChanged({ label, script, stamp, sources }) {
  if (isBuilt({ stamp, sources })) return
  await runStep({ label, folder: root, args: ['run', script, '--silent'] })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', stamp), '')
}
