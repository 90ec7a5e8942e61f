/** Limits on failed sign-ins with the password of an account, on the sign-in page. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_WAITING_SIGN_INS } from '../../../src/calendar/users/account-sign-in.ts'
import { changePassword } from '../../../src/features/accounts/manage-users.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const PASSWORD = 'right horse'
const FREE = 5
const LIMIT = 8

for (const engine of ONE_ENGINE) {
  describe(`Sign-in with the password of an account on ${engine.name}`, () => {
    let service: TestService
    let now = Date.parse('2026-11-21T03:00:00Z')
    const wait = (seconds: number) => {
      now += seconds * 1000
      service.setNow(new Date(now).toISOString())
    }
    before(async () => {
      const env = { RATE_LIMIT_SIGN_IN: String(LIMIT), TRUST_PROXY: 'on' }
      service = await startService({ engine, env, now: new Date(now).toISOString() })
      for (const login of ['editor', 'author']) await changePassword(service.services, login, { password: PASSWORD })
    })
    after(() => service.stop())

    interface Attempt {
      readonly login?: string
      readonly password?: string
      readonly cookie?: string
    }
    const signIn = (
      address: string,
      { login = 'editor', password = 'guess', cookie }: Attempt = {},
    ): Promise<TestResponse> =>
      service.send('POST', '//authorize-application', {
        body: new URLSearchParams({ app_name: 'Wall Display', login, password }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': address,
          ...(cookie && { cookie }),
        },
      })
    const fail = async (address: string, times: number, attempt: Attempt = {}) => {
      for (let n = 0; n < times; n++) assert.equal((await signIn(address, attempt)).status, 401)
    }
    const getDeviceCookie = ({ headers }: TestResponse) => headers['set-cookie']?.split(';', 1)[0] ?? ''
    let clients = 0
    const createIpAddress = () => `198.51.100.${++clients}`

    test('After five failures each further failure doubles the waiting time, and no password is checked meanwhile', async () => {
      const address = createIpAddress()
      await fail(address, FREE)
      for (const seconds of ['1', '2', '4', '8']) {
        const refused = await signIn(address, { password: PASSWORD })
        assert.deepEqual([refused.status, refused.headers['retry-after']], [429, seconds])
        assert.match(refused.text, /role="alert">Too many failed sign-ins/)
        wait(Number(seconds))
        if (seconds !== '8') await fail(address, 1)
      }
      assert.equal((await signIn(address, { password: PASSWORD })).status, 200)
    })

    test('Failures at one IP address do not lock the account at another one', async () => {
      await fail(createIpAddress(), FREE)
      assert.equal((await signIn(createIpAddress(), { password: PASSWORD })).status, 200)
    })

    test('IP addresses of one IPv6 /64 network count as one client', async () => {
      for (let n = 0; n < FREE; n++) await fail(`2001:db8:5:6:${n}::1`, 1)
      assert.equal((await signIn('2001:db8:5:6:ffff::1', { password: PASSWORD })).status, 429)
      assert.equal((await signIn('2001:db8:5:7::1', { password: PASSWORD })).status, 200)
    })

    test('The login in any case and the email address count as one account', async () => {
      const address = createIpAddress()
      for (const login of ['editor', 'EDITOR', 'éditor', 'editor@example.test', 'Editor@Example.Test'])
        await fail(address, 1, { login })
      assert.equal((await signIn(address, { password: PASSWORD })).status, 429)
      assert.equal((await signIn(address, { login: 'author', password: PASSWORD })).status, 200)
    })

    test('An IP address that fails on many accounts has to wait too', async () => {
      const address = createIpAddress()
      for (let n = 0; n < LIMIT; n++) await fail(address, 1, { login: `nobody-${n}` })
      const refused = await signIn(address, { login: 'author', password: PASSWORD })
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'])
      wait(1)
      assert.equal((await signIn(address, { login: 'author', password: PASSWORD })).status, 200)
    })

    test('Failures with application passwords and with account passwords are counted separately', async () => {
      const address = createIpAddress()
      const authorization = `Basic ${Buffer.from('editor:wrong').toString('base64')}`
      const headers = { authorization, 'x-forwarded-for': address }
      for (let n = 0; n < LIMIT; n++) assert.equal((await service.send('GET', '/events', { headers })).status, 401)
      assert.equal((await signIn(address, { password: PASSWORD })).status, 200)
      const other = createIpAddress()
      await fail(other, FREE)
      const request = { as: 'editor', headers: { 'x-forwarded-for': other } } as const
      assert.equal((await service.send('GET', '/events', request)).status, 200)
    })

    describe('Sign-in on a known device', () => {
      test('A sign-in sets a cookie that is unavailable to scripts and to other sites', async () => {
        const { headers } = await signIn(createIpAddress(), { password: PASSWORD })
        const [pair, ...attributes] = (headers['set-cookie'] ?? '').split('; ')
        assert.match(pair ?? '', new RegExp(`^calends_device_${service.ids.editor}=[\\w.-]+$`))
        assert.deepEqual(attributes, ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=31536000'])
        assert.equal((await signIn(createIpAddress())).headers['set-cookie'], undefined)
      })

      test('A user can sign in on a known device while other clients at the same IP address are limited', async () => {
        const address = createIpAddress()
        const cookie = getDeviceCookie(await signIn(address, { password: PASSWORD }))
        await fail(address, FREE)
        assert.equal((await signIn(address, { password: PASSWORD })).status, 429)
        assert.equal((await signIn(address, { password: PASSWORD, cookie })).status, 200)
        assert.equal((await signIn(address, { login: 'EDITOR@example.test', password: PASSWORD, cookie })).status, 200)
      })

      test('Failures on a known device count at every IP address, and do not count for other clients', async () => {
        const cookie = getDeviceCookie(await signIn(createIpAddress(), { password: PASSWORD }))
        for (let n = 0; n < FREE; n++) await fail(createIpAddress(), 1, { cookie })
        const address = createIpAddress()
        assert.equal((await signIn(address, { password: PASSWORD, cookie })).status, 429)
        assert.equal((await signIn(address, { password: PASSWORD })).status, 200)
      })

      test('A device cookie that belongs to another user, was modified or has expired is ignored', async () => {
        const address = createIpAddress()
        const cookie = getDeviceCookie(await signIn(address, { password: PASSWORD }))
        await fail(address, FREE, { login: 'author' })
        const renamed = cookie.replace(/=\d+\./, `=${service.ids.author}.`)
        const altered = cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
        for (const invalidCookie of [cookie, renamed, altered, 'calends_device_1=', 'calends_device_1=1.2.3.4'])
          assert.equal(
            (await signIn(address, { login: 'author', password: PASSWORD, cookie: invalidCookie })).status,
            429,
          )
        await fail(address, LIMIT - FREE)
        await fail(createIpAddress(), FREE)
        wait(365 * 86_400)
        const later = createIpAddress()
        await fail(later, FREE)
        assert.equal((await signIn(later, { password: PASSWORD, cookie })).status, 429)
      })

      test('A new password makes every device unknown', async () => {
        const address = createIpAddress()
        const cookie = getDeviceCookie(await signIn(address, { password: PASSWORD }))
        await changePassword(service.services, 'editor', { password: 'other horse' })
        await fail(address, FREE)
        assert.equal((await signIn(address, { password: 'other horse', cookie })).status, 429)
        await changePassword(service.services, 'editor', { password: PASSWORD })
      })
    })

    test('Concurrent sign-ins of one client are rejected at once when 20 wait', async () => {
      const address = createIpAddress()
      const attempts = Array.from({ length: 60 }, (_, index) => signIn(address, { login: `unknown${index}` }))
      const texts = (await Promise.all(attempts)).map(({ text }) => text)
      const rejected = texts.filter((text) => text.includes('Too many sign-ins are in progress')).length
      assert.ok(rejected > 0 && rejected <= 60 - MAX_WAITING_SIGN_INS, `${rejected} of 60`)
    })

    test('Sign-ins beyond the limit of concurrent checks are rejected at once, except on a known device', async () => {
      const cookie = getDeviceCookie(await signIn(createIpAddress(), { password: PASSWORD }))
      const attempts = Array.from({ length: 100 }, (_, index) => signIn(`203.0.113.${index}`))
      const known = signIn(createIpAddress(), { password: PASSWORD, cookie })
      const responses = await Promise.all(attempts)
      assert.deepEqual([...new Set(responses.map(({ status }) => status))].sort(), [401, 429])
      const refused = responses.find(({ status }) => status === 429)
      assert.match(refused?.text ?? '', /Too many sign-ins are in progress/)
      assert.equal(refused?.headers['retry-after'], '3')
      assert.equal((await known).status, 200)
    })
  })
}
