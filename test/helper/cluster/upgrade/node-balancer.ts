/** HAProxy in front of nodes of the service, with the checks and retries that docs/guides/upgrading.md recommends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../free-port.ts'
import { waitUntil } from '../../until.ts'

const PROGRAM = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync)

export const hasBalancer = (): boolean => PROGRAM !== undefined

export interface NodeBalancer {
  readonly url: string
  /** Sends no further requests to the node on this port; requests in progress continue. */
  readonly drain: (port: number) => Promise<void>
  /** Resolves when the node on this port receives requests. */
  readonly admit: (port: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Two checks fail within the second for which a stopping node keeps its connections. A check may wait as long as a
 * migration holds its locks: a shorter timeout would remove all nodes at once.
 */
const formatConfiguration = (port: number, socket: string, ports: readonly number[]): string => `
global
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 10s
  retries 3
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /readyz
  default-server check inter 250ms fall 2 rise 1
frontend calends
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
${ports.map((node) => `  server node${node} 127.0.0.1:${node}`).join('\n')}
`

/** Sends one command to the admin socket of HAProxy. */
async function sendCommand(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  let text = ''
  connection.on('data', (chunk) => {
    text += chunk
  })
  connection.end(`${command}\n`)
  await once(connection, 'close')
  return text
}

const STATUS_COLUMN = 17

export async function startNodeBalancer(ports: readonly number[]): Promise<NodeBalancer> {
  if (PROGRAM === undefined) throw new Error('haproxy is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'calends-balancer-'))
  const [port, socket, file] = [await findFreePort(), join(folder, 'admin.sock'), join(folder, 'haproxy.cfg')]
  writeFileSync(file, formatConfiguration(port, socket, ports))
  const child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const readStatus = async (node: number) => {
    const lines = (await sendCommand(socket, 'show stat')).split('\n')
    return lines.find((line) => line.startsWith(`nodes,node${node},`))?.split(',')[STATUS_COLUMN] ?? ''
  }
  const setState = (node: number, state: string) => sendCommand(socket, `set server nodes/node${node} state ${state}`)
  const admit = async (node: number) => {
    await setState(node, 'ready')
    await waitUntil(async () => (await readStatus(node)) === 'UP', 30_000)
  }
  await waitUntil(() => existsSync(socket), 10_000)
  for (const node of ports) await admit(node)
  return {
    url: `http://127.0.0.1:${port}`,
    drain: async (node) => {
      await setState(node, 'drain')
    },
    admit,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
