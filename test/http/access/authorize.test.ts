import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changePassword } from '../../../src/features/accounts/manage-users.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const PAGE = '//authorize-application'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

for (const engine of ONE_ENGINE) {
  describe(`Authorization of applications on ${engine.name}`, () => {
    let service: TestService
    const send = (fields: Record<string, string>, path = PAGE) =>
      service.send('POST', path, { body: new URLSearchParams(fields).toString(), headers: FORM })
    const signIn = { app_name: 'Wall Display', login: 'editor', password: 'right horse' }

    before(async () => {
      service = await startService({ engine, env: { RATE_LIMIT_SIGN_IN: '5' } })
      await changePassword(service.services, 'editor', { password: signIn.password })
    })
    after(() => service.stop())

    test('The site index contains the URL of the authorization page', async () => {
      const { authentication } = (await service.send('GET', '//wp-json/')).json
      const { authorization } = authentication['application-passwords'].endpoints
      assert.equal(authorization, `${service.origin}/authorize-application`)
      assert.equal((await service.send('GET', `//authorize-application?app_name=X`)).status, 200)
    })

    test('The page shows the name of the application as text and preserves the parameters of the form', async () => {
      const query = new URLSearchParams({ app_name: '<b>Wall</b>', success_url: 'https://app.example/back?a=1' })
      const { text, headers, status } = await service.send('GET', `${PAGE}?${query}`)
      assert.equal(status, 200)
      assert.match(text, /&lt;b&gt;Wall&lt;\/b&gt;/)
      assert.match(text, /name="success_url" value="https:\/\/app\.example\/back\?a=1"/)
      assert.match(text, /returned to app\.example/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.match(headers['content-security-policy'] ?? '', /form-action 'self' https:\/\/app\.example;/)
      assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
    })

    test('The host name of a redirect URL adds no other source to the content security policy of the page', async () => {
      for (const host of ['app.example;sandbox', "app.example,script-src'self'"]) {
        const query = new URLSearchParams({ app_name: 'Wall', success_url: `https://${host}/` })
        const { headers } = await service.send('GET', `${PAGE}?${query}`)
        assert.match(headers['content-security-policy'] ?? '', /form-action 'self'; base-uri/)
      }
    })

    test('The account password yields a new application password, which works', async () => {
      const app_id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
      const response = await send({ ...signIn, app_id, success_url: 'https://app.example/back?a=1' })
      assert.equal(response.status, 303)
      const to = new URL(response.headers['location'] ?? '')
      assert.equal(to.origin + to.pathname, 'https://app.example/back')
      const { a, site_url, user_login, password } = Object.fromEntries(to.searchParams)
      assert.deepEqual([a, site_url, user_login], ['1', service.origin, 'editor'])
      const authorization = `Basic ${Buffer.from(`${user_login}:${password}`).toString('base64')}`
      const json = { title: 'From the wall', start_date: '2027-01-01', end_date: '2027-01-01' }
      const introspect = '//wp-json/wp/v2/users/me/application-passwords/introspect'
      const { json: own } = await service.send('GET', introspect, { headers: { authorization } })
      assert.deepEqual([own.name, own.app_id], ['Wall Display', app_id])
      const created = await service.send('POST', '/events', { json, headers: { authorization } })
      assert.equal(created.status, 201)
      assert.equal(created.json.status, 'publish')
    })

    test('Without a redirect URL the page shows the password once', async () => {
      const { text, status, headers } = await send(signIn)
      assert.equal(status, 200)
      assert.match(text, /<code>[A-Za-z0-9]{24}<\/code>/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
    })

    test('The page redirects to applications on the same machine and to custom URL schemes', async () => {
      for (const success_url of ['http://127.0.0.1:9000/cb', 'http://localhost/cb', 'com.example.wall:/done']) {
        const { headers } = await send({ ...signIn, success_url })
        assert.ok(headers['location']?.startsWith(success_url), headers['location'])
      }
    })

    test('A redirect URL with plain HTTP on another host or with a script scheme is rejected', async () => {
      for (const success_url of [
        'http://app.example/',
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'https://user:secret@app.example/',
        'ftp://app.example/',
        'ws://app.example/',
        'mailto:me@app.example',
        'sms:+15550100',
        'tel:+15550100',
        'intent://app.example/#Intent;end',
        'ms-word:ofe|u|https://app.example/',
        'wall-display://done',
        'com..example:/done',
        'com.example.:/done',
        'https://a;sandbox/',
        'https://a,b/',
        "https://a$'/",
        'https://*/',
        '/relative',
      ]) {
        const { status, text } = await send({ ...signIn, success_url })
        assert.equal(status, 400, success_url)
        assert.match(text, /success_url/)
      }
      assert.equal((await send({ login: 'editor', password: 'right horse' })).status, 400)
    })

    test('An application name that cannot be displayed or that reverses the text around it is rejected', async () => {
      for (const app_name of [
        'x'.repeat(101),
        'Wall\0',
        'Wall\r\nDisplay',
        'Wall \u202eyalpsiD',
        '\u0007',
        ' '.repeat(3),
      ]) {
        const { status, text } = await send({ ...signIn, app_name })
        assert.equal(status, 400, JSON.stringify(app_name))
        assert.match(text, /app_name/)
      }
      assert.equal((await service.send('GET', `${PAGE}?app_name=Wall%ff`)).status, 400)
      assert.equal((await send({ ...signIn, app_name: 'شاشة 👩‍💻' })).status, 200)
      assert.equal((await send({ ...signIn, app_name: 'x'.repeat(100) })).status, 200)
    })

    test('A rejected request redirects without a password', async () => {
      const fields = { app_name: 'X', answer: 'refuse' }
      const rejection = await send({ ...fields, reject_url: 'https://app.example/no' })
      assert.equal(rejection.headers['location'], 'https://app.example/no?success=false')
      assert.equal((await send(fields)).status, 200)
    })

    test('A wrong password and an application password are rejected', async () => {
      for (const [login, password] of [
        ['editor', 'wrong'],
        ['nobody', 'right horse'],
        ['editor', Buffer.from(service.authorization('editor').slice(6), 'base64').toString().split(':')[1] ?? ''],
      ] as const) {
        const { status, text } = await send({ app_name: 'X', login, password, success_url: 'https://app.example/' })
        assert.equal(status, 401)
        assert.match(text, /role="alert"/)
        assert.doesNotMatch(text, /wrong horse|right horse/)
        assert.match(text, new RegExp(`name="login" value="${login}"`))
      }
    })

    test('The page is in the language of its URL', async () => {
      const { text } = await service.send('GET', `//de/authorize-application?app_name=X`)
      assert.match(text, /<html lang="de">/)
      assert.match(text, /action="\/de\/authorize-application"/)
      assert.match(text, /href="\/fr\/authorize-application\?app_name=X"/)
    })

    test('A client with too many failures has to wait, even with the right password', async () => {
      for (let turn = 0; turn < 6; turn++) await send({ ...signIn, login: 'author', password: 'guess' })
      const { status, text } = await send({ ...signIn, login: 'author' })
      assert.equal(status, 429)
      assert.match(text, /role="alert"/)
    })

    test('Concurrent requests do not get more attempts than sequential ones', async () => {
      service.setNow('2026-11-21T04:00:00Z')
      const attempts = Array.from({ length: 30 }, (_, index) =>
        send({ ...signIn, login: `nobody${index}`, password: 'guess' }),
      )
      const statuses = (await Promise.all(attempts)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 401).length, 5)
      assert.equal(statuses.filter((status) => status === 429).length, 25)
    })
  })
}
