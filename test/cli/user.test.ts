import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { findIdentityUser, insertIdentity } from '../../src/calendar/users/user-identities.ts'
import { insertPasskey, listPasskeys } from '../../src/features/accounts/passkey-store.ts'
import { confirmTotp, createTotpSecret } from '../../src/features/accounts/second-factor.ts'
import { createBrowserClient } from '../helper/accounts/browser-client.ts'
import { type CommandResult, runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { startService, type TestService } from '../helper/service.ts'

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

const event = { title: 'By hand', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`calends user on ${engine.name}`, () => {
    let service: TestService
    const user = (...args: readonly string[]): Promise<CommandResult> =>
      runCalends(service.config.databaseUrl, ['user', ...args])
    const writeAs = async (login: string, password: string): Promise<number> => {
      const headers = { authorization: basic(login, password) }
      return (await service.send('POST', '/events', { json: event, headers })).status
    }
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    test('user add --json prints one line, whose application password works over HTTP', async () => {
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

    test('Every command that succeeds leaves stderr to its notes, also while the service writes', async () => {
      assert.equal((await service.send('PATCH', '/settings', { as: 'admin', json: { name: 'Town' } })).status, 200)
      let isRunning = true
      const write = async () => {
        for (let count = 0; isRunning; count++)
          await service.send('POST', '/tags', { as: 'admin', json: { name: `tag ${count}` } })
      }
      const writing = write()
      const note = /^valid once, until \S+ \S+ UTC\n$/
      const commands: readonly (readonly [readonly string[], RegExp?])[] = [
        [['add', 'kim', '--role', 'author', '--email', 'kim@example.test', '--app-password', 'Phone']],
        [['invite', 'lee', '--role', 'author', '--email', 'lee@example.test'], note],
        [['reset', 'lee'], note],
        [['passwd', 'kim', '--app-password', 'Kiosk']],
        [['passwd', 'kim', '--keep-app-passwords']],
        [['role', 'kim', 'editor']],
        [['disable', 'kim']],
        [['enable', 'kim']],
        [['remove-totp', 'kim']],
        [['unlink', 'kim']],
        [['list', '--passwords']],
        [['revoke', 'kim', 'Phone']],
        [['revoke', 'kim', '--all']],
        [['forget', 'lee', '--keep-content']],
        [['remove', 'kim']],
      ]
      try {
        for (const [args, expected = /^$/] of commands) {
          const { code, stderr } = await user(...args)
          assert.equal(code, 0, stderr)
          assert.match(stderr, expected, args.join(' '))
        }
      } finally {
        isRunning = false
        await writing
      }
    })

    test('An address that mail programs read as several is rejected', async () => {
      const { code, stderr } = await user('add', 'eve', '--role', 'author', '--email', 'v1,victim@example.org')
      assert.deepEqual([code, /email address/.test(stderr)], [1, true], stderr)
    })

    test('An unknown role and an existing login fail on stderr', async () => {
      const unknown = await user('add', 'bob', '--role', 'chief', '--email', 'bob@example.test', '--json')
      assert.match(unknown.stderr, /administrator, editor, author, contributor, subscriber/)
      const duplicate = await user('add', 'admin', '--role', 'editor', '--email', 'other@example.test', '--json')
      assert.match(duplicate.stderr, /^calends: .*taken\.\n$/)
      for (const { code, stdout } of [unknown, duplicate]) assert.deepEqual([code, stdout], [1, ''])
    })

    test('user passwd creates another application password, and user list shows users without secrets', async () => {
      const { stdout } = await user('passwd', 'editor', '--app-password', 'second')
      assert.equal(await writeAs('editor', stdout.trim()), 201)
      const listed = JSON.parse((await user('list', '--json')).stdout)
      const editor = listed.find(({ login }: { login: string }) => login === 'editor')
      assert.deepEqual(Object.keys(editor), ['id', 'login', 'email', 'name', 'role', 'disabled'])
    })

    test('user list --passwords shows the application passwords of each user, without secrets', async () => {
      await user('passwd', 'editor', '--app-password', 'Kiosk')
      const listed = JSON.parse((await user('list', '--passwords', '--json')).stdout)
      const editor = listed.find(({ login }: { login: string }) => login === 'editor')
      const createdPassword = editor.application_passwords.at(-1)
      assert.deepEqual(Object.keys(createdPassword), ['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip'])
      assert.deepEqual(
        [createdPassword.name, createdPassword.last_used, createdPassword.last_ip],
        ['Kiosk', null, null],
      )
      const { stdout } = await user('list', '--passwords')
      assert.match(stdout, new RegExp(`\\n\\t${createdPassword.uuid}\\tKiosk\\tcreated \\S+ \\S+\\tnever used\\n`))
    })

    test('user revoke revokes one application password by name or UUID, or all, from the next request on', async () => {
      const add = async (name: string) => (await user('passwd', 'author', '--app-password', name)).stdout.trim()
      const [phone, tablet, wall] = [await add('Phone'), await add('Tablet'), await add('Wall')]
      const write = (secret: string) => writeAs('author', secret)
      assert.deepEqual([await write(phone), await write(tablet), await write(wall)], [201, 201, 201])
      const byName = await user('revoke', 'author', 'Phone')
      assert.match(byName.stdout, /^revoked \S+\tPhone\n$/)
      const listed = JSON.parse((await user('list', '--passwords', '--json')).stdout)
      const author = listed.find(({ login }: { login: string }) => login === 'author')
      const { uuid } = author.application_passwords.find(({ name }: { name: string }) => name === 'Tablet')
      assert.equal((await user('revoke', 'author@example.test', uuid.toUpperCase())).code, 0)
      assert.deepEqual([await write(phone), await write(tablet), await write(wall)], [401, 401, 201])
      assert.equal((await user('revoke', 'author', '--all')).stdout.split('\n').length, 3)
      assert.equal(await write(wall), 401)
      assert.equal((await service.send('GET', '/events', { as: 'author' })).status, 401)
      assert.deepEqual((await user('revoke', 'author', '--all')).code, 0)
    })

    test('user revoke fails without a name, with --all and a name, and for an unknown name', async () => {
      const failures = [
        [['subscriber'], /^calends: Expected the name or UUID of an application password, or --all\.\n$/],
        [
          ['subscriber', 'test', '--all'],
          /^calends: Expected the name or UUID of an application password, or --all\.\n$/,
        ],
        [['subscriber', 'Phone'], /^calends: subscriber has no application password "Phone"\. Existing: test\.\n$/],
        [['nobody', '--all'], /^calends: there is no user nobody\n$/],
      ] as const
      for (const [args, message] of failures) {
        const { code, stdout, stderr } = await user('revoke', ...args)
        assert.deepEqual([code, stdout], [1, ''])
        assert.match(stderr, message)
      }
      assert.equal((await service.send('GET', '/events', { as: 'subscriber' })).status, 200)
    })

    test('user passwd ends sessions, passkeys and application passwords; --keep-app-passwords keeps the latter', async () => {
      const id = service.ids.contributor
      const { read, transaction } = service.services.database
      const times = { created_utc: '2026-11-21 03:00:00', last_used_utc: '' }
      const passkey = { ...times, counter: 0, transports: '', public_key: 'x', user_id: id, name: 'Key' }
      const addPasskey = () => transaction((tx) => insertPasskey(tx, { ...passkey, credential_id: 'key' }))
      const browser = createBrowserClient(service)
      const readState = async () => ({
        session: (await browser.send('GET', '/users/me')).status,
        passkeys: (await listPasskeys(read, id)).length,
        applicationPassword: (await service.send('GET', '/users/me', { as: 'contributor' })).status,
      })
      const setPassword = async (...options: readonly string[]) => {
        const { stdout, stderr } = await user('passwd', 'contributor', ...options)
        assert.deepEqual([stderr, /^[A-Za-z0-9]{24}\n$/.test(stdout)], ['', true])
        return stdout.trim()
      }

      await addPasskey()
      await browser.signIn('contributor', 'x')
      assert.deepEqual(await readState(), { session: 200, passkeys: 1, applicationPassword: 200 })
      const password = await setPassword('--keep-app-passwords')
      assert.deepEqual(await readState(), { session: 403, passkeys: 0, applicationPassword: 200 })
      await addPasskey()
      assert.equal((await browser.signIn('contributor', password)).status, 200)
      await setPassword()
      assert.deepEqual(await readState(), { session: 403, passkeys: 0, applicationPassword: 401 })
    })

    test('user passwd --help says what ends', async () => {
      const { stdout } = await user('passwd', '--help')
      assert.match(stdout.replace(/\s+/g, ' '), /ends all sessions, passkeys and application passwords/)
    })

    test('user role changes the permissions from the next request on, and keeps the last administrator', async () => {
      const allow = async () => (await service.send('GET', '/events', { as: 'subscriber' })).headers['allow']
      assert.equal(await allow(), 'GET')
      assert.equal((await user('role', 'subscriber', 'author')).stdout, 'subscriber: author\n')
      assert.equal(await allow(), 'GET, POST')
      const last = await user('role', 'admin', 'editor')
      assert.deepEqual([last.code, last.stderr], [1, 'calends: admin is the last administrator.\n'])
      assert.equal((await user('role', 'admin', 'administrator')).code, 0)
      const unknown = await user('role', 'subscriber', 'chief')
      assert.match(unknown.stderr, /administrator, editor, author, contributor, subscriber/)
      await user('role', 'subscriber', 'administrator')
      assert.equal((await user('role', 'admin', 'editor')).code, 0)
      assert.equal((await user('role', 'admin', 'administrator')).code, 0)
      assert.equal((await user('role', 'subscriber', 'subscriber')).code, 0)
    })

    test('user invite and user reset print links that set a password, if no mail server is configured', async () => {
      const invited = await user('invite', 'ben', '--role', 'author', '--email', 'ben@example.test')
      assert.match(invited.stdout, /^http:\/\/\S+\/account\/invitation#[0-9a-f]{64}\n$/)
      const reset = await user('reset', 'ben@example.test')
      assert.match(reset.stdout, /\/account\/reset#[0-9a-f]{64}\n$/)
      const redeem = async ({ stdout }: CommandResult) => {
        const json = { token: stdout.trim().split('#')[1], password: 'correct horse' }
        return (await service.send('POST', '/users/links/redeem', { json })).status
      }
      assert.deepEqual([await redeem(invited), await redeem(reset)], [404, 200])
      const json = { login: 'ben', password: 'correct horse' }
      assert.equal((await service.send('POST', '/session', { json })).status, 200)
    })

    test('user remove-totp lets a user sign in without the app that was lost', async () => {
      const { services } = service
      const [id, signIn] = [service.ids.subscriber, { login: 'subscriber', password: 'x' }]
      const { secret } = await createTotpSecret(services, id)
      const timestamp = Date.parse(`${services.now().replace(' ', 'T')}Z`)
      await confirmTotp(services, id, new TOTP({ secret }).generate({ timestamp }))
      assert.equal((await service.send('POST', '/session', { json: signIn })).json.code, 'second_factor_required')
      const { stdout } = await user('remove-totp', 'subscriber')
      assert.equal(stdout, 'subscriber: signs in with the password alone\n')
    })

    test('user unlink removes the OpenID Connect identity of a user', async () => {
      const { database } = service.services
      const identity = { issuer: 'https://id.example', subject: 's1', user_id: service.ids.subscriber }
      await database.transaction((tx) => insertIdentity(tx, { ...identity, created_utc: '2026-01-01 00:00:00' }))
      assert.equal((await user('unlink', 'Subscriber@example.test')).stdout, 'Subscriber@example.test: unlinked\n')
      assert.equal(await findIdentityUser(database.read, identity), undefined)
      assert.equal((await user('unlink', 'subscriber')).stdout, 'subscriber: was not linked\n')
    })

    test('A disabled user is rejected until enabled, and listed as disabled', async () => {
      assert.equal((await user('disable', 'editor')).stdout, 'editor: disabled\n')
      assert.equal((await service.send('GET', '/events', { as: 'editor' })).status, 401)
      assert.match((await user('list')).stdout, /\teditor\teditor\t\S+\tdisabled\n/)
      assert.equal((await user('enable', 'editor')).stdout, 'editor: enabled\n')
      assert.equal((await service.send('GET', '/events', { as: 'editor' })).status, 200)
    })

    test('A removed user is rejected, and the last administrator cannot be removed', async () => {
      assert.equal((await user('remove', 'author2')).code, 0)
      const response = await service.send('GET', '/events', { as: 'author2' })
      assert.equal(response.status, 401)
      const last = await user('remove', 'admin')
      assert.deepEqual([last.code, last.stderr], [1, 'calends: admin is the last administrator.\n'])
    })
  })
}
