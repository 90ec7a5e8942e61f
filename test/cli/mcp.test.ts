import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { PROGRAM_PATH, runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { connectOverStdio, PROTOCOL_VERSIONS } from '../helper/http/mcp-client.ts'
import { startService, type TestService, type TestUser } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const TALK = { title: 'Talk', start_date: '2030-12-01 19:00:00', end_date: '2030-12-01 21:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`calends mcp on ${engine.name}`, () => {
    let service: TestService
    let cwd: string
    const here = () => ({ DATABASE_URL: service.config.databaseUrl, DATA_DIR: cwd })
    const getPassword = (viewer: TestUser): string =>
      Buffer.from(service.authorization(viewer).slice('Basic '.length), 'base64').toString().split(':')[1] ?? ''

    before(async () => {
      service = await startService({ engine, env: { SITE_NAME: 'Town hall' } })
      cwd = mkdtempSync(join(tmpdir(), 'calends-mcp-'))
    })
    after(async () => {
      await service.stop()
      rmSync(cwd, { recursive: true, force: true })
    })

    const transports = {
      'on the database of the settings': () => ({ args: ['--login', 'editor'], env: here() }),
      'on a running service': () => ({ args: ['--url', `${service.origin}/`, '--login', 'editor'], env: {} }),
    }
    for (const [transport, command] of Object.entries(transports))
      for (const era of PROTOCOL_VERSIONS)
        test(`An assistant manages an event ${transport} (${JSON.stringify(era)})`, async (t) => {
          const { args, env } = command()
          const password = { CALENDS_APPLICATION_PASSWORD: getPassword('editor') }
          const { client, callTool: use } = await connectOverStdio(t, { args, env: { ...env, ...password }, cwd, era })
          const { tools } = await client.listTools()
          assert.ok(tools.some(({ name }) => name === 'call_write'))

          const created = await use('create_event', { ...TALK, venue: { venue: 'Hall' }, categories: ['Lectures'] })
          assert.equal(created.isError, false, created.text)
          const { json: served } = await service.send('GET', `/events/${created.json.id}`)
          assert.deepEqual([served.title, served.venue.venue], ['Talk', 'Hall'])

          await service.send('POST', `/events/${served.id}`, { as: 'editor', json: { title: 'Said elsewhere' } })
          assert.equal((await use('get_event', { id: served.id, fields: ['title'] })).json.title, 'Said elsewhere')

          const wrong = await use('update_event', { id: served.id, venue: 999_999 })
          assert.equal(wrong.isError, true)
          assert.match(wrong.text, /^venue: /m)
          assert.equal((await use('delete_event', { id: served.id })).json.status, 'trash')
        })

    test('A batch on stdin returns one list on stdout', async (t) => {
      const child = spawn(process.execPath, [PROGRAM_PATH, 'mcp'], {
        cwd,
        env: { ...process.env, ...here(), LOG_LEVEL: 'warn' },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      t.after(() => child.kill())
      const responses = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const next = async () => JSON.parse((await responses.next()).value)
      const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`)
      const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
      const clientInfo = { name: 'tests', version: '1' }
      send(request(1, 'initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo }))
      assert.equal((await next()).result.protocolVersion, '2025-03-26')
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
      send([initialized, request(2, 'tools/list'), request(2, 'ping'), 3, request(4, 'ping')])
      const batch = await next()
      const byId = new Map<unknown, { result?: object; error?: { code: number } }>(
        batch.map((item: { id: unknown }) => [item.id, item]),
      )
      assert.equal(batch.length, 4)
      assert.deepEqual(byId.get(4)?.result, {})
      assert.equal(byId.get(null)?.error?.code, -32_600)
      send([])
      assert.equal((await next()).error.code, -32_600)
      send(request(5, 'ping'))
      assert.deepEqual(await next(), { jsonrpc: '2.0', id: 5, result: {} })
    })

    test('Without credentials public records are readable, and nothing is writable', async (t) => {
      const { json: draft } = await service.send('POST', '/events', {
        as: 'editor',
        json: { ...TALK, status: 'draft' },
      })
      const { client, callTool: use } = await connectOverStdio(t, { env: here(), cwd })
      const { tools } = await client.listTools()
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
      assert.equal((await use('get_event', { id: draft.id })).json.code, 'event-not-accessible')
      assert.equal((await use('create_event', TALK)).json.code, 'rest_forbidden')
    })

    test('--read-only lists only tools that read, for every user', async (t) => {
      const env = { ...here(), CALENDS_APPLICATION_PASSWORD: getPassword('editor') }
      const { client, callTool: use } = await connectOverStdio(t, {
        args: ['--login', 'editor', '--read-only'],
        env,
        cwd,
      })
      const { tools } = await client.listTools()
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
      await assert.rejects(use('create_event', TALK), /create_event not found/)
      await assert.rejects(use('call_write', { tool: 'create_venue' }), /call_write not found/)
      assert.equal((await use('list_events')).isError, false)
    })

    test('Writes of a running service are visible', async (t) => {
      const { callTool: use } = await connectOverStdio(t, { env: here(), cwd })
      const count = async (): Promise<number> =>
        (await use('list_events', { search: 'Concert', starts_after: '2030-01-01', ends_before: '2031-01-01' })).json
          .total
      assert.equal(await count(), 0)
      assert.equal(await count(), 0)
      await service.send('POST', '/events', { as: 'editor', json: { ...TALK, title: 'Concert' } })
      // Nodes of a PostgreSQL server are notified of each other's changes within a second.
      if (engine.name === 'postgres') await waitUntil(async () => (await count()) === 1, 3000)
      assert.equal(await count(), 1)
    })

    test('initialize returns the site of the service', async (t) => {
      const { client } = await connectOverStdio(t, {
        args: ['--url', service.origin],
        env: { LANGUAGES: 'de,en' },
        cwd,
      })
      assert.match(client.getInstructions() ?? '', /^Town hall ist ein Veranstaltungskalender.*America\/New_York/)
    })

    test('The command ends with its stdin, and stdout contains only messages', async () => {
      const begin = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
      }
      const { code, stdout } = await runCalends(service.config.databaseUrl, ['mcp'], {
        during: ({ stdin, stdout }) => {
          stdin?.write(`${JSON.stringify(begin)}\n`)
          stdout?.once('data', () => stdin?.end())
        },
      })
      assert.equal(code, 0)
      const lines = stdout.trim().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).id),
        [1],
      )
    })
  })
}

describe('Start errors of calends mcp', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const failures: Readonly<Record<string, readonly [() => readonly string[], string, RegExp]>> = {
    'with a wrong password': [() => ['--login', 'editor'], 'wrong', /--login or CALENDS_APPLICATION_PASSWORD is wrong/],
    'with a wrong password for a running service': [
      () => ['--url', service.origin, '--login', 'editor'],
      'wrong',
      /--login or CALENDS_APPLICATION_PASSWORD is wrong/,
    ],
    'with only a login': [() => ['--login', 'editor'], '', /requires an application password/],
    'with a password alone': [() => [], 'secret', /requires --login/],
    'on a URL of another service': [() => ['--url', `${service.origin}/nowhere`], '', /is not Calends.*404/],
    'on an unreachable server': [
      () => ['--url', 'http://127.0.0.1:9'],
      '',
      /http:\/\/127\.0\.0\.1:9 cannot be reached/,
    ],
    'with credentials in the URL': [() => ['--url', 'http://a:b@calendar.example'], '', /URL of a site/],
  }
  for (const [name, [args, password, pattern]] of Object.entries(failures))
    test(name, async () => {
      const env = { CALENDS_APPLICATION_PASSWORD: password }
      const { code, stdout, stderr } = await runCalends(service.config.databaseUrl, ['mcp', ...args()], { env })
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, pattern)
      if (password) assert.doesNotMatch(stderr, new RegExp(password === 'wrong' ? ':wrong' : password))
    })
})
