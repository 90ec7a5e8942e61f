import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calends, type Ran } from '../helper/command-line.ts'
import { ENGINES } from '../helper/engines.ts'
import { startService, type TestService } from '../helper/service.ts'

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

const event = { title: 'By hand', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ENGINES) {
  describe(`calends user on ${engine.name}`, () => {
    let service: TestService
    const user = (...args: readonly string[]): Promise<Ran> => calends(service.config.databaseUrl, ['user', ...args])
    const writeAs = async (login: string, password: string): Promise<number> => {
      const headers = { authorization: basic(login, password) }
      return (await service.ask('POST', '/events', { json: event, headers })).status
    }
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    test('add --json prints one line, whose application password works over HTTP', async () => {
      const { code, stdout, stderr } = await user(
        ...['add', 'ann', '--role', 'editor', '--email', 'ann@example.test', '--app-password', 'tests', '--json'],
      )
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^\{[^\n]+\}\n$/)
      const account = JSON.parse(stdout)
      assert.deepEqual(Object.keys(account), ['id', 'login', 'role', 'app_password'])
      assert.deepEqual([account.login, account.role], ['ann', 'editor'])
      assert.match(account.app_password, /^[a-zA-Z0-9]{24}$/)
      assert.equal(await writeAs('ann', account.app_password), 201)
      assert.equal(await writeAs('ann', `${account.app_password}x`), 401)
    })

    test('an unknown role and a login that is taken fail on stderr', async () => {
      const unknown = await user('add', 'bob', '--role', 'chief', '--email', 'bob@example.test', '--json')
      assert.match(unknown.stderr, /administrator, editor, author, contributor, subscriber/)
      const taken = await user('add', 'admin', '--role', 'editor', '--email', 'other@example.test', '--json')
      assert.match(taken.stderr, /^calends: .*taken\n$/)
      for (const { code, stdout } of [unknown, taken]) assert.deepEqual([code, stdout], [1, ''])
    })

    test('passwd makes a further application password, and list shows users without secrets', async () => {
      const { stdout } = await user('passwd', 'editor', '--app-password', 'second')
      assert.equal(await writeAs('editor', stdout.trim()), 201)
      const listed = JSON.parse((await user('list', '--json')).stdout)
      const editor = listed.find(({ login }: { login: string }) => login === 'editor')
      assert.deepEqual(Object.keys(editor), ['id', 'login', 'email', 'name', 'role'])
    })

    test('a removed user is refused, and the last administrator stays', async () => {
      assert.equal((await user('remove', 'author2')).code, 0)
      const answer = await service.ask('GET', '/events', { as: 'author2' })
      assert.equal(answer.status, 401)
      const last = await user('remove', 'admin')
      assert.deepEqual([last.code, last.stderr], [1, 'calends: admin is the last administrator\n'])
    })
  })
}
