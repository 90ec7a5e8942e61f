/** Management of webhooks by the API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import {
  createDeliverer,
  RECEIVER_SETTINGS,
  startReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../../helper/webhooks/receiver.ts'

const START = '2026-11-21T03:00:00Z'
const EVENT = { title: 'Fair', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const URL_OF_RECEIVER = 'https://receiver.example/hook?key=1'

for (const engine of ONE_ENGINE) {
  describe(`webhooks on ${engine.name}`, () => {
    let service: TestService
    let receiver: WebhookReceiver
    let deliver: () => Promise<void>
    before(async () => {
      service = await startService({ engine, now: START, env: RECEIVER_SETTINGS })
      receiver = await startReceiver()
      deliver = createDeliverer(service)
    })
    after(async () => {
      await receiver.stop()
      await service.stop()
    })

    const asAdmin = (method: string, path: string, json?: Json) => service.send(method, path, { as: 'admin', json })
    const add = async (fields: Json = {}): Promise<Json> => {
      const { status, json, text } = await asAdmin('POST', '/webhooks', { url: URL_OF_RECEIVER, ...fields })
      assert.equal(status, 201, text)
      return json
    }
    const audit = async (id: number): Promise<Json[]> =>
      (await asAdmin('GET', `/audit?kind=webhook&record=${id}`)).json.audit

    test('An administrator creates, reads, changes and deletes a webhook; the secret is shown once', async () => {
      const created = await asAdmin('POST', '/webhooks', { url: URL_OF_RECEIVER, name: 'Partner' })
      const { secret, ...webhook } = created.json
      assert.deepEqual(webhook, {
        id: webhook.id,
        ...{ name: 'Partner', url: URL_OF_RECEIVER, kinds: ['event'], filters: {}, view: 'public' },
        ...{ enabled: true, disabled_reason: '', previous_secret_until: null },
        ...{ created: '2026-11-21T03:00:00', modified: '2026-11-21T03:00:00' },
      })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.match(created.headers['location'] ?? '', new RegExp(`/webhooks/${webhook.id}$`))
      const path = `/webhooks/${webhook.id}`
      assert.deepEqual((await asAdmin('GET', path)).json, webhook)
      assert.deepEqual((await asAdmin('GET', '/webhooks')).json.at(-1), webhook)
      const changes = {
        kinds: ['venue', 'tag'],
        filters: { featured: true, status: ['publish'] },
        view: 'full',
        name: '',
      }
      assert.deepEqual((await asAdmin('PUT', path, changes)).json, { ...webhook, ...changes })
      assert.deepEqual((await asAdmin('PUT', path, { filters: null, enabled: false })).json.filters, {})
      const deleted = await asAdmin('DELETE', path)
      assert.deepEqual([deleted.status, deleted.json.previous.id], [200, webhook.id])
      assert.deepEqual([(await asAdmin('GET', path)).status, (await asAdmin('DELETE', path)).status], [404, 404])
      const entries = await audit(webhook.id)
      assert.deepEqual(
        entries.map(({ action, user }) => [action, user.login]),
        ['delete', 'update', 'update', 'create'].map((action) => [action, 'admin']),
      )
      assert.ok(!JSON.stringify(entries).includes(secret))
    })

    test('Only administrators may use any route of webhooks', async () => {
      const { id } = await add()
      for (const as of ['anon', 'subscriber', 'author', 'editor'] as const)
        for (const [method, path, json] of [
          ['GET', '/webhooks', undefined],
          ['POST', '/webhooks', { url: URL_OF_RECEIVER }],
          ['GET', `/webhooks/${id}`, undefined],
          ['PUT', `/webhooks/${id}`, {}],
          ['DELETE', `/webhooks/${id}`, undefined],
          ['POST', `/webhooks/${id}/rotate-secret`, {}],
          ['POST', `/webhooks/${id}/ping`, {}],
          ['POST', `/webhooks/${id}/replay`, { from: '2026-01-01' }],
          ['GET', `/webhooks/${id}/deliveries`, undefined],
          ['POST', `/webhooks/${id}/deliveries/1/replay`, {}],
        ] as const) {
          const { status } = await service.send(method, path, { as, json })
          assert.equal(status, as === 'anon' ? 401 : 403, `${as} ${method} ${path}`)
        }
    })

    test('Invalid input returns 400 that names the parameter', async () => {
      for (const [fields, name] of [
        [{ url: 'ftp://receiver.example/' }, 'url'],
        [{ url: 'https://user:password@receiver.example/' }, 'url'],
        [{ url: 7 }, 'url'],
        [{ kinds: ['user'] }, 'kinds'],
        [{ kinds: [] }, 'kinds'],
        [{ view: 'everything' }, 'view'],
        [{ enabled: 'perhaps' }, 'enabled'],
        [{ name: 'x'.repeat(251) }, 'name'],
        [{ filters: { search: 'x' } }, 'filters'],
        [{ filters: { categories: ['music'] } }, 'filters'],
        [{ filters: { categories: [999_999] } }, 'filters'],
        [{ filters: { venue: [999_999] } }, 'filters'],
        [{ filters: 'featured' }, 'filters'],
      ] as const) {
        const { status, json } = await asAdmin('POST', '/webhooks', { url: URL_OF_RECEIVER, ...fields })
        assert.deepEqual([status, Object.keys(json.data?.params ?? {})], [400, [name]], JSON.stringify(fields))
      }
      assert.equal((await asAdmin('POST', '/webhooks', {})).json.code, 'rest_missing_callback_param')
    })

    test('After a rotation, messages are signed with both secrets for a day', async () => {
      const { id, secret } = await add({ url: receiver.url })
      const rotated = (await asAdmin('POST', `/webhooks/${id}/rotate-secret`, {})).json
      assert.notEqual(rotated.secret, secret)
      assert.equal(rotated.previous_secret_until, '2026-11-22T03:00:00')
      const ping = async () => {
        assert.equal((await asAdmin('POST', `/webhooks/${id}/ping`, {})).json.ok, true)
        const message = receiver.received.at(-1)
        assert.ok(message)
        return message
      }
      const first = await ping()
      for (const one of [secret, rotated.secret]) verifyMessage(first, one, Date.parse(START))
      service.setNow('2026-11-22T03:00:00Z')
      const later = await ping()
      verifyMessage(later, rotated.secret, Date.parse('2026-11-22T03:00:00Z'))
      assert.throws(() => verifyMessage(later, secret, Date.parse('2026-11-22T03:00:00Z')))
      service.setNow(START)
      assert.deepEqual(
        (await audit(id)).map(({ action }) => action),
        ['rotate-secret', 'create'],
      )
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('A ping returns the response of the receiver', async () => {
      const { id } = await add({ url: receiver.url, enabled: false })
      receiver.respondWith(() => ({ status: 418, body: 'teapot' }))
      const { json } = await asAdmin('POST', `/webhooks/${id}/ping`, {})
      assert.deepEqual([json.ok, json.status, json.response, json.failure], [false, 418, 'teapot', ''])
      assert.deepEqual(receiver.received.at(-1)?.json, {
        type: 'ping',
        timestamp: '2026-11-21T03:00:00Z',
        data: { webhook: id },
      })
      receiver.respondWith(() => ({ status: 204 }))
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('Hosts that are not public and not allowed receive nothing', async () => {
      const { port } = new URL(receiver.url)
      const count = receiver.received.length
      for (const host of ['localhost', '[::1]', '10.0.0.1', '169.254.169.254', '127.0.0.2']) {
        const { id } = await add({ url: `http://${host}:${port}/` })
        const { json } = await asAdmin('POST', `/webhooks/${id}/ping`, {})
        assert.deepEqual([json.ok, json.status, json.failure], [false, 0, 'refused'], host)
        await asAdmin('DELETE', `/webhooks/${id}`)
      }
      assert.equal(receiver.received.length, count)
    })

    test('A disabled webhook gets no changes; after it is enabled, a replay delivers those of the time between', async () => {
      const { id } = await add({ url: receiver.url })
      receiver.received.length = 0
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', EVENT)
      await deliver()
      assert.equal((await asAdmin('PUT', `/webhooks/${id}`, { enabled: false })).json.disabled_reason, '')
      const states = async () =>
        (await asAdmin('GET', `/webhooks/${id}/deliveries`)).json.deliveries.map(({ state }: Json) => state)
      assert.deepEqual(await states(), ['canceled'])
      service.setNow('2026-11-21T03:10:00Z')
      await asAdmin('POST', '/events', { ...EVENT, title: 'Meanwhile' })
      const refused = await asAdmin('POST', `/webhooks/${id}/replay`, { from: '2026-11-21T03:00:00Z' })
      assert.deepEqual([refused.status, refused.json.code], [400, 'webhook-disabled'])
      await asAdmin('PUT', `/webhooks/${id}`, { enabled: true })
      receiver.respondWith(() => ({ status: 204 }))
      await deliver()
      assert.equal(receiver.received.length, 1)
      const [{ headers }] = receiver.received as [Json]
      const replay = (fields: Json) => asAdmin('POST', `/webhooks/${id}/replay`, fields)
      const period = { from: '2026-11-21T03:00:00Z', to: '2026-11-21T03:09:00Z' }
      assert.deepEqual((await replay(period)).json, { queued: (await countEvents()) - 1 })
      assert.equal((await replay({ from: '2026-11-21T03:10:00Z' })).json.queued, 1)
      assert.equal((await replay({ from: '2027-01-01' })).json.queued, 0)
      assert.deepEqual((await replay({ from: 'x' })).status, 400)
      await deliver()
      assert.deepEqual(
        receiver.received.slice(1).map(({ json }) => json.data.record.title),
        ['Fair', 'Meanwhile'],
      )
      assert.equal(receiver.received[1]?.headers['webhook-id'], headers['webhook-id'])
      await asAdmin('DELETE', `/webhooks/${id}`)
    })
    const countEvents = async (): Promise<number> => (await asAdmin('GET', '/events')).json.total

    test('A delivery is replayed with the same message', async () => {
      const { id } = await add({ url: receiver.url })
      receiver.received.length = 0
      await asAdmin('POST', '/events', { ...EVENT, title: 'Replayed' })
      await deliver()
      const [delivery] = (await asAdmin('GET', `/webhooks/${id}/deliveries`)).json.deliveries
      const queued = await asAdmin('POST', `/webhooks/${id}/deliveries/${delivery.id}/replay`, {})
      assert.deepEqual([queued.json.state, queued.json.attempts], ['pending', 0])
      await deliver()
      assert.equal(receiver.received.length, 2)
      assert.equal(receiver.received[0]?.body, receiver.received[1]?.body)
      assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
      assert.equal((await asAdmin('POST', `/webhooks/${id}/deliveries/999999/replay`, {})).status, 404)
      const other = await add()
      assert.equal((await asAdmin('POST', `/webhooks/${other.id}/deliveries/${delivery.id}/replay`, {})).status, 404)
      assert.equal((await asAdmin('GET', `/webhooks/${id}/deliveries?page=2`)).status, 404)
      await asAdmin('DELETE', `/webhooks/${id}`)
    })
  })
}
