/** Passkeys: registered, renamed, deleted, and used to sign in. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { createApp } from '../../../src/app.ts'
import { type BrowserClient, createBrowserClient, openSession } from '../../helper/accounts/browser-client.ts'
import {
  type Attestation,
  type AuthenticatorOptions,
  registerPasskey,
  type SoftwarePasskey,
  signWithPasskey,
} from '../../helper/accounts/software-authenticator.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const NOW = '2026-11-21T03:00:00Z'
const OPTIONS = '/users/me/passkeys/options'
const PASSKEYS = '/users/me/passkeys'
const ORIGIN = 'https://calendar.example'
const AT_SITE = { origin: ORIGIN }
const CONFIRMATION = { current_password: 'x' }

type Registered = { readonly id: number; readonly passkey: SoftwarePasskey; readonly browser: BrowserClient }

for (const engine of ONE_ENGINE) {
  describe(`Passkeys on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: NOW, env: { PUBLIC_URL: ORIGIN, SITE_NAME: 'Bonn' } })
    })
    after(() => service.stop())

    const open = (login: TestUser) => openSession(service, login)
    const getOptions = async (browser: BrowserClient): Promise<Json> => {
      const { status, json, text } = await browser.send('POST', OPTIONS, { json: CONFIRMATION })
      assert.equal(status, 200, text)
      return json
    }
    const register = async (login: TestUser, name = 'Laptop', counter = 0): Promise<Registered> => {
      const browser = await open(login)
      const { credential, passkey } = registerPasskey(await getOptions(browser), { ...AT_SITE, counter })
      const { status, json, text } = await browser.send('POST', PASSKEYS, { json: { name, credential } })
      assert.equal(status, 201, text)
      return { id: json.id, passkey, browser }
    }
    const signIn = async (
      passkey: SoftwarePasskey,
      changes: Partial<AuthenticatorOptions> = {},
      browser = createBrowserClient(service),
    ) => {
      const { json: options } = await browser.send('POST', '/session/passkey/options', { json: {}, nonce: null })
      const credential = signWithPasskey(passkey, options, { ...AT_SITE, ...changes })
      return browser.send('POST', '/session/passkey', { json: { credential }, nonce: null })
    }
    const readCode = ({ status, json }: { status: number; json: Json }) => (status === 200 ? 200 : json.code)

    test('A user registers a passkey with the password, and signs in with it alone', async () => {
      const browser = await open('editor')
      const wrong = await browser.send('POST', OPTIONS, { json: { current_password: 'wrong' } })
      assert.deepEqual([wrong.status, Object.keys(wrong.json.data.params)], [400, ['current_password']])
      const options = await getOptions(browser)
      assert.deepEqual(options.rp, { name: 'Bonn', id: 'calendar.example' })
      assert.equal(options.user.name, 'editor')
      assert.deepEqual([options.attestation, options.excludeCredentials], ['none', []])
      assert.equal(options.authenticatorSelection.userVerification, 'required')
      const { credential, passkey } = registerPasskey(options, AT_SITE)
      const created = await browser.send('POST', PASSKEYS, { json: { name: ' Phone ', credential } })
      const view = { id: created.json.id, name: 'Phone', created: '2026-11-21T03:00:00', last_used: null }
      assert.deepEqual([created.status, created.json], [201, view])
      assert.equal(created.headers['location']?.endsWith(`/passkeys/${created.json.id}`), true)
      assert.deepEqual((await getOptions(browser)).excludeCredentials, [
        { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
      ])
      service.setNow('2026-11-21T04:00:00Z')
      const signedIn = await signIn(passkey)
      assert.deepEqual([signedIn.status, signedIn.json.user.login], [200, 'editor'])
      assert.deepEqual((await browser.send('GET', PASSKEYS)).json, [{ ...view, last_used: '2026-11-21T04:00:00' }])
      service.setNow(NOW)
    })

    test('The sign-in starts a new session and ends that of the browser', async () => {
      const { passkey } = await register('author')
      const browser = await open('contributor')
      const before = browser.cookies.get('calends_session')
      const { json } = await signIn(passkey, {}, browser)
      assert.equal(json.user.login, 'author')
      assert.notEqual(browser.cookies.get('calends_session'), before)
      const old = await service.send('GET', '/session', { headers: { cookie: `calends_session=${before}` } })
      assert.equal(old.status, 401)
      assert.equal((await browser.send('GET', '/users/me')).json.login, 'author')
    })

    test('A passkey replaces the password and the code of an authenticator app', async () => {
      const { passkey, browser } = await register('author2')
      const { json } = await browser.send('POST', '/users/me/totp', { json: CONFIRMATION })
      const code = new TOTP({ secret: json.secret }).generate({ timestamp: Date.parse(NOW) })
      await browser.send('POST', '/users/me/totp/confirm', { json: { code } })
      assert.equal((await createBrowserClient(service).signIn('author2', 'x')).json.code, 'second_factor_required')
      assert.equal(readCode(await signIn(passkey)), 200)
      await browser.send('POST', '/users/me/totp/disable', { json: CONFIRMATION })
    })

    test('A challenge is valid once, in one browser, for 5 minutes', async () => {
      const { passkey } = await register('contributor')
      const browser = createBrowserClient(service)
      const begin = async () => (await browser.send('POST', '/session/passkey/options', { json: {} })).json
      const send = (credential: Json, client = browser) =>
        client.send('POST', '/session/passkey', { json: { credential }, nonce: null }).then(readCode)
      const credential = signWithPasskey(passkey, await begin(), AT_SITE)
      const token = browser.cookies.get('calends_passkey') ?? ''
      assert.equal(await send(credential, createBrowserClient(service)), 'passkey_invalid', 'another browser')
      const other = createBrowserClient(service)
      await other.send('POST', '/session/passkey/options', { json: {} })
      assert.equal(await send(credential, other), 'passkey_invalid', 'another challenge')
      assert.equal(await send(credential), 200)
      browser.cookies.set('calends_passkey', token)
      assert.equal(await send(credential), 'passkey_invalid', 'used')
      const late = signWithPasskey(passkey, await begin(), AT_SITE)
      service.setNow('2026-11-21T03:05:00Z')
      assert.equal(await send(late), 'passkey_invalid', 'expired')
      service.setNow(NOW)
      const options = await begin()
      const unused = browser.cookies.get('calends_passkey') ?? ''
      const failed = signWithPasskey(passkey, options, { origin: 'https://evil.example' })
      assert.equal(await send(failed), 'passkey_invalid', 'another origin')
      browser.cookies.set('calends_passkey', unused)
      assert.equal(
        await send(signWithPasskey(passkey, options, AT_SITE)),
        'passkey_invalid',
        'used by a failed attempt',
      )
    })

    test('A challenge of one process is answered at another', async () => {
      const { passkey } = await register('contributor')
      const { config, services } = service
      const { server, close } = await createApp({ config, services, logger: pino({ level: 'silent' }) })
      try {
        const browser = createBrowserClient(service)
        const { json: options } = await browser.send('POST', '/session/passkey/options', { json: {} })
        const response = await server.inject({
          method: 'POST',
          url: '/api/cal/events/v1/session/passkey',
          payload: { credential: signWithPasskey(passkey, options, AT_SITE) },
          cookies: { calends_passkey: browser.cookies.get('calends_passkey') ?? '' },
        })
        assert.equal(response.statusCode, 200, response.body)
        assert.equal(response.json().user.login, 'contributor')
      } finally {
        await close()
      }
    })

    test('Concurrent uses of one challenge sign in once', async () => {
      const { passkey } = await register('contributor')
      const browser = createBrowserClient(service)
      const { json } = await browser.send('POST', '/session/passkey/options', { json: {} })
      const credential = signWithPasskey(passkey, json, AT_SITE)
      const cookie = `calends_passkey=${browser.cookies.get('calends_passkey')}`
      const attempt = () =>
        service.send('POST', '/session/passkey', { json: { credential }, headers: { cookie } }).then(readCode)
      const results = await Promise.all([attempt(), attempt(), attempt()])
      assert.deepEqual(results.sort(), [200, 'passkey_invalid', 'passkey_invalid'])
    })

    test('Signatures for another site, user or key, and without verification of the user, are rejected', async () => {
      const { passkey } = await register('subscriber')
      const { passkey: foreign } = await register('contributor')
      const refused: readonly (readonly [string, SoftwarePasskey, Partial<AuthenticatorOptions>])[] = [
        ['origin', passkey, { origin: 'https://evil.example' }],
        ['origin of another port', passkey, { origin: `${ORIGIN}:8443` }],
        ['site', passkey, { rpId: 'evil.example' }],
        ['challenge', passkey, { challenge: 'AAAA' }],
        ['verification', passkey, { isUserVerified: false }],
        ['user', passkey, { userHandle: foreign.userHandle }],
        ['key', { ...passkey, privateKey: foreign.privateKey }, {}],
        ['unknown passkey', { ...passkey, id: 'AAAA' }, {}],
      ]
      for (const [name, one, changes] of refused) {
        const { status, json } = await signIn(one, changes)
        assert.deepEqual([status, json.code], [401, 'passkey_invalid'], name)
      }
      assert.equal(readCode(await signIn(passkey)), 200)
      const { json } = await service.send('POST', '/session/passkey', { json: { credential: { id: 'x' } } })
      assert.deepEqual(Object.keys(json.data.params), ['credential'])
    })

    test('The signature counter must grow', async () => {
      const { passkey } = await register('subscriber', 'Key', 4_294_967_290)
      const attempt = async (counter: number) => readCode(await signIn(passkey, { counter }))
      assert.equal(await attempt(4_294_967_290), 'passkey_invalid')
      assert.equal(await attempt(4_294_967_295), 200)
      assert.equal(await attempt(4_294_967_294), 'passkey_invalid', 'a copy of the key')
      assert.equal(await attempt(0), 'passkey_invalid')
    })

    test('A disabled user cannot sign in, and a deleted user has no passkeys', async () => {
      const json = { login: 'zoe', email: 'zoe@example.test', role: 'author', password: 'correct horse' }
      const { json: user } = await service.send('POST', '/users', { as: 'admin', json })
      const browser = await openSession(service, 'zoe', json.password)
      const options = await browser.send('POST', OPTIONS, { json: { current_password: json.password } })
      const { credential, passkey } = registerPasskey(options.json, AT_SITE)
      await browser.send('POST', PASSKEYS, { json: { name: 'Key', credential } })
      const change = (disabled: boolean) =>
        service.send('POST', `/users/${user.id}`, { as: 'admin', json: { disabled } })
      await change(true)
      assert.equal(readCode(await signIn(passkey)), 'passkey_invalid')
      await change(false)
      assert.equal(readCode(await signIn(passkey)), 200)
      await service.send('DELETE', `/users/${user.id}`, { as: 'admin' })
      assert.equal(readCode(await signIn(passkey)), 'passkey_invalid')
    })

    test('A registration answers a challenge of the same user and browser', async () => {
      const [browser, other] = [await open('subscriber'), await open('contributor')]
      const send = async (client: BrowserClient, credential: Json) => {
        const { status, json } = await client.send('POST', PASSKEYS, { json: { name: 'Key', credential } })
        return status === 201 ? 201 : Object.keys(json.data.params).join()
      }
      const begin = (changes: Partial<AuthenticatorOptions> = {}) =>
        getOptions(browser).then((options) => registerPasskey(options, { ...AT_SITE, ...changes }).credential)
      assert.equal(await send(browser, await begin({ origin: 'https://evil.example' })), 'credential')
      assert.equal(await send(browser, await begin({ rpId: 'evil.example' })), 'credential')
      assert.equal(await send(browser, await begin({ isUserVerified: false })), 'credential')
      const otherChallenge = await begin()
      other.cookies.set('calends_passkey', browser.cookies.get('calends_passkey') ?? '')
      assert.equal(await send(other, otherChallenge), 'credential', 'another user')
      const { json: options } = await browser.send('POST', '/session/passkey/options', { json: {} })
      const user = { id: 'AAAA' }
      const { credential } = registerPasskey({ ...options, rp: { id: options.rpId }, user }, AT_SITE)
      assert.equal(await send(browser, credential), 'credential', 'the challenge of a sign-in')
      const late = await begin()
      service.setNow('2026-11-21T03:05:00Z')
      assert.equal(await send(browser, late), 'credential', 'expired')
      service.setNow(NOW)
      const right = await begin()
      assert.equal(await send(browser, right), 201)
      assert.equal(await send(browser, right), 'credential', 'used')
    })

    test('An attestation with a certificate is rejected, and one of the key itself is accepted', async () => {
      const browser = await open('subscriber')
      const attempt = async (attestation: Attestation) => {
        const { credential } = registerPasskey(await getOptions(browser), AT_SITE, attestation)
        return (await browser.send('POST', PASSKEYS, { json: { name: 'Key', credential } })).status
      }
      assert.equal(await attempt('self'), 201)
      assert.equal(await attempt('certificate'), 400)
    })

    test('Users rename and delete their own passkeys, and administrators delete those of others', async () => {
      const { id, passkey, browser } = await register('author', 'Old name')
      const path = `${PASSKEYS}/${id}`
      const renamed = await browser.send('PATCH', path, { json: { name: 'New name' } })
      assert.deepEqual([renamed.status, renamed.json.name], [200, 'New name'])
      for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b']) {
        assert.equal((await browser.send('POST', path, { json: { name } })).status, 400, name)
      }
      const other = await open('author2')
      const foreign = `/users/${service.ids.author}/passkeys/${id}`
      assert.equal((await other.send('POST', foreign, { json: { name: 'Mine' } })).status, 403)
      assert.equal((await other.send('POST', path, { json: { name: 'Mine' } })).json.code, 'passkey_not_found')
      assert.equal((await other.send('GET', `/users/${service.ids.author}/passkeys`)).status, 403)
      const absent = await other.send('POST', `${path}/delete`, { json: CONFIRMATION })
      assert.deepEqual([absent.status, absent.json.code], [404, 'passkey_not_found'])
      const unconfirmed = await browser.send('POST', `${path}/delete`, { json: {} })
      assert.deepEqual([unconfirmed.status, Object.keys(unconfirmed.json.data.params)], [400, ['current_password']])
      assert.equal(readCode(await signIn(passkey)), 200)
      const deleted = await browser.send('POST', `${path}/delete`, { json: CONFIRMATION })
      assert.deepEqual([deleted.json.deleted, deleted.json.previous.name], [true, 'New name'])
      assert.equal(readCode(await signIn(passkey)), 'passkey_invalid')
      const { id: lost } = await register('author')
      const lostPath = `/users/${service.ids.author}/passkeys/${lost}`
      const rename = await service.send('POST', lostPath, { as: 'admin', json: { name: 'Mine' } })
      assert.equal(rename.status, 403)
      const removal = await service.send('POST', `${lostPath}/delete`, { as: 'admin', json: {} })
      assert.deepEqual([removal.status, removal.json.previous.id], [200, lost])
      const huge = await browser.send('POST', `${PASSKEYS}/99999999999/delete`, { json: CONFIRMATION })
      assert.equal(huge.json.code, 'passkey_not_found')
    })

    test('Passkeys are registered in sessions only, and sign-ins by pages of other sites are rejected', async () => {
      const program = await service.send('POST', OPTIONS, { as: 'author', json: CONFIRMATION })
      assert.deepEqual([program.status, program.json.code], [401, 'rest_not_logged_in'])
      const { passkey } = await register('author')
      const challenge = { rpId: 'calendar.example', challenge: 'AAAA' }
      const json = { credential: signWithPasskey(passkey, challenge, AT_SITE) }
      for (const path of ['/session/passkey/options', '/session/passkey']) {
        const refused = await service.send('POST', path, { headers: { origin: 'https://evil.example' }, json })
        assert.deepEqual([refused.status, refused.json.code], [403, 'cross_origin_request'], path)
      }
      assert.equal((await service.send('GET', PASSKEYS)).status, 401)
    })
  })

  test(`Sign-ins that were begun without success are limited per client on ${engine.name}`, async () => {
    const service = await startService({ engine, now: NOW, env: { PUBLIC_URL: ORIGIN, RATE_LIMIT_SIGN_IN: '3' } })
    try {
      const browser = await openSession(service, 'editor')
      const { json: options } = await browser.send('POST', OPTIONS, { json: CONFIRMATION })
      const { credential, passkey } = registerPasskey(options, AT_SITE)
      await browser.send('POST', PASSKEYS, { json: { name: 'Key', credential } })
      const begin = () => browser.send('POST', '/session/passkey/options', { json: {}, nonce: null })
      for (let times = 0; times < 5; times++) {
        const response = signWithPasskey(passkey, (await begin()).json, AT_SITE)
        const { status } = await browser.send('POST', '/session/passkey', {
          json: { credential: response },
          nonce: null,
        })
        assert.equal(status, 200, 'successes do not count')
      }
      const concurrent = await Promise.all(Array.from({ length: 20 }, begin))
      assert.equal(concurrent.filter((response) => response.status === 200).length, 3)
      const { status, json, headers } = await begin()
      assert.deepEqual([status, json.code, headers['retry-after']], [429, 'too_many_sign_ins', '900'])
    } finally {
      await service.stop()
    }
  })
}
