/** Application passwords in both namespaces (decisions: Application passwords). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const NAMESPACES = ['wp-json/wp/v2', 'wp-json/tribe/events/v1', 'api/cal/events/v1'] as const
const KEYS = ['uuid', 'app_id', 'name', 'created', 'last_used', 'last_ip', '_links']
const APP_ID = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

for (const engine of ONE_ENGINE) {
  describe(`Application passwords on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())

    const ME = 'wp-json/wp/v2/users/me/application-passwords'
    const send = (method: string, path: string, as: TestUser, json?: Json) =>
      service.send(method, `//${path}`, { as, json })
    const create = async (as: TestUser, json: Json, path: string = ME): Promise<Json> => {
      const { status, json: created, text } = await send('POST', path, as, json)
      assert.equal(status, 201, text)
      return created
    }
    const names = async (as: TestUser, path: string = ME): Promise<string[]> =>
      (await send('GET', path, as)).json.map(({ name }: Json) => name)
    const signIn = async (login: string, password: string) => {
      const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
      return (await service.send('GET', '/events', { headers: { authorization } })).status
    }

    for (const namespace of NAMESPACES) {
      const own = `${namespace}/users/me/application-passwords`

      test(`${namespace}: a user creates, reads, renames and revokes a password, which is valid until then`, async () => {
        const response = await send('POST', own, 'author', { name: ' Phone ', app_id: APP_ID })
        const { json: issued } = response
        assert.equal(response.status, 201, response.text)
        assert.deepEqual(Object.keys(issued), [...KEYS.slice(0, 6), 'password', '_links'])
        assert.match(issued.uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.match(issued.password, /^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/)
        const { name, app_id, created, last_used, last_ip } = issued
        assert.deepEqual(
          [name, app_id, created, last_used, last_ip],
          ['Phone', APP_ID, '2026-11-21T03:00:00', null, null],
        )
        const url = `${service.origin}/${namespace}/users/${service.ids.author}/application-passwords/${issued.uuid}`
        assert.deepEqual([issued._links, response.headers['location']], [{ self: [{ href: url }] }, url])
        assert.equal(await signIn('author', issued.password), 200)

        const { password: _password, ...shown } = issued
        const read = await send('GET', `${own}/${issued.uuid}`, 'author')
        assert.deepEqual([read.status, Object.keys(read.json)], [200, KEYS])
        assert.deepEqual({ ...read.json, last_used: null, last_ip: null }, shown)
        for (const method of ['POST', 'PUT', 'PATCH']) {
          const renamed = await send(method, `${own}/${issued.uuid}`, 'author', { name: method })
          assert.deepEqual([renamed.status, renamed.json.name, renamed.json.app_id], [200, method, APP_ID])
        }
        const unchanged = await send('PUT', `${own}/${issued.uuid}`, 'author', {})
        assert.deepEqual([unchanged.status, unchanged.json.name], [200, 'PATCH'])

        const revoked = await send('DELETE', `${own}/${issued.uuid}`, 'author')
        assert.deepEqual([revoked.status, revoked.json.deleted, revoked.json.previous.name], [200, true, 'PATCH'])
        assert.equal(await signIn('author', issued.password), 401)
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const { status, json } = await send(
            method,
            `${own}/${issued.uuid}`,
            'author',
            method === 'PUT' ? {} : undefined,
          )
          assert.deepEqual([status, json.code], [404, 'rest_application_password_not_found'])
        }
      })
    }

    test('A list contains only the passwords of the user, oldest first, without secrets', async () => {
      for (const name of ['One', 'Two']) await create('contributor', { name })
      const { status, json, text } = await send('GET', ME, 'contributor')
      assert.equal(status, 200)
      assert.deepEqual(
        json.map(({ name }: Json) => name),
        ['test', 'One', 'Two'],
      )
      for (const one of json) assert.deepEqual(Object.keys(one), KEYS)
      assert.doesNotMatch(text, /"password"|digest/)
    })

    test('Revoking all passwords of a user revokes each of them and returns their count', async () => {
      const { id } = (await send('GET', 'wp-json/wp/v2/users/me', 'author2')).json
      const created = await create('admin', { name: 'Kiosk' }, `wp-json/wp/v2/users/${id}/application-passwords`)
      assert.equal(await signIn('author2', created.password), 200)
      const { status, json } = await send('DELETE', ME, 'author2')
      assert.deepEqual([status, json], [200, { deleted: true, count: 2 }])
      assert.equal(await signIn('author2', created.password), 401)
      assert.equal((await send('GET', ME, 'author2')).status, 401)
    })

    test('GET introspect returns the password that authenticated the request', async () => {
      const { status, json } = await send('GET', `${ME}/introspect`, 'editor')
      assert.deepEqual([status, json.name, Object.keys(json)], [200, 'test', KEYS])
      const others = `wp-json/wp/v2/users/${service.ids.editor}/application-passwords/introspect`
      assert.equal((await send('GET', others, 'editor')).json.uuid, json.uuid)
      const asAdmin = await send('GET', others, 'admin')
      const code = 'rest_cannot_introspect_app_password_for_non_authenticated_user'
      assert.deepEqual([asAdmin.status, asAdmin.json.code], [403, code])
    })

    test('The last use is recorded with its IP address, at most once per hour', async () => {
      const { uuid, password } = await create('subscriber', { name: 'Display' })
      const path = `${ME}/${uuid}`
      const lastUse = async () => {
        const { last_used, last_ip } = (await send('GET', path, 'subscriber')).json
        return [last_used, last_ip]
      }
      assert.deepEqual(await lastUse(), [null, null])
      assert.equal(await signIn('subscriber', password), 200)
      await waitUntil(async () => (await lastUse())[0] !== null, 5000)
      assert.deepEqual(await lastUse(), ['2026-11-21T03:00:00', '127.0.0.1'])
      service.setNow('2026-11-21T03:59:59Z')
      await signIn('subscriber', password)
      service.setNow('2026-11-21T04:00:00Z')
      await signIn('subscriber', password)
      await waitUntil(async () => (await lastUse())[0] === '2026-11-21T04:00:00', 5000)
    })

    test('Administrators manage the passwords of every user, other users only their own', async () => {
      const path = `wp-json/wp/v2/users/${service.ids.editor}/application-passwords`
      const { uuid } = await create('admin', { name: 'From above' }, path)
      assert.ok((await names('editor', path)).includes('From above'))
      for (const as of ['author', 'contributor', 'subscriber'] as const) {
        const refused = [
          [await send('GET', path, as), 'rest_cannot_list_application_passwords'],
          [await send('POST', path, as, { name: 'Mine' }), 'rest_cannot_create_application_passwords'],
          [await send('DELETE', path, as), 'rest_cannot_delete_application_passwords'],
          [await send('GET', `${path}/${uuid}`, as), 'rest_cannot_read_application_password'],
          [await send('PUT', `${path}/${uuid}`, as, { name: 'Mine' }), 'rest_cannot_edit_application_password'],
          [await send('DELETE', `${path}/${uuid}`, as), 'rest_cannot_delete_application_password'],
        ] as const
        for (const [{ status, json }, code] of refused) assert.deepEqual([status, json.code], [403, code])
      }
      assert.equal((await send('DELETE', `${path}/${uuid}`, 'admin')).status, 200)
      const otherPath = `wp-json/wp/v2/users/${service.ids.author}/application-passwords`
      const own = await create('editor', { name: 'Own' })
      assert.equal((await send('GET', `${otherPath}/${own.uuid}`, 'admin')).status, 404)
    })

    test('Anonymous clients get 401, and only administrators learn which users exist', async () => {
      for (const path of [ME, `${ME}/introspect`, 'wp-json/wp/v2/users/999/application-passwords']) {
        const { status, json, headers } = await send('GET', path, 'anon')
        assert.deepEqual([status, json.code, headers['allow']], [401, 'rest_not_logged_in', ''])
      }
      const unknown = 'wp-json/wp/v2/users/999/application-passwords'
      assert.equal((await send('GET', unknown, 'editor')).json.code, 'rest_cannot_list_application_passwords')
      for (const id of ['999', '0', '99999999999999999999']) {
        const { status, json } = await send('GET', `wp-json/wp/v2/users/${id}/application-passwords`, 'admin')
        assert.deepEqual([status, json.code], [404, 'rest_user_invalid_id'], id)
      }
    })

    test('A password with an empty name or an invalid app_id is not created', async () => {
      const before = await names('editor')
      const missing = await send('POST', ME, 'editor', {})
      assert.deepEqual([missing.status, missing.json.code], [400, 'rest_missing_callback_param'])
      const bidi = 'Wall \u202eyalpsiD'
      for (const name of ['', ' ', 5, null, ['x'], 'x'.repeat(256), 'a\0b', 'a\nb', bidi]) {
        const { status } = await send('POST', ME, 'editor', { name })
        assert.equal(status, 400, JSON.stringify(name))
      }
      for (const app_id of ['phone', 5, `${APP_ID}0`]) {
        const { status, json } = await send('POST', ME, 'editor', { name: 'Phone', app_id })
        assert.deepEqual([status, Object.keys(json.data.params)], [400, ['app_id']])
      }
      assert.deepEqual(await names('editor'), before)
      await create('editor', { name: '<b>Tom & Jerry’s</b> 📱', app_id: '' })
      assert.equal((await names('editor')).at(-1), '<b>Tom & Jerry’s</b> 📱')
    })

    test('Responses about application passwords are not cacheable', async () => {
      const { headers } = await send('GET', ME, 'editor')
      assert.match(headers['cache-control'] ?? '', /no-store, private/)
    })

    test('Both indexes describe the routes', async () => {
      const wordpress = (await send('GET', 'wp-json/wp/v2', 'anon')).json.routes
      const calendar = (await send('GET', 'api/cal/events/v1', 'anon')).json.routes
      for (const [prefix, routes] of [
        ['/wp/v2', wordpress],
        ['/cal/events/v1', calendar],
      ] as const) {
        const path = `${prefix}/users/(?P<user_id>\\d+|me)/application-passwords`
        assert.deepEqual(routes[path].methods, ['GET', 'POST', 'DELETE'])
        assert.deepEqual(routes[`${path}/introspect`].methods, ['GET'])
        assert.deepEqual(routes[`${path}/(?P<uuid>[\\w-]+)`].methods, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.equal(routes[path].endpoints[1].args.name.required, true)
      }
    })
  })
}
