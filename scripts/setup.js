/** What a fresh machine needs before anything runs, done once: dependencies from the lockfile, and the build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the repository with its output shown; its exit code. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return status ?? 1
}

function must(what, code) {
  if (code === 0) return
  process.stderr.write(`${what} failed\n`)
  process.exit(code)
}

/** Native modules are built for one version of Node and one kind of machine, so those are part of the mark. */
function lockfileMark(folder) {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  return `${lockfile} ${process.versions.modules} ${process.platform}-${process.arch}`
}

/** Installs from the lockfile of a package, by default the service's, when that, Node or the machine changed since. */
export function ensureDependencies(folder = root) {
  const stamp = join(folder, 'node_modules', '.calends-installed')
  const mark = lockfileMark(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return
  must('npm ci', run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }))
  writeFileSync(stamp, mark)
}

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds when a source is newer than the last build. */
export function ensureBuild() {
  const stamp = join(root, 'dist', '.built')
  const sources = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']
  const changed = Math.max(...sources.map((name) => newest(join(root, name))))
  if (existsSync(stamp) && statSync(stamp).mtimeMs > changed) return
  must('npm run build', run('npm', ['run', 'build', '--silent']))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '')
}
