/** `Idempotency-Key`: a repeated write gets the response to the first one (decisions: Retry safety). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deleteOldIdempotencyKeys } from '../../../src/calendar/idempotency.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`Idempotency-Key on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = (key: string, path: string, { as = 'editor', headers, ...options }: RequestOptions, method = 'POST') =>
      service.send(method, path, { as, ...options, headers: { 'idempotency-key': key, ...headers } })
    const create = (key: string, options: RequestOptions = {}) => send(key, '/events', { json: EVENT, ...options })
    const countRows = async (table: 'events' | 'media' | 'idempotency_keys'): Promise<number> => {
      const { rows } = await service.services.database.read
        .selectFrom(table)
        .select((on) => on.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      return Number(rows)
    }

    test('A repeated POST gets the first response and creates nothing', async () => {
      const rows = await countRows('events')
      const first = await create('repeated')
      const second = await create('repeated')
      assert.equal(first.status, 201)
      assert.equal(first.headers['idempotency-replayed'], undefined)
      assert.equal(second.status, 201)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.equal(second.text, first.text)
      for (const name of ['location', 'content-type', 'cache-control', 'vary', 'allow'])
        assert.equal(second.headers[name], first.headers[name], name)
      assert.equal(await countRows('events'), rows + 1)
    })

    test('A POST with the same key and other input returns 422 and creates nothing', async () => {
      await create('reused')
      const rows = await countRows('events')
      for (const options of [{ json: { ...EVENT, title: 'Other' } }, { json: { ...EVENT, tags: ['one'] } }]) {
        const response = await create('reused', options)
        assert.equal(response.status, 422)
        assert.equal(response.json.code, 'idempotency_key_reused')
      }
      assert.equal((await send('reused', '/events?_fields=id', { json: EVENT })).status, 422)
      assert.equal(await countRows('events'), rows)
    })

    test('The order of the fields of a repeated request does not matter', async () => {
      const first = await create('ordered', { json: EVENT })
      const reversed = Object.fromEntries(Object.entries(EVENT).reverse())
      assert.equal((await create('ordered', { json: reversed })).text, first.text)
    })

    test('Keys of other users, paths and methods are independent', async () => {
      const first = await create('shared')
      const other = await create('shared', { as: 'author' })
      assert.notEqual(other.json.id, first.json.id)
      assert.equal((await send('shared', '/venues', { json: { venue: 'Hall' } })).status, 201)
      const path = `/events/${first.json.id}`
      const updated = await send('shared', path, { json: { title: 'Renamed' } }, 'PATCH')
      assert.equal(updated.json.title, 'Renamed')
      assert.equal((await send('shared', path, {}, 'DELETE')).json.status, 'trash')
      // Without the key, a second DELETE returns 410.
      assert.equal((await send('shared', path, {}, 'DELETE')).status, 200)
      assert.equal((await service.send('DELETE', path, { as: 'editor' })).status, 410)
    })

    test('Concurrent requests with one key create one record', async () => {
      const rows = await countRows('events')
      const responses = await Promise.all(Array.from({ length: 8 }, () => create('concurrent')))
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201])
      assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
      assert.equal(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1)
      assert.equal(await countRows('events'), rows + 1)
    })

    test('A refused request is not stored, and is executed when it is repeated', async () => {
      const rows = await countRows('idempotency_keys')
      const json = { ...EVENT, venue: 4711 }
      for (const options of [{ json }, { json: {} }, { as: 'subscriber' as const }]) {
        const { status, headers } = await create('refused', options)
        assert.ok(status >= 400 && status < 500, String(status))
        assert.equal(headers['idempotency-replayed'], undefined)
      }
      assert.equal(await countRows('idempotency_keys'), rows)
      const venue = (await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Hall' } })).json.id
      assert.equal((await create('refused', { json: { ...EVENT, venue } })).status, 201)
    })

    test('An envelope does not hide that a request was refused', async () => {
      const rows = await countRows('idempotency_keys')
      const response = await send('envelope', '/events?_envelope', { json: { ...EVENT, venue: 4711 } })
      assert.deepEqual([response.status, response.json.status], [200, 400])
      assert.equal(await countRows('idempotency_keys'), rows)
    })

    test('A request that fails with 5xx can be repeated', async () => {
      const { database } = service.services
      await database.transaction((tx) => tx.schema.alterTable('history').renameTo('history_away').execute())
      const failed = await create('unlucky')
      await database.transaction((tx) =>
        tx.schema
          .alterTable('history_away' as 'history')
          .renameTo('history')
          .execute(),
      )
      assert.equal(failed.status, 500)
      const rows = await countRows('events')
      const second = await create('unlucky')
      assert.equal(second.status, 201)
      assert.equal(second.headers['idempotency-replayed'], undefined)
      assert.equal(await countRows('events'), rows + 1)
    })

    test('A repeated upload stores the image once, also with another boundary', async () => {
      const [media, file] = [await countRows('media'), await createImage(40, 30)]
      const upload = (content: Buffer, boundary = 'first') => {
        const { body, headers } = createFileForm({ title: 'Poster' }, content)
        const replace = (text: string) => text.replaceAll('calends-test', boundary)
        return send('upload', '/media', {
          body: Buffer.from(replace(body.toString('latin1')), 'latin1'),
          headers: { 'content-type': replace(headers['content-type']) },
        })
      }
      const first = await upload(file)
      assert.equal(first.status, 201)
      assert.equal((await upload(file, 'another-one')).text, first.text)
      assert.equal(await countRows('media'), media + 1)
      assert.equal((await upload(await createImage(40, 31))).status, 422)
    })

    test('A key expires after 24 hours, and the job deletes it', async () => {
      service.setNow('2026-11-22T03:00:00Z')
      const first = await create('expiring')
      service.setNow('2026-11-23T02:59:59Z')
      assert.equal((await create('expiring')).json.id, first.json.id)
      service.setNow('2026-11-23T03:00:00Z')
      assert.notEqual((await create('expiring')).json.id, first.json.id)
      service.setNow('2026-11-25T03:00:00Z')
      await deleteOldIdempotencyKeys(service.services)
      assert.equal(await countRows('idempotency_keys'), 0)
    })

    test('A key of no or more than 255 characters returns 400', async () => {
      for (const key of [' ', 'x'.repeat(256)]) {
        const response = await create(key)
        assert.equal(response.status, 400)
        assert.equal(response.json.code, 'idempotency_key_invalid')
      }
      assert.equal((await create('x'.repeat(255))).status, 201)
    })

    test('The response to a request that creates a credential is not stored', async () => {
      const rows = await countRows('idempotency_keys')
      const path = '/users/me/application-passwords'
      const first = await send('secret', path, { as: 'admin', json: { name: 'One' } })
      const second = await send('secret', path, { as: 'admin', json: { name: 'One' } })
      assert.equal(first.status, 201)
      assert.notEqual(second.json.password, first.json.password)
      const webhook = { url: 'https://receiver.example/', kinds: ['event'] }
      assert.equal((await send('webhook', '/webhooks', { as: 'admin', json: webhook })).status, 201)
      assert.equal(await countRows('idempotency_keys'), rows)
    })

    test('Neither the key nor the input is stored as text', async () => {
      await create('my-secret-key', { json: { ...EVENT, post_password: 'hunter22' } })
      const rows = await service.services.database.read.selectFrom('idempotency_keys').selectAll().execute()
      assert.doesNotMatch(JSON.stringify(rows), /my-secret-key|hunter22/)
    })
  })
}
