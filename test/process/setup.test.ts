/** Packages that `npm start` and `npm test` install, tested with a small package whose dependencies are folders. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')
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

const isInstalled = (name: string): boolean => existsSync(join(folder, 'node_modules', name, 'package.json'))
const installed = () => ['needed', 'for-tests'].filter(isInstalled)

/** Exists until npm deletes the installed packages. */
const marker = join(folder, 'node_modules', '.marker')

describe('Setup', () => {
  after(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    for (const name of ['needed', 'for-tests']) {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    }
    const dependencies = { needed: 'file:needed' }
    const devDependencies = { 'for-tests': 'file:for-tests' }
    const manifest = { name: 'fixture', version: '1.0.0', dependencies, devDependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const npm = spawnSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: folder })
    assert.equal(npm.status, 0, String(npm.stderr))
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
