/** Packages that `npm start` and `npm test` install, tested with a small package whose dependencies are folders. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..', '..')
const setup = pathToFileURL(join(root, 'scripts', 'setup.js')).href
const folder = mkdtempSync(join(tmpdir(), 'calends-setup-'))

const NO_NPM = { PATH: '' }

/** Installs as `npm start` does with `dev: false`, and as `npm test` does with `dev: true`. */
function ensure(dev: boolean, env: NodeJS.ProcessEnv = {}) {
  const script = `const { ensureDependencies } = await import('${setup}')
    await ensureDependencies(${JSON.stringify({ folder, dev })})`
  const options = { cwd: folder, env: { ...process.env, NODE_ENV: '', ...env }, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options)
  return { status, stderr }
}

function runNpm(...args: readonly string[]): void {
  const npm = spawnSync('npm', [...args, '--offline', '--no-audit'], { cwd: folder })
  assert.equal(npm.status, 0, String(npm.stderr))
}

function writePackage(path: string, manifest: Readonly<Record<string, unknown>>): void {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }))
}

const isInstalled = (name: string): boolean => existsSync(join(folder, 'node_modules', name, 'package.json'))
const installed = () => ['needed', 'for-tests'].filter(isInstalled)

/** Exists until npm deletes the installed packages. */
const marker = join(folder, 'node_modules', '.marker')

describe('Setup', () => {
  after(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    for (const name of ['needed', 'for-tests']) writePackage(name, { name })
    const dependencies = { needed: 'file:needed' }
    const devDependencies = { 'for-tests': 'file:for-tests' }
    writePackage('.', { name: 'fixture', dependencies, devDependencies })
    runNpm('install', '--package-lock-only')
  })

  test('npm start installs no development dependencies, reports progress, and installs once', () => {
    const { status, stderr } = ensure(false)
    assert.equal(status, 0, stderr)
    assert.match(
      stderr,
      /^Installing packages \.\.\.\nInstalling packages \.\.\. done \([^)]*\d packages[^)]*, \d+ s\)\n$/,
    )
    assert.deepEqual(installed(), ['needed'])
    assert.deepEqual(ensure(false, NO_NPM), { status: 0, stderr: '' })
  })

  test('npm test after npm start adds the development dependencies and keeps what is installed', () => {
    ensure(false)
    writeFileSync(marker, '')
    assert.equal(ensure(true).status, 0)
    assert.deepEqual(installed(), ['needed', 'for-tests'])
    assert.ok(existsSync(marker))
    assert.deepEqual(ensure(true, NO_NPM), { status: 0, stderr: '' })
  })

  test('npm start after npm test installs nothing, and so does the next npm test', () => {
    ensure(true)
    for (const dev of [false, true]) assert.deepEqual(ensure(dev, NO_NPM), { status: 0, stderr: '' })
    assert.deepEqual(installed(), ['needed', 'for-tests'])
  })

  test('npm test installs development dependencies in a production environment too', () => {
    assert.equal(ensure(true, { NODE_ENV: 'production' }).status, 0)
    assert.deepEqual(installed(), ['needed', 'for-tests'])
  })

  test('A changed lockfile is installed from scratch', () => {
    ensure(false)
    writeFileSync(marker, '')
    const lockfile = join(folder, 'package-lock.json')
    writeFileSync(lockfile, `${readFileSync(lockfile, 'utf8')}\n`)
    assert.equal(ensure(false).status, 0)
    assert.deepEqual([installed(), existsSync(marker)], [['needed'], false])
  })

  test('A failed installation ends with its exit code and is retried', () => {
    const failed = ensure(false, NO_NPM)
    assert.equal(failed.status, 1)
    assert.match(
      failed.stderr,
      /Installing packages \.\.\. failed \([^)]+\)\n[\s\S]*npm ci .* failed with exit code 1\n$/,
    )
    assert.equal(ensure(false).status, 0)
  })
})

