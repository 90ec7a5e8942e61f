/** Prepares a fresh checkout: installs dependencies from the lockfile and builds, each only when something changed. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedCount, packagePaths } from './packages.js'
import { startStep } from './step.js'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the repository with its output shown and returns its exit code. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
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
const COMMON = ['--no-audit', '--no-fund', '--progress=false', '--loglevel=error']

/**
 * Installs from the lockfile of a package, by default the service's, when the lockfile, Node or the machine changed since
 * the last time. With `dev: false` only what building and running require. An installation that has more than is
 * required is kept, and one that lacks only the development dependencies is extended instead of replaced.
 */
export async function ensureDependencies({ folder = root, dev = true, label = 'Installing packages' } = {}) {
  const stamp = join(folder, 'node_modules', '.calends-installed')
  const mark = lockfileMark(folder)
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (installed === mark || (!dev && installed === mark + RUNTIME)) return
  // `npm ci` would delete the installed packages, and compile SQLite again.
  const command = dev && installed === mark + RUNTIME ? ['install', '--no-save'] : ['ci']
  const set = dev ? '--include=dev' : '--omit=dev'
  await install({ folder, dev, label, args: [...command, set, ...COMMON] })
  writeFileSync(stamp, dev ? mark : mark + RUNTIME)
}

async function install({ folder, dev, label, args }) {
  const paths = packagePaths(folder, dev)
  const step = startStep(label, () => {
    const count = installedCount(folder, paths)
    return count < paths.length ? `${count} of ${paths.length} packages` : `${count} packages unpacked`
  })
  const { code, output } = await runQuietly('npm', args, folder)
  step.end(code === 0)
  if (code !== 0) fail(`npm ${args.join(' ')}`, code, output)
}

/** Errors are shown at once; what npm prints on stdout is returned. */
export function runQuietly(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function fail(command, code, output) {
  process.stderr.write(`${output}${command} failed with exit code ${code}\n`)
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

async function buildIfChanged(build) {
  if (isBuilt(build)) return
  const step = startStep(build.label)
  const { code, output } = await runQuietly('npm', ['run', build.script, '--silent'], root)
  step.end(code === 0)
  if (code !== 0) fail(`npm run ${build.script}`, code, output)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', build.stamp), '')
}
