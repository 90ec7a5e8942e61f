/** What a PostgreSQL server, its roles and its addresses may be like. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { describeUnsupportedServer } from '../../src/storage/postgres/postgres-engine.ts'
import { insertTerm } from '../../src/storage/stores/terms.ts'
import { runCalends } from '../helper/command-line.ts'
import { SELF_SIGNED } from '../helper/http/self-signed-certificate.ts'
import { createRunner, type PostgresServer, startPostgres } from '../helper/postgres.ts'

const TAG = { taxonomy: 'tag', name: 'a', slug: 'a', description: '', parent: 0 } as const

/** A server of our own: roles belong to all databases of a server. */
let server: PostgresServer
/** Where its socket and its certificate are. */
let folder: string
before(async () => {
  server = await startPostgres(['fsync=off', 'listen_addresses=127.0.0.1'])
  folder = dirname(server.data ?? '')
  for (const [name, text] of Object.entries(SELF_SIGNED)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    const { uid } = createRunner()
    if (uid !== undefined) spawnSync('chown', [String(uid), join(folder, name)])
  }
  await as('postgres', 'postgres', `alter system set ssl_cert_file = '${join(folder, 'cert')}'`)
  await as('postgres', 'postgres', `alter system set ssl_key_file = '${join(folder, 'key')}'`)
  await as('postgres', 'postgres', 'alter system set ssl = on')
  await as('postgres', 'postgres', 'select pg_reload_conf()')
})
after(() => server.stop())

const addressOf = (role: string, database: string): string => {
  const url = new URL(`/${database}`, server.url)
  url.username = role
  return url.href
}

async function as(role: string, database: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: addressOf(role, database) })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

const tables = (database: string) =>
  as('postgres', database, "select 1 from information_schema.tables where table_schema = 'public'")

describe('a role of few rights', () => {
  before(async () => {
    for (const role of ['maker', 'writer', 'stranger']) await as('postgres', 'postgres', `create role ${role} login`)
    await as('postgres', 'postgres', 'create database calendar')
    await as('postgres', 'calendar', 'revoke create on schema public from public')
    await as('postgres', 'calendar', 'grant create on schema public to maker')
  })
  const list = (role: string) => runCalends(addressOf(role, 'calendar'), ['user', 'list', '--json'])

  test('is told when it may make no tables', async () => {
    assert.deepEqual(await list('stranger'), {
      code: 1,
      stdout: '',
      stderr: 'calends: the database cannot take its newest form: permission denied for schema public\n',
    })
  })

  test('is told whom to ask when it may not create pg_trgm, and leaves nothing behind', async () => {
    const { code, stderr } = await list('maker')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^calends: the database cannot [^\n]* let an administrator run: create extension pg_trgm \(permission denied[^\n]*\n$/,
    )
    assert.deepEqual(await tables('calendar'), [])
  })

  test('makes its tables once an administrator has created pg_trgm', async () => {
    await as('postgres', 'calendar', 'create extension pg_trgm')
    assert.deepEqual(await list('maker'), { code: 0, stdout: '[]\n', stderr: '' })
  })

  test('needs only to read and write rows where the tables are', async () => {
    await as('maker', 'calendar', 'grant select, insert, update, delete on all tables in schema public to writer')
    const database = await openDatabase(addressOf('writer', 'calendar'))
    assert.equal(await database.transaction((tx) => insertTerm(tx, TAG, '2027-01-01 00:00:00')), 1)
    await database.close()
  })

  test('keeps the epoch, and fills in the place, where it may not ask the server for all of it', async () => {
    await as('postgres', 'calendar', 'revoke execute on function pg_control_system() from public')
    await as('postgres', 'calendar', 'revoke execute on function pg_walfile_name(pg_lsn) from public')
    const look = async (role: string) => {
      const database = await openDatabase(addressOf(role, 'calendar'))
      await database.startPolling()
      const { place } = await database.read.selectFrom('database_identity').select('place').executeTakeFirstOrThrow()
      const epoch = database.generation()?.epoch
      await database.close()
      return { place, epoch }
    }
    const [first, second, third] = [await look('writer'), await look('postgres'), await look('writer')]
    assert.match(first.place, /^::\d+:\d+$/)
    assert.match(second.place, /^\d+:[0-9A-F]{8}:\d+:\d+$/)
    assert.equal(third.place, second.place)
    assert.match(first.epoch ?? '', /^[0-9a-f]{10}$/)
    assert.deepEqual([second.epoch, third.epoch], [first.epoch, first.epoch])
  })

  test('needs no more than the right to create in its database for all of it', async () => {
    await as('postgres', 'postgres', 'create database owned')
    await as('postgres', 'owned', 'grant create on database owned to maker')
    await as('postgres', 'owned', 'grant create on schema public to maker')
    const { code, stderr } = await runCalends(addressOf('maker', 'owned'), ['user', 'list'])
    assert.deepEqual([code, stderr], [0, ''])
  })
})

