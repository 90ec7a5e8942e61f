/** Starts the built service on loopback and measures its latency. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { MeasuredProcess } from './processes.ts'

export const PROGRAM_PATH = join(import.meta.dirname, '..', '..', 'bin', 'calends.js')
export const API_PATH = '/api/cal/events/v1'
const SECONDS = 3
/** Disables compression. */
export const IDENTITY_HEADERS = { 'accept-encoding': 'identity' }

export interface BenchService extends MeasuredProcess {
  readonly url: string
  /** Time from the start of the process to the first response. */
  readonly firstResponseMilliseconds: number
  /** Basic credentials of the administrator, which is created when the database has none; otherwise empty. */
  readonly authorization: string
}

export function createEnvironment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
}

/** Runs a command on the calendar in a folder and returns its output. */
export function runCalendsCommand(folder: string, ...args: readonly string[]): string {
  const options = { env: createEnvironment(folder), maxBuffer: 2 ** 24 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM_PATH, ...args], options)
  if (status !== 0) throw new Error(`calends ${args.join(' ')} exited with code ${status}: ${stderr}`)
  return String(stdout)
}

/** `settings` override the environment. */
export async function launchService(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<BenchService> {
  const began = performance.now()
  const child = spawn(process.execPath, [PROGRAM_PATH, 'serve'], {
    env: { ...createEnvironment(folder), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The service must not outlive this process.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const welcome = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      if (/listens on/.test(String(chunk))) resolve(String(chunk))
    })
    child.once('exit', (code) => reject(new Error(`The service exited with code ${code}.`)))
  })
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? ''
  const authorization = await setUpAdministrator(url, /setup\?token=(\w+)/.exec(welcome)?.[1])
  await (await fetch(`${url}${API_PATH}/events`, { headers: IDENTITY_HEADERS })).arrayBuffer()
  const port = Number(new URL(url).port)
  return { child, url, port, authorization, firstResponseMilliseconds: Math.round(performance.now() - began) }
}

/** Returns Basic credentials; empty without a token. */
async function setUpAdministrator(url: string, token: string | undefined): Promise<string> {
  if (token === undefined) return ''
  const account = { login: 'admin', email: 'admin@example.test', password: 'correct horse battery' }
  const body = JSON.stringify({ token, ...account, application_password: 'bench' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${API_PATH}/setup`, { method: 'POST', headers, body })
  const { application_password: secret } = (await response.json()) as { readonly application_password: string }
  return `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
}

/** Requests a path repeatedly over one connection. */
export async function measureLatency(baseUrl: string, path: string): Promise<string> {
  const url = encodeURI(`${baseUrl}${API_PATH}${path}`)
  const { latency, requests } = await autocannon({ url, connections: 1, duration: SECONDS })
  return `p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${Math.round(requests.average)} req/s`
}
