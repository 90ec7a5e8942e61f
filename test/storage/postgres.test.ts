/** Variants of PostgreSQL servers, roles and connection URLs. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { insertTerm } from '../../src/calendar/terms/term-store.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import { describeUnsupportedServer } from '../../src/storage/postgres/server-check.ts'
import { runCalends } from '../helper/command-line.ts'
import { SELF_SIGNED } from '../helper/http/self-signed-certificate.ts'
import { createRunner, type PostgresServer, startPostgres } from '../helper/postgres.ts'

describe('PostgreSQL', () => {
  const TAG = { taxonomy: 'tag', name: 'a', slug: 'a', description: '', parent: 0 } as const

  /** A server for these tests alone, since roles are shared by all databases of a server. */
  let server: PostgresServer
  /** Folder of its socket and certificate. */
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

  const buildUrl = (role: string, database: string): string => {
    const url = new URL(`/${database}`, server.url)
    url.username = role
    return url.href
  }

  async function as(role: string, database: string, statement: string): Promise<readonly unknown[]> {
    const client = new pg.Client({ connectionString: buildUrl(role, database) })
    await client.connect()
    const { rows } = await client.query(statement).finally(() => client.end())
    return rows
  }

  const tables = (database: string) =>
    as('postgres', database, "select 1 from information_schema.tables where table_schema = 'public'")

  describe('A role with few privileges', () => {
    before(async () => {
      for (const role of ['maker', 'writer', 'stranger']) await as('postgres', 'postgres', `create role ${role} login`)
      await as('postgres', 'postgres', 'create database calendar')
      await as('postgres', 'calendar', 'revoke create on schema public from public')
      await as('postgres', 'calendar', 'grant create on schema public to maker')
    })
    const list = (role: string) => runCalends(buildUrl(role, 'calendar'), ['user', 'list', '--json'])

    test('A role that cannot create tables gets an error with this reason', async () => {
      assert.deepEqual(await list('stranger'), {
        code: 1,
        stdout: '',
        stderr: 'calends: the database cannot take its newest form: permission denied for schema public\n',
      })
    })

    test('A role that cannot create pg_trgm gets an error that refers to an administrator, and nothing is left behind', async () => {
      const { code, stderr } = await list('maker')
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^calends: the database cannot [^\n]* let an administrator run: create extension pg_trgm \(permission denied[^\n]*\n$/,
      )
      assert.deepEqual(await tables('calendar'), [])
    })

    test('The role creates the tables once an administrator has created pg_trgm', async () => {
      await as('postgres', 'calendar', 'create extension pg_trgm')
      assert.deepEqual(await list('maker'), { code: 0, stdout: '[]\n', stderr: '' })
    })

    test('The role only needs to read and write rows where the tables exist', async () => {
      await as('maker', 'calendar', 'grant select, insert, update, delete on all tables in schema public to writer')
      const database = await openDatabase(buildUrl('writer', 'calendar'))
      assert.equal(await database.transaction((tx) => insertTerm(tx, TAG, '2027-01-01 00:00:00')), 1)
      await database.close()
    })

    test('The epoch is kept, and the location stored, where parts of the location are not readable', async () => {
      await as('postgres', 'calendar', 'revoke execute on function pg_control_system() from public')
      await as('postgres', 'calendar', 'revoke execute on function pg_walfile_name(pg_lsn) from public')
      const readLocation = async (role: string) => {
        const database = await openDatabase(buildUrl(role, 'calendar'))
        await database.startPolling()
        const { place } = await database.read.selectFrom('database_identity').select('place').executeTakeFirstOrThrow()
        const epoch = database.generation()?.epoch
        await database.close()
        return { place, epoch }
      }
      const [first, second, third] = [
        await readLocation('writer'),
        await readLocation('postgres'),
        await readLocation('writer'),
      ]
      assert.match(first.place, /^::\d+:\d+$/)
      assert.match(second.place, /^\d+:[0-9A-F]{8}:\d+:\d+$/)
      assert.equal(third.place, second.place)
      assert.match(first.epoch ?? '', /^[0-9a-f]{10}$/)
      assert.deepEqual([second.epoch, third.epoch], [first.epoch, first.epoch])
    })

    test('The privilege to create in its database is sufficient for everything', async () => {
      await as('postgres', 'postgres', 'create database owned')
      await as('postgres', 'owned', 'grant create on database owned to maker')
      await as('postgres', 'owned', 'grant create on schema public to maker')
      const { code, stderr } = await runCalends(buildUrl('maker', 'owned'), ['user', 'list'])
      assert.deepEqual([code, stderr], [0, ''])
    })
  })

  describe('A PostgreSQL server', () => {
    test('A server older than version 13 is rejected', () => {
      assert.equal(
        describeUnsupportedServer({ version: 120_022, encoding: 'UTF8' }),
        'PostgreSQL 13 or newer is needed; this server is 12',
      )
      assert.equal(describeUnsupportedServer({ version: 130_000, encoding: 'UTF8' }), undefined)
    })

    test('A database that is not in UTF8 is rejected', async () => {
      await as('postgres', 'postgres', "create database western template template0 encoding 'LATIN1' locale 'C'")
      const { code, stderr } = await runCalends(buildUrl('postgres', 'western'), ['user', 'list'])
      assert.deepEqual([code, stderr], [1, 'calends: the database must be encoded in UTF8; this one is in LATIN1\n'])
    })
  })

  describe('A PostgreSQL connection URL', () => {
    before(() => as('postgres', 'postgres', 'create database addressed'))

    async function readConnection(url: string): Promise<unknown> {
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
    const withQuery = (query: string) => `${buildUrl('postgres', 'addressed')}?${query}`

    test('A URL may contain the plain host name', async () => {
      assert.deepEqual(await readConnection(buildUrl('postgres', 'addressed')), plain)
    })

    test('A URL may require encryption and a known certificate', async () => {
      const known = withQuery(`sslmode=verify-full&sslrootcert=${join(folder, 'cert')}`)
      assert.deepEqual(await readConnection(known), { ...plain, encrypted: true })
      const unknown = readConnection(withQuery('sslmode=verify-full'))
      await assert.rejects(unknown, (error: Error) => /self-signed certificate/.test(`${error} ${error.cause}`))
    })

    test('A URL may require encryption with any certificate', async () => {
      assert.deepEqual(await readConnection(withQuery('sslmode=no-verify')), { ...plain, encrypted: true })
    })

    test('A URL may name a socket', async () => {
      const { port } = new URL(server.url)
      const url = `postgres:///addressed?host=${folder}&port=${port}&user=postgres`
      assert.deepEqual(await readConnection(url), { ...plain, by_socket: true })
    })

    test('A URL may name a schema', async () => {
      await as('postgres', 'postgres', 'create database divided')
      await as('postgres', 'divided', 'create schema events')
      const url = `${buildUrl('postgres', 'divided')}?options=-c%20search_path%3Devents%2Cpublic`
      assert.deepEqual(await readConnection(url), { ...plain, schema: 'events' })
      assert.deepEqual(await as('postgres', 'divided', 'select name from events.migrations limit 1'), [
        { name: '001-first' },
      ])
    })
  })
})
