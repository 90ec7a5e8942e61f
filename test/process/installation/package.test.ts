/** The packed service and the packed client, installed into empty folders without build tools and sources. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findFreePort } from '../../helper/free-port.ts'
import { waitUntil } from '../../helper/until.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'calends-package-'))

/** Seconds of processor time, since the time that passes depends on what else the machine does. */
const START_SECONDS = 3

/** Other programs slow down this one, also in processor time: a start that takes longer is repeated. */
const MAX_STARTS = 5

/** Creates an archive of the package in a folder, and returns its path and the paths of its files. */
function pack(source: string): { readonly archive: string; readonly files: readonly string[] } {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  // The output of `prepack` may come first.
  const report: unknown = JSON.parse(stdout.slice(stdout.search(/^\[/m)))
  const [{ filename, files }] = report as [{ filename: string; files: { path: string }[] }]
  return { archive: join(folder, filename), files: files.map(({ path }) => path) }
}

/** Installs an archive into a new folder. Scripts are off: compiling SQLite is not part of the test. */
function install(name: string, archive: string): string {
  const target = join(folder, name)
  mkdirSync(target)
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', archive]
  const { status, stderr } = spawnSync('npm', args, { cwd: target, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return target
}

/** A PATH with Node, npm and a shell, and without a compiler. */
function createPath(): string {
  const target = join(folder, 'bin')
  mkdirSync(target)
  for (const name of ['node', 'npm', 'npx', 'sh']) {
    const found = (process.env['PATH'] ?? '').split(delimiter).find((path) => existsSync(join(path, name)))
    symlinkSync(name === 'node' ? process.execPath : join(found ?? assert.fail(name), name), join(target, name))
  }
  return target
}

/** Empty when the process has ended in the meantime. */
function readStatus(id: string): string {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Seconds of processor time that a group of processes has used. Linux counts it in hundredths of a second. */
function readSeconds(group: number): number {
  let sum = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readStatus(name)
      .replace(/^.*\) /s, '')
      .split(' ')
    if (Number(fields[2]) === group) sum += fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
  }
  return sum / 100
}

describe('The package', () => {
  after(() => rmSync(folder, { recursive: true, force: true }))
  let packed: ReturnType<typeof pack>
  let installed: string
  let path: string
  let running: ChildProcess | undefined
  let ended: Promise<unknown>
  let url: string
  let seconds = 0

  before(async () => {
    packed = pack(root)
    installed = install('service', packed.archive)
    path = createPath()
    // Only the binary of SQLite comes from this checkout.
    for (const name of ['better-sqlite3', 'better-sqlite3-node-api']) {
      const [from, to] = [join(root, 'node_modules', name), join(installed, 'node_modules', name)]
      if (existsSync(join(from, 'build')) && existsSync(to))
        cpSync(join(from, 'build'), join(to, 'build'), { recursive: true })
    }
    for (let starts = 1; starts <= MAX_STARTS && (starts === 1 || seconds >= START_SECONDS); starts++) {
      await stop()
      await start(`data-${starts}`)
    }
  })
  after(() => stop())

  /** Starts the service with an empty data folder, waits for the first 200, and measures the processor time until then. */
  async function start(data: string): Promise<void> {
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const env = { PATH: path, HOME: folder, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, data) }
    const args = ['--no-install', 'calends', 'serve']
    const child = spawn('npx', args, { cwd: installed, env, stdio: 'ignore', detached: true })
    running = child
    ended = new Promise((resolve) => child.once('exit', resolve))
    const isServing = async () =>
      (await fetch(`${url}/api/cal/events/v1/events`).catch(() => undefined))?.status === 200
    await waitUntil(isServing, 60_000)
    if (process.platform === 'linux') seconds = readSeconds(child.pid ?? assert.fail())
  }

  async function stop(): Promise<void> {
    if (!running) return
    // npx, its shell and the service are one group of processes.
    process.kill(-(running.pid ?? assert.fail()), 'SIGTERM')
    await ended
  }

  const skip = process.platform === 'linux' ? false : 'processor time of other processes is read from /proc'
  test(`responds within ${START_SECONDS} s of processor time, npx included`, { skip }, (context) => {
    context.diagnostic(`${seconds} s`)
    assert.ok(seconds > 0.1 && seconds < START_SECONDS, `${seconds} s`)
  })

  test('contains what runs, and no sources, tests or source maps', () => {
    const folders = new Set(packed.files.map((path) => path.split('/')[0]))
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'assets', 'bin', 'dist', 'package.json', 'themes']
    assert.deepEqual([...folders].sort(), expected)
    assert.deepEqual(
      packed.files.filter((path) => /\.map$|\/\./.test(path)),
      [],
    )
  })

  test('serves the API, the calendar, its files, the documentation and the admin', async () => {
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
    assert.equal(existsSync(join(installed, 'node_modules', name, 'src')), false)
    for (const path of ['/', '/docs', '/admin/']) {
      const response = await fetch(`${url}${path}`)
      assert.equal(response.status, 200, path)
      const scripts = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"?#]+\.(?:js|css)[^"]*)"/g)]
      assert.notEqual(scripts.length, 0, path)
      for (const [, file] of scripts) assert.equal((await fetch(`${url}${file}`)).status, 200, file)
    }
  })

  test('reports its version without a commit', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const program = join(installed, 'node_modules', '.bin', 'calends')
    const { stdout } = spawnSync(process.execPath, [program, '--version'], { cwd: installed, encoding: 'utf8' })
    assert.equal(stdout, `${version}\n`)
  })

  test('has a client that is packed too, and reads the calendar', () => {
    const client = pack(join(root, 'clients', 'typescript'))
    const folders = new Set(client.files.map((path) => path.split('/')[0]))
    assert.deepEqual([...folders].sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
    assert.ok(client.files.includes('dist/client.d.ts'))
    const target = install('client', client.archive)
    const script = `import { createCalends, dataOf } from 'calends-client'
      const { events, total } = await dataOf(createCalends({ url: '${url}' }).GET('/events'))
      console.log(JSON.stringify({ events, total }))`
    const args = ['--input-type=module', '--eval', script]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: target, encoding: 'utf8' })
    assert.deepEqual(stderr, '')
    assert.deepEqual(JSON.parse(stdout), { events: [], total: 0 })
  })
})
