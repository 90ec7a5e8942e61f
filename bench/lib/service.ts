/** What the benchmarks share: the built service as a process of its own on loopback, and how fast it answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import autocannon from 'autocannon'

export const PROGRAM_PATH = join(import.meta.dirname, '..', '..', 'bin', 'calends.js')
const SECONDS = 3
/** As `npm start` runs it. */
const FLAGS = ['--max-semi-space-size=4']
/** Nothing here reads compressed answers. */
export const IDENTITY_HEADERS = { 'accept-encoding': 'identity' }

export interface BenchService {
  readonly child: ChildProcess
  readonly home: string
  /** From the start of the process to its first answer. */
  readonly firstAnswerMilliseconds: number
  /** Basic credentials of the administrator, whom the first start on an empty database creates; empty on later ones. */
  readonly authorization: string
}

export function createEnvironment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
}

/** `settings` go before those of `environment`. */
export async function launchService(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<BenchService> {
  const began = performance.now()
  const child = spawn(process.execPath, [...FLAGS, PROGRAM_PATH, 'serve'], {
    env: { ...createEnvironment(folder), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Whoever started it may fail.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const welcome = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      if (/listens on/.test(String(chunk))) resolve(String(chunk))
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  const home = /listens on (\S+)/.exec(welcome)?.[1] ?? ''
  const [, login, password] = /login:\s+(\S+)[\s\S]*application password:\s+(.+?) \(/.exec(welcome) ?? []
  const authorization = login ? `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` : ''
  await (await fetch(`${home}/api/cal/events/v1/events`, { headers: IDENTITY_HEADERS })).arrayBuffer()
  return { child, home, authorization, firstAnswerMilliseconds: Math.round(performance.now() - began) }
}

/** One connection asks for a path again and again. */
export async function measureLatency(home: string, path: string): Promise<string> {
  const url = encodeURI(`${home}/api/cal/events/v1${path}`)
  const { latency, requests } = await autocannon({ url, connections: 1, duration: SECONDS })
  return `p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${Math.round(requests.average)} a second`
}
