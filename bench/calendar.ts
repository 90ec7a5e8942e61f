/**
 * `npm run bench`: how fast the built service answers on this machine, with a seeded calendar of its own. Loopback
 * only, bounded, about half a minute. Absolute numbers depend on the machine; compare runs on the same one.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

const program = join(import.meta.dirname, '..', 'bin', 'calends.js')
const SECONDS = 3

interface Running {
  readonly child: ChildProcess
  readonly home: string
  /** From the start of the process to its first answer. */
  readonly firstAnswerMilliseconds: number
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
}

async function start(folder: string): Promise<Running> {
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const home = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      const found = /listens on (\S+)/.exec(String(chunk))?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  await (await fetch(`${home}/api/cal/events/v1/events`)).arrayBuffer()
  return { child, home, firstAnswerMilliseconds: Math.round(performance.now() - began) }
}

/** What is asked for, by name; every answer is computed, since nothing is cached. */
const QUERIES: Readonly<Record<string, string>> = {
  'page of 50 events': '/events',
  'page 20 of 50 events': '/events?page=20',
  'one month': `/events?start_date=first day of next month&end_date=last day of next month`,
  'featured events': '/events?featured=true',
  'two words': '/events?search=night music',
  'page of venues': '/venues',
  'namespace index': '/',
}

async function measure(home: string, path: string): Promise<string> {
  const url = encodeURI(`${home}/api/cal/events/v1${path}`)
  const { latency, requests } = await autocannon({ url, connections: 1, duration: SECONDS })
  return `p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${Math.round(requests.average)} a second`
}

const events = process.argv[2] ?? '10000'
const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
spawnSync(process.execPath, [program, 'seed', '--events', events], { env: environment(folder), stdio: 'inherit' })
await start(folder).then(({ child }) => child.kill('SIGTERM'))
const { child, home, firstAnswerMilliseconds } = await start(folder)
process.stdout.write(`cold start to first answer: ${firstAnswerMilliseconds} ms\n`)
for (const [name, path] of Object.entries(QUERIES)) process.stdout.write(`${name}: ${await measure(home, path)}\n`)
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
