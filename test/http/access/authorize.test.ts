import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changePassword } from '../../../src/usecases/auth/accounts.ts'
import { ENGINES } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const PAGE = '//authorize-application'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

for (const engine of ENGINES) {
  describe(`applications are let in on ${engine.name}`, () => {
    let service: TestService
    const send = (fields: Record<string, string>, path = PAGE) =>
      service.send('POST', path, { body: new URLSearchParams(fields).toString(), headers: FORM })
    const signIn = { app_name: 'Wall Display', login: 'editor', password: 'right horse' }

    before(async () => {
      service = await startService({ engine, env: { RATE_LIMIT_SIGN_IN: '5' } })
      await changePassword(service.services, 'editor', signIn.password)
    })
    after(() => service.stop())

    test('the index of the site says where', async () => {
      const { authentication } = (await service.send('GET', '//wp-json/')).json
      const { authorization } = authentication['application-passwords'].endpoints
      assert.equal(authorization, `${service.origin}/authorize-application`)
      assert.equal((await service.send('GET', `//authorize-application?app_name=X`)).status, 200)
    })

    test('the page names who asks, as text, and keeps what the form needs', async () => {
      const query = new URLSearchParams({ app_name: '<b>Wall</b>', success_url: 'https://app.example/back?a=1' })
      const { text, headers, status } = await service.send('GET', `${PAGE}?${query}`)
      assert.equal(status, 200)
      assert.match(text, /&lt;b&gt;Wall&lt;\/b&gt;/)
      assert.match(text, /name="success_url" value="https:\/\/app\.example\/back\?a=1"/)
      assert.match(text, /sent back to app\.example/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.match(headers['content-security-policy'] ?? '', /form-action 'self' https:\/\/app\.example;/)
      assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
    })

    test('the name of a host says nothing else in the policy of the page', async () => {
      for (const host of ['app.example;sandbox', "app.example,script-src'self'"]) {
        const query = new URLSearchParams({ app_name: 'Wall', success_url: `https://${host}/` })
        const { headers } = await service.send('GET', `${PAGE}?${query}`)
        assert.match(headers['content-security-policy'] ?? '', /form-action 'self'; base-uri/)
      }
    })

    test('with the password of the account it gets one of its own, which works', async () => {
      const app_id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
      const answer = await send({ ...signIn, app_id, success_url: 'https://app.example/back?a=1' })
      assert.equal(answer.status, 303)
      const to = new URL(answer.headers['location'] ?? '')
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

    test('where it has nowhere to go, the person is shown the password, this once', async () => {
      const { text, status, headers } = await send(signIn)
      assert.equal(status, 200)
      assert.match(text, /<code>[A-Za-z0-9]{24}<\/code>/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
    })

    test('applications on this machine and those with schemes of their own are sent back to', async () => {
      for (const success_url of ['http://127.0.0.1:9000/cb', 'http://localhost/cb', 'com.example.wall:/done']) {
        const { headers } = await send({ ...signIn, success_url })
        assert.ok(headers['location']?.startsWith(success_url), headers['location'])
      }
    })

    test('no secret is sent where others listen, and none to a script', async () => {
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

    test('a name that no page could show, or that turns what stands around it, is none', async () => {
      for (const app_name of ['Wall\0', 'Wall\r\nDisplay', 'Wall \u202eyalpsiD', '\u0007', ' '.repeat(3)]) {
        const { status, text } = await send({ ...signIn, app_name })
        assert.equal(status, 400, JSON.stringify(app_name))
        assert.match(text, /app_name/)
      }
      assert.equal((await service.send('GET', `${PAGE}?app_name=Wall%ff`)).status, 400)
      assert.equal((await send({ ...signIn, app_name: 'شاشة 👩‍💻' })).status, 200)
    })

    test('whoever refuses sends it back without', async () => {
      const fields = { app_name: 'X', answer: 'refuse' }
      const there = await send({ ...fields, reject_url: 'https://app.example/no' })
      assert.equal(there.headers['location'], 'https://app.example/no?success=false')
      assert.equal((await send(fields)).status, 200)
    })

    test('a wrong password is no entry, and neither is that of an application', async () => {
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

    test('the page is in the language of its address', async () => {
      const { text } = await service.send('GET', `//de/authorize-application?app_name=X`)
      assert.match(text, /<html lang="de">/)
      assert.match(text, /action="\/de\/authorize-application"/)
      assert.match(text, /href="\/fr\/authorize-application\?app_name=X"/)
    })

    test('those who try too often wait, right or not', async () => {
      for (let turn = 0; turn < 6; turn++) await send({ ...signIn, login: 'author', password: 'guess' })
      const { status, text } = await send({ ...signIn, login: 'author' })
      assert.equal(status, 429)
      assert.match(text, /role="alert"/)
    })

    test('nobody gets more tries by sending them all at the same moment', async () => {
      service.setNow('2026-11-21T04:00:00Z')
      const tries = Array.from({ length: 30 }, (_, at) => send({ ...signIn, login: `nobody${at}`, password: 'guess' }))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 401).length, 5)
      assert.equal(statuses.filter((status) => status === 429).length, 25)
    })
  })
}
