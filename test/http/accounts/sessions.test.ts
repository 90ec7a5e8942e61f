/** Cookie sessions with X-WP-Nonce (wire-contract §4.1, decisions: Sessions). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { changePassword, updateAccount } from '../../../src/features/accounts/manage-users.ts'
import { createBrowserClient, openSession } from '../../helper/accounts/browser-client.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const NOW = '2026-11-21T03:00:00Z'

for (const engine of ONE_ENGINE) {
  describe(`Sessions on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: NOW, env: { SERVER_TIMING: 'on' } })
    })
    after(() => service.stop())

    test('A user signs in, reads and writes with the nonce, and signs out', async () => {
      const browser = createBrowserClient(service)
      const signedIn = await browser.signIn('EDITOR@example.test', 'x')
      assert.equal(signedIn.status, 200, signedIn.text)
      const { user, capabilities, nonce, session } = signedIn.json
      assert.deepEqual([user.id, user.login, user.role, user.disabled], [service.ids.editor, 'editor', 'editor', false])
      assert.ok(capabilities.includes('edit_others_posts') && !capabilities.includes('edit_users'))
      assert.equal(session.is_current, true)
      assert.match(signedIn.headers['cache-control'] ?? '', /no-store/)
      const read = await browser.send('GET', '/session')
      assert.deepEqual([read.status, read.json.nonce, read.json.user], [200, nonce, user])
      const created = await browser.send('POST', '/events', { json: { ...EVENT, status: 'draft' } })
      assert.deepEqual([created.status, created.json.author], [201, String(user.id)])
      const draft = await browser.send('GET', `/events/${created.json.id}`)
      assert.equal(draft.status, 200)
      const query = await browser.send('GET', `/events/${created.json.id}?_wpnonce=${nonce}`, { nonce: null })
      assert.equal(query.status, 200)
      const before = browser.cookies.get('calends_session') ?? ''
      assert.deepEqual((await browser.send('DELETE', '/session')).json, { deleted: true })
      assert.equal(browser.cookies.has('calends_session'), false)
      const old = { cookie: `calends_session=${before}`, 'x-wp-nonce': nonce }
      assert.equal((await service.send('GET', '/events', { headers: old })).status, 403)
    })

    test('A cookie without a nonce is anonymous for reads and writes, and a wrong nonce is rejected', async () => {
      const browser = await openSession(service, 'editor')
      const draft = await browser.send('POST', '/events', { json: { ...EVENT, status: 'draft' } })
      assert.equal(draft.status, 201)
      const hidden = await service.send('GET', `/events/${draft.json.id}`)
      assert.ok(hidden.status >= 400)
      assert.equal((await browser.send('GET', `/events/${draft.json.id}`, { nonce: null })).text, hidden.text)
      assert.equal((await browser.send('POST', '/events', { nonce: null, json: EVENT })).status, 401)
      assert.equal((await browser.send('DELETE', '/session', { nonce: null })).status, 401)
      const other = await openSession(service, 'author')
      for (const nonce of ['wrong', '', other.getNonce() ?? '']) {
        for (const method of ['GET', 'POST']) {
          const { status, json } = await browser.send(method, '/events', {
            nonce,
            ...(method === 'POST' && { json: EVENT }),
          })
          assert.deepEqual([status, json.code], [403, 'rest_cookie_invalid_nonce'])
        }
      }
    })

    test('The cookie is limited to HTTP and the same site, and only its digest is stored', async () => {
      const browser = createBrowserClient(service)
      const { headers } = await browser.signIn('author', 'x')
      assert.match(
        headers['set-cookie'] ?? '',
        /calends_session=[0-9a-f]{64}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=2592000/,
      )
      assert.doesNotMatch(headers['set-cookie'] ?? '', /Secure/)
      const { rows } = await sql<Json>`select * from sessions`.execute(service.services.database.read)
      assert.ok(!JSON.stringify(rows).includes(browser.cookies.get('calends_session') ?? ''))
    })

    test('The nonce is not revealed to pages of other origins', async () => {
      const browser = await openSession(service, 'editor')
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const { status, json } = await browser.send('GET', '/session', { nonce: null, headers })
        assert.deepEqual([status, json.code], [401, 'rest_not_logged_in'])
      }
      const script = await browser.send('GET', '/session?_jsonp=steal', { nonce: null })
      assert.doesNotMatch(script.text, /"nonce"/)
      const foreign = createBrowserClient(service)
      const headers = { origin: 'https://evil.example' }
      const refused = await foreign.send('POST', '/session', { headers, json: { login: 'editor', password: 'x' } })
      assert.deepEqual([refused.status, refused.json.code], [403, 'cross_origin_request'])
      assert.equal(foreign.cookies.size, 0)
    })

    test('Concurrent reads of the own session never return that of another user', async () => {
      const browsers = [await openSession(service, 'editor'), await openSession(service, 'author')]
      const reads = Array.from({ length: 40 }, (_, index) =>
        browsers[index % 2]?.send('GET', '/session', { nonce: null }),
      )
      const logins = (await Promise.all(reads)).map((response) => response?.json.user.login)
      assert.deepEqual(
        logins,
        Array.from({ length: 40 }, (_, index) => ['editor', 'author'][index % 2]),
      )
    })

    test('A sign-in replaces the token of the session that the browser had', async () => {
      const browser = await openSession(service, 'author')
      const first = {
        cookie: `calends_session=${browser.cookies.get('calends_session')}`,
        'x-wp-nonce': browser.getNonce() ?? '',
      }
      await browser.signIn('author', 'x')
      assert.equal((await service.send('GET', '/events', { headers: first })).status, 403)
      assert.equal((await browser.send('GET', '/events')).status, 200)
    })

    test('Users list and end their sessions, and only administrators those of others', async () => {
      const [first, second] = [await openSession(service, 'contributor'), await openSession(service, 'contributor')]
      const list = (await first.send('GET', '/users/me/sessions')).json
      assert.deepEqual(
        list.map(({ is_current }: Json) => is_current),
        [false, true],
      )
      const path = `/users/${service.ids.contributor}/sessions`
      assert.equal((await service.send('GET', path, { as: 'editor' })).status, 403)
      assert.equal((await service.send('GET', path)).status, 401)
      assert.equal((await service.send('GET', path, { as: 'admin' })).json.length, 2)
      assert.equal((await service.send('DELETE', `${path}/${list[1].id}`, { as: 'editor' })).status, 403)
      const ended = await first.send('DELETE', `/users/me/sessions/${list[0].id}`)
      assert.deepEqual([ended.status, ended.json.previous.id], [200, list[0].id])
      assert.equal((await second.send('GET', '/events')).status, 403)
      assert.equal((await first.send('DELETE', `/users/me/sessions/${list[0].id}`)).status, 404)
      await openSession(service, 'contributor')
      assert.deepEqual((await first.send('DELETE', '/users/me/sessions')).json, { deleted: true, count: 1 })
      assert.deepEqual((await service.send('DELETE', path, { as: 'admin' })).json, { deleted: true, count: 1 })
      assert.equal((await first.send('GET', '/events')).status, 403)
    })

    test('A session ends after a week without use, and after 30 days in any case', async () => {
      const idle = await openSession(service, 'author')
      const used = await openSession(service, 'author')
      const day = (number: number) =>
        `2026-${number > 30 ? '12' : '11'}-${String(number > 30 ? number - 30 : number).padStart(2, '0')}T03:00:01Z`
      for (const number of [26, 32, 38, 44]) {
        service.setNow(day(number))
        assert.equal((await used.send('GET', '/events')).status, 200, day(number))
        // The use is stored without delaying the request.
        for (let times = 0; times < 100; times++) {
          const [{ last_used } = { last_used: '' }] = (await used.send('GET', '/users/me/sessions')).json
          if (last_used === day(number).slice(0, -1)) break
        }
      }
      assert.equal((await idle.send('GET', '/events')).status, 403)
      service.setNow('2026-12-21T03:00:00Z')
      assert.equal((await used.send('GET', '/users/me/sessions')).status, 403, '30 days after the sign-in')
      service.setNow(NOW)
    })

    test('A role applies to the next request, and a disabled user is signed out', async () => {
      const browser = await openSession(service, 'author2')
      const id = service.ids.author2
      const change = (update: Parameters<typeof updateAccount>[2]) => updateAccount(service.services, id, update)
      assert.equal((await browser.send('POST', '/events', { json: EVENT })).status, 201)
      await change({ role: 'subscriber' })
      assert.equal((await browser.send('POST', '/events', { json: EVENT })).status, 403)
      await change({ role: 'author', isDisabled: true })
      assert.equal((await browser.send('GET', '/events')).status, 403)
      assert.equal((await browser.signIn('author2', 'x')).status, 401)
      assert.equal((await service.send('GET', '/events', { as: 'author2' })).status, 401)
      await change({ isDisabled: false })
      assert.equal((await browser.signIn('author2', 'x')).status, 200)
      assert.equal((await service.send('GET', '/events', { as: 'author2' })).status, 200)
    })

    test('A new password ends all sessions of the user', async () => {
      const browser = await openSession(service, 'subscriber')
      await changePassword(service.services, 'subscriber', { password: 'correct horse' })
      assert.equal((await browser.send('GET', '/events')).status, 403)
      assert.equal((await browser.signIn('subscriber', 'correct horse')).status, 200)
    })

    test('A session reads the same lists as an application password, from the cache too', async () => {
      const viewers = ['subscriber', 'contributor', 'author', 'editor', 'admin'] as const
      await service.send('POST', '/events', { as: 'author', json: { ...EVENT, title: 'Own draft', status: 'draft' } })
      await changePassword(service.services, 'subscriber', { password: 'x' })
      const browsers = new Map(
        await Promise.all(viewers.map(async (as) => [as, await openSession(service, as)] as const)),
      )
      for (let round = 0; round < 3; round++) {
        for (const as of viewers) {
          const path = '/events?status=any&per_page=100'
          const response = await browsers.get(as)?.send('GET', path)
          const expected = await service.send('GET', path, { as })
          assert.deepEqual([response?.status, response?.text], [expected.status, expected.text], as)
          assert.match(response?.headers['cache-control'] ?? '', /no-store/)
          if (round === 2 && as === 'editor')
            assert.match(response?.headers['server-timing'] ?? '', /cacheLookup;[^,]*desc="hit"/)
        }
        const anonymous = await service.send('GET', '/events?status=any&per_page=100')
        assert.doesNotMatch(anonymous.text, /Own draft/)
      }
    })

    test('Failed sign-ins are limited as on other pages', async () => {
      const browser = createBrowserClient(service)
      const statuses: number[] = []
      for (let times = 0; times < 6; times++) statuses.push((await browser.signIn('contributor', 'wrong')).status)
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
    })
  })
}

test('The session cookie is sent over HTTPS only, below the path of the site, if that has them', async (context) => {
  const service = await startService({ env: { PUBLIC_URL: 'https://calendar.example/events-of-bonn' } })
  context.after(() => service.stop())
  const browser = createBrowserClient(service)
  const { headers } = await browser.send('POST', '/session', {
    headers: { origin: 'https://calendar.example' },
    json: { login: 'editor', password: 'x' },
  })
  assert.match(
    headers['set-cookie'] ?? '',
    /calends_session=\w+; HttpOnly; SameSite=Lax; Path=\/events-of-bonn; Max-Age=\d+; Secure/,
  )
})
