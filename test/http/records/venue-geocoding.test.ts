import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const PLACE = { geo_lat: 39.8017, geo_lng: -89.6437 }
const GEO = { '@type': 'GeoCoordinates', latitude: PLACE.geo_lat, longitude: PLACE.geo_lng }

for (const engine of ENGINES) {
  describe(`coordinates of venues on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    let count = 0
    const create = async (details: Json): Promise<Json> => {
      const json = { venue: `Hall ${++count}`, ...details }
      const response = await service.send('POST', '/venues', { as: 'author', json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const change = (id: number, json: Json) => service.send('PUT', `/venues/${id}`, { as: 'author', json })
    const get = async (id: number, as: TestUser = 'anon'): Promise<Json> =>
      (await service.send('GET', `/venues/${id}`, { as })).json
    const placeOf = ({ geo_lat, geo_lng }: Json) => ({ geo_lat, geo_lng })
    const NOWHERE = { geo_lat: undefined, geo_lng: undefined }

    test('Coordinates are in the responses of create, update, read and list, as numbers', async () => {
      const venue = await create(PLACE)
      assert.deepEqual(placeOf(venue), PLACE)
      assert.deepEqual(placeOf(await get(venue.id)), PLACE)
      assert.deepEqual(placeOf((await service.send('GET', `/venues/by-slug/${venue.slug}`)).json), PLACE)
      const moved = await change(venue.id, { geo_lat: -33.5, geo_lng: 151 })
      assert.deepEqual(placeOf(moved.json), { geo_lat: -33.5, geo_lng: 151 })
      const { json } = await service.send('GET', '/venues?per_page=100')
      const listed = json.venues.find(({ id }: Json) => id === venue.id)
      assert.deepEqual(placeOf(listed), { geo_lat: -33.5, geo_lng: 151 })
    })

    test('Coordinates are in the structured data', async () => {
      const venue = await create(PLACE)
      assert.deepEqual((await get(venue.id)).json_ld.geo, GEO)
      const event = { title: 'Concert', start_date: '2027-01-01', end_date: '2027-01-01', venue: venue.id }
      const { json } = await service.send('POST', '/events', { as: 'author', json: event })
      assert.deepEqual((await service.send('GET', `/events/${json.id}`)).json.json_ld.location.geo, GEO)
    })

    test('Coordinates are omitted when a venue has none', async () => {
      const { id, ...venue } = await create({ city: 'Springfield' })
      for (const view of [venue, await get(id)]) {
        assert.deepEqual(
          Object.keys(view).filter((name) => name.startsWith('geo')),
          [],
        )
      }
      assert.equal('geo' in (await get(id)).json_ld, false)
    })

    test('Coordinates of 0 and 0 are valid', async () => {
      const { id } = await create({ geo_lat: 0, geo_lng: '0' })
      const venue = await get(id)
      assert.deepEqual(placeOf(venue), { geo_lat: 0, geo_lng: 0 })
      assert.deepEqual(venue.json_ld.geo, { '@type': 'GeoCoordinates', latitude: 0, longitude: 0 })
    })

    for (const place of [
      { geo_lat: 90, geo_lng: 180 },
      { geo_lat: -90, geo_lng: -180 },
    ]) {
      test(`Coordinates of ${place.geo_lat} and ${place.geo_lng} are valid`, async () => {
        assert.deepEqual(placeOf(await create(place)), place)
      })
    }

    const BAD: readonly (readonly [Json, readonly string[]])[] = [
      [{ geo_lat: 90.0001, geo_lng: 0 }, ['geo_lat']],
      [{ geo_lat: '-91', geo_lng: 0 }, ['geo_lat']],
      [{ geo_lat: 0, geo_lng: 180.5 }, ['geo_lng']],
      [{ geo_lat: 0, geo_lng: '-181' }, ['geo_lng']],
      [{ geo_lat: 91, geo_lng: 181 }, ['geo_lat', 'geo_lng']],
      [{ geo_lat: 'north', geo_lng: 'west' }, ['geo_lat', 'geo_lng']],
      [{ geo_lat: '39,8', geo_lng: 1 }, ['geo_lat']],
      [{ geo_lat: 'NaN', geo_lng: 'Infinity' }, ['geo_lat', 'geo_lng']],
      [{ geo_lat: ' ', geo_lng: 1 }, ['geo_lat']],
      [{ geo_lat: true, geo_lng: 1 }, ['geo_lat']],
      [{ geo_lat: [1], geo_lng: { 1: 1 } }, ['geo_lat', 'geo_lng']],
      [{ geo_lat: 1 }, ['geo_lng']],
      [{ geo_lng: 1 }, ['geo_lat']],
      [{ geo_lat: 1, geo_lng: '' }, ['geo_lng']],
      [{ geo_lat: null, geo_lng: 1 }, ['geo_lat']],
    ]
    for (const [details, names] of BAD) {
      test(`POST with ${JSON.stringify(details)} returns 400 naming ${names.join(' and ')}`, async () => {
        const venue = `Refused ${++count}`
        const { status, json } = await service.send('POST', '/venues', { as: 'author', json: { venue, ...details } })
        assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', names])
        const { json: list } = await service.send('GET', `/venues?search=${encodeURIComponent(`"${venue}"`)}`)
        assert.equal(list.total, 0)
      })
    }

    test('Coordinates are kept by updates that do not contain them', async () => {
      const { id } = await create({ ...PLACE, city: 'Springfield' })
      const { json } = await change(id, { city: 'Shelbyville', venue: `Hall ${++count}` })
      assert.deepEqual(placeOf(json), PLACE)
    })

    test('A single coordinate is combined with the stored other one', async () => {
      const { id } = await create(PLACE)
      const { json } = await change(id, { geo_lng: 10 })
      assert.deepEqual(placeOf(json), { geo_lat: PLACE.geo_lat, geo_lng: 10 })
    })

    for (const nothing of ['', null]) {
      test(`${JSON.stringify(nothing)} clears both coordinates together, and not one alone`, async () => {
        const { id } = await create(PLACE)
        const half = await change(id, { geo_lat: nothing })
        assert.deepEqual([half.status, Object.keys(half.json.data.params)], [400, ['geo_lat']])
        assert.deepEqual(placeOf(await get(id)), PLACE)
        const { status, json } = await change(id, { geo_lat: nothing, geo_lng: nothing })
        assert.deepEqual([status, placeOf(json)], [200, NOWHERE])
        assert.deepEqual(placeOf(await get(id)), NOWHERE)
      })
    }

    test('Coordinates in forms are equivalent to those in JSON', async () => {
      const body = `venue=Form+hall&geo_lat=${PLACE.geo_lat}&geo_lng=${PLACE.geo_lng}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status, json } = await service.send('POST', '/venues', { as: 'author', body, headers })
      assert.deepEqual([status, placeOf(json)], [201, PLACE])
      const cleared = await service.send('PUT', `/venues/${json.id}`, {
        as: 'author',
        body: 'geo_lat=&geo_lng=',
        headers,
      })
      assert.deepEqual([cleared.status, placeOf(cleared.json)], [200, NOWHERE])
      const bad = await service.send('PUT', `/venues/${json.id}`, {
        as: 'author',
        body: 'geo_lat=x&geo_lng=1',
        headers,
      })
      assert.deepEqual([bad.status, Object.keys(bad.json.data.params)], [400, ['geo_lat']])
    })

    describe('coordinates of a venue inside an event', () => {
      const event = { title: 'Concert', start_date: '2027-01-01', end_date: '2027-01-01' }
      const write = (venue: Json) => service.send('POST', '/events', { as: 'author', json: { ...event, venue } })

      test('A new venue stores its coordinates, which the event shows, by itself and in lists', async () => {
        const { status, json } = await write({ venue: 'New hall', ...PLACE })
        assert.deepEqual([status, placeOf(json.venue)], [201, PLACE])
        assert.deepEqual(placeOf((await service.send('GET', `/events/${json.id}`)).json.venue), PLACE)
        const { json: list } = await service.send('GET', `/events?include=${json.id}`)
        assert.deepEqual(placeOf(list.events[0].venue), PLACE)
      })

      test('The coordinates are added to the existing venue with the same name', async () => {
        const { id, venue } = await create({ city: 'Springfield' })
        const { json } = await write({ venue, ...PLACE })
        assert.equal(json.venue.id, id)
        assert.deepEqual(placeOf(await get(id)), PLACE)
      })

      test('The coordinates can be sent in forms', async () => {
        const fields = {
          ...event,
          'venue[venue]': 'Form hall inside',
          'venue[geo_lat]': `${PLACE.geo_lat}`,
          'venue[geo_lng]': `${PLACE.geo_lng}`,
        }
        const body = new URLSearchParams(fields).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { json } = await service.send('POST', '/events', { as: 'author', body, headers })
        assert.deepEqual(placeOf(json.venue), PLACE)
      })

      for (const details of [{ geo_lat: 'x', geo_lng: 1 }, { geo_lat: 1 }]) {
        test(`${JSON.stringify(details)} is rejected, and no event is created`, async () => {
          const title = `Refused ${++count}`
          const { status } = await service.send('POST', '/events', {
            as: 'author',
            json: { ...event, title, venue: { venue: title, ...details } },
          })
          assert.equal(status, 400)
          for (const kind of ['events', 'venues']) {
            const { json } = await service.send('GET', `/${kind}?search=${encodeURIComponent(`"${title}"`)}`)
            assert.equal(json.total, 0)
          }
        })
      }
    })

    test('Coordinates of a protected venue are shown with the password, to editors and to the author', async () => {
      const { id } = await create({ ...PLACE, city: 'Springfield', post_password: 'sesame' })
      const event = { title: 'Secret', start_date: '2027-01-01', end_date: '2027-01-01', venue: id }
      const { json: created } = await service.send('POST', '/events', { as: 'author', json: event })
      const views = async (as: TestUser, headers = {}) => {
        const [alone, list, within] = await Promise.all([
          service.send('GET', `/venues/${id}`, { as, headers }),
          service.send('GET', `/venues?per_page=100`, { as, headers }),
          service.send('GET', `/events/${created.id}`, { as, headers }),
        ])
        return [alone.json, list.json.venues.find((venue: Json) => venue.id === id), within.json.venue].map(placeOf)
      }
      for (const as of ['anon', 'subscriber', 'contributor', 'author2'] as const) {
        assert.deepEqual(await views(as), [NOWHERE, NOWHERE, NOWHERE], as)
        const { text } = await service.send('GET', `/events/${created.id}`, { as })
        assert.ok(!text.includes(String(PLACE.geo_lat)) && !text.includes('GeoCoordinates'), text)
      }
      for (const as of ['editor', 'author'] as const) assert.deepEqual(await views(as), [PLACE, PLACE, PLACE], as)
      const [alone, listed] = await views('anon', { 'x-event-password': 'sesame' })
      assert.deepEqual([alone, listed], [PLACE, PLACE])
    })
  })
}
