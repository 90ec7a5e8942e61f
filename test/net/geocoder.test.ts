import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { PostalAddress } from '../../src/domain/model/geocoding-state.ts'
import { createGeocoder, type GeocoderOptions, type Timer } from '../../src/net/geocoder.ts'
import {
  createPlaceReply,
  type GeocoderReply,
  NO_PLACES,
  startGeocoder,
  type TestGeocoder,
} from '../helper/http/geocoder-server.ts'

const HALL: PostalAddress = {
  street: '12 High Street',
  city: 'Springfield',
  state: 'IL',
  postalcode: '62701',
  country: 'United States',
}
const never = new AbortController().signal

/** A clock that stands still except for pauses, which take no time. */
function handClock(): Timer & { readonly pauses: number[] } {
  let now = Date.parse('2026-11-21T03:00:00Z')
  const pauses: number[] = []
  return {
    pauses,
    now: () => now,
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
      now += milliseconds
    },
  }
}

describe('the geocoder', () => {
  let server: TestGeocoder
  before(async () => {
    server = await startGeocoder()
  })
  after(() => server.stop())
  beforeEach(() => {
    server.requests.length = 0
    server.respondWith(() => NO_PLACES)
  })

  const geocoder = (options: Partial<GeocoderOptions> = {}) =>
    createGeocoder({ url: server.url, agent: 'Calends (+https://calendar.example/)', interval: 0, ...options })
  /** The result of a new geocoder for this response. */
  const lookUp = (reply: GeocoderReply, options?: Partial<GeocoderOptions>) => {
    server.respondWith(() => reply)
    return geocoder(options).lookUp(HALL, never)
  }

  test('An address is looked up by its parts, with a User-Agent that identifies the site', async () => {
    assert.deepEqual(await lookUp(createPlaceReply('39.8000', '-89.65')), {
      kind: 'found',
      point: { lat: 39.8, lng: -89.65 },
    })
    const [requested, ...others] = server.requests
    assert.deepEqual(requested?.query, { format: 'jsonv2', limit: '1', ...HALL })
    assert.equal(requested.agent, 'Calends (+https://calendar.example/)')
    assert.deepEqual(others, [])
  })

  test('Empty parts are not sent', async () => {
    server.respondWith(() => createPlaceReply(1, 2))
    await geocoder().lookUp({ ...HALL, street: '', state: '' }, never)
    const { city, postalcode, country } = HALL
    assert.deepEqual(server.requests[0]?.query, { format: 'jsonv2', limit: '1', city, postalcode, country })
  })

  test('Query parameters of the geocoder URL are kept', async () => {
    await lookUp(createPlaceReply(1, 2), { url: `${server.url}?key=secret` })
    assert.equal(server.requests[0]?.query['key'], 'secret')
  })

  test('An address that its parts do not find is looked up as one line', async () => {
    server.respondWith(({ q }) => (q ? createPlaceReply(1, 2) : NO_PLACES))
    assert.deepEqual(await geocoder().lookUp({ ...HALL, state: '' }, never), {
      kind: 'found',
      point: { lat: 1, lng: 2 },
    })
    assert.deepEqual(server.requests[1]?.query, {
      format: 'jsonv2',
      limit: '1',
      q: '12 High Street, 62701, Springfield, United States',
    })
  })

  test('An address that neither query finds is unknown', async () => {
    assert.deepEqual(await lookUp(NO_PLACES), { kind: 'unknown' })
    assert.equal(server.requests.length, 2)
  })

  test('Extreme coordinates are valid', async () => {
    assert.deepEqual(await lookUp(createPlaceReply(-90, 180)), { kind: 'found', point: { lat: -90, lng: 180 } })
    assert.deepEqual(await lookUp(createPlaceReply('0.0', '-0')), { kind: 'found', point: { lat: 0, lng: 0 } })
  })

  const GARBAGE: Readonly<Record<string, unknown>> = {
    'no JSON': '<html>',
    nothing: '',
    'no list': { lat: '1', lon: '2' },
    'an error': { error: 'Internal' },
    'a list of texts': ['1', '2'],
    'a list of null': [null],
    'half a place': [{ lat: '1' }],
    'numbers, which no Nominatim sends': [{ lat: 1, lon: 2 }],
    'no degrees': [{ lat: 'north', lon: '2' }],
    'empty degrees': [{ lat: '', lon: '' }],
    'degrees as hexadecimals': [{ lat: '0x10', lon: '2' }],
    'a latitude beyond the pole': [{ lat: '90.1', lon: '2' }],
    'a longitude beyond the line': [{ lat: '1', lon: '-180.5' }],
    'more than any answer': [{ lat: '1', lon: '2', display_name: 'x'.repeat(70_000) }],
  }
  for (const [name, body] of Object.entries(GARBAGE)) {
    test(`An invalid response fails: ${name}`, async () => {
      assert.deepEqual(await lookUp({ body }), { kind: 'failed', reason: 'its answer is not one of a geocoder' })
    })
  }

  test('An error of the server fails and names its status', async () => {
    assert.deepEqual(await lookUp({ status: 500 }), { kind: 'failed', reason: 'it answered with status 500' })
  })

  test('An unreachable server fails, and its URL, which may contain a key, is not reported', async () => {
    const gone = await startGeocoder()
    await gone.stop()
    const result = await geocoder({ url: `${gone.url}?key=secret` }).lookUp(HALL, never)
    assert.deepEqual(result, { kind: 'failed', reason: 'no connection (ECONNREFUSED)' })
  })

  test('A slow server is not waited for beyond the timeout', async () => {
    server.respondWith(() => new Promise(() => {}))
    const started = Date.now()
    const result = await geocoder({ timeout: 100 }).lookUp(HALL, never)
    assert.deepEqual(result, { kind: 'failed', reason: 'no answer within 0.1 s' })
    assert.ok(Date.now() - started < 2000)
  })

  test('A request can be aborted', async () => {
    const stopping = new AbortController()
    server.respondWith(() => {
      stopping.abort()
      return new Promise(() => {})
    })
    await assert.rejects(geocoder().lookUp(HALL, stopping.signal), { name: 'AbortError' })
  })

  test('A wait for the next request can be aborted', async () => {
    const patient = geocoder({ interval: 60_000 })
    server.respondWith(() => createPlaceReply(1, 2))
    await patient.lookUp(HALL, never)
    await assert.rejects(patient.lookUp(HALL, AbortSignal.timeout(20)), { name: 'AbortError' })
    assert.equal(server.requests.length, 1)
  })

  test('Concurrent requests are sent one at a time, with an interval between them', async () => {
    let underWay = 0
    let most = 0
    server.respondWith(async () => {
      most = Math.max(most, ++underWay)
      await new Promise((done) => setTimeout(done, 20))
      underWay--
      return NO_PLACES
    })
    const timely = geocoder({ interval: 60 })
    await Promise.all([1, 2, 3].map(() => timely.lookUp(HALL, never)))
    const gaps = server.requests.slice(1).map(({ at }, before) => at - (server.requests[before]?.at ?? 0))
    assert.equal(gaps.length, 5)
    assert.ok(
      // Timers may fire slightly early.
      gaps.every((gap) => gap >= 50),
      String(gaps),
    )
    assert.equal(most, 1)
  })

  test('The default interval is one second', async () => {
    const timer = handClock()
    server.respondWith(() => createPlaceReply(1, 2))
    const usual = createGeocoder({ url: server.url, agent: 'Calends', timer })
    for (let times = 0; times < 3; times++) await usual.lookUp(HALL, never)
    assert.deepEqual(timer.pauses, [1000, 1000])
  })

  test('After failures the geocoder pauses, longer each time, up to an hour, until a success', async () => {
    const timer = handClock()
    const tired = geocoder({ timer })
    const rests: number[] = []
    server.respondWith(() => ({ status: 500 }))
    for (let times = 0; times < 14; times++) {
      await tired.lookUp(HALL, never)
      rests.push(tired.getBackoff() / 1000)
    }
    assert.deepEqual(rests, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    server.respondWith(() => createPlaceReply(1, 2))
    await tired.lookUp(HALL, never)
    assert.equal(tired.getBackoff(), 0)
    server.respondWith(() => ({ status: 500 }))
    await tired.lookUp(HALL, never)
    assert.equal(tired.getBackoff(), 1000)
  })

  const WAITS: Readonly<Record<string, number>> = {
    '120': 120,
    'Sat, 21 Nov 2026 03:05:00 GMT': 300,
    'Sat, 21 Nov 2020 03:05:00 GMT': 1,
    '999999999': 86_400,
    soon: 60,
    '': 60,
  }
  for (const status of [429, 503]) {
    for (const [header, seconds] of Object.entries(WAITS)) {
      test(`After ${status} with Retry-After '${header}' the geocoder pauses for ${seconds} s`, async () => {
        const timer = handClock()
        const busy = geocoder({ timer })
        server.respondWith(() => ({ status, headers: { 'retry-after': header } }))
        const result = await busy.lookUp(HALL, never)
        assert.deepEqual(result, { kind: 'failed', reason: `it answered with status ${status}` })
        assert.equal(busy.getBackoff(), seconds * 1000)
        server.respondWith(() => createPlaceReply(1, 2))
        await busy.lookUp(HALL, never)
        assert.deepEqual(timer.pauses, [seconds * 1000])
      })
    }
  }
})
