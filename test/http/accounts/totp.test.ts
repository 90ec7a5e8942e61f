/** Authenticator apps as second factor, and recovery codes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { createBrowserClient, openSession } from '../../helper/accounts/browser-client.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const START = Date.parse('2026-11-21T03:00:00Z')

for (const engine of ONE_ENGINE) {
  describe(`Authenticator apps on ${engine.name}`, () => {
    let service: TestService
    let seconds = 0
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z', env: { SITE_NAME: 'Bonn' } })
    })
    after(() => service.stop())

    /** Codes are valid once, so every test continues in a new time step. */
    const advance = (by = 60) => {
      seconds += by
      service.setNow(new Date(START + seconds * 1000).toISOString())
    }
    const generate = (secret: string, offset = 0) =>
      new TOTP({ secret }).generate({ timestamp: START + (seconds + offset) * 1000 })
    const signIn = async (login: string, code?: string): Promise<Json> => {
      const { status, json } = await createBrowserClient(service).signIn(login, 'x', code === undefined ? {} : { code })
      return status === 200 ? 200 : json.code
    }
    const enable = async (login: 'editor' | 'author' | 'author2' | 'contributor' | 'subscriber') => {
      const browser = await openSession(service, login)
      const { json } = await browser.send('POST', '/users/me/totp', { json: { current_password: 'x' } })
      const confirmed = await browser.send('POST', '/users/me/totp/confirm', { json: { code: generate(json.secret) } })
      assert.equal(confirmed.status, 200, confirmed.text)
      advance()
      return { browser, secret: String(json.secret), codes: confirmed.json.recovery_codes as string[] }
    }

    test('A user sets up an app with the password and a code, and signs in with both from then on', async () => {
      const browser = await openSession(service, 'editor')
      const wrong = await browser.send('POST', '/users/me/totp', { json: { current_password: 'wrong' } })
      assert.deepEqual([wrong.status, Object.keys(wrong.json.data.params)], [400, ['current_password']])
      const { json } = await browser.send('POST', '/users/me/totp', { json: { current_password: 'x' } })
      assert.match(json.url, /^otpauth:\/\/totp\/Bonn:editor\?issuer=Bonn&secret=[A-Z2-7]{32}&/)
      assert.equal(await signIn('editor'), 200, 'not confirmed')
      const other = await browser.send('POST', '/users/me/totp/confirm', { json: { code: '000000' } })
      assert.deepEqual([other.status, Object.keys(other.json.data.params)], [400, ['code']])
      const confirmed = await browser.send('POST', '/users/me/totp/confirm', { json: { code: generate(json.secret) } })
      assert.equal(new Set(confirmed.json.recovery_codes).size, 10)
      const status = await browser.send('GET', '/users/me/totp')
      assert.deepEqual(status.json, { totp: true, recovery_codes: 10 })
      advance()
      assert.equal(await signIn('editor'), 'second_factor_required')
      assert.equal(await signIn('editor', '000000'), 'second_factor_wrong')
      const code = generate(json.secret)
      assert.equal(await signIn('editor', ` ${code.slice(0, 3)} ${code.slice(3)} `), 200)
      const again = await browser.send('POST', '/users/me/totp', { json: { current_password: 'x' } })
      assert.deepEqual([again.status, again.json.code], [403, 'totp_enabled'])
    })

    test('A code is valid once, also for concurrent sign-ins, and only near its time', async () => {
      const { secret } = await enable('author')
      const code = generate(secret)
      const results = await Promise.all([signIn('author', code), signIn('author', code), signIn('author', code)])
      assert.deepEqual(results.sort(), [200, 'second_factor_wrong', 'second_factor_wrong'])
      assert.equal(await signIn('author', generate(secret, -30)), 'second_factor_wrong', 'before a used one')
      advance()
      assert.equal(await signIn('author', generate(secret, -90)), 'second_factor_wrong')
      assert.equal(await signIn('author', generate(secret, 90)), 'second_factor_wrong')
      assert.equal(await signIn('author', generate(secret, 30)), 200)
    })

    test('A recovery code replaces a code once', async () => {
      const { browser, codes } = await enable('author2')
      const [code = ''] = codes
      assert.deepEqual([await signIn('author2', code), await signIn('author2', code)], [200, 'second_factor_wrong'])
      assert.equal((await browser.send('GET', '/users/me/totp')).json.recovery_codes, 9)
    })

    test('Applications are authorized only with a code', async () => {
      const { secret } = await enable('contributor')
      const submit = (fields: Json) =>
        service.send('POST', '//authorize-application', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            app_name: 'App',
            login: 'contributor',
            password: 'x',
            answer: 'allow',
            ...fields,
          }).toString(),
        })
      const withoutCode = await submit({})
      assert.equal(withoutCode.status, 401)
      assert.match(withoutCode.text, /<input id="code" name="code"/)
      assert.equal((await submit({ code: '000000' })).status, 401)
      const allowed = await submit({ code: generate(secret) })
      assert.equal(allowed.status, 200)
      assert.match(allowed.text, /<dl class="secret">/)
    })

    test('The user removes the app with the password, and an administrator without it', async () => {
      const { browser } = await enable('subscriber')
      const path = `/users/${service.ids.subscriber}/totp`
      const refused = await browser.send('POST', '/users/me/totp/disable', { json: {} })
      assert.deepEqual([refused.status, Object.keys(refused.json.data.params)], [400, ['current_password']])
      assert.equal((await service.send('GET', path, { as: 'author' })).status, 403)
      assert.equal((await service.send('POST', `${path}/disable`, { as: 'author', json: {} })).status, 403)
      assert.equal((await service.send('POST', path, { as: 'admin', json: { current_password: 'x' } })).status, 403)
      const removed = await browser.send('POST', '/users/me/totp/disable', { json: { current_password: 'x' } })
      assert.deepEqual(removed.json, { totp: false, recovery_codes: 0 })
      assert.equal(await signIn('subscriber'), 200)
      await enable('subscriber')
      const disabled = await service.send('POST', `${path}/disable`, { as: 'admin', json: {} })
      assert.deepEqual(disabled.json, { totp: false, recovery_codes: 0 })
      assert.equal(await signIn('subscriber'), 200)
    })

    test('Wrong codes are limited per user, from any client', async () => {
      const statuses: Json[] = []
      for (let times = 0; times < 11; times++) statuses.push(await signIn('author2', '000000'))
      assert.equal(statuses.at(-1), 'too_many_sign_ins')
      advance(900)
      const concurrent = await Promise.all(Array.from({ length: 15 }, () => signIn('author2', '000000')))
      assert.equal(concurrent.filter((code) => code === 'second_factor_wrong').length, 10)
    })
  })
}
