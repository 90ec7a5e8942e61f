/** The routes of sources. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../../helper/command-line.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const NEW = { name: 'Club', type: 'ics', url: 'https://club.example/events.ics' }

for (const engine of ONE_ENGINE) {
  describe(`routes of sources on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())

    const asAdmin = (method: string, path: string, json?: Json) => service.send(method, path, { as: 'admin', json })
    const create = async (fields: Json = {}): Promise<Json> => {
      const { status, json, text } = await asAdmin('POST', '/sources', { ...NEW, ...fields })
      assert.equal(status, 201, text)
      return json
    }

    test('An administrator creates, lists, changes and deletes a source', async () => {
      const created = await asAdmin('POST', '/sources', NEW)
      const { id } = created.json
      const source = {
        ...{ id, ...NEW, username: '', has_password: false, interval: 60, category: 0, status: 'publish' },
        ...{ author: service.ids.admin, missing: 'cancel', enabled: true, created: '2026-11-21T03:00:00' },
        ...{ next_run: '2026-11-21T03:00:00', failures: 0, last_run: null },
      }
      assert.deepEqual([created.status, created.json], [201, source])
      assert.match(created.headers['location'] ?? '', new RegExp(`/sources/${id}$`))
      assert.deepEqual((await asAdmin('GET', '/sources')).json, [source])
      const category = (await asAdmin('POST', '/categories', { name: 'Clubs' })).json.id
      const change = { interval: 5, status: 'pending', missing: 'trash', category, author: service.ids.editor }
      const changed = await asAdmin('PUT', `/sources/${id}`, { ...change, enabled: false })
      assert.deepEqual(changed.json, { ...source, ...change, enabled: false, next_run: null })
      assert.deepEqual((await asAdmin('GET', `/sources/${id}`)).json, changed.json)
      assert.equal((await asAdmin('PATCH', `/sources/${id}`, { category: 0 })).json.category, 0)
      const deleted = await asAdmin('DELETE', `/sources/${id}`)
      assert.deepEqual([deleted.status, deleted.json.deleted, deleted.json.previous.id], [200, true, id])
      const missing = await asAdmin('GET', `/sources/${id}`)
      assert.deepEqual([missing.status, missing.json.code], [404, 'source-not-found'])
    })

    test('A source needs only its URL, and has the defaults of the command', async () => {
      const url = 'https://defaults.example/events.ics'
      const { id: _id, ...created } = (await asAdmin('POST', '/sources', { url })).json
      const { databaseUrl } = service.config
      const added = await runCalends(databaseUrl, ['source', 'add', url, '--author', 'admin', '--json'])
      const { id: _other, ...expected } = JSON.parse(added.stdout)
      const times = { created: '', next_run: '' }
      assert.deepEqual({ ...created, ...times }, { ...expected, ...times })
      assert.deepEqual([created.name, created.type, created.interval], [url, 'ics', 60])
    })

    test('Only administrators use sources', async () => {
      const { id } = await create()
      for (const as of ['anon', 'author', 'editor'] as const)
        for (const [method, path] of [
          ['GET', '/sources'],
          ['POST', '/sources'],
          ['GET', `/sources/${id}`],
          ['PUT', `/sources/${id}`],
          ['DELETE', `/sources/${id}`],
          ['POST', `/sources/${id}/run`],
          ['POST', `/sources/${id}/preview`],
          ['GET', `/sources/${id}/runs`],
          ['GET', `/sources/${id}/runs/1`],
          ['GET', '/sources/9999'],
        ] as const) {
          const json = method === 'POST' ? NEW : undefined
          const { status } = await service.send(method, path, { as, json })
          assert.equal(status, as === 'anon' ? 401 : 403, `${method} ${path} as ${as}`)
        }
    })

    test('Invalid fields are rejected, each by its name', async () => {
      for (const [fields, name] of [
        [{ name: '' }, 'name'],
        [{ type: 'rss' }, 'type'],
        [{ url: 'ftp://club.example/' }, 'url'],
        [{ url: 'https://me:secret@club.example/' }, 'url'],
        [{ interval: 4 }, 'interval'],
        [{ interval: 43_201 }, 'interval'],
        [{ category: 999 }, 'category'],
        [{ status: 'draft' }, 'status'],
        [{ author: 999 }, 'author'],
        [{ missing: 'delete' }, 'missing'],
        [{ enabled: 'perhaps' }, 'enabled'],
      ] as const) {
        const { status, json } = await asAdmin('POST', '/sources', { ...NEW, ...fields })
        assert.deepEqual([status, Object.keys(json.data.params)], [400, [name]])
      }
      assert.equal((await create({ url: 'webcal://club.example/a.ics#top' })).url, 'https://club.example/a.ics')
    })

    test('Passwords are not returned, and are removed when the URL changes to another server', async () => {
      const { id, has_password: hasPassword } = await create({ username: 'me', password: 'hush 4711' })
      assert.equal(hasPassword, true)
      const path = `/sources/${id}`
      const renamed = (await asAdmin('PUT', path, { name: 'Other', url: 'https://club.example/new.ics' })).json
      assert.deepEqual([renamed.username, renamed.has_password], ['me', true])
      const moved = (await asAdmin('PUT', path, { url: 'https://thief.example/new.ics' })).json
      assert.deepEqual([moved.username, moved.has_password], ['', false])
      const renewed = { url: 'https://club.example/new.ics', username: 'me', password: 'hush 4712' }
      assert.equal((await asAdmin('PUT', path, renewed)).json.has_password, true)
      for (const query of ['/sources', path, `/audit?kind=source&record=${id}`])
        assert.doesNotMatch((await asAdmin('GET', query)).text, /hush/, query)
    })

    test('Changes of sources are in the audit log', async () => {
      const { id } = await create()
      await asAdmin('PUT', `/sources/${id}`, { interval: 30 })
      await asAdmin('DELETE', `/sources/${id}`)
      const { audit } = (await asAdmin('GET', `/audit?kind=source&record=${id}`)).json
      assert.deepEqual(
        audit.map(({ action, user, changes }: Json) => [action, user.login, changes.length]),
        [
          ['delete', 'admin', 8],
          ['update', 'admin', 1],
          ['create', 'admin', 8],
        ],
      )
    })

    test('A requested run waits, is returned instead of a second one, and is in the log', async () => {
      const { id } = await create()
      const path = `/sources/${id}`
      const requested = await asAdmin('POST', `${path}/run`)
      assert.equal(requested.status, 202)
      const run = requested.json
      assert.deepEqual(
        [run.status, run.preview, run.confirm, run.source, run.requested, run.started],
        ['queued', false, false, id, '2026-11-21T03:00:00', null],
      )
      assert.match(requested.headers['location'] ?? '', new RegExp(`${path}/runs/${run.id}$`))
      assert.deepEqual((await asAdmin('POST', `${path}/run`)).json, run)
      const confirmed = (await asAdmin('POST', `${path}/run`, { confirm: true })).json
      const preview = (await asAdmin('POST', `${path}/preview`)).json
      assert.deepEqual(
        [confirmed.confirm, confirmed.preview, preview.confirm, preview.preview],
        [true, false, false, true],
      )
      const log = (await asAdmin('GET', `${path}/runs?per_page=2`)).json
      assert.deepEqual([log.total, log.total_pages, log.runs], [3, 2, [preview, confirmed]])
      assert.match(log.next_rest_url, new RegExp(`${path}/runs/\\?per_page=2&page=2$`))
      assert.deepEqual((await asAdmin('GET', `${path}/runs?per_page=2&page=2`)).json.runs, [run])
      assert.deepEqual((await asAdmin('GET', `${path}/runs/${run.id}`)).json, run)
      assert.deepEqual((await asAdmin('GET', path)).json.last_run, confirmed)
    })

    test('Unknown sources, runs and pages are not found', async () => {
      const first = await create()
      const second = await create()
      const { id } = (await asAdmin('POST', `/sources/${first.id}/run`)).json
      for (const [method, path, code] of [
        ['POST', '/sources/9999/run', 'source-not-found'],
        ['GET', '/sources/9999/runs', 'source-not-found'],
        ['GET', '/sources/99999999999999/runs', 'source-not-found'],
        ['GET', `/sources/${second.id}/runs/${id}`, 'source-run-not-found'],
        ['GET', `/sources/${second.id}/runs?page=2`, 'source-run-page-not-found'],
      ] as const) {
        const { status, json } = await asAdmin(method, path)
        assert.deepEqual([status, json.code], [404, code], path)
      }
    })
  })
}