/** Any binary that Node can load: prebuild-install tries it. */
function findBinary(): string {
  const scope = join(root, 'node_modules', '@node-rs')
  const names = readdirSync(scope, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.node'))
  return join(scope, names[0] ?? assert.fail('no binary is installed'))
}

/** Takes the place of the compiler: it creates the same files, and counts how often it ran. */
const COMPILE = `const fs = require('node:fs')
fs.appendFileSync(${JSON.stringify(join(folder, 'compiled'))}, 'x')
fs.mkdirSync('build/Release', { recursive: true })
fs.writeFileSync('build/Makefile', '')
setTimeout(() => {
  if (process.env.BROKEN_COMPILER) throw new Error('no compiler')
  fs.copyFileSync(${JSON.stringify(findBinary())}, 'build/Release/better_sqlite3.node')
}, 1000)`

describe('Setup of SQLite', () => {
  const driver = join(folder, 'node_modules', 'better-sqlite3')
  const binary = join(driver, 'build', 'Release', 'better_sqlite3.node')
  const env = { XDG_CACHE_HOME: join(folder, 'cache') }
  const compilations = () => readFileSync(join(folder, 'compiled'), 'utf8').length

  beforeEach(() => {
    for (const name of ['node_modules', 'cache', 'compiled', 'package-lock.json'])
      rmSync(join(folder, name), { recursive: true, force: true })
    const prebuildInstall = join(root, 'node_modules', 'prebuild-install', 'bin.js')
    writePackage('driver', {
      name: 'better-sqlite3',
      // Nothing can be downloaded.
      binary: { host: 'http://127.0.0.1:9/' },
      scripts: { install: `node ${prebuildInstall} || node compile.cjs` },
    })
    writeFileSync(join(folder, 'driver', 'compile.cjs'), COMPILE)
    writePackage('for-tests', { name: 'for-tests' })
    runNpm('pack', './driver')
    writePackage('.', {
      name: 'fixture',
      optionalDependencies: { 'better-sqlite3': 'file:better-sqlite3-1.0.0.tgz' },
      devDependencies: { 'for-tests': 'file:for-tests' },
      allowScripts: { 'better-sqlite3': true },
    })
    runNpm('install', '--package-lock-only')
  })

  test('npm start says that it compiles SQLite, and npm test does not compile it again', () => {
    const { status, stderr } = ensure(false, env)
    assert.equal(status, 0, stderr)
    assert.match(
      stderr,
      /^Installing packages \.\.\.\n.* done .*\nPreparing SQLite \.\.\.\nPreparing SQLite \.\.\. done \(compiled, \d+ s\)\n$/,
    )
    assert.equal(ensure(true, env).status, 0)
    assert.deepEqual([existsSync(binary), isInstalled('for-tests'), compilations()], [true, true, 1])
  })

  test('While SQLite is compiled, the reason and the usual duration are shown', () => {
    const script = `Object.defineProperty(process.stderr, 'isTTY', { value: true })
      process.stderr.columns = 200
      const { ensureDependencies } = await import('${setup}')
      await ensureDependencies(${JSON.stringify({ folder, dev: false })})`
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: '', ...env }, encoding: 'utf8' } as const
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options)
    const line = 'Preparing SQLite ... compiling SQLite (no prebuilt binary could be downloaded), about a minute'
    assert.ok(
      stderr.split('\r\u001b[K').some((text) => text.startsWith(`${line}, `)),
      stderr,
    )
  })

  test('A new installation uses the binary that was compiled before', () => {
    ensure(false, env)
    rmSync(join(folder, 'node_modules'), { recursive: true })
    const { status, stderr } = ensure(false, env)
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Preparing SQLite \.\.\. done \(prebuilt binary, \d+ s\)\n$/)
    assert.deepEqual([existsSync(binary), compilations()], [true, 1])
  })

  test('A stored binary that cannot be loaded is compiled again', () => {
    ensure(false, env)
    const [name = ''] = readdirSync(join(folder, 'cache', 'calends'))
    writeFileSync(join(folder, 'cache', 'calends', name), 'x')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    assert.equal(ensure(false, env).status, 0)
    assert.deepEqual([existsSync(binary), compilations()], [true, 2])
  })

  test('npm start continues without SQLite when it cannot be compiled, and shows why', () => {
    const { status, stderr } = ensure(false, { ...env, BROKEN_COMPILER: 'yes' })
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Preparing SQLite \.\.\. failed .*\n[\s\S]*no compiler[\s\S]*only PostgreSQL can be used\.\n$/)
    assert.equal(existsSync(driver), false)
  })
})
