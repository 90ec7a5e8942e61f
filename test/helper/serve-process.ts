/** The built service as a separate process, on a free port. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './service.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'calends.js')

export interface ServeProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** URL of the site. */
  readonly url: string
  /** Output until it listened. */
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

export function createServeProcesses(common: Readonly<Record<string, string>> = {}): ServeProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'calends-serve-'))
  const running = new Set<ChildProcessWithoutNullStreams>()
  return {
    folder,
    start: (env = {}, options = []) => {
      const child = spawn(process.execPath, [program, 'serve', ...options], {
        cwd: folder,
        env: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...common, ...env },
      })
      running.add(child)
      child.once('exit', () => running.delete(child))
      return listening(child)
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

/** The application password that the first start prints; empty without one. */
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
