/**
 * `npm run test:node -- VERSION [ARGUMENT...]`: runs `npm test` with another version of Node, such as 24, whose binary
 * comes from the npm package `node`. It uses a copy of the files, because native modules are compiled for one version.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './setup.js'

const [version, ...args] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  process.stderr.write(`Invalid version of Node: "${version ?? ''}". Expected a number such as 24.\n`)
  process.exit(1)
}

const folder = join(root, 'node_modules', '.cache', `test-node-${version}`)
const copy = join(folder, 'checkout')
const binaries = join(folder, 'node_modules', '.bin')

mkdirSync(folder, { recursive: true })
run(
  'npm',
  ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`],
  process.env,
)
copyFiles()
const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }
process.stdout.write(`Node ${execFileSync(join(binaries, 'node'), ['--version'], { encoding: 'utf8' })}`)
// The checks do not depend on the version, and git ignores the folder of the copy, in which they would find no files.
process.exit(run('node', ['scripts/test.js', '--no-checks', ...args], env))

/** Packages of an earlier run stay. */
function copyFiles() {
  const list = (options) => execFileSync('git', ['ls-files', '-z', ...options], { cwd: root, encoding: 'utf8' })
  const files = (list(['--cached']) + list(['--others', '--exclude-standard'])).split('\0').filter(Boolean)
  for (const name of ['src', 'test', 'scripts']) rmSync(join(copy, name), { recursive: true, force: true })
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true })
  }
}

/** Returns the exit code of a command in the copy, or in the repository before the copy exists. */
function run(command, options, environment) {
  const { status } = spawnSync(command, options, {
    cwd: existsSync(copy) ? copy : root,
    env: environment,
    stdio: 'inherit',
  })
  return status ?? 1
}
