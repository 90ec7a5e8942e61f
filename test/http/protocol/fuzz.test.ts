/**
 * Every input has a response of the wire contract: never a 500, never late, and a rejected write leaves nothing behind
 * (decisions: errors).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type FuzzRun, startFuzz } from '../../helper/http/fuzz.ts'
import { COMMON_PARAMETERS, FUZZ_TARGETS, VALID_INPUTS } from '../../helper/http/fuzz-requests.ts'
import { HOSTILE_VALUES } from '../../helper/http/hostile-values.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import type { Json } from '../../helper/service.ts'

const SEED = getSeed(500)
const RUNS = 400

for (const engine of ONE_ENGINE) {
  describe(`Hostile input on ${engine.name}`, () => {
    let fuzz: FuzzRun
    before(async () => {
      fuzz = await startFuzz(engine)
    })
    after(() => fuzz.service.stop())

    test('No request returns 500, takes long, or leaves something behind when it is rejected', () =>
      fuzz.run({ seed: SEED, runs: RUNS }))

    test('Every JSON parameter withstands every hostile value', async () => {
      const creations = FUZZ_TARGETS.filter(
        ({ pattern, method }) => VALID_INPUTS[pattern] && (method === 'POST' || method === 'GET'),
      )
      for (const route of creations) {
        for (const name of route.names.filter((item) => !COMMON_PARAMETERS.includes(item))) {
          // The very long values are not repeated for every parameter.
          const chosen = HOSTILE_VALUES.filter((_, index) => (index + name.length) % 7 === 0)
          for (const bad of chosen) {
            const attempt = {
              route,
              id: '',
              slug: '',
              query: {},
              body: { [name]: bad },
              type: 0,
              as: 'admin',
              headers: {},
            } as const
            await fuzz.sendInTime(attempt)
          }
        }
      }
    })

    test('A write that fails late leaves none of its venues, organizers and terms', async () => {
      const known = await fuzz.countRows()
      const json = {
        ...VALID_INPUTS['/events'],
        venue: { venue: 'Left behind hall' },
        organizer: [{ organizer: 'Left behind' }, { organizer: ' ' }],
        categories: ['Left behind'],
      }
      for (const late of [json, { ...json, organizer: [{ organizer: 'A' }], end_date: '2027-02-01' }]) {
        const { status, text } = await fuzz.service.send('POST', '/events', { as: 'admin', json: late })
        assert.equal(status, 400, text)
        assert.deepEqual(await fuzz.countRows(), known)
      }
    })

    test('Unknown methods return 404 and bodies beyond the limit 413', async () => {
      for (const method of ['PROPFIND', 'TRACE', 'LOCK', 'PURGE']) {
        const { status, json } = await fuzz.service.send(method, '/events')
        assert.deepEqual([status, json.code], [404, 'rest_no_route'], method)
      }
      const body = JSON.stringify({ title: 'x'.repeat(1_100_000) })
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await fuzz.service.send('POST', '/events', { as: 'admin', body, headers })
      assert.deepEqual([status, json.code], [413, 'request_too_large'])
    })

    test('Keys of the object prototype are ordinary parameters', async () => {
      const body = '{"title":"Proto","start_date":"2027-03-01","end_date":"2027-03-01","__proto__":{"featured":true}}'
      const headers = { 'content-type': 'application/json' }
      const { status, json } = await fuzz.service.send('POST', '/events', { as: 'admin', body, headers })
      assert.deepEqual([status, json.featured], [201, false])
      const query = await fuzz.service.send('GET', '/events?__proto__[status]=draft&constructor[prototype][x]=1')
      assert.equal(query.status, 200)
      assert.equal(({} as Json).x, undefined)
    })
  })
}
