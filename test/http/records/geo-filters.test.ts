/** Venues and events by location (decisions: geoloc). Records that the viewer cannot read are never found. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { replaceLinks } from '../../../src/calendar/posts/links.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const OUTSIDERS: readonly TestUser[] = ['anon', 'subscriber', 'contributor', 'author2']
const INSIDERS: readonly TestUser[] = ['editor', 'author', 'admin']
const PASSWORD = 'open sesame'

const PLACES: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  Paris: [48.8566, 2.3522],
  Versailles: [48.8049, 2.1204],
  London: [51.5074, -0.1278],
  Taveuni: [-16.85, 179.97],
  Rabi: [-16.85, -179.97],
  Alert: [89.95, -62],
  Barneo: [89.95, 118],
}
const at = ([lat, lng]: readonly [number, number]) => ({ geo_lat: lat, geo_lng: lng })
const PARIS = 'geoloc_lat=48.8566&geoloc_lng=2.3522'

for (const engine of SPLIT_ENGINES) {
  describe(`Geo filters on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}

    const write = async (path: string, json: Json, method = 'POST'): Promise<Json> => {
      const response = await service.send(method, path, { as: 'editor', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const venue = async (name: string, more: Json = {}) => {
      const { id } = await write('/venues', { venue: name, author: service.ids.author, ...more })
      ids[name] = id
      return id
    }
    const event = (title: string, more: Json = {}) =>
      write('/events', { title, author: service.ids.author, ...DATES, ...more })

    before(async () => {
      service = await startService({ engine })
      for (const [name, place] of Object.entries(PLACES)) {
        await event(`In ${name}`, { venue: await venue(name, at(place)) })
      }
      const two = await event('At two', { venue: ids['London'] })
      // Writes accept one venue; imported events may have several.
      await service.services.database.transaction((tx) =>
        replaceLinks(tx, two.id, 'venue', [ids['London'] ?? 0, ids['Versailles'] ?? 0]),
      )
      await event('Nowhere known', { venue: await venue('Address only', { city: 'Paris' }) })
      await event('Nowhere')
      const paris = at(PLACES['Paris'] ?? [0, 0])
      await event('Private venue', { venue: await venue('Private', { ...paris, status: 'private' }) })
      await event('Sealed venue', { venue: await venue('Sealed', { ...paris, post_password: PASSWORD }) })
      await event('Trashed venue', { venue: await venue('Trashed', paris) })
      await write(`/venues/${ids['Trashed']}`, undefined, 'DELETE')
      await event('Sealed event', { venue: ids['Paris'], post_password: PASSWORD })
      await event('Private event', { venue: ids['Paris'], status: 'private' })
    })
    after(() => service.stop())

    async function names(list: 'events' | 'venues', query: string, as: TestUser = 'anon'): Promise<string[]> {
      const { status, json } = await service.send('GET', `/${list}?per_page=100&status=publish&${query}`, { as })
      assert.equal(status, 200, JSON.stringify(json))
      assert.equal(json.total, json[list].length)
      return json[list].map((one: Json) => one.title ?? one.venue)
    }

    async function refused(path: string): Promise<Json> {
      const { status, json } = await service.send('GET', path)
      assert.deepEqual([status, json.code], [400, 'rest_invalid_param'], path)
      return Object.keys(json.data.params).join()
    }

    test('The nearest records come first, within 25 km by default', async () => {
      const order = 'orderby=distance'
      assert.deepEqual(await names('venues', `${PARIS}&${order}`), ['Paris', 'Versailles'])
      assert.deepEqual(await names('events', `${PARIS}&${order}`), ['In Paris', 'In Versailles', 'At two'])
      assert.deepEqual(await names('venues', `${PARIS}&geoloc_radius=10`), ['Paris'])
      assert.deepEqual(await names('venues', `${PARIS}&geoloc_radius=400&${order}`), ['Paris', 'Versailles', 'London'])
      assert.deepEqual(await names('venues', `${PARIS}&geoloc_radius=400&${order}&order=desc`), [
        'London',
        'Versailles',
        'Paris',
      ])
    })

    test('Distances are great-circle distances, exact to one meter', async () => {
      const london = 343.556
      assert.ok((await names('venues', `${PARIS}&geoloc_radius=${london + 0.001}`)).includes('London'))
      assert.ok(!(await names('venues', `${PARIS}&geoloc_radius=${london - 0.001}`)).includes('London'))
    })

    test('A circle can cross the antimeridian and a pole', async () => {
      const fiji = ['Taveuni', 'Rabi']
      for (const lng of ['179.97', '-179.97', '180', '-180']) {
        assert.deepEqual((await names('venues', `geoloc_lat=-16.85&geoloc_lng=${lng}`)).sort(), fiji.toSorted())
      }
      const around = await names('venues', 'geoloc_lat=89.95&geoloc_lng=-62&geoloc_radius=12&orderby=distance')
      assert.deepEqual(around, ['Alert', 'Barneo'])
      assert.deepEqual(await names('venues', 'geoloc_lat=89.95&geoloc_lng=-62&geoloc_radius=11'), ['Alert'])
    })

    test('A radius of half the circumference of the earth covers every location', async () => {
      const all = await names('venues', 'geoloc_lat=-48.8566&geoloc_lng=-177.6478&geoloc_radius=20038')
      assert.deepEqual(all.sort(), Object.keys(PLACES).sort())
    })

    test('geoloc separates records with coordinates from those without', async () => {
      for (const list of ['events', 'venues'] as const) {
        for (const as of [...OUTSIDERS, ...INSIDERS]) {
          const [located, others] = [await names(list, 'geoloc=true', as), await names(list, 'geoloc=false', as)]
          assert.deepEqual([...located, ...others].sort(), (await names(list, '', as)).sort(), `${list} ${as}`)
          assert.ok(located.some((name) => name.endsWith('London')))
          assert.ok(others.some((name) => name === 'Nowhere' || name === 'Address only'))
        }
      }
      assert.deepEqual(await names('venues', `geoloc=false&${PARIS}`), [])
      assert.equal((await names('venues', `geoloc=true&${PARIS}`)).length, 2)
    })

    test('An event with several venues is found once, at the distance of the nearest one', async () => {
      const query = 'geoloc_lat=51.5074&geoloc_lng=-0.1278&orderby=distance'
      assert.deepEqual(await names('events', query), ['In London', 'At two'])
      const withinRadius = await names('events', `${query}&geoloc_radius=400`)
      assert.equal(withinRadius.filter((title) => title === 'At two').length, 1)
      assert.deepEqual(withinRadius, ['In London', 'At two', 'In Versailles', 'In Paris'])
    })

    test('Unreadable records have no location, except for editors and the author', async () => {
      const hidden = ['Sealed venue', 'Private venue', 'Sealed event', 'Trashed venue', 'Sealed', 'Private', 'Trashed']
      for (const as of OUTSIDERS) {
        for (const list of ['events', 'venues'] as const) {
          for (const query of [PARIS, `${PARIS}&geoloc_radius=20038`, 'geoloc=true', `${PARIS}&status=any`]) {
            const found = (await names(list, query, as)).filter((name) => hidden.includes(name.replace(/^.*: /, '')))
            assert.deepEqual(found, [], `${list} ${query} ${as}`)
          }
        }
      }
      for (const as of INSIDERS) {
        const events = await names('events', `${PARIS}&geoloc_radius=1`, as)
        assert.deepEqual(
          events.sort().map(removePrefix),
          ['In Paris', 'Private venue', 'Sealed event', 'Sealed venue'].sort(),
        )
        assert.deepEqual((await names('venues', `${PARIS}&geoloc_radius=1`, as)).map(removePrefix).sort(), [
          'Paris',
          'Sealed',
        ])
      }
    })

    const removePrefix = (name: string): string => name.replace(/^(?:Protected|Private): /, '')

    test('The location of an unreadable venue changes no response for other viewers', async () => {
      const queries = [
        ...['', 'geoloc=true', 'geoloc=false', PARIS, `${PARIS}&geoloc_radius=20038&orderby=distance`],
        ...[`${PARIS}&geoloc_radius=20038&orderby=title`, `${PARIS}&password=wrong`, `${PARIS}&search=sealed`],
      ]
      const readResponses = async () => {
        const all: Json[] = []
        for (const as of OUTSIDERS) {
          for (const query of queries)
            for (const list of ['events', 'venues'] as const) {
              all.push(await names(list, query, as))
            }
        }
        return all
      }
      const earlier = await readResponses()
      for (const place of [
        { geo_lat: -40, geo_lng: 100 },
        { geo_lat: null, geo_lng: null },
        { geo_lat: 48.86, geo_lng: 2.36 },
      ]) {
        for (const name of ['Sealed', 'Private']) await write(`/venues/${ids[name]}`, place, 'PATCH')
        assert.deepEqual(await readResponses(), earlier)
      }
    })

    test('Geo filters combine with other filters', async () => {
      assert.deepEqual(await names('events', `${PARIS}&search=versailles`), ['In Versailles'])
      assert.deepEqual(await names('events', `${PARIS}&starts_after=2027-04-01`), [])
      assert.deepEqual(await names('events', `${PARIS}&venue=${ids['London']}&geoloc_radius=30`), ['At two'])
      assert.deepEqual(await names('venues', `${PARIS}&geoloc_radius=400&has_events=true&search=lon`), ['London'])
    })

    test('An incomplete, invalid or missing pair of coordinates returns 400 naming it', async () => {
      for (const list of ['events', 'venues']) {
        assert.equal(await refused(`/${list}?geoloc_lat=1`), 'geoloc_lng')
        assert.equal(await refused(`/${list}?geoloc_lng=1`), 'geoloc_lat')
        assert.equal(await refused(`/${list}?geoloc_radius=10`), 'geoloc_lat,geoloc_lng')
        assert.equal(await refused(`/${list}?orderby=distance`), 'geoloc_lat,geoloc_lng')
        assert.equal(await refused(`/${list}?orderby=distance&geoloc_lat=1&geoloc=true`), 'geoloc_lng')
        for (const radius of ['0', '-1', '20039', 'x', '', 'NaN', 'Infinity', '1,2']) {
          assert.equal(await refused(`/${list}?${PARIS}&geoloc_radius=${radius}`), 'geoloc_radius')
        }
        assert.equal(await refused(`/${list}?geoloc_lat=91&geoloc_lng=181`), 'geoloc_lat,geoloc_lng')
        assert.equal(await refused(`/${list}?geoloc=maybe`), 'geoloc')
      }
      const { json } = await service.send('GET', '/venues?geoloc_radius=10')
      assert.equal(json.data.params.geoloc_lat, 'Required by geoloc_radius.')
    })

    test('Two empty coordinates are ignored, and a single one is incomplete', async () => {
      for (const list of ['events', 'venues'] as const) {
        const { json: plain } = await service.send('GET', `/${list}`)
        const { status, json } = await service.send('GET', `/${list}?geoloc_lat=&geoloc_lng=`)
        assert.deepEqual([status, json], [200, plain])
        assert.deepEqual(await names(list, 'geoloc=true&geoloc_lat=&geoloc_lng='), await names(list, 'geoloc=true'))
        assert.equal(await refused(`/${list}?geoloc_lat=&geoloc_lng=2`), 'geoloc_lat')
        assert.equal(await refused(`/${list}?geoloc_lat=2&geoloc_lng=`), 'geoloc_lng')
        assert.equal(await refused(`/${list}?geoloc_lat=&geoloc_lng=&orderby=distance`), 'geoloc_lat,geoloc_lng')
      }
    })

    test('Organizers have no geo filters', async () => {
      assert.equal((await service.send('GET', '/organizers?geoloc_lat=1&geoloc_radius=x')).status, 200)
      assert.equal(await refused('/organizers?orderby=distance&strict=1'), 'orderby')
    })

    test('The links of a list repeat the geo filter', async () => {
      for (const list of ['events', 'venues']) {
        const query = `${PARIS}&geoloc=true&geoloc_radius=400.5&orderby=distance&order=desc&per_page=1`
        const { json } = await service.send('GET', `/${list}?${query}`)
        for (const url of [json.rest_url, json.next_rest_url]) {
          const { searchParams } = new URL(url)
          for (const [name, value] of new URLSearchParams(query)) assert.equal(searchParams.get(name), value, url)
        }
      }
    })
  })
}
