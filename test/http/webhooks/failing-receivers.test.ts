/** Receivers that fail for long: retries, disabling, notices, and the end of the log. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deleteOldDeliveries } from '../../../src/features/webhooks/delete-old-deliveries.ts'
import { computeRetryDelay } from '../../../src/features/webhooks/retry-schedule.ts'
import type { Mail } from '../../../src/kernel/mailer.ts'
import { copyDatabase } from '../../../src/storage/maintenance/copy-database.ts'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import {
  createDeliverer,
  RECEIVER_SETTINGS,
  startReceiver,
  type WebhookReceiver,
} from '../../helper/webhooks/receiver.ts'

const START = Date.parse('2026-11-21T03:00:00Z')
const EVENT = { title: 'Fair', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const HOUR = 3600

test('Delays of retries double from about 10 seconds to about 6 hours, with jitter', () => {
  const delays = Array.from({ length: 40 }, (_, index) => [0, 0.5, 1].map((part) => computeRetryDelay(index + 1, part)))
  assert.deepEqual(delays[0], [8, 10, 12])
  assert.deepEqual(delays[1], [16, 20, 24])
  assert.deepEqual(delays.at(-1), [17_280, 21_600, 25_920])
})

for (const engine of ONE_ENGINE) {
  describe(`failing receivers of webhooks on ${engine.name}`, () => {
    let service: TestService
    let receiver: WebhookReceiver
    let deliver: () => Promise<void>
    const mails: Mail[] = []
    const reports: string[] = []
    before(async () => {
      service = await startService({ engine, env: RECEIVER_SETTINGS })
      receiver = await startReceiver()
      deliver = createDeliverer(service, {
        mailer: { send: async (mail) => void mails.push(mail) },
        reportError: (error) => reports.push(String(error)),
      })
    })
    after(async () => {
      await receiver.stop()
      await service.stop()
    })

    /** Seconds after the start. */
    const setTime = (seconds: number) => service.setNow(new Date(START + seconds * 1000).toISOString())
    const asAdmin = (method: string, path: string, json?: Json) => service.send(method, path, { as: 'admin', json })
    const addWebhook = async (): Promise<number> => (await asAdmin('POST', '/webhooks', { url: receiver.url })).json.id
    const getWebhook = async (id: number) => (await asAdmin('GET', `/webhooks/${id}`)).json
    const listDeliveries = async (id: number) => (await asAdmin('GET', `/webhooks/${id}/deliveries`)).json.deliveries

    test('After three days of failures a webhook is disabled, and administrators are told in all ways', async () => {
      setTime(0)
      const id = await addWebhook()
      await asAdmin('POST', '/events', EVENT)
      receiver.respondWith(() => ({ status: 500 }))
      for (let hour = 0; hour < 72; hour++) {
        setTime(hour * HOUR)
        await deliver()
      }
      assert.equal((await getWebhook(id)).enabled, true)
      const attempts = receiver.received.length
      assert.ok(attempts >= 15 && attempts <= 30, String(attempts))
      await asAdmin('POST', '/events', { ...EVENT, title: 'Later' })
      for (let hour = 72; hour < 80; hour++) {
        setTime(hour * HOUR)
        await deliver()
      }
      const webhook = await getWebhook(id)
      assert.deepEqual([webhook.enabled, webhook.disabled_reason], [false, 'failing'])
      assert.deepEqual(
        (await listDeliveries(id)).map(({ state }: Json) => state),
        ['canceled', 'failed'],
      )
      assert.deepEqual(
        mails.map(({ to, subject }) => [to, subject]),
        [['admin@example.test', 'Calends: webhook disabled']],
      )
      assert.ok(mails[0]?.text.includes(receiver.url))
      assert.ok(
        reports.some((text) => text.includes(`webhook ${id} (${receiver.url}) was disabled`)),
        reports.join(),
      )
      const [entry] = (await asAdmin('GET', `/audit?kind=webhook&record=${id}`)).json.audit
      assert.deepEqual([entry.action, entry.channel, entry.user], ['update', 'job', null])
      assert.deepEqual(
        entry.changes.map(({ field, after }: Json) => [field, after]),
        [
          ['enabled', false],
          ['disabled_reason', 'failing'],
        ],
      )
      const sent = receiver.received.length
      setTime(100 * HOUR)
      await deliver()
      assert.equal(receiver.received.length, sent)
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('A success within the three days starts them again for later deliveries', async () => {
      setTime(100 * HOUR)
      const id = await addWebhook()
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', EVENT)
      await deliver()
      setTime(150 * HOUR)
      receiver.respondWith(() => ({ status: 204 }))
      await deliver()
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', EVENT)
      await deliver()
      setTime(200 * HOUR)
      await deliver()
      assert.equal((await getWebhook(id)).enabled, true)
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('Status 410 disables a webhook at once', async () => {
      setTime(200 * HOUR)
      const id = await addWebhook()
      receiver.respondWith(() => ({ status: 410 }))
      await asAdmin('POST', '/events', EVENT)
      await deliver()
      const { enabled, disabled_reason } = await getWebhook(id)
      assert.deepEqual([enabled, disabled_reason], [false, 'gone'])
      assert.equal((await asAdmin('PUT', `/webhooks/${id}`, { enabled: true })).json.disabled_reason, '')
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('The log of deliveries covers 30 days; pending ones stay in it', async () => {
      setTime(300 * HOUR)
      const id = await addWebhook()
      receiver.respondWith(({ json }) => ({ status: json.data.record.title === 'Stuck' ? 500 : 204 }))
      await asAdmin('POST', '/events', EVENT)
      await asAdmin('POST', '/events', { ...EVENT, title: 'Stuck' })
      await deliver()
      setTime((300 + 29 * 24) * HOUR)
      assert.equal(await deleteOldDeliveries(service.services), 0)
      setTime((300 + 31 * 24) * HOUR)
      assert.ok((await deleteOldDeliveries(service.services)) > 0)
      assert.deepEqual(
        (await listDeliveries(id)).map(({ state }: Json) => state),
        ['pending'],
      )
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('A copied or restored database has its webhooks, and delivers only its own later changes', async (context) => {
      setTime(2000 * HOUR)
      const id = await addWebhook()
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', { ...EVENT, title: 'Before the copy' })
      await deliver()
      const place = await engine.create()
      const target = await openDatabase(place.url)
      context.after(async () => {
        await target.close()
        await place.remove()
      })
      await copyDatabase(service.services.database, target, { onProgress: () => {} })
      receiver.received.length = 0
      receiver.respondWith(() => ({ status: 204 }))
      await target.startPolling()
      const deliverCopy = createDeliverer(service, { database: target })
      await deliverCopy()
      await deliverCopy()
      assert.deepEqual(receiver.received, [])
      await asAdmin('DELETE', `/webhooks/${id}`)
    })

    test('After a failover, pending deliveries continue; those of a copy that is older than three days are canceled', async () => {
      setTime(3000 * HOUR)
      const { database } = service.services
      const id = await addWebhook()
      const setEpoch = (epoch: string) =>
        database.transaction((tx) =>
          tx.updateTable('webhook_states').set({ epoch }).where('webhook_id', '=', id).execute(),
        )
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', { ...EVENT, title: 'Pending' })
      await deliver()
      receiver.received.length = 0
      receiver.respondWith(() => ({ status: 204 }))
      await setEpoch('another')
      setTime(3001 * HOUR)
      await deliver()
      assert.deepEqual(
        receiver.received.map(({ json }) => json.data.record.title),
        ['Pending'],
      )
      receiver.respondWith(() => ({ status: 500 }))
      await asAdmin('POST', '/events', { ...EVENT, title: 'Old' })
      await deliver()
      await asAdmin('POST', '/events', { ...EVENT, title: 'Old, and not queued' })
      receiver.received.length = 0
      await setEpoch('another')
      setTime(3100 * HOUR)
      await deliver()
      assert.deepEqual(receiver.received, [])
      assert.equal((await listDeliveries(id))[0].state, 'canceled')
      assert.equal((await getWebhook(id)).enabled, true)
      await asAdmin('DELETE', `/webhooks/${id}`)
    })
  })
}
