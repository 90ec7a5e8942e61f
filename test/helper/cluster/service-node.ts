/** The nodes of Calends. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { MachineAddresses } from './addresses.ts'
import { type ClusterContext, returnsOk } from './cluster-context.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'calends.js')

export interface ServiceNode {
  readonly name: string
  /** Its own URL, past the balancer. */
  readonly url: string
  readonly pid: () => number
  readonly kill: () => Promise<void>
  /** Starts it, also after `kill`; resolves when it answers. */
  readonly start: () => Promise<void>
  readonly readLog: () => string
}

/** Defines a node; `settings` are added to those of calends.env. */
export function defineServiceNode(
  context: ClusterContext,
  machine: MachineAddresses,
  settings: Readonly<Record<string, string>>,
): ServiceNode {
  const name = `calends-${machine.NODE}`
  const folder = join(context.folder, name)
  mkdirSync(folder)
  const path = context.files.write('calends.env', { ...context.common, ...machine, CALENDS_DATA: folder }, folder)
  const env = { ...parseEnv(readFileSync(path, 'utf8')), LOG_LEVEL: 'warn', ...settings }
  const url = `http://127.0.0.1:${machine.CALENDS_PORT}`
  const isReady = () => returnsOk(`${url}/healthz`)
  const command = [process.execPath, PROGRAM, 'serve'] as const
  const server = context.processes.define({ name, command, runner: {}, env, isReady })
  const { pid, start, readLog } = server
  return { name, url, pid, start, readLog, kill: () => server.end('SIGKILL') }
}
