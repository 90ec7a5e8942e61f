/** The output of the service when it starts, and when the start fails. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  createServeProcesses,
  findSetupToken,
  requestProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'

describe('The start of the service', () => {
  let processes: ServeProcesses
  before(() => {
    processes = createServeProcesses({}, { setsUp: false })
  })
  after(() => processes.end())

  /** The output of a failed start. */
  async function failure(env: Readonly<Record<string, string>>): Promise<string> {
    const failed: unknown = await processes.start(env).then(
      () => new Error('it started'),
      (error) => error,
    )
    return failed instanceof Error ? failed.message : String(failed)
  }

  test('A first start prints the URLs to open, and a link to create the administrator', async () => {
    const running = await processes.start({ DATA_DIR: join(processes.folder, 'welcome') })
    const { url } = running
    const [first, calendar, api, other, documentation, blank, missing, link, command] = running.printed.split('\n')
    assert.equal(first, `Calends listens on ${url}`)
    assert.match(calendar ?? '', new RegExp(`calendar: +${url}/$`))
    assert.match(api ?? '', new RegExp(`API: +${url}/api/cal/events/v1/events$`))
    assert.match(other ?? '', new RegExp(`${url}/wp-json/tribe/events/v1/events`))
    assert.match(documentation ?? '', new RegExp(`documentation: +${url}/docs$`))
    for (const line of [calendar, api, other, documentation]) {
      const url = /http\S+/.exec(line ?? '')?.[0] ?? ''
      assert.equal((await fetch(url)).status, 200, url)
    }
    assert.equal(blank, '')
    assert.match(missing ?? '', /^There is no administrator yet\./)
    assert.match(link ?? '', new RegExp(`^  ${url}/admin/setup\\?token=\\w{24}$`))
    assert.match(command ?? '', /calends user add LOGIN --role administrator --email ADDRESS/)
    await stopProcess(running)
  })

  test('The token is printed again until it was used, once; then no more', async () => {
    const DATA_DIR = join(processes.folder, 'welcome')
    const running = await processes.start({ DATA_DIR })
    const token = findSetupToken(running.printed)
    const account = {
      login: 'ann',
      email: 'ann@example.test',
      password: 'correct horse battery',
      site_name: 'Springfield',
    }
    const setUp = (json: unknown) => requestProcess(running, 'POST', '/setup', { json })
    assert.equal((await setUp({ ...account, token: `${token?.slice(1)}x` })).json.code, 'setup_token_invalid')
    const createOther = (number: number) =>
      setUp({ ...account, token, login: `ann${number}`, email: `${number}@example.test` })
    assert.equal((await requestProcess(running, 'GET', '/setup')).json.open, true)
    const answers = await Promise.all([1, 2].map(createOther))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
    assert.deepEqual((await requestProcess(running, 'GET', '/setup')).json, { open: false })
    assert.equal((await createOther(3)).json.code, 'setup_closed')
    assert.match(await (await fetch(`${running.url}/events/`)).text(), /Springfield<\/title>/)
    await stopProcess(running)
    const later = await processes.start({ DATA_DIR })
    assert.doesNotMatch(later.printed, /administrator|token/)
    await stopProcess(later)
  })

  test('An invalid setting stops the start with its name, its value and what is allowed', async () => {
    const expected = 'Invalid value for PORT: "eighty". Expected an integer from 0 to 65535.'
    assert.equal(await failure({ PORT: 'eighty' }), `ended with 1: calends: ${expected}\n`)
  })

  test('A theme folder that does not exist stops the start with its setting', async () => {
    const folder = join(processes.folder, 'no-theme')
    const expected = `Invalid value for THEME_DIR: "${folder}". Expected a folder that the service can read.`
    assert.match(await failure({ THEME_DIR: folder }), lineWith(`calends: ${expected} ENOENT`))
  })

  test('A data folder that cannot be created stops the start with its setting', async () => {
    const file = join(processes.folder, 'file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below')]) {
      const expected = `Invalid value for DATA_DIR: "${folder}". Expected a folder in which the service can create files.`
      assert.match(await failure({ DATA_DIR: folder }), lineWith(`calends: ${expected} E`))
    }
  })

  test('A database file that cannot be opened stops the start with its path', async () => {
    const text = join(processes.folder, 'text.db')
    writeFileSync(text, 'This is not a database. '.repeat(100))
    assert.match(
      await failure({ DATABASE_URL: `sqlite:${processes.folder}` }),
      lineWith(`The database file ${processes.folder} of DATABASE_URL cannot be opened or created.`),
    )
    assert.match(
      await failure({ DATABASE_URL: `sqlite:${text}` }),
      lineWith(`The database file ${text} cannot be opened. file is not a database`),
    )
  })

  test('A port that is in use stops the start with advice to set PORT', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const address = holder.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    const advice = 'Set PORT to another port, or to 0 to select a free one.'
    for (const WORKERS of ['1', '2']) {
      const message = await failure({ PORT: port, WORKERS })
      assert.match(message, lineWith(`Port ${port} on 127.0.0.1 is already in use. ${advice}`))
    }
    holder.close()
  })

  test('A host that does not belong to this machine stops the start with its setting', async () => {
    const expected = 'Invalid value for HOST: "192.0.2.1". Expected an IP address or host name of this machine.'
    assert.match(await failure({ HOST: '192.0.2.1' }), lineWith(expected))
  })

  test('An unknown name in .env causes one warning, and the others take effect', async () => {
    const own = createServeProcesses()
    writeFileSync(join(own.folder, '.env'), 'SITE_NAM=Wrong\nSITE_NAME=Town calendar\nNODE_ENV=production\n')
    for (const WORKERS of ['1', '2']) {
      const running = await own.start({ WORKERS })
      const warnings = running.readOutput().match(/^calends: warning: .*$/gm)
      assert.deepEqual(warnings, ['calends: warning: .env: unknown setting "SITE_NAM". Did you mean SITE_NAME?'])
      assert.match(await (await fetch(running.url)).text(), /Town calendar/)
      await stopProcess(running)
    }
    own.end()
  })

  test('The log consists of JSON lines where stdout is not a terminal', async () => {
    const running = await processes.start({ LOG_LEVEL: 'info' })
    await fetch(`${running.url}/docs`)
    await stopProcess(running)
    const lines = running.readOutput().split('\n')
    const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    assert.ok(logged.some(({ method, path, status }) => method === 'GET' && path === '/docs' && status === 200))
  })

  test('LOG_FORMAT=pretty logs a readable line for each request', async () => {
    const running = await processes.start({ LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' })
    await fetch(`${running.url}/docs`)
    await stopProcess(running)
    assert.match(running.readOutput(), /^\[\d\d:\d\d:\d\d\] INFO: GET \/docs 200 [\d.]+ ms 127\.0\.0\.1$/m)
    assert.doesNotMatch(running.readOutput(), /^\{/m)
  })
})

/** The line that contains the text; fails unless there is exactly one. */
const lineWith = (text: string) => new RegExp(`^[^\\n]*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^\\n]*\\n$`)
