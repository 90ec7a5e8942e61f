/** Authentication with application passwords over HTTP Basic (wire-contract §4.1), and the limit on failures. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount } from '../../../src/calendar/users/accounts.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const LOGIN = 'Zoë Smith'
const ACCOUNT_PASSWORD = 'The Account Password'
const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

for (const engine of ONE_ENGINE) {
  describe(`Sign-in on ${engine.name}`, () => {
    let service: TestService
    let secret: string
    before(async () => {
      service = await startService({ engine, env: { RATE_LIMIT_SIGN_IN: '0' } })
      const account = await createAccount(service.services, {
        login: LOGIN,
        email: 'zoe@example.test',
        role: 'author',
        password: ACCOUNT_PASSWORD,
        appPassword: 'phone',
      })
      secret = account.app_password ?? ''
    })
    after(() => service.stop())

    const withHeader = (authorization: string, path = '/events', method = 'GET'): Promise<TestResponse> =>
      service.send(method, path, { headers: { authorization } })
    /** Whether the client can create events, and so is authenticated. */
    const isAuthenticated = async (authorization: string): Promise<boolean> => {
      const { status, headers } = await withHeader(authorization)
      assert.equal(status, 200)
      return headers['allow'] === 'GET, POST'
    }
    const spaced = (text: string, separator: string) => text.replace(/.{4}/g, `$&${separator}`)

    test('The login in any case, or the email address, authenticates with the application password', async () => {
      for (const login of [LOGIN, 'zoë smith', 'ZOË SMITH', 'zoe@example.test', 'ZOE@Example.Test']) {
        assert.ok(await isAuthenticated(basic(login, secret)), login)
      }
      assert.ok(await isAuthenticated(basic(LOGIN, secret).replace('Basic', 'basic')))
    })

    test('Separators in the application password are ignored', async () => {
      for (const separator of [' ', '-', '_', ' - ', '\t']) {
        assert.ok(await isAuthenticated(basic(LOGIN, spaced(secret, separator))), JSON.stringify(separator))
      }
    })

    /** Name, credentials, and the code and text of the 401. */
    const REFUSED: readonly (readonly [string, () => string, string, RegExp])[] = [
      [
        'the password of the account',
        () => basic(LOGIN, ACCOUNT_PASSWORD),
        'incorrect_password',
        /^The provided password is an invalid application password\.$/,
      ],
      ['a wrong password', () => basic(LOGIN, 'wrong'), 'incorrect_password', /^The provided/],
      [
        'the right password in another case',
        () => basic(LOGIN, swapCase(secret)),
        'incorrect_password',
        /^The provided/,
      ],
      ['a password of separators only', () => basic(LOGIN, ' -- '), 'incorrect_password', /^The provided/],
      ['a part of the password', () => basic(LOGIN, secret.slice(0, 20)), 'incorrect_password', /^The provided/],
      [
        'a wrong password with the e-mail',
        () => basic('zoe@example.test', 'wrong'),
        'incorrect_password',
        /^The provided/,
      ],
      [
        'an unknown login',
        () => basic('nobody', 'x'),
        'invalid_username',
        /^<strong>Error:<\/strong> Unknown username\. Check again or try your email address\.$/,
      ],
      ['an empty login', () => basic('', 'x'), 'invalid_username', /Unknown username/],
      [
        'an unknown e-mail',
        () => basic('nobody@example.test', 'x'),
        'invalid_email',
        /^<strong>Error:<\/strong> Unknown email address\. Check again or try your username\.$/,
      ],
      ['a NUL in the login', () => basic('admin\0', 'x'), 'invalid_username', /Unknown username/],
      ['another user’s password', () => basic('admin', secret), 'incorrect_password', /^The provided/],
    ]
    for (const [name, credentials, code, message] of REFUSED) {
      test(`Authentication with ${name} returns 401 ${code}, on public routes too`, async () => {
        const response = await withHeader(credentials())
        assert.deepEqual([response.status, response.json.code, response.json.data], [401, code, { status: 401 }])
        assert.match(response.json.message, message)
        assert.equal(response.headers['www-authenticate'], undefined)
        assert.equal(response.headers['allow'], undefined)
      })
    }

    const IGNORED: readonly (readonly [string, () => string])[] = [
      ['an empty password', () => basic(LOGIN, '')],
      ['no colon', () => `Basic ${Buffer.from('zoe').toString('base64')}`],
      ['what is not base64', () => 'Basic {"zoe":"x"}'],
      ['nothing after the scheme', () => 'Basic'],
      ['a bearer token', () => `Bearer ${secret}`],
      ['another scheme', () => 'Digest username="zoe"'],
      ['garbage', () => '::::'],
    ]
    for (const [name, credentials] of IGNORED) {
      test(`${name} is ignored, and the client stays anonymous`, async () => {
        assert.equal(await isAuthenticated(credentials()), false)
        const write = await withHeader(credentials(), '/tags', 'POST')
        assert.deepEqual([write.status, write.json.code], [400, 'rest_missing_callback_param'])
        const remove = await withHeader(credentials(), '/events/999999', 'DELETE')
        assert.deepEqual([remove.status, remove.json.code], [401, 'rest_forbidden'])
      })
    }

    test('Wrong credentials are reported before unknown routes, methods and bodies', async () => {
      const headers = { authorization: basic(LOGIN, 'wrong'), 'content-type': 'application/json' }
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/nowhere'],
        ['GET', '//wp-json/'],
        ['GET', '//wp-json/nowhere/v9'],
        ['GET', '//wp-json/wp/v2/users/me'],
        ['PUT', '/events'],
        ['DELETE', '/events/999999'],
        ['OPTIONS', '/events'],
      ] as const) {
        const { status, json } = await service.send(method, path, { headers })
        assert.deepEqual([status, json.code], [401, 'incorrect_password'], `${method} ${path}`)
      }
      const malformed = await service.send('POST', '/events', { headers, body: '{' })
      assert.deepEqual([malformed.status, malformed.json.code], [401, 'incorrect_password'])
      assert.equal((await service.send('HEAD', '/events', { headers })).status, 401)
    })

    test('A nonce without other credentials is rejected, in header or query, even on GET', async () => {
      const header = await service.send('GET', '/events', { headers: { 'x-wp-nonce': 'bad' } })
      const query = await service.send('GET', '/events?_wpnonce=bad')
      const cookie = await service.send('GET', '/events', { headers: { 'x-wp-nonce': 'bad', cookie: 'session=1' } })
      for (const { status, json } of [header, query, cookie]) {
        const expected = { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', data: { status: 403 } }
        assert.deepEqual([status, json], [403, expected])
      }
    })

    test('A cookie alone does not authenticate, and a nonce in addition to application credentials is ignored', async () => {
      const { status, headers } = await service.send('GET', '/events', { headers: { cookie: 'session=1' } })
      assert.deepEqual([status, headers['allow']], [200, 'GET'])
      const both = { authorization: basic(LOGIN, secret), 'x-wp-nonce': 'bad' }
      assert.equal((await service.send('GET', '/events', { headers: both })).headers['allow'], 'GET, POST')
    })

    test('Responses to authenticated requests are not cacheable', async () => {
      const { headers } = await withHeader(basic(LOGIN, secret))
      assert.match(headers['cache-control'] ?? '', /no-store, private/)
      const anonymous = await service.send('GET', '/events')
      assert.match(anonymous.headers['cache-control'] ?? '', /^public, /)
    })

    test('With a limit of 0 no client is rejected for its failures', async () => {
      for (let n = 0; n < 60; n++) assert.equal((await withHeader(basic(LOGIN, 'wrong'))).status, 401)
      assert.ok(await isAuthenticated(basic(LOGIN, secret)))
    })
  })

  describe(`The limit on failed sign-ins on ${engine.name}`, () => {
    const LIMIT = 3
    let service: TestService
    before(async () => {
      const env = { RATE_LIMIT_SIGN_IN: String(LIMIT), TRUST_PROXY: 'on' }
      service = await startService({ engine, env, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())

    const from = (address: string, login: string, password = 'wrong') =>
      service.send('GET', '/events', {
        headers: { authorization: basic(login, password), 'x-forwarded-for': address },
      })
    const failures = async (address: string, logins: readonly string[]) => {
      const statuses: number[] = []
      for (const login of logins) statuses.push((await from(address, login)).status)
      return statuses
    }

    const signInFrom = (address: string, as: 'editor' | 'author') =>
      service.send('GET', '/events', {
        headers: { authorization: service.authorization(as), 'x-forwarded-for': address },
      })

    test('A client with too many failures gets 429 for wrong credentials until 15 minutes have passed', async () => {
      assert.deepEqual(await failures('192.0.2.1', ['one', 'two', 'three', 'four']), [401, 401, 401, 429])
      service.setNow('2026-11-21T03:05:00Z')
      const refused = await from('192.0.2.1', 'editor')
      assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_sign_ins'])
      assert.equal(refused.headers['retry-after'], '600')
      assert.equal(refused.headers['allow'], undefined)
      service.setNow('2026-11-21T03:14:59Z')
      assert.equal((await from('192.0.2.1', 'five')).headers['retry-after'], '1')
      service.setNow('2026-11-21T03:15:00Z')
      assert.equal((await from('192.0.2.1', 'five')).status, 401)
    })

    test('Concurrent failures do not exceed the limit', async () => {
      const responses = await Promise.all(Array.from({ length: 30 }, (_, n) => from('192.0.2.77', `unknown-${n}`)))
      assert.equal(responses.filter(({ status }) => status === 401).length, LIMIT)
    })

    test('Right credentials are accepted from a client with too many failures', async () => {
      assert.deepEqual(await failures('192.0.2.2', ['editor', 'editor', 'editor', 'editor']), [401, 401, 401, 429])
      assert.equal((await signInFrom('192.0.2.2', 'editor')).status, 200)
      assert.equal((await from('192.0.2.2', 'editor')).status, 429)
    })

    test('Failures never lock an account', async () => {
      for (let n = 0; n < 5 * LIMIT; n++) assert.equal((await from(`198.51.100.${n}`, 'author')).status, 401)
      assert.equal((await signInFrom('192.0.2.11', 'author')).status, 200)
      assert.equal((await signInFrom('198.51.100.1', 'author')).status, 200)
    })

    test('IP addresses of one IPv6 /64 network are one client', async () => {
      for (let n = 0; n < LIMIT; n++) assert.equal((await from(`2001:db8:0:1:${n}::1`, 'one')).status, 401)
      assert.equal((await from('2001:db8:0:1:ffff::1', 'one')).status, 429)
      assert.equal((await from('2001:db8:0:2::1', 'one')).status, 401)
    })

    test('Anonymous requests and successful sign-ins are neither counted nor rejected', async () => {
      const address = { 'x-forwarded-for': '192.0.2.21' }
      await failures('192.0.2.21', ['one', 'two', 'three'])
      for (let n = 0; n < LIMIT + 2; n++) {
        assert.equal((await service.send('GET', '/events', { headers: address })).status, 200)
        const elsewhere = { authorization: service.authorization('editor'), 'x-forwarded-for': '192.0.2.22' }
        assert.equal((await service.send('GET', '/events', { headers: elsewhere })).status, 200)
      }
    })
  })
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}
