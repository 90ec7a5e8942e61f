import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { PostalAddress } from '../../src/calendar/linked/geocoding-state.ts'
import { createGeocoder, type GeocoderOptions, type Timer } from '../../src/features/geocoding/geocoder.ts'
import {
  createPlacesReply,
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

/** A timer whose clock advances only by pauses, which end at once. */
function createTestTimer(): Timer & { readonly pauses: number[] } {
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

describe('The geocoder', () => {
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

  test('A lookup sends the parts of the address and identifies the client', async () => {
    assert.deepEqual(await lookUp(createPlacesReply('39.8000', '-89.65')), {
      kind: 'found',
      point: { lat: 39.8, lng: -89.65 },
    })
    const [request, ...others] = server.requests
    assert.deepEqual(request?.query, { format: 'jsonv2', limit: '1', ...HALL })
    assert.equal(request.agent, 'Calends (+https://calendar.example/)')
    assert.deepEqual(others, [])
  })

  test('Empty parts of an address are not sent', async () => {
    server.respondWith(() => createPlacesReply(1, 2))
    await geocoder().lookUp({ ...HALL, street: '', state: '' }, never)
    const { city, postalcode, country } = HALL
    assert.deepEqual(server.requests[0]?.query, { format: 'jsonv2', limit: '1', city, postalcode, country })
  })

  test('Parameters in the URL of the geocoder are sent with each request', async () => {
    await lookUp(createPlacesReply(1, 2), { url: `${server.url}?key=secret` })
    assert.equal(server.requests[0]?.query['key'], 'secret')
  })

  test('An address that is not found by its parts is searched as one line', async () => {
    server.respondWith(({ q }) => (q ? createPlacesReply(1, 2) : NO_PLACES))
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

  test('An address that is found in neither form is unknown', async () => {
    assert.deepEqual(await lookUp(NO_PLACES), { kind: 'unknown' })
    assert.equal(server.requests.length, 2)
  })

  test('Coordinates at the limits of their ranges are valid', async () => {
    assert.deepEqual(await lookUp(createPlacesReply(-90, 180)), { kind: 'found', point: { lat: -90, lng: 180 } })
    assert.deepEqual(await lookUp(createPlacesReply('0.0', '-0')), { kind: 'found', point: { lat: 0, lng: 0 } })
  })

  const INVALID_RESPONSES: Readonly<Record<string, unknown>> = {
    'no JSON': '<html>',
    'an empty body': '',
    'an object instead of a list': { lat: '1', lon: '2' },
    'an error object': { error: 'Internal' },
    'a list of texts': ['1', '2'],
    'a list of null': [null],
    'a place without a longitude': [{ lat: '1' }],
    'numbers instead of texts': [{ lat: 1, lon: 2 }],
    'coordinates that are words': [{ lat: 'north', lon: '2' }],
    'empty coordinates': [{ lat: '', lon: '' }],
    'hexadecimal coordinates': [{ lat: '0x10', lon: '2' }],
    'a latitude beyond 90 degrees': [{ lat: '90.1', lon: '2' }],
    'a longitude beyond 180 degrees': [{ lat: '1', lon: '-180.5' }],
    'a body that is too long': [{ lat: '1', lon: '2', display_name: 'x'.repeat(70_000) }],
  }
  for (const [name, body] of Object.entries(INVALID_RESPONSES)) {
    test(`An invalid response is a failure: ${name}`, async () => {
      assert.deepEqual(await lookUp({ body }), { kind: 'failed', reason: 'the response is not a geocoder result' })
    })
  }

  test('An error status is a failure that names the status', async () => {
    assert.deepEqual(await lookUp({ status: 500 }), { kind: 'failed', reason: 'it answered with status 500' })
  })

  test('The failure to reach a server does not contain its URL, which may contain a key', async () => {
    const gone = await startGeocoder()
    await gone.stop()
    const result = await geocoder({ url: `${gone.url}?key=secret` }).lookUp(HALL, never)
    assert.deepEqual(result, { kind: 'failed', reason: 'no connection (ECONNREFUSED)' })
  })

  test('A request fails at its timeout', async () => {
    server.respondWith(() => new Promise(() => {}))
    const started = Date.now()
    const result = await geocoder({ timeout: 100 }).lookUp(HALL, never)
    assert.deepEqual(result, { kind: 'failed', reason: 'no response within 0.1 s' })
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

  test('The pause before the next request can be aborted', async () => {
    const delayed = geocoder({ interval: 60_000 })
    server.respondWith(() => createPlacesReply(1, 2))
    await delayed.lookUp(HALL, never)
    await assert.rejects(delayed.lookUp(HALL, AbortSignal.timeout(20)), { name: 'AbortError' })
    assert.equal(server.requests.length, 1)
  })

  test('Concurrent lookups send one request at a time, an interval apart', async () => {
    let inProgress = 0
    let most = 0
    server.respondWith(async () => {
      most = Math.max(most, ++inProgress)
      await new Promise((done) => setTimeout(done, 20))
      inProgress--
      return NO_PLACES
    })
    const delayed = geocoder({ interval: 60 })
    await Promise.all([1, 2, 3].map(() => delayed.lookUp(HALL, never)))
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
    const timer = createTestTimer()
    server.respondWith(() => createPlacesReply(1, 2))
    const withDefaults = createGeocoder({ url: server.url, agent: 'Calends', timer })
    for (let times = 0; times < 3; times++) await withDefaults.lookUp(HALL, never)
    assert.deepEqual(timer.pauses, [1000, 1000])
  })

  test('The backoff doubles with each failure up to one hour, and a success ends it', async () => {
    const timer = createTestTimer()
    const failing = geocoder({ timer })
    const backoffs: number[] = []
    server.respondWith(() => ({ status: 500 }))
    for (let times = 0; times < 14; times++) {
      await failing.lookUp(HALL, never)
      backoffs.push(failing.getBackoff() / 1000)
    }
    assert.deepEqual(backoffs, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    server.respondWith(() => createPlacesReply(1, 2))
    await failing.lookUp(HALL, never)
    assert.equal(failing.getBackoff(), 0)
    server.respondWith(() => ({ status: 500 }))
    await failing.lookUp(HALL, never)
    assert.equal(failing.getBackoff(), 1000)
  })

  const RETRY_AFTER_SECONDS: Readonly<Record<string, number>> = {
    '120': 120,
    'Sat, 21 Nov 2026 03:05:00 GMT': 300,
    'Sat, 21 Nov 2020 03:05:00 GMT': 1,
    '999999999': 86_400,
    soon: 60,
    '': 60,
  }
  for (const status of [429, 503]) {
    for (const [header, seconds] of Object.entries(RETRY_AFTER_SECONDS)) {
      test(`${status} with Retry-After '${header}' pauses requests for ${seconds} s`, async () => {
        const timer = createTestTimer()
        const busy = geocoder({ timer })
        server.respondWith(() => ({ status, headers: { 'retry-after': header } }))
        const result = await busy.lookUp(HALL, never)
        assert.deepEqual(result, { kind: 'failed', reason: `it answered with status ${status}` })
        assert.equal(busy.getBackoff(), seconds * 1000)
        server.respondWith(() => createPlacesReply(1, 2))
        await busy.lookUp(HALL, never)
        assert.deepEqual(timer.pauses, [seconds * 1000])
      })
    }
  }
})
