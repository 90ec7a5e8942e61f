import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Services } from '../../../src/calendar/services.ts'
import { geocodeAll } from '../../../src/features/geocoding/geocode-all.ts'
import { geocodeNextDue, geocodeNextVenue } from '../../../src/features/geocoding/geocode-venue.ts'
import { createGeocoder } from '../../../src/features/geocoding/geocoder.ts'
import { startJobs } from '../../../src/http/jobs.ts'
import { findNewestSeq } from '../../../src/storage/change-log/change-log.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import {
  createPlacesReply,
  HALL_ADDRESS,
  HALL_COORDINATES,
  NO_PLACES,
  startGeocoder,
  type TestGeocoder,
} from '../../helper/http/geocoder-server.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const never = new AbortController().signal
const found = createPlacesReply(HALL_COORDINATES.geo_lat, HALL_COORDINATES.geo_lng)
const START = '2026-11-21T03:00:00Z'

for (const engine of ONE_ENGINE) {
  describe(`Geocoding of venues on ${engine.name}`, () => {
    let server: TestGeocoder
    let service: TestService
    let services: Services
    before(async () => {
      server = await startGeocoder()
    })
    after(() => server.stop())
    beforeEach(async () => {
      server.requests.length = 0
      server.respondWith(() => found)
      service = await startService({ engine, now: START })
      services = withGeocoder()
    })
    afterEach(() => service.stop())

    const withGeocoder = (): Services => ({
      ...service.services,
      geocoder: createGeocoder({ url: server.url, agent: 'test', interval: 0 }),
    })
    const save = async (method: string, path: string, json: Json): Promise<Json> => {
      const response = await service.send(method, path, { as: 'admin', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const create = (details: Json = HALL_ADDRESS): Promise<Json> =>
      save('POST', '/venues', { venue: 'Hall', ...details })
    const change = ({ id }: Json, details: Json): Promise<Json> => save('PUT', `/venues/${id}`, details)
    const get = async ({ id }: Json): Promise<Json> =>
      (await service.send('GET', `/venues/${id}`, { as: 'admin' })).json
    const readCoordinates = async (venue: Json) => {
      const { geo_lat, geo_lng } = await get(venue)
      return { geo_lat, geo_lng }
    }
    const NO_COORDINATES = { geo_lat: undefined, geo_lng: undefined }
    /** The result of the lookup of the next venue. */
    const tick = async () => (await geocodeNextDue(services, never))?.outcome.kind
    const countLookups = () => server.requests.filter(({ query }) => !('q' in query)).length

    test('Without the setting no request is sent', async () => {
      const venue = await create()
      assert.equal(service.services.geocoder, undefined)
      assert.equal(await geocodeNextDue(service.services, never), undefined)
      assert.deepEqual(await readCoordinates(venue), NO_COORDINATES)
      assert.equal(server.requests.length, 0)
    })

    test('A venue with an address gets its coordinates, which counts as a change', async () => {
      const venue = await create()
      assert.equal(server.requests.length, 0, 'a request does not wait for the geocoder')
      const before = await findNewestSeq(services.database.read)
      service.setNow('2026-11-21T03:05:00Z')
      assert.equal(await tick(), 'found')
      const updated = await get(venue)
      assert.deepEqual(
        { ...updated, json_ld: 0 },
        {
          ...venue,
          json_ld: 0,
          ...HALL_COORDINATES,
          modified: '2026-11-20 22:05:00',
          modified_utc: '2026-11-21 03:05:00',
        },
      )
      const changes = await services.database.read.selectFrom('changes').selectAll().where('seq', '>', before).execute()
      assert.deepEqual(
        changes.map(({ kind, id, op, at }) => ({ kind, id, op, at })),
        [{ kind: 'venue', id: venue.id, op: 'update', at: '2026-11-21 03:05:00' }],
      )
      assert.equal(await tick(), undefined)
    })

    test('A lookup sends the parts of the address', async () => {
      await create({ address: '1 Rue Haute', city: 'Lyon', province: 'Rhone', zip: '69001', country: 'France' })
      await tick()
      const { format, limit, ...parts } = server.requests[0]?.query ?? {}
      assert.deepEqual(parts, {
        street: '1 Rue Haute',
        city: 'Lyon',
        state: 'Rhone',
        postalcode: '69001',
        country: 'France',
      })
    })

    test('A venue that is created inside an event gets coordinates too, which the event shows', async () => {
      const event = await save('POST', '/events', {
        title: 'Concert',
        start_date: '2027-01-01',
        end_date: '2027-01-01',
        venue: { venue: 'New hall', ...HALL_ADDRESS },
      })
      assert.equal(await tick(), 'found')
      const { json } = await service.send('GET', `/events/${event.id}`)
      assert.equal(json.venue.geo_lat, HALL_COORDINATES.geo_lat)
    })

    test('A venue without street, city and postal code is not looked up', async () => {
      await create({ country: 'United States', state: 'IL' })
      await create({ venue: 'Bare' })
      assert.equal(await tick(), undefined)
      assert.equal(server.requests.length, 0)
    })

    test('A trashed venue is looked up once it is restored', async () => {
      const venue = await create()
      await service.send('DELETE', `/venues/${venue.id}`, { as: 'admin' })
      assert.equal(await tick(), undefined)
      await change(venue, { status: 'publish' })
      assert.equal(await tick(), 'found')
    })

    test('Coordinates from a user are kept, even if the address changes', async () => {
      const coordinates = { geo_lat: 0, geo_lng: 12.5 }
      const venue = await create({ ...HALL_ADDRESS, ...coordinates })
      await change(venue, { city: 'Rome' })
      assert.equal(await tick(), undefined)
      assert.deepEqual(await readCoordinates(venue), coordinates)
    })

    test('Coordinates from a lookup are replaced when the address changes', async () => {
      const venue = await create()
      await tick()
      server.respondWith(() => createPlacesReply(41.9, 12.5))
      assert.equal('geo_lat' in (await change(venue, { city: 'Rome', country: 'Italy' })), false)
      assert.equal(await tick(), 'found')
      assert.deepEqual(await readCoordinates(venue), { geo_lat: 41.9, geo_lng: 12.5 })
    })

    test('Coordinates from a lookup are kept when another field changes', async () => {
      const venue = await create()
      await tick()
      assert.equal(
        (await change(venue, { phone: '555-0100', city: HALL_ADDRESS.city })).geo_lat,
        HALL_COORDINATES.geo_lat,
      )
      assert.equal(await tick(), undefined)
    })

    test('Coordinates from a lookup that are written back unchanged do not count as those of a user', async () => {
      const venue = await create()
      await tick()
      await change(venue, { ...HALL_COORDINATES, phone: '555-0100' })
      assert.deepEqual(await readCoordinates(venue), HALL_COORDINATES)
      await change(venue, { ...HALL_COORDINATES, city: 'Rome' })
      assert.deepEqual(await readCoordinates(venue), NO_COORDINATES)
      assert.equal(await tick(), 'found')
    })

    test('Coordinates from a lookup that a user corrects are kept from then on', async () => {
      const venue = await create()
      await tick()
      await change(venue, { geo_lat: 1, geo_lng: 2 })
      await change(venue, { city: 'Rome' })
      assert.equal(await tick(), undefined)
      assert.deepEqual(await readCoordinates(venue), { geo_lat: 1, geo_lng: 2 })
    })

    test('Cleared coordinates are looked up', async () => {
      const venue = await create({ ...HALL_ADDRESS, geo_lat: 1, geo_lng: 2 })
      await change(venue, { geo_lat: null, geo_lng: null })
      assert.equal(await tick(), 'found')
      assert.deepEqual(await readCoordinates(venue), HALL_COORDINATES)
    })

    test('A venue that loses its address loses its coordinates from a lookup', async () => {
      const venue = await create()
      await tick()
      await change(venue, { address: '', city: '', zip: '' })
      assert.deepEqual(await readCoordinates(venue), NO_COORDINATES)
      assert.equal(await tick(), undefined)
    })

    test('An address that is not found is not looked up again until it changes', async () => {
      server.respondWith(() => NO_PLACES)
      const venue = await create()
      const before = await findNewestSeq(services.database.read)
      assert.equal(await tick(), 'unknown')
      assert.equal(await findNewestSeq(services.database.read), before, 'no change is logged')
      await change(venue, { phone: '555-0100', geo_lat: '', geo_lng: '' })
      assert.equal(await tick(), undefined)
      await change(venue, { address: '14 High Street' })
      assert.equal(await tick(), 'unknown')
      assert.equal(countLookups(), 2)
    })

    test('A result for an outdated address is discarded', async () => {
      const venue = await create()
      server.respondWith(async () => {
        await change(venue, { city: 'Rome' })
        return found
      })
      assert.equal(await tick(), 'stale')
      assert.deepEqual(await readCoordinates(venue), NO_COORDINATES)
      server.respondWith(() => createPlacesReply(41.9, 12.5))
      assert.equal(await tick(), 'found')
      assert.deepEqual(await readCoordinates(venue), { geo_lat: 41.9, geo_lng: 12.5 })
    })

    test('A result does not replace coordinates that were set meanwhile', async () => {
      const venue = await create()
      server.respondWith(async () => {
        await change(venue, { geo_lat: 1, geo_lng: 2 })
        return found
      })
      assert.equal(await tick(), 'stale')
      assert.deepEqual(await readCoordinates(venue), { geo_lat: 1, geo_lng: 2 })
    })

    test('A result does not change a venue that was trashed meanwhile', async () => {
      const venue = await create()
      server.respondWith(async () => {
        await service.send('DELETE', `/venues/${venue.id}`, { as: 'admin' })
        return found
      })
      assert.equal(await tick(), 'stale')
    })

    test('A failure is retried after a minute, then with growing delays up to a day, while other venues are looked up', async () => {
      server.respondWith(() => ({ status: 500 }))
      await create()
      let now = Date.parse(START)
      /** Seconds until the venue was looked up again; a new geocoder does not pause. */
      const waited = async (): Promise<number> => {
        for (let seconds = 0; seconds <= 200_000; seconds += 60) {
          service.setNow(new Date(now).toISOString())
          services = withGeocoder()
          if ((await tick()) === 'failed') return seconds
          now += 60_000
        }
        return Number.NaN
      }
      const waits: number[] = []
      for (let times = 0; times < 13; times++) waits.push(await waited())
      assert.deepEqual(waits, [0, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 30_720, 61_440, 86_400])
      services = withGeocoder()
      server.respondWith(() => found)
      await create({ venue: 'Other', ...HALL_ADDRESS })
      assert.equal(await tick(), 'found')
      assert.equal(await tick(), undefined)
    })

    test('While the geocoder pauses no venue is looked up', async () => {
      server.respondWith(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
      await create()
      await create({ venue: 'Other', ...HALL_ADDRESS })
      assert.equal(await tick(), 'failed')
      assert.equal(await tick(), undefined)
      assert.equal(server.requests.length, 1)
    })

    test('Of two processes on one database one looks up venues', async () => {
      await create()
      server.respondWith(async () => {
        assert.equal(await geocodeNextDue(withGeocoder(), never), undefined)
        return found
      })
      assert.equal(await tick(), 'found')
      assert.equal(server.requests.length, 1)
    })

    test('A lookup of a process that ended is repeated after a minute', async () => {
      await create()
      const stopping = new AbortController()
      server.respondWith(() => {
        stopping.abort()
        return new Promise(() => {})
      })
      await assert.rejects(geocodeNextDue(services, stopping.signal), { name: 'AbortError' })
      server.respondWith(() => found)
      assert.equal(await tick(), undefined)
      service.setNow('2026-11-21T03:01:00Z')
      assert.equal(await tick(), 'found')
    })

    test('The jobs of the service look up venues without any request, report failures, and stop at once', async () => {
      const venue = await create()
      const failures: string[] = []
      const jobs = startJobs([{ name: 'geocode', interval: 1000, run: geocodeNextVenue }], services, (error) =>
        failures.push(String(error)),
      )
      while ((await readCoordinates(venue)).geo_lat === undefined) await new Promise((done) => setTimeout(done, 50))
      server.respondWith(() => ({ status: 500 }))
      const other = await create({ venue: 'Other', ...HALL_ADDRESS })
      while (failures.length === 0) await new Promise((done) => setTimeout(done, 50))
      let whenRequested = () => {}
      const isRequested = new Promise<void>((done) => {
        whenRequested = done
      })
      server.respondWith(() => {
        whenRequested()
        return new Promise(() => {})
      })
      await create({ venue: 'Third', ...HALL_ADDRESS })
      await isRequested
      const stopped = Date.now()
      await jobs.stop()
      assert.ok(Date.now() - stopped < 1000)
      assert.deepEqual(failures, [`Error: geocoding venue ${other.id}: it answered with status 500`])
    })

    test('geocodeAll stops when the geocoder fails repeatedly, and the other venues remain queued', async () => {
      for (let number = 0; number < 7; number++) await create({ ...HALL_ADDRESS, venue: `Hall ${number}` })
      server.respondWith(() => ({ status: 500 }))
      let now = Date.parse(START)
      const timer = {
        now: () => now,
        pause: async (milliseconds: number) => {
          now += milliseconds
        },
      }
      const geocoder = createGeocoder({ url: server.url, agent: 'test', timer })
      const problems: string[] = []
      const report = await geocodeAll(services, geocoder, {
        retryUnknown: false,
        limit: 100,
        signal: never,
        onProgress: () => {},
        onProblem: (text) => problems.push(text),
      })
      assert.deepEqual(report, { found: 0, not_found: 0, failed: 5, left: 2 })
      assert.equal(problems.length, 6)
      assert.equal(problems.at(-1), 'giving up; the geocoder should be left alone for a minute')
    })
  })
}
