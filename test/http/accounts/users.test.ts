/** Management of users by the API, and changes of the own password. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insertPasskey, listPasskeys } from '../../../src/features/accounts/passkey-store.ts'
import { createBrowserClient, openSession } from '../../helper/accounts/browser-client.ts'
import { HOSTILE_ADDRESSES } from '../../helper/accounts/hostile-addresses.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const NEW = { login: 'zoe', email: 'zoe@example.test', role: 'author', password: 'correct horse' }

for (const engine of ONE_ENGINE) {
  describe(`Users on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())

    const asAdmin = (method: string, path: string, json?: Json) => service.send(method, path, { as: 'admin', json })
    const create = async (fields: Json): Promise<number> => {
      const { status, json, text } = await asAdmin('POST', '/users', { ...NEW, ...fields })
      assert.equal(status, 201, text)
      return json.id
    }
    const signIn = async (login: string, password: string) =>
      (await createBrowserClient(service).signIn(login, password)).status

    test('An administrator creates, lists, changes and deletes a user', async () => {
      const created = await asAdmin('POST', '/users', { ...NEW, name: 'Zoë' })
      const { id } = created.json
      const user = { id, login: 'zoe', name: 'Zoë', email: 'zoe@example.test', role: 'author', disabled: false }
      assert.deepEqual([created.status, created.json], [201, user])
      assert.match(created.headers['location'] ?? '', new RegExp(`/users/${id}$`))
      assert.equal(await signIn('zoe', NEW.password), 200)
      assert.deepEqual((await asAdmin('GET', '/users')).json.at(-1), user)
      const changes = { name: 'Z', email: 'z@example.test', role: 'editor', disabled: true }
      assert.deepEqual((await asAdmin('PUT', `/users/${id}`, changes)).json, { ...user, ...changes })
      assert.deepEqual((await asAdmin('GET', `/users/${id}`)).json, { ...user, ...changes })
      assert.equal(await signIn('zoe', NEW.password), 401)
      await asAdmin('PUT', `/users/${id}`, { disabled: false, password: 'battery staple' })
      assert.deepEqual(
        [await signIn('zoe', NEW.password), await signIn('z@example.test', 'battery staple')],
        [401, 200],
      )
      const deleted = await asAdmin('DELETE', `/users/${id}`)
      assert.deepEqual([deleted.status, deleted.json.previous.login], [200, 'zoe'])
      assert.equal((await asAdmin('GET', `/users/${id}`)).status, 404)
      assert.equal(await signIn('zoe', 'battery staple'), 401)
    })

    test('An address that mail programs read as another one, or as several, is rejected', async () => {
      for (const email of HOSTILE_ADDRESSES) {
        for (const [method, path, json] of [
          ['POST', '/users', { ...NEW, email }],
          ['PUT', `/users/${service.ids.author}`, { email }],
        ] as const) {
          const { status, json: body } = await asAdmin(method, path, json)
          assert.deepEqual([status, Object.keys(body.data.params)], [400, ['email']], email)
        }
      }
    })

    test('Only administrators manage users; others can read and rename themselves', async () => {
      const path = `/users/${service.ids.author}`
      for (const as of ['anon', 'subscriber', 'editor'] as const) {
        const status = as === 'anon' ? 401 : 403
        for (const [method, target, json] of [
          ['GET', '/users', undefined],
          ['POST', '/users', NEW],
          ['GET', path, undefined],
          ['PUT', path, {}],
          ['DELETE', path, undefined],
          ['GET', '/users/9999', undefined],
        ] as const)
          assert.equal(
            (await service.send(method, target, { as, json })).status,
            status,
            `${method} ${target} as ${as}`,
          )
      }
      assert.equal((await service.send('GET', '/users/me', { as: 'author' })).json.login, 'author')
      const renamed = await service.send('PATCH', '/users/me', { as: 'author', json: { name: 'Ann' } })
      assert.deepEqual([renamed.status, renamed.json.name], [200, 'Ann'])
      for (const json of [
        { role: 'administrator' },
        { email: 'a@example.test' },
        { disabled: true },
        { password: 'long enough' },
      ]) {
        const refused = await service.send('PATCH', '/users/me', { as: 'author', json })
        assert.deepEqual(
          [refused.status, refused.json.data.params],
          [400, { [Object.keys(json)[0] ?? '']: 'Invalid parameter.' }],
        )
      }
      assert.equal((await service.send('DELETE', '/users/me', { as: 'author' })).status, 403)
    })

    test('A password for another user ends passkeys, application passwords and sessions, unless they are to be kept', async () => {
      const id = await create({ login: 'ivy', email: 'ivy@example.test' })
      const { read, transaction } = service.services.database
      const row = { created_utc: '2026-11-21 03:00:00', last_used_utc: '', counter: 0, transports: '', public_key: 'x' }
      await transaction((tx) => insertPasskey(tx, { ...row, user_id: id, name: 'Key', credential_id: 'ivy' }))
      const path = `/users/${id}/application-passwords`
      const { json } = await asAdmin('POST', path, { name: 'phone' })
      const authorization = `Basic ${Buffer.from(`ivy:${json.password}`).toString('base64')}`
      const browser = createBrowserClient(service)
      const readState = async () => [
        (await service.send('GET', '/users/me', { headers: { authorization } })).status,
        (await listPasskeys(read, id)).length,
        (await browser.send('GET', '/users/me')).status,
      ]
      const setPassword = async (fields: Json) =>
        assert.equal((await asAdmin('PUT', `/users/${id}`, { password: 'correct horse', ...fields })).status, 200)
      const signIn = async () => assert.equal((await browser.signIn('ivy', 'correct horse')).status, 200)

      await signIn()
      await asAdmin('PUT', `/users/${id}`, { name: 'Ivy' })
      assert.deepEqual(await readState(), [200, 1, 200])
      await setPassword({ revoke_credentials: false })
      assert.deepEqual(await readState(), [200, 1, 403])
      await signIn()
      await setPassword({})
      assert.deepEqual(await readState(), [401, 0, 403])
    })

    test('Logins and email addresses are unique and valid', async () => {
      const id = await create({ login: 'mia', email: 'mia@example.test' })
      for (const [json, name] of [
        [{ login: 'MIA', email: 'other@example.test' }, 'login'],
        [{ login: 'other', email: 'MIA@example.test' }, 'email'],
        [{ login: 'mia@example.test', email: 'other@example.test' }, 'login'],
        [{ login: '-mia', email: 'other@example.test' }, 'login'],
        [{ login: 'other', email: 'no address' }, 'email'],
        [{ login: 'other', email: 'other@example.test', role: 'king' }, 'role'],
        [{ login: 'other', email: 'other@example.test', password: 'short' }, 'password'],
      ] as const) {
        const { status, json: failure } = await asAdmin('POST', '/users', { ...NEW, ...json })
        assert.deepEqual([status, Object.keys(failure.data.params)], [400, [name]])
      }
      assert.equal((await asAdmin('PUT', `/users/${id}`, { email: 'mia@example.test' })).status, 200)
      assert.equal((await asAdmin('PUT', `/users/${id}`, { email: 'editor@example.test' })).status, 400)
      const race = { login: 'race', email: 'race@example.test' }
      const statuses = await Promise.all(
        [1, 2, 3].map(async () => (await asAdmin('POST', '/users', { ...NEW, ...race })).status),
      )
      assert.deepEqual(statuses.sort(), [201, 400, 400])
    })

    test('The last administrator stays an active administrator', async () => {
      const path = `/users/${service.ids.admin}`
      for (const [method, json] of [
        ['PUT', { role: 'editor' }],
        ['PUT', { disabled: true }],
        ['DELETE', undefined],
      ] as const) {
        const { status, json: failure } = await asAdmin(method, path, json)
        assert.deepEqual(
          [status, failure.code, failure.message],
          [403, 'last_administrator', 'admin is the last administrator.'],
        )
      }
      const id = await create({ login: 'second', email: 'second@example.test', role: 'administrator' })
      assert.equal((await asAdmin('PUT', path, { name: 'Boss' })).status, 200)
      assert.equal((await asAdmin('PUT', `/users/${id}`, { disabled: true })).status, 200)
      assert.equal((await asAdmin('PUT', path, { disabled: true })).status, 403)
      assert.equal((await asAdmin('DELETE', `/users/${id}`)).status, 200)
    })

    test('Records of a deleted user get another author, in cached responses too', async () => {
      const from = await create({ login: 'leaver', email: 'leaver@example.test' })
      const newAuthor = service.ids.author2
      const event = (await asAdmin('POST', '/events', { title: 'Owned', author: from, ...DATES })).json
      const draft = (await asAdmin('POST', '/events', { title: 'Draft', author: from, status: 'draft', ...DATES })).json
      const venue = (await asAdmin('POST', '/venues', { venue: 'Hall', author: from })).json
      const series = (
        await asAdmin('POST', '/series', { title: 'Weekly', author: from, recurrence: 'FREQ=WEEKLY;COUNT=3', ...DATES })
      ).json
      const readAuthor = async (path: string) => (await service.send('GET', path)).json.author
      for (let times = 0; times < 3; times++) assert.equal(await readAuthor(`/events/${event.id}`), String(from))
      for (const reassign of [from, 9999, 0]) {
        assert.equal((await asAdmin('DELETE', `/users/${from}?reassign=${reassign}`)).status, 400, String(reassign))
      }
      assert.equal((await asAdmin('DELETE', `/users/${from}?reassign=${newAuthor}`)).status, 200)
      assert.equal(await readAuthor(`/events/${event.id}`), String(newAuthor))
      assert.equal(await readAuthor(`/venues/${venue.id}`), String(newAuthor))
      assert.equal(await readAuthor(`/series/${series.id}`), String(newAuthor))
      assert.equal((await service.send('GET', `/events/${draft.id}`, { as: 'author2' })).status, 200)
      const { events } = (await service.send('GET', `/series/${series.id}/events`)).json
      assert.deepEqual(
        events.map(({ author }: Json) => author),
        [newAuthor, newAuthor, newAuthor].map(String),
      )
    })

    test('Users change their password with the current one; other sessions end, on request application passwords too', async () => {
      const [browser, other] = [await openSession(service, 'contributor'), await openSession(service, 'contributor')]
      const path = '/users/me/password'
      const change = (json: Json) => browser.send('POST', path, { json })
      const wrong = await change({ current_password: 'wrong', password: 'correct horse' })
      assert.deepEqual(
        [wrong.status, wrong.json.data.params],
        [400, { current_password: 'The password is incorrect.' }],
      )
      const short = await change({ current_password: 'x', password: 'short' })
      assert.deepEqual([short.status, Object.keys(short.json.data.params)], [400, ['password']])
      const token = browser.cookies.get('calends_session')
      const changed = await change({ current_password: 'x', password: 'correct horse' })
      assert.equal(changed.status, 200, changed.text)
      assert.notEqual(browser.cookies.get('calends_session'), token)
      assert.equal((await browser.send('GET', '/users/me/sessions')).json.length, 1)
      assert.equal((await other.send('GET', '/events')).status, 403)
      assert.deepEqual([await signIn('contributor', 'x'), await signIn('contributor', 'correct horse')], [401, 200])
      assert.equal((await service.send('GET', '/users/me', { as: 'contributor' })).status, 200)
      const revoking = {
        current_password: 'correct horse',
        password: 'battery staple',
        revoke_application_passwords: true,
      }
      assert.equal((await change(revoking)).status, 200)
      assert.equal((await service.send('GET', '/users/me', { as: 'contributor' })).status, 401)
      const foreign = await asAdmin('POST', `/users/${service.ids.author}/password`, {
        current_password: 'x',
        password: 'battery staple',
      })
      assert.equal(foreign.status, 403)
    })

    test('Guessing the current password is limited like a sign-in', async () => {
      const browser = await openSession(service, 'author')
      const json = { current_password: 'wrong', password: 'correct horse' }
      const headers = { cookie: `calends_session=${browser.cookies.get('calends_session')}` }
      const statuses: number[] = []
      for (let times = 0; times < 6; times++)
        statuses.push((await browser.send('POST', '/users/me/password', { json, headers })).status)
      assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
    })
  })
}
