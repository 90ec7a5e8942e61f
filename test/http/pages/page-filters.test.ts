import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Filters of pages on ${engine.name}`, () => {
    let service: TestService
    const page = async (path: string) => {
      const { status, text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }
    /** Titles of the events in a list, in order. */
    const shown = (text: string) =>
      [...text.matchAll(/class="entry-title"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title)

    before(async () => {
      service = await startService({ engine })
      const create = async (path: string, json: object) => {
        const response = await service.send('POST', path, { as: 'admin', json })
        assert.equal(response.status, 201, response.text)
        return response.json.id
      }
      const bonn = await create('/venues', { venue: 'Great Hall', geo_lat: 50.73, geo_lng: 7.1 })
      const cologne = await create('/venues', { venue: 'Small Hall', geo_lat: 50.94, geo_lng: 6.96 })
      const event = (title: string, day: number, more: object) =>
        create('/events', { title, start_date: `2026-12-0${day} 19:00`, end_date: `2026-12-0${day} 21:00`, ...more })
      await event('Walk', 1, { venue: cologne, cost: '0' })
      await event('Concert', 2, { venue: bonn, cost: '12' })
      await event('Talk', 3, {})
    })
    after(() => service.stop())

    test('Lists can be limited to free or to paid events', async () => {
      assert.deepEqual(shown(await page('/events/?free=1')), ['Walk'])
      const paid = await page('/events/?free=false')
      assert.deepEqual(shown(paid), ['Concert'])
      assert.match(paid, /<option value="false" selected>Paid/)
      assert.match(paid, /Remove the filter Paid/)
      assert.ok(paid.includes('events.ics?free=false'))
    })

    test('A list near a place shows its distance once, with a link that removes the filter', async () => {
      const near = await page('/events/?geoloc_lat=50.73&geoloc_lng=7.1&search=')
      assert.deepEqual(shown(near), ['Concert'])
      assert.deepEqual(
        [...near.matchAll(/Remove the filter ([^<]*)/g)].map(([, name]) => name),
        ['Nearby, 25 km'],
      )
      assert.match(near, /<a class="chip" href="\/events\/"/)
      assert.match(near, /<option value="25" selected>25 km/)
    })

    test('A radius that is no option of the form is accepted', async () => {
      const near = await page('/de/events/?geoloc_lat=50.73&geoloc_lng=7.1&geoloc_radius=30.5')
      assert.deepEqual(shown(near), ['Walk', 'Concert'])
      assert.match(near, /<option value="30.5" selected>30,5 km/)
      assert.match(near, /In der Nähe, 30,5 km/)
    })

    test('Sorted by distance, the nearest event is first and dates have no headings', async () => {
      const near = await page('/events/?geoloc_lat=50.73&geoloc_lng=7.1&geoloc_radius=50&orderby=distance')
      assert.deepEqual(shown(near), ['Concert', 'Walk'])
      assert.doesNotMatch(near, /month-name/)
      assert.match(near, /href="\/events\/2026-11\/\?geoloc_lat=50.73&amp;geoloc_lng=7.1&amp;geoloc_radius=50"/)
    })

    test('An order that requires a place, or that lists do not have, is ignored', async () => {
      assert.match(await page('/events/?orderby=distance'), /class="notice"[^>]*>[^<]*orderby/)
      assert.deepEqual(shown(await page('/events/?orderby=title')), ['Walk', 'Concert', 'Talk'])
    })

    test('Permissions-Policy allows geolocation for the page, not for frames in it', async () => {
      const { headers } = await service.send('GET', '//events/', { headers: { accept: 'text/html' } })
      assert.equal(headers['permissions-policy'], 'geolocation=(self)')
    })
  })
}
