import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const COORDINATES = { geo_lat: 39.8017, geo_lng: -89.6437 }
const GEO = { '@type': 'GeoCoordinates', latitude: COORDINATES.geo_lat, longitude: COORDINATES.geo_lng }

for (const engine of ONE_ENGINE) {
  describe(`Coordinates of venues on ${engine.name}`, () => {
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
    const getCoordinates = ({ geo_lat, geo_lng }: Json) => ({ geo_lat, geo_lng })
    const NO_COORDINATES = { geo_lat: undefined, geo_lng: undefined }

    test('Coordinates are in the responses of create, update, read and list, as numbers', async () => {
      const venue = await create(COORDINATES)
      assert.deepEqual(getCoordinates(venue), COORDINATES)
      assert.deepEqual(getCoordinates(await get(venue.id)), COORDINATES)
      assert.deepEqual(getCoordinates((await service.send('GET', `/venues/by-slug/${venue.slug}`)).json), COORDINATES)
      const moved = await change(venue.id, { geo_lat: -33.5, geo_lng: 151 })
      assert.deepEqual(getCoordinates(moved.json), { geo_lat: -33.5, geo_lng: 151 })
      const { json } = await service.send('GET', '/venues?per_page=100')
      const listed = json.venues.find(({ id }: Json) => id === venue.id)
      assert.deepEqual(getCoordinates(listed), { geo_lat: -33.5, geo_lng: 151 })
    })

    test('Coordinates are in the structured data', async () => {
      const venue = await create(COORDINATES)
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
      assert.deepEqual(getCoordinates(venue), { geo_lat: 0, geo_lng: 0 })
      assert.deepEqual(venue.json_ld.geo, { '@type': 'GeoCoordinates', latitude: 0, longitude: 0 })
    })

    for (const coordinates of [
      { geo_lat: 90, geo_lng: 180 },
      { geo_lat: -90, geo_lng: -180 },
    ]) {
      test(`Coordinates of ${coordinates.geo_lat} and ${coordinates.geo_lng} are valid`, async () => {
        assert.deepEqual(getCoordinates(await create(coordinates)), coordinates)
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
        const { status, json } = await service.send('POST', '/venues?strict=1', {
          as: 'author',
          json: { venue, ...details },
        })
        assert.deepEqual([status, json.code, Object.keys(json.data.params)], [400, 'rest_invalid_param', names])
        const { json: list } = await service.send('GET', `/venues?search=${encodeURIComponent(`"${venue}"`)}`)
        assert.equal(list.total, 0)
      })
    }

    test('Coordinates are kept by updates that do not contain them', async () => {
      const { id } = await create({ ...COORDINATES, city: 'Springfield' })
      const { json } = await change(id, { city: 'Shelbyville', venue: `Hall ${++count}` })
      assert.deepEqual(getCoordinates(json), COORDINATES)
    })

    test('A single coordinate is combined with the stored other one', async () => {
      const { id } = await create(COORDINATES)
      const { json } = await change(id, { geo_lng: 10 })
      assert.deepEqual(getCoordinates(json), { geo_lat: COORDINATES.geo_lat, geo_lng: 10 })
    })

    for (const emptyValue of ['', null]) {
      test(`${JSON.stringify(emptyValue)} clears both coordinates together, and not one alone`, async () => {
        const { id } = await create(COORDINATES)
        const half = await change(id, { geo_lat: emptyValue })
        assert.deepEqual([half.status, Object.keys(half.json.data.params)], [400, ['geo_lat']])
        assert.deepEqual(getCoordinates(await get(id)), COORDINATES)
        const { status, json } = await change(id, { geo_lat: emptyValue, geo_lng: emptyValue })
        assert.deepEqual([status, getCoordinates(json)], [200, NO_COORDINATES])
        assert.deepEqual(getCoordinates(await get(id)), NO_COORDINATES)
      })
    }

    test('Coordinates in forms are equivalent to those in JSON', async () => {
      const body = `venue=Form+hall&geo_lat=${COORDINATES.geo_lat}&geo_lng=${COORDINATES.geo_lng}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status, json } = await service.send('POST', '/venues', { as: 'author', body, headers })
      assert.deepEqual([status, getCoordinates(json)], [201, COORDINATES])
      const cleared = await service.send('PUT', `/venues/${json.id}`, {
        as: 'author',
        body: 'geo_lat=&geo_lng=',
        headers,
      })
      assert.deepEqual([cleared.status, getCoordinates(cleared.json)], [200, NO_COORDINATES])
      const bad = await service.send('PUT', `/venues/${json.id}`, {
        as: 'author',
        body: 'geo_lat=x&geo_lng=1',
        headers,
      })
      assert.deepEqual([bad.status, Object.keys(bad.json.data.params)], [400, ['geo_lat']])
    })

    describe('Coordinates of a venue inside an event', () => {
      const event = { title: 'Concert', start_date: '2027-01-01', end_date: '2027-01-01' }
      const write = (venue: Json) => service.send('POST', '/events', { as: 'author', json: { ...event, venue } })

      test('A new venue stores its coordinates, which the event shows, by itself and in lists', async () => {
        const { status, json } = await write({ venue: 'New hall', ...COORDINATES })
        assert.deepEqual([status, getCoordinates(json.venue)], [201, COORDINATES])
        assert.deepEqual(getCoordinates((await service.send('GET', `/events/${json.id}`)).json.venue), COORDINATES)
        const { json: list } = await service.send('GET', `/events?include=${json.id}`)
        assert.deepEqual(getCoordinates(list.events[0].venue), COORDINATES)
      })

      test('The coordinates are added to the existing venue with the same name', async () => {
        const { id, venue } = await create({ city: 'Springfield' })
        const { json } = await write({ venue, ...COORDINATES })
        assert.equal(json.venue.id, id)
        assert.deepEqual(getCoordinates(await get(id)), COORDINATES)
      })

      test('The coordinates can be sent in forms', async () => {
        const fields = {
          ...event,
          'venue[venue]': 'Form hall inside',
          'venue[geo_lat]': `${COORDINATES.geo_lat}`,
          'venue[geo_lng]': `${COORDINATES.geo_lng}`,
        }
        const body = new URLSearchParams(fields).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { json } = await service.send('POST', '/events', { as: 'author', body, headers })
        assert.deepEqual(getCoordinates(json.venue), COORDINATES)
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
      const { id } = await create({ ...COORDINATES, city: 'Springfield', post_password: 'sesame' })
      const event = { title: 'Secret', start_date: '2027-01-01', end_date: '2027-01-01', venue: id }
      const { json: created } = await service.send('POST', '/events', { as: 'author', json: event })
      const views = async (as: TestUser, headers = {}) => {
        const [alone, list, within] = await Promise.all([
          service.send('GET', `/venues/${id}`, { as, headers }),
          service.send('GET', `/venues?per_page=100`, { as, headers }),
          service.send('GET', `/events/${created.id}`, { as, headers }),
        ])
        return [alone.json, list.json.venues.find((venue: Json) => venue.id === id), within.json.venue].map(
          getCoordinates,
        )
      }
      for (const as of ['anon', 'subscriber', 'contributor', 'author2'] as const) {
        assert.deepEqual(await views(as), [NO_COORDINATES, NO_COORDINATES, NO_COORDINATES], as)
        const { text } = await service.send('GET', `/events/${created.id}`, { as })
        assert.ok(!text.includes(String(COORDINATES.geo_lat)) && !text.includes('GeoCoordinates'), text)
      }
      for (const as of ['editor', 'author'] as const)
        assert.deepEqual(await views(as), [COORDINATES, COORDINATES, COORDINATES], as)
      const [alone, listed] = await views('anon', { 'x-event-password': 'sesame' })
      assert.deepEqual([alone, listed], [COORDINATES, COORDINATES])
    })
  })
}
