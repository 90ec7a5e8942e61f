/** Delivery of changes to webhooks: messages, visibility, filters, order and retries. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import {
  createDeliverer,
  RECEIVER_SETTINGS,
  startReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../../helper/webhooks/receiver.ts'

const START = '2026-11-21T03:00:00Z'
const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`deliveries of webhooks on ${engine.name}`, () => {
    let service: TestService
    let receiver: WebhookReceiver
    let deliver: () => Promise<void>
    let seconds = 0
    before(async () => {
      service = await startService({ engine, now: START, env: RECEIVER_SETTINGS })
      receiver = await startReceiver()
      deliver = createDeliverer(service)
    })
    after(async () => {
      await receiver.stop()
      await service.stop()
    })
    beforeEach(async () => {
      for (const { id } of (await asAdmin('GET', '/webhooks')).json) await asAdmin('DELETE', `/webhooks/${id}`)
      receiver.received.length = 0
      receiver.respondWith(() => ({ status: 204 }))
    })

    const getTime = (): number => Date.parse(START) + seconds * 1000
    /** Moves the clock. */
    const wait = (time: number) => {
      seconds += time
      service.setNow(new Date(getTime()).toISOString())
    }
    const asAdmin = (method: string, path: string, json?: Json) => service.send(method, path, { as: 'admin', json })
    const addWebhook = async (fields: Json = {}): Promise<Json> => {
      const { status, json, text } = await asAdmin('POST', '/webhooks', { url: receiver.url, ...fields })
      assert.equal(status, 201, text)
      return json
    }
    const write = async (method: string, path: string, fields?: Json): Promise<Json> => {
      const { status, json, text } = await asAdmin(method, path, fields)
      assert.ok(status < 300, text)
      return json
    }
    const createEvent = (fields: Json = {}) => write('POST', '/events', { title: 'Fair', ...DATES, ...fields })
    const types = () => receiver.received.map(({ json }) => json.type)
    const listDeliveries = async (id: number, query = '') =>
      (await asAdmin('GET', `/webhooks/${id}/deliveries${query}`)).json.deliveries

    test('A message contains the record as anonymous viewers read it, and its signature verifies', async () => {
      const { secret } = await addWebhook()
      const event = await createEvent({ title: 'Fête & fair', venue: { venue: 'Hall' } })
      await deliver()
      assert.deepEqual(types(), ['event.created'])
      const [message] = receiver.received
      assert.ok(message)
      assert.deepEqual(verifyMessage(message, secret, getTime()), message.json)
      assert.throws(() => verifyMessage(message, `whsec_${Buffer.alloc(32).toString('base64')}`, getTime()))
      assert.equal(message.headers['content-type'], 'application/json')
      const [expected] = (await service.send('GET', '//api/cal/events/v1/events')).json.events
      assert.deepEqual(message.json.data.record, expected)
      assert.deepEqual([message.json.data.kind, message.json.data.id], ['event', event.id])
      assert.equal(message.json.timestamp, new Date(getTime()).toISOString().replace('.000', ''))
    })

    test('A webhook announces what becomes visible as created, and what becomes invisible as deleted', async () => {
      await addWebhook()
      const { id } = await createEvent({ status: 'draft' })
      await write('PUT', `/events/${id}`, { title: 'Secret draft' })
      await deliver()
      assert.deepEqual(types(), [])
      await write('PUT', `/events/${id}`, { status: 'publish' })
      await deliver()
      await write('PUT', `/events/${id}`, { title: 'Public' })
      await deliver()
      await write('PUT', `/events/${id}`, { status: 'private', title: 'Private' })
      await deliver()
      await write('PUT', `/events/${id}`, { status: 'publish' })
      await deliver()
      await write('DELETE', `/events/${id}`)
      await deliver()
      const expected = ['event.created', 'event.updated', 'event.deleted', 'event.created', 'event.deleted']
      assert.deepEqual(types(), expected)
      assert.deepEqual(
        receiver.received.map(({ json }) => json.data.record?.title ?? null),
        ['Secret draft', 'Public', null, 'Private', null],
      )
    })

    test('Several changes between two runs are announced one by one, with the record as it is when it is sent', async () => {
      await addWebhook()
      const { id } = await createEvent({ status: 'draft' })
      await write('PUT', `/events/${id}`, { status: 'publish' })
      await write('PUT', `/events/${id}`, { title: 'Last' })
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ json }) => [json.type, json.data.record.title]),
        [
          ['event.created', 'Last'],
          ['event.updated', 'Last'],
        ],
      )
      const revisions = receiver.received.map(({ json }) => json.data.revision)
      assert.ok(revisions[0] < revisions[1])
    })

    test('A record that is hidden before its message is sent is announced as deleted', async () => {
      await addWebhook()
      const { id } = await createEvent()
      await write('PUT', `/events/${id}`, { status: 'private', title: 'Hidden' })
      await deliver()
      assert.deepEqual(types(), ['event.deleted', 'event.deleted'])
      assert.ok(receiver.received.every(({ body }) => !body.includes('Hidden') && !body.includes('Fair')))
    })

    test('The public view has no text of protected events and no events hidden from lists; the full view has both', async () => {
      await addWebhook()
      const full = await startReceiver()
      await addWebhook({ url: full.url, view: 'full' })
      const { id } = await createEvent({ title: 'Locked', description: 'whispered', post_password: 'x' })
      await createEvent({ title: 'Unlisted', hide_from_listings: true })
      await createEvent({ title: 'Draft', status: 'draft' })
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ json }) => [json.type, json.data.id]),
        [['event.created', id]],
      )
      assert.ok(!receiver.received[0]?.body.includes('whispered'))
      assert.equal(full.received.length, 3)
      assert.ok(full.received.some(({ body }) => body.includes('whispered')))
      await full.stop()
    })

    test('Filters apply to the event before and after a change', async () => {
      const parent = await write('POST', '/categories', { name: 'Music' })
      const child = await write('POST', '/categories', { name: 'Jazz', parent: parent.id })
      const other = await write('POST', '/categories', { name: 'Sport' })
      await addWebhook({ filters: { categories: [parent.id], event_status: ['scheduled'] } })
      const { id } = await createEvent({ categories: [child.id] })
      await createEvent({ categories: [other.id] })
      await deliver()
      assert.deepEqual(types(), ['event.created'])
      await write('PUT', `/events/${id}`, { categories: [other.id] })
      await deliver()
      await write('PUT', `/events/${id}`, { title: 'Elsewhere' })
      await deliver()
      await write('PUT', `/events/${id}`, { categories: [parent.id] })
      await deliver()
      await write('PUT', `/events/${id}`, { event_status: 'canceled' })
      await deliver()
      assert.deepEqual(types(), ['event.created', 'event.deleted', 'event.created', 'event.deleted'])
    })

    test('Each filter selects the events that the list of events has with it', async () => {
      const category = await write('POST', '/categories', { name: `Dance ${engine.name}` })
      const venue = await write('POST', '/venues', { venue: 'Arena' })
      const organizer = await write('POST', '/organizers', { organizer: 'Club' })
      const plain = { title: 'Plain' }
      const chosen = {
        title: 'Chosen',
        categories: [category.id],
        tags: ['waltz'],
        venue: venue.id,
        organizer: organizer.id,
        featured: true,
        event_status: 'postponed',
        attendance_mode: 'online',
        virtual_url: 'https://live.example/',
        tickets: [{ name: 'Entry', price: '5' }],
      }
      const tag = (await write('POST', '/tags', { name: 'waltz' })).id
      const filters: Json[] = [
        { categories: [category.id] },
        { tags: [tag] },
        { venue: [venue.id] },
        { organizer: [organizer.id] },
        { featured: true },
        { event_status: ['postponed'] },
        { is_virtual: true },
        { ticketed: true },
        { categories_exclude: [category.id] },
        { tags_exclude: [tag] },
        { featured: false },
        { is_virtual: false },
        { ticketed: false },
      ]
      const webhooks: Json[] = []
      for (const filter of filters) webhooks.push(await addWebhook({ filters: filter }))
      const [first, second] = [await createEvent(plain), await createEvent(chosen)]
      await deliver()
      for (const [index, { id }] of webhooks.entries()) {
        const query = Object.entries(filters[index] ?? {}).map(([name, value]) => `${name}=${value}`)
        const list = await service.send('GET', `/events?include=${first.id},${second.id}&${query.join('&')}`)
        const sent: Json[] = await listDeliveries(id)
        assert.deepEqual(
          sent.map(({ record }) => record),
          list.json.events.map((event: Json) => event.id),
          query.join(),
        )
      }
    })

    test('Venues, organizers, categories and tags are announced to webhooks of their kinds', async () => {
      await addWebhook({ kinds: ['venue', 'organizer', 'category', 'tag'] })
      await createEvent({ title: 'Not of this kind' })
      const venue = await write('POST', '/venues', { venue: 'Stage' })
      await write('POST', '/organizers', { organizer: 'Troupe', status: 'draft' })
      const category = await write('POST', '/categories', { name: 'Film' })
      await deliver()
      const names = receiver.received.map(({ json: { type, data } }) => [type, data.record.venue ?? data.record.name])
      assert.deepEqual(names.sort(), [
        ['category.created', 'Film'],
        ['venue.created', 'Stage'],
      ])
      await write('PUT', `/categories/${category.id}`, { name: 'Cinema' })
      await deliver()
      await write('DELETE', `/categories/${category.id}`)
      await write('DELETE', `/venues/${venue.id}`)
      await deliver()
      assert.deepEqual(types().slice(2).sort(), ['category.deleted', 'category.updated', 'venue.deleted'])
    })

    test('A failed delivery is repeated later with the same message, and the log shows its attempts', async () => {
      const { id } = await addWebhook()
      await createEvent()
      receiver.respondWith(() => ({ status: 503, body: `busy\0${'x'.repeat(5000)}` }))
      await deliver()
      const [failed] = await listDeliveries(id)
      assert.deepEqual([failed.state, failed.attempts, failed.status, failed.failure], ['pending', 1, 503, ''])
      assert.match(failed.response, /^busyx{900,}$/)
      await deliver()
      assert.equal(receiver.received.length, 1)
      receiver.respondWith(() => ({ status: 200, body: 'thanks' }))
      wait(15)
      await deliver()
      const [delivered] = await listDeliveries(id)
      assert.deepEqual(
        [delivered.state, delivered.attempts, delivered.status, delivered.response, delivered.next_attempt],
        ['delivered', 2, 200, 'thanks', null],
      )
      assert.deepEqual(
        new Set(receiver.received.map(({ headers }) => headers['webhook-id'])),
        new Set([delivered.message_id]),
      )
      assert.deepEqual((await listDeliveries(id, '?state=pending')).length, 0)
    })

    test('A record whose message fails delays only its own later messages', async () => {
      await addWebhook()
      const { id } = await createEvent({ title: 'First' })
      const other = await createEvent({ title: 'Second' })
      receiver.respondWith(({ json }) => ({ status: json.data.id === id ? 500 : 204 }))
      await deliver()
      await write('PUT', `/events/${id}`, { title: 'First again' })
      await write('PUT', `/events/${other.id}`, { title: 'Second again' })
      await deliver()
      const list = () => receiver.received.map(({ json }) => [json.data.id, json.type])
      assert.deepEqual(list(), [
        [id, 'event.created'],
        [other.id, 'event.created'],
        [other.id, 'event.updated'],
      ])
      receiver.respondWith(() => ({ status: 204 }))
      wait(15)
      await deliver()
      assert.deepEqual(list().slice(3), [
        [id, 'event.created'],
        [id, 'event.updated'],
      ])
    })

    test('Redirects are not followed', async () => {
      const { id } = await addWebhook()
      const target = await startReceiver()
      receiver.respondWith(() => ({ status: 307, headers: { location: target.url } }))
      await createEvent()
      await deliver()
      assert.equal(target.received.length, 0)
      assert.equal((await listDeliveries(id))[0].status, 307)
      await target.stop()
    })
  })
}
