/** Varnish with the VCL of deploy/cluster, in front of some servers. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../free-port.ts'
import { waitUntil } from '../until.ts'

const run = promisify(execFile)

const DEPLOYMENT = join(import.meta.dirname, '..', '..', '..', 'deploy', 'cluster')
/** Debian has varnishd where the PATH of an ordinary user does not reach. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
const START_MILLISECONDS = 20_000

export interface Varnish {
  readonly url: string
  /** Counters of varnishstat, without the prefix MAIN. */
  readonly readCounters: () => Promise<Readonly<Record<string, number>>>
  readonly stop: () => Promise<void>
}

/** Starts Varnish on `port` in front of servers on these ports of loopback. */
export async function startVarnish(port: number, backendPorts: readonly number[]): Promise<Varnish> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-varnish-'))
  // Varnish reads the files as another user.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'varnish.vcl'), readFileSync(join(DEPLOYMENT, 'varnish.vcl')))
  writeFileSync(join(folder, 'varnish-backends.vcl'), createBackends(backendPorts))
  const workspace = join(folder, 'varnish')
  const child = spawn(
    'varnishd',
    [
      '-F',
      ...['-a', `127.0.0.1:${port}`],
      ...['-T', `127.0.0.1:${await findFreePort()}`],
      ...['-n', workspace],
      ...['-f', join(folder, 'varnish.vcl')],
      ...['-s', 'malloc,200m'],
    ],
    { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}: ${output}`)
      return accepts(port)
    }, START_MILLISECONDS)
  } catch (error) {
    if (child.exitCode === null) await stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, readCounters: () => readCounters(workspace), stop }
}

/** The backends of deploy/cluster are one HAProxy; these are one director of several servers. */
function createBackends(ports: readonly number[]): string {
  const template = readFileSync(join(DEPLOYMENT, 'varnish-backends.vcl'), 'utf8')
  const [probe = ''] = /probe alive \{[^}]*\}/.exec(template) ?? []
  const nodes = ports.map((port, index) => {
    const filled = template.replace(/\$\{HAPROXY_HOST\}/, '127.0.0.1').replace(/\$\{NODES_PORT\}/, String(port))
    const [backend = ''] = /backend haproxy \{[^}]*\}/.exec(filled) ?? []
    return backend.replace('haproxy', `node${index}`)
  })
  const members = ports.map((_, index) => `  service.add_backend(node${index});`)
  const director = ['sub vcl_init {', '  new service = directors.round_robin();', ...members, '}', '']
  return [probe, ...nodes, director.join('\n')].join('\n\n')
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })

async function readCounters(workspace: string): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await run('varnishstat', ['-1', '-j', '-n', workspace], { env: ENVIRONMENT })
  const parsed: { readonly counters: Readonly<Record<string, { readonly value: number }>> } = JSON.parse(stdout)
  return Object.fromEntries(
    Object.entries(parsed.counters).flatMap(([name, { value }]) =>
      name.startsWith('MAIN.') ? [[name.slice('MAIN.'.length), value]] : [],
    ),
  )
}
