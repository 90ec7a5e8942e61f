/** Runs the commands of docs/quickstart.md in order, as pasted by a reader, in a folder like a checkout. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { findSecret } from '../helper/serve-process.ts'
import type { Json } from '../helper/service.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const POSTGRES_URL = 'postgres://calends:PASSWORD@db.example/calends'

/** The lines of all shell blocks. */
const lines = [...read('docs/quickstart.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trimEnd().split('\n'),
)

/** Installation and build, the first steps of `npm start`, could disturb the other tests. */
const SERVE = 'node bin/calends.js serve'

interface ShellResult {
  readonly code: number | null
  readonly output: string
}

describe('docs/quickstart.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-quickstart-'))
  const services = new Set<ChildProcess>()
  const env = { ...process.env, PORT: '0', DATA_DIR: './data', DATABASE_URL: '', NO_COLOR: '1' }
  let postgres: TestStorage | undefined
  before(async () => {
    for (const name of ['package.json', 'bin', 'docs']) symlinkSync(join(root, name), join(folder, name))
    postgres = await ENGINES.find(({ name }) => name === 'postgres')?.create()
  })
  after(async () => {
    for (const { pid } of services) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    await Promise.all([...services].map((child) => new Promise((done) => child.once('exit', done))))
    rmSync(folder, { recursive: true, force: true })
    await postgres?.remove()
  })

  /** Runs a serving command, and resolves with its output and its URL once it listens. */
  function start(command: string): Promise<{ url: string; stop: () => void }> {
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    services.add(child)
    child.once('exit', () => services.delete(child))
    let printed = ''
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(printed)))
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += chunk
          const url = /listens on (\S+)\n/.exec(printed)?.[1]
          const stop = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
          if (url && /docs\n/.test(printed)) resolve({ url, stop })
        })
    })
  }

  /** All in one shell, which ends at the first command that fails; an HTTP error is a failure, too. */
  function runInShell(commands: readonly string[]): Promise<ShellResult> {
    const script = ['set -e', 'curl() { command curl -sS --fail-with-body "$@"; }', ...commands].join('\n')
    const child = spawn('bash', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  }

  const readEvents = async (url: string, query: string): Promise<Json> =>
    (await fetch(`${url}/api/cal/events/v1/events?${query}`)).json()

  test('Every command works when pasted in order, up to a calendar on PostgreSQL', async () => {
    const [first, addUser = '', ...rest] = lines
    const last = rest.pop() ?? ''
    const copies = rest.filter((line) => line.includes(POSTGRES_URL))
    const commands = rest.filter((line) => !line.includes(POSTGRES_URL))
    assert.deepEqual([first, last, copies.length], ['npm start', `DATABASE_URL=${POSTGRES_URL} npm start`, 1])
    const { url, stop } = await start(SERVE)
    const added = await runInShell([addUser])
    assert.equal(added.code, 0, added.output)
    const adaptLine = (line: string) =>
      line
        .replaceAll('http://127.0.0.1:8080', url)
        .replaceAll('APPLICATION-PASSWORD', findSecret(added.output))
        .replaceAll(POSTGRES_URL, postgres?.url ?? '')
    const result = await runInShell(commands.map(adaptLine))
    assert.equal(result.code, 0, result.output)
    assert.match(
      result.output,
      /events: 200\n[\s\S]*ann \(editor\)[\s\S]*export\/: 0 created, .* 0 conflicts, 0 failed/,
    )
    const { events } = await readEvents(url, 'search=jazz+night')
    const [{ title, image }] = events
    assert.deepEqual([events.length, title, image.width], [1, 'Jazz night', 1200])
    if (!postgres) return stop()
    const copied = await runInShell(copies.map(adaptLine))
    assert.equal(copied.code, 0, copied.output)
    stop()
    const moved = await start(adaptLine(last).replace('npm start', SERVE))
    assert.equal((await readEvents(moved.url, 'search=jazz+night')).events[0].title, 'Jazz night')
    moved.stop()
  })
})

/** Lines of blocks that run `calends` from the PATH. */
const bareCommands = (page: string) =>
  [...page.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.match(/^calends .*$/gm) ?? [])

test('Every page that runs calends from the PATH explains how to install it there', () => {
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  const incomplete = pages.filter((name) => {
    const text = name.endsWith('.md') ? read(name) : ''
    return bareCommands(text).length > 0 && !text.includes('quickstart.md#the-command-line')
  })
  assert.deepEqual(incomplete, [])
  assert.match(read('docs/quickstart.md'), /## The command line\n[\s\S]*`npm link`/)
})
