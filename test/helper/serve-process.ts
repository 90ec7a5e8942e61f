/** The built service as a separate process, on a free port. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './service.ts'

/** The command of this version, after a build. */
export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'calends.js')

export interface ServeProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** URL of the site. */
  readonly url: string
  /** Output until it listened; after a first start, also the application password of the administrator (`findSecret`). */
  readonly printed: string
  /** Complete output so far, log and errors. */
  readonly readOutput: () => string
  /** Its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>
}

export interface ServeProcesses {
  /** Working folder, and default folder of their data. */
  readonly folder: string
  /** Starts a process and waits until it prints its URL; rejects with its output when it ends instead. */
  readonly start: (env?: Readonly<Record<string, string>>, options?: readonly string[]) => Promise<ServeProcess>
  /** Ends remaining processes, so that none outlives a failed test, and deletes the folder. */
  readonly end: () => void
}

export interface ServeOptions {
  /** Whether the first start of a database creates the administrator `admin`. */
  readonly setsUp?: boolean
  /** Command of another version. */
  readonly program?: string
}

export function createServeProcesses(
  common: Readonly<Record<string, string>> = {},
  { setsUp = true, program = PROGRAM }: ServeOptions = {},
): ServeProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'calends-serve-'))
  const running = new Set<ChildProcessWithoutNullStreams>()
  return {
    folder,
    start: async (env = {}, options = []) => {
      const child = spawn(process.execPath, [program, 'serve', ...options], {
        cwd: folder,
        env: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...common, ...env },
      })
      running.add(child)
      child.once('exit', () => running.delete(child))
      const started = await listening(child)
      const { PORT = '0' } = { ...common, ...env }
      const url = PORT === '0' ? started.url : `http://127.0.0.1:${PORT}`
      return setsUp
        ? { ...started, printed: started.printed + (await setUpAdministrator(started.printed, url)) }
        : started
    },
    end: () => {
      for (const child of running) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function listening(child: ChildProcessWithoutNullStreams): Promise<ServeProcess> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let printed = ''
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.stdout.on('data', (chunk) => {
      output += chunk
      printed += chunk
      const url = /listens on (\S+)\n/.exec(printed)?.[1]
      if (url && printed.endsWith('\n')) resolve({ child, url, printed, readOutput: () => output, ended })
    })
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
}

/** Sends a signal to the process; resolves with its exit code. */
export async function stopProcess({ child, ended }: ServeProcess): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}

/** Creates the administrator with the printed token. Returns a line for `findSecret`; empty when another process was faster. */
export async function setUpAdministrator(printed: string, url: string): Promise<string> {
  const token = findSetupToken(printed)
  if (token === undefined) return ''
  const account = { login: 'admin', email: 'admin@example.test', password: 'correct horse battery' }
  const json = { token, ...account, application_password: 'first start' }
  const response = await requestProcess({ url }, 'POST', '/setup', { json })
  return response.status === 200 ? `application password: ${response.json.application_password}\n` : ''
}

/** The token in the printed link; undefined when an administrator exists. */
export const findSetupToken = (printed: string): string | undefined =>
  /\/admin\/setup\?token=(\w+)\n/.exec(printed)?.[1]

/** The application password of the administrator that was created after the start; empty without one. */
export const findSecret = (printed: string): string => /application password: (\w{24})/.exec(printed)?.[1] ?? ''

export const createBasicAuth = (secret: string, login = 'admin'): string =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`

export interface ProcessResponse {
  readonly status: number
  readonly retryAfter: string | null
  readonly json: Json
}

export interface ProcessRequestOptions {
  readonly authorization?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request; `path` starts after the namespace, or is absolute when it begins with `//`. Rejects when the process
 * has ended.
 */
export async function requestProcess(
  { url }: Pick<ServeProcess, 'url'>,
  method: string,
  path: string,
  { authorization, json, headers }: ProcessRequestOptions = {},
): Promise<ProcessResponse> {
  const target = path.startsWith('//') ? `${url}${path.slice(1)}` : `${url}/api/cal/events/v1${path}`
  const response = await fetch(target, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), json: await response.json() }
}
