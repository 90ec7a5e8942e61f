import assert from 'node:assert/strict'
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Script } from 'node:vm'
import { describeUnknownNames } from '../../src/cli/unknown-settings.ts'
import { describeVersion } from '../../src/version.ts'
import { runCalends } from '../helper/command-line.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version, engines } = manifest as { version: string; engines: { node: string } }

const run = (...args: readonly string[]) => runCalends('sqlite:unused.db', args)

test('calends --version prints the version of the package, and in a checkout that it is under development', async () => {
  const { code, stdout, stderr } = await run('--version')
  assert.deepEqual([code, stdout, stderr], [0, `${describeVersion()}\n`, ''])
  const isCheckout = existsSync(join(root, '.git'))
  assert.equal(stdout.startsWith(isCheckout ? `${version}-dev` : `${version}\n`), true)
  assert.deepEqual(await run('-V'), { code, stdout, stderr })
})

describe('The described version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-version-'))
  const git = (...args: readonly string[]) => {
    const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.test']
    const { status, stdout } = spawnSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' })
    assert.equal(status, 0)
    return stdout.trim()
  }
  before(() => writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' })))
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('is the plain version of a package, also inside of a repository of another project', () => {
    const installed = join(folder, 'node_modules', 'calends')
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ version: '0.9.0' }))
    assert.equal(describeVersion(folder), '1.2.3')
    git('init', '--quiet')
    assert.equal(describeVersion(installed), '0.9.0')
  })

  test('names the commit of a checkout, once there is one', () => {
    assert.equal(describeVersion(folder), '1.2.3-dev')
    git('commit', '--quiet', '--allow-empty', '--message', 'Begin')
    assert.equal(describeVersion(folder), `1.2.3-dev+${git('rev-parse', 'HEAD').slice(0, 7)}`)
  })

  test('of a worktree names its commit', () => {
    const worktree = join(folder, 'worktree')
    git('worktree', 'add', '--quiet', worktree)
    writeFileSync(join(worktree, 'package.json'), JSON.stringify({ version: '1.2.4' }))
    assert.match(describeVersion(worktree), /^1\.2\.4-dev\+[0-9a-f]{7}$/)
  })
})

test('calends without arguments prints the help text and exits with code 0', async () => {
  const bare = await run()
  assert.deepEqual(bare, await run('--help'))
  assert.deepEqual([bare.code, bare.stderr], [0, ''])
  assert.match(bare.stdout, /^Usage: calends[\s\S]+ serve [\s\S]+ seed /)
})

test('calends with an unknown command names it and exits with code 1', async () => {
  const { code, stdout, stderr } = await run('sevre')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /unknown command 'sevre'/)
})

for (const args of [['check'], ['check', '--json'], ['seed', '--events', '0'], ['--help'], ['--version']]) {
  test(`calends ${args.join(' ')} ends quietly when its reader has closed the pipe`, async () => {
    const during = ({ stdout }: ChildProcess) => stdout?.destroy()
    const { code, stderr } = await runCalends('', args, { env: { NO_COLOR: '1' }, during })
    assert.deepEqual([code, stderr.replaceAll(/.*(?:images|seeding): .*\n/g, '')], [0, ''])
  })
}

test('A misspelled setting is reported with the nearest name', () => {
  const reports = {
    PROT: 'unknown setting "PROT". Did you mean PORT?',
    SITE_TIMZONE: 'unknown setting "SITE_TIMZONE". Did you mean SITE_TIMEZONE?',
    data_dir: 'unknown setting "data_dir". Did you mean DATA_DIR?',
    WORDPRES_MOUNT: 'unknown setting "WORDPRES_MOUNT". Did you mean WORDPRESS_MOUNT?',
    FAVORITE_CHEESE: 'unknown setting "FAVORITE_CHEESE".',
  }
  assert.deepEqual(describeUnknownNames(Object.keys(reports)), Object.values(reports))
})

test('Settings and names that other programs use are not reported as unknown', () => {
  assert.deepEqual(
    describeUnknownNames(['PORT', 'NODE_ENV', 'PGPASSWORD', 'POSTGRES_PASSWORD', 'TZ', 'HTTPS_PROXY']),
    [],
  )
})

const PROGRAMS = ['bin/calends.js', 'scripts/start.js']

/** Runs a program in this version of Node, which reports another version. */
function runAs(node: string, program: string) {
  const preload = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
  const argv = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, join(root, program), '--version']
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

for (const program of PROGRAMS) {
  test(`${program} reports in one line that Node is too old`, () => {
    assert.equal(engines.node, '>=20.19')
    for (const node of ['12.22.12', '18.20.8', '20.18.3']) {
      const stderr = `Calends requires Node 20.19 or newer. This is Node ${node}.\n`
      assert.deepEqual(runAs(node, program), { status: 1, stdout: '', stderr })
    }
  })

  test(`${program} can be parsed by old versions of Node, as a script and as a module`, () => {
    const text = readFileSync(join(root, program), 'utf8').replace(/^#!.*/, '')
    // A script has neither import declarations nor await outside of functions, which Node 12 cannot parse.
    assert.doesNotThrow(() => new Script(text))
    assert.doesNotMatch(text, /\?\.|\?\?|\|\|=|&&=|\bclass\b|#\w+ in /)
  })
}

test('bin/calends.js runs in the oldest supported version of Node', () => {
  assert.deepEqual(runAs('20.19.0', 'bin/calends.js'), { status: 0, stdout: `${describeVersion()}\n`, stderr: '' })
})