describe('a server', () => {
  test('that is older than 13 is refused', () => {
    assert.equal(
      describeUnsupportedServer({ version: 120_022, encoding: 'UTF8' }),
      'PostgreSQL 13 or newer is needed; this server is 12',
    )
    assert.equal(describeUnsupportedServer({ version: 130_000, encoding: 'UTF8' }), undefined)
  })

  test('whose database is not in UTF8 is refused', async () => {
    await as('postgres', 'postgres', "create database western template template0 encoding 'LATIN1' locale 'C'")
    const { code, stderr } = await runCalends(addressOf('postgres', 'western'), ['user', 'list'])
    assert.deepEqual([code, stderr], [1, 'calends: the database must be encoded in UTF8; this one is in LATIN1\n'])
  })
})

describe('an address', () => {
  before(() => as('postgres', 'postgres', 'create database addressed'))

  async function connectionOf(url: string): Promise<unknown> {
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url)
    const { read, close } = await openDatabase(url)
    const { rows } = await sql`
      select ssl as encrypted, inet_server_addr() is null as by_socket, current_schema() as schema
      from pg_stat_ssl where pid = pg_backend_pid()`
      .execute(read)
      .finally(close)
    return rows[0]
  }
  const plain = { encrypted: false, by_socket: false, schema: 'public' }
  const addressed = (query: string) => `${addressOf('postgres', 'addressed')}?${query}`

  test('may name a server as it is', async () => {
    assert.deepEqual(await connectionOf(addressOf('postgres', 'addressed')), plain)
  })

  test('may ask for an encrypted connection to a server whose certificate is known', async () => {
    const known = addressed(`sslmode=verify-full&sslrootcert=${join(folder, 'cert')}`)
    assert.deepEqual(await connectionOf(known), { ...plain, encrypted: true })
    const unknown = connectionOf(addressed('sslmode=verify-full'))
    await assert.rejects(unknown, (error: Error) => /self-signed certificate/.test(`${error} ${error.cause}`))
  })

  test('may ask for an encrypted connection to any server', async () => {
    assert.deepEqual(await connectionOf(addressed('sslmode=no-verify')), { ...plain, encrypted: true })
  })

  test('may name a socket', async () => {
    const { port } = new URL(server.url)
    const url = `postgres:///addressed?host=${folder}&port=${port}&user=postgres`
    assert.deepEqual(await connectionOf(url), { ...plain, by_socket: true })
  })

  test('may name a schema', async () => {
    await as('postgres', 'postgres', 'create database divided')
    await as('postgres', 'divided', 'create schema events')
    const url = `${addressOf('postgres', 'divided')}?options=-c%20search_path%3Devents%2Cpublic`
    assert.deepEqual(await connectionOf(url), { ...plain, schema: 'events' })
    assert.deepEqual(await as('postgres', 'divided', 'select name from events.migrations limit 1'), [
      { name: '001-first' },
    ])
  })
})
