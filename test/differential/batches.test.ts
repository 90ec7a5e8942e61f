/**
 * Random writes on two databases: one executes them in batches, the other one by one. All responses are identical, and so
 * are all rows afterwards. HISTORY_SEED selects another sequence.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom, type Random } from '../../src/features/settings/sample/seeded-random.ts'
import { ENGINES } from '../helper/engines.ts'
import { createSolidImage } from '../helper/media/encode-png.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { type Json, startService, type TestResponse, type TestService } from '../helper/service.ts'
import { addKnownRecord, createKnownRecords, type KnownRecords } from './known-ids.ts'
import { readRows, TABLE_NAMES } from './rows.ts'
import { createWriteRequest, type WriteRequest } from './writes.ts'

const BATCHES = 80
const SEED = getSeed(1, 'HISTORY_SEED')
const START = Date.parse('2026-11-21T03:00:00Z')

interface Course {
  readonly batched: TestService
  readonly single: TestService
  readonly random: Random
  readonly known: KnownRecords
}

/** Uploads cannot be part of a batch. */
function createRequests({ random, known }: Course): WriteRequest[] {
  const first = createWriteRequest(random, known)
  const others = Array.from({ length: random.between(0, 6) }, () => createWriteRequest(random, known))
  return [first, ...others]
    .filter(({ body }) => body === undefined)
    .map((request) => ({ ...request, as: first.as ?? 'anon' }))
}

const runBatch = ({ batched }: Course, requests: readonly WriteRequest[], atomic: boolean): Promise<TestResponse> => {
  const items = requests.map(({ method, path, json }) => ({ method, path, body: json }))
  return batched.send('POST', '/batch', { as: requests[0]?.as ?? 'anon', json: { requests: items, atomic } })
}

/** Removes the requests that fail, one after the other, until the batch succeeds. */
async function runAtomically(course: Course, requests: readonly WriteRequest[]) {
  let remaining = requests
  while (remaining.length > 0) {
    const { status, json } = await runBatch(course, remaining, true)
    if (status === 200) return { executed: remaining, responses: json.responses }
    assert.equal(json.code, 'batch_failed', JSON.stringify(json))
    remaining = remaining.toSpliced(json.data.failed, 1)
  }
  return { executed: [], responses: [] }
}

/** URLs contain the port of their service. */
const withoutOrigin = (json: Json, { origin }: TestService): Json => {
  const host = new URL(origin).host
  return JSON.parse(JSON.stringify(json ?? null).replaceAll(host, 'host'))
}

async function step(course: Course, number: number): Promise<number> {
  const { batched, single, random, known } = course
  const requests = createRequests(course)
  if (requests.length === 0) return 0
  const atomic = random.chance(0.6)
  const { executed, responses } = atomic
    ? await runAtomically(course, requests)
    : { executed: requests, responses: (await runBatch(course, requests, false)).json.responses }
  for (const [index, { kind, ...request }] of executed.entries()) {
    const alone = await single.send(request.method, request.path, request)
    const about = `seed ${SEED}, batch ${number}, ${request.method} ${request.path}`
    assert.equal(responses[index].status, alone.status, about)
    assert.deepEqual(withoutOrigin(responses[index].body, batched), withoutOrigin(alone.json, single), about)
    addKnownRecord(known, kind, alone.json)
  }
  return executed.length
}

for (const engine of ENGINES) {
  describe(`batches on ${engine.name}`, () => {
    test('Random batches, atomic or not, have the result of their requests one by one', async () => {
      // Salts of passwords and names of files are equal.
      const random = (bytes: number) => '0'.repeat(2 * bytes)
      const services = await Promise.all([startService({ engine, random }), startService({ engine, random })])
      const [batched, single] = services
      try {
        const picture = await createSolidImage(40, 30).png().toBuffer()
        const known = createKnownRecords({ users: [1, 2, 3, 4, 5, 6, 7], images: [picture], now: START })
        for (const service of services) {
          const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }
          const { json } = await service.send('POST', '/media', { as: 'admin', body: picture, headers })
          if (service === single) addKnownRecord(known, 'media', json)
        }
        const course = { batched, single, random: createRandom(SEED), known }
        let executed = 0
        for (let number = 1; number <= BATCHES; number++) executed += await step(course, number)
        assert.ok(executed > BATCHES, `${executed} requests were executed`)
        for (const table of TABLE_NAMES) {
          if (table === 'application_passwords') continue
          const [one, other] = await Promise.all(
            services.map(({ services: { database } }) => readRows(database.read, table)),
          )
          assert.deepEqual(one, other, table)
        }
      } finally {
        await Promise.all(services.map((service) => service.stop()))
      }
    })
  })
}
