/** Many changes for a receiver that fails half the time. */
import assert from 'node:assert/strict'
import { createQueue } from '../../../src/base/concurrency/queue.ts'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import type { TestEngine } from '../engines.ts'
import { startService, type TestService } from '../service.ts'
import { createDeliverer, RECEIVER_SETTINGS, startReceiver, verifyMessage } from './receiver.ts'

const START = Date.parse('2026-11-21T03:00:00Z')
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
/** Changes of each event: its creation, and one update. */
const CHANGES_PER_EVENT = 2
/** Far more than a delivery needs. */
const MAX_ROUNDS = 60

/** Resolves with the number of requests. Throws unless each change is delivered, in the order of its record. */
export async function deliverUnreliably(engine: TestEngine, changes: number): Promise<number> {
  const service = await startService({ engine, now: '2026-11-21T03:00:00Z', env: RECEIVER_SETTINGS })
  const receiver = await startReceiver()
  try {
    const deliver = createDeliverer(service)
    const { secret } = (await service.send('POST', '/webhooks', { as: 'admin', json: { url: receiver.url } })).json
    await writeChanges(service, changes)
    let time = START
    const random = createRandom(1)
    const accepted = new Map<string, number>()
    const lastRevisions = new Map<number, number>()
    receiver.respondWith((message) => {
      const { id, revision } = message.json.data
      verifyMessage(message, secret, time)
      if (random.chance(0.5)) return { status: 500 }
      assert.ok(revision > (lastRevisions.get(id) ?? 0), `change ${revision} of record ${id} is out of order`)
      lastRevisions.set(id, revision)
      const messageId = String(message.headers['webhook-id'])
      accepted.set(messageId, (accepted.get(messageId) ?? 0) + 1)
      return { status: 204 }
    })
    for (let round = 0; round < MAX_ROUNDS && accepted.size < changes; round++) {
      await deliver()
      time += 3_600_000
      service.setNow(new Date(time).toISOString())
    }
    assert.equal(accepted.size, changes)
    return receiver.received.length
  } finally {
    await receiver.stop()
    await service.stop()
  }
}

async function writeChanges(service: TestService, changes: number): Promise<void> {
  const { run } = createQueue({ concurrency: 8 })
  const write = async (method: string, path: string, fields: object): Promise<number> => {
    const headers = { authorization: service.authorization('admin'), 'content-type': 'application/json' }
    const url = `${service.origin}/api/cal/events/v1${path}`
    const response = await fetch(url, { method, headers, body: JSON.stringify(fields) })
    assert.ok(response.ok, String(response.status))
    return Object(await response.json()).id
  }
  const writeEvent = async (title: string) => {
    const id = await write('POST', '/events', { ...DATES, title })
    await write('PUT', `/events/${id}`, { title: `${title}, changed` })
  }
  await Promise.all(
    Array.from({ length: changes / CHANGES_PER_EVENT }, (_, index) => run(() => writeEvent(`Event ${index}`))),
  )
}
