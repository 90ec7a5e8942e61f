/** PgBouncer with the configuration of deploy/cluster, in front of one PostgreSQL server. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { createRunner, grantToServerUser } from '../postgres.ts'
import { waitUntil } from '../until.ts'
import { type DeploymentValues, fillInFile } from './deployment-files.ts'

const START_MILLISECONDS = 10_000

export interface Pgbouncer {
  /** URL of the pooled superuser, without a database. */
  readonly url: string
  /** Runs a command of its administration console: `show pools`. */
  readonly runCommand: (command: string) => Promise<readonly PgbouncerRow[]>
  /** Connects to another server from now on. */
  readonly redirect: (server: string) => Promise<void>
  readonly stop: () => void
}

export type PgbouncerRow = Readonly<Record<string, string | number | null>>

export interface PgbouncerOptions {
  /** For replicas: without the query that ends connections to standbys. */
  readonly acceptsStandbys?: true
}

/** Starts PgBouncer; `settings` replace those of the file. The server must trust connections from loopback. */
export async function startPgbouncer(
  server: string,
  settings: Readonly<Record<string, string>> = {},
  { acceptsStandbys }: PgbouncerOptions = {},
): Promise<Pgbouncer> {
  const { username } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'calends-pgbouncer-'))
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const port = await findFreePort()
  const overrides = { auth_type: 'trust', admin_users: username, ...settings }
  const configure = (server: string) => {
    const { hostname, port: serverPort } = new URL(server)
    const values = {
      ...{ PRIMARY_HOST: hostname, PRIMARY_PORT: serverPort, PGBOUNCER_AUTH_FILE: users },
      ...{ PGBOUNCER_HOST: '127.0.0.1', PGBOUNCER_PORT: String(port) },
    }
    const text = buildConfiguration(values, overrides)
    writeFileSync(file, acceptsStandbys ? text.replace(/ connect_query='.*'/, '') : text)
  }
  writeFileSync(users, `"${username}" ""\n`)
  configure(server)
  grantToServerUser(folder)
  const child = spawn('pgbouncer', ['-q', file], {
    ...createRunner(),
    cwd: folder,
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const stop = () => {
    process.off('exit', stop)
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const url = `postgres://${username}@127.0.0.1:${port}`
  const runCommand = (command: string) => runConsoleCommand(`${url}/pgbouncer`, command)
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer exited with ${child.exitCode}: ${output}`)
    return runCommand('show version').then(
      () => true,
      () => false,
    )
  }
  await waitUntil(isReady, START_MILLISECONDS)
  const redirect = async (server: string) => {
    configure(server)
    await runCommand('reload')
  }
  return { url, runCommand, redirect, stop }
}

/** The file of deploy/cluster with other settings. */
function buildConfiguration(values: DeploymentValues, settings: Readonly<Record<string, string>>): string {
  const names = Object.keys(settings).join('|')
  const kept = fillInFile('pgbouncer.ini', values).replace(new RegExp(`^(?:${names}) = .*\n`, 'gm'), '')
  const added = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  return kept + added.join('')
}

/** The console accepts only the simple protocol, which the driver uses for statements without parameters. */
async function runConsoleCommand(url: string, command: string): Promise<readonly PgbouncerRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<PgbouncerRow>(command)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
