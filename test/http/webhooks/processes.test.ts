/** Webhooks delivered by processes of the service: several on one database, and one that is killed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
} from '../../helper/serve-process.ts'
import { waitUntil } from '../../helper/until.ts'
import {
  RECEIVER_SETTINGS,
  startReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../../helper/webhooks/receiver.ts'

const EVENTS = 40
const NODES = 3
const DATES = { start_date: '2027-03-01', end_date: '2027-03-01' }

for (const engine of ENGINES) {
  describe(`processes that deliver webhooks on ${engine.name}`, () => {
    let place: TestStorage
    let processes: ServeProcesses
    let nodes: ServeProcess[]
    let receiver: WebhookReceiver
    let authorization: string
    before(async () => {
      place = await engine.create()
      receiver = await startReceiver()
      processes = createServeProcesses({ ...RECEIVER_SETTINGS, DATABASE_URL: place.url, DATA_DIR: place.folder })
      nodes = [await processes.start()]
      authorization = createBasicAuth(nodes.map(({ printed }) => findSecret(printed)).join(''))
      for (let node = 1; node < NODES; node++) nodes.push(await processes.start())
    })
    after(async () => {
      processes?.end()
      await receiver?.stop()
      await place?.remove()
    })

    const send = async (node: number, method: string, path: string, json?: unknown) => {
      const target = nodes[node]
      if (!target) throw new Error(`there is no node ${node}`)
      const response = await requestProcess(target, method, path, { authorization, json })
      assert.ok(response.status < 300, JSON.stringify(response.json))
      return response.json
    }
    const countMessages = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size

    test('Of several processes exactly one delivers each change', async () => {
      const webhook = await send(0, 'POST', '/webhooks', { url: receiver.url })
      for (let index = 0; index < EVENTS; index++)
        await send(index % NODES, 'POST', '/events', { title: `Event ${index}`, ...DATES })
      await waitUntil(() => countMessages() === EVENTS, 30_000)
      // Time for further attempts of the others.
      await pause(2500)
      assert.equal(receiver.received.length, EVENTS)
      for (const message of receiver.received) verifyMessage(message, webhook.secret)
      await send(0, 'DELETE', `/webhooks/${webhook.id}`)
    })

    test('After kill -9 during deliveries, each change is delivered at least once', async () => {
      receiver.received.length = 0
      const from = new Date().toISOString()
      for (let index = 0; index < EVENTS; index++)
        await send(0, 'POST', '/events', { title: `Killed ${index}`, ...DATES })
      const webhook = await send(0, 'POST', '/webhooks', { url: receiver.url })
      // Requests are open when the processes end.
      receiver.respondWith(async () => {
        await pause(50)
        return { status: 204 }
      })
      assert.ok((await send(0, 'POST', `/webhooks/${webhook.id}/replay`, { from })).queued >= EVENTS)
      await waitUntil(() => receiver.received.length >= EVENTS / 4, 30_000)
      const exits = nodes.map(({ child }) => once(child, 'exit'))
      for (const { child } of nodes) child.kill('SIGKILL')
      await Promise.all(exits)
      assert.ok(countMessages() < EVENTS)
      receiver.respondWith(() => ({ status: 204 }))
      nodes = [await processes.start()]
      const countPending = async (): Promise<number> =>
        (await send(0, 'GET', `/webhooks/${webhook.id}/deliveries?state=pending`)).total
      await waitUntil(async () => (await countPending()) === 0, 60_000)
      const titles = new Set(receiver.received.map(({ json }) => json.data.record.title))
      for (let index = 0; index < EVENTS; index++) assert.ok(titles.has(`Killed ${index}`), String(index))
      for (const message of receiver.received) verifyMessage(message, webhook.secret)
    })
  })
}
