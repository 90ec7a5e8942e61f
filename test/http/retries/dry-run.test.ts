/** `dry_run`: a write that is executed and not committed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { readTables } from '../../../src/storage/maintenance/table-rows.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`dry_run on ${engine.name}`, () => {
    let service: TestService
    let eventId: number
    before(async () => {
      service = await startService({ engine })
      eventId = (await service.send('POST', '/events', { as: 'editor', json: EVENT })).json.id
    })
    after(() => service.stop())

    /** Digests of all rows by table, without the recorded use of credentials. */
    async function readState(): Promise<object> {
      const { database, files } = service.services
      const digests: Record<string, string> = {}
      for await (const { name, rows } of readTables(database.read)) {
        const lasting = rows.filter(({ action }) => action !== 'sign-in')
        const digest = createHash('sha256')
          .update(`${digests[name]} ${JSON.stringify(lasting)}`)
          .digest('hex')
        if (name !== 'application_passwords') digests[name] = `${lasting.length} rows, ${digest}`
      }
      const keys: string[] = []
      for await (const { key } of files.list()) keys.push(key)
      return { ...digests, keys, seq: database.bus.current().seq }
    }

    test('Every kind of write responds as it would, and changes nothing', async () => {
      const venue = (await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Hall' } })).json.id
      const category = (await service.send('POST', '/categories', { as: 'editor', json: { name: 'Music' } })).json.id
      const before = await readState()
      const weekly = { rrule: 'FREQ=WEEKLY;COUNT=3' }
      const writes: [string, string, number, object?][] = [
        ['POST', '/events', 201, { ...EVENT, venue: { venue: 'New' }, tags: ['new'] }],
        ['POST', '/events', 201, { ...EVENT, recurrence: weekly }],
        ['PATCH', `/events/${eventId}`, 200, { title: 'Renamed' }],
        ['DELETE', `/events/${eventId}`, 200],
        ['DELETE', `/events/${eventId}?permanent=true`, 200],
        ['PUT', '/events/by-external-id/a:1', 201, EVENT],
        ['POST', '/venues', 201, { venue: 'Other' }],
        ['DELETE', `/venues/${venue}`, 200],
        ['POST', '/organizers', 201, { organizer: 'Ann' }],
        ['POST', '/categories', 201, { name: 'Art' }],
        ['DELETE', `/categories/${category}`, 200],
        ['POST', '/series', 201, { ...EVENT, recurrence: weekly }],
        ['POST', '/users', 201, { login: 'new', email: 'new@example.test', role: 'author', password: 'long enough 1' }],
        ['PATCH', `/users/${service.ids.author2}`, 200, { disabled: true }],
        ['POST', '/users/me/application-passwords', 201, { name: 'App' }],
        ['POST', '//wp-json/wp/v2/tags', 201, { name: 'wp' }],
      ]
      for (const [method, path, status, json] of writes) {
        const url = `${path}${path.includes('?') ? '&' : '?'}dry_run=1`
        const response = await service.send(method, url, { as: 'admin', json })
        assert.equal(response.status, status, `${method} ${url} ${response.text}`)
        assert.equal(response.headers['x-dry-run'], 'true', url)
      }
      assert.deepEqual(await readState(), before)
    })

    test('The response shows the record as it would be', async () => {
      const path = '/events?dry_run=1'
      const tried = await service.send('POST', path, { as: 'editor', json: { ...EVENT, title: 'Tried' } })
      assert.equal(tried.json.title, 'Tried')
      assert.equal((await service.send('GET', `/events/${tried.json.id}`)).status, 404)
      const created = await service.send('POST', '/events', { as: 'editor', json: { ...EVENT, title: 'Tried' } })
      assert.equal(created.text, tried.text)
    })

    test('dry_run in the body has the same effect', async () => {
      const before = await readState()
      const response = await service.send('PATCH', `/events/${eventId}`, {
        as: 'editor',
        json: { title: 'Other', dry_run: true },
      })
      assert.equal(response.json.title, 'Other')
      assert.equal(response.headers['x-dry-run'], 'true')
      assert.deepEqual(await readState(), before)
    })

    test('dry_run in the query takes precedence over the body', async () => {
      const before = await readState()
      const json = { title: 'Written', dry_run: false }
      const response = await service.send('PATCH', `/events/${eventId}?dry_run=1`, { as: 'editor', json })
      assert.equal(response.headers['x-dry-run'], 'true')
      assert.deepEqual(await readState(), before)
    })

    test('A try reports the error of the write: input, permission and precondition', async () => {
      const before = await readState()
      const path = `/events/${eventId}?dry_run=1`
      assert.equal((await service.send('PATCH', path, { as: 'editor', json: { end_date: '2020-01-01' } })).status, 400)
      assert.equal((await service.send('PATCH', path, { as: 'subscriber', json: { title: 'x' } })).status, 403)
      assert.equal((await service.send('PATCH', path, { json: { title: 'x' } })).status, 401)
      const headers = { 'if-match': 'W/"00-1-x"' }
      const stale = await service.send('PATCH', path, { as: 'editor', json: { title: 'x' }, headers })
      assert.equal(stale.status, 412)
      assert.equal(stale.headers['x-dry-run'], 'true')
      assert.deepEqual(await readState(), before)
    })

    test('An upload is checked and not stored', async () => {
      const before = await readState()
      const form = createFileForm({ title: 'Poster' }, await createImage(40, 30))
      assert.equal((await service.send('POST', '/media?dry_run=1', { as: 'editor', ...form })).status, 201)
      const text = createFileForm({}, Buffer.from('no image'))
      assert.equal((await service.send('POST', '/media?dry_run=1', { as: 'editor', ...text })).status, 400)
      assert.deepEqual(await readState(), before)
    })

    test('A value that is neither true nor false returns 400, so that nothing is executed by mistake', async () => {
      const before = await readState()
      const response = await service.send('DELETE', `/events/${eventId}?dry_run=ture`, { as: 'editor' })
      assert.equal(response.status, 400)
      assert.deepEqual(Object.keys(response.json.data.params), ['dry_run'])
      assert.deepEqual(await readState(), before)
      const off = await service.send('PATCH', `/events/${eventId}?dry_run=0`, { as: 'editor', json: { title: 'Done' } })
      assert.equal(off.headers['x-dry-run'], undefined)
      assert.equal((await service.send('GET', `/events/${eventId}`)).json.title, 'Done')
    })

    test('Operations that count wrong passwords or send messages do not support it', async () => {
      const webhook = { url: 'https://receiver.example/', kinds: ['event'] }
      const { id } = (await service.send('POST', '/webhooks', { as: 'admin', json: webhook })).json
      for (const [path, json] of [
        ['/session', { login: 'admin', password: 'wrong' }],
        [`/webhooks/${id}/ping`, {}],
      ] as const) {
        const response = await service.send('POST', `${path}?dry_run=1`, { as: 'admin', json })
        assert.deepEqual([response.status, response.json.code], [400, 'dry_run_unsupported'], path)
      }
    })

    test('Caches show nothing of a try', async () => {
      const read = async () => (await service.send('GET', `/events/${eventId}?_fields=title`)).json.title
      const title = await read()
      await service.send('PATCH', `/events/${eventId}?dry_run=1`, { as: 'editor', json: { title: 'Invisible' } })
      assert.equal(await read(), title)
      await service.send('PATCH', `/events/${eventId}`, { as: 'editor', json: { title: 'Visible' } })
      assert.equal(await read(), 'Visible')
    })

    test('Concurrent tries and writes do not disturb each other', async () => {
      const before = (await service.send('GET', '/venues?per_page=1', { as: 'admin' })).json.total
      const post = (path: string, index: number) =>
        service.send('POST', path, { as: 'editor', json: { venue: `Hall ${index}` } })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => post(index % 2 === 0 ? '/venues' : '/venues?dry_run=1', index)),
      )
      assert.ok(responses.every(({ status }) => status === 201))
      assert.equal((await service.send('GET', '/venues?per_page=1', { as: 'admin' })).json.total, before + 10)
    })
  })
}
