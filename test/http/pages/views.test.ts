/** The list, photo and summary views, and what they share. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const VIEWS = ['', 'photo/', 'summary/']

for (const engine of ONE_ENGINE) {
  describe(`Views of upcoming events on ${engine.name}`, () => {
    let service: TestService
    const page = async (path: string) => {
      const { status, text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }
    const create = async (path: string, json: object) => {
      const { status, json: record, text } = await service.send('POST', path, { as: 'admin', json })
      assert.equal(status, 201, text)
      return record
    }

    before(async () => {
      service = await startService({ engine, now: '2026-12-01T12:00:00Z', env: { PER_PAGE: '4' } })
      await create('/categories', { name: 'Music', color: '#1d4ed8' })
      await create('/categories', { name: 'Clubs & Bars' })
      const onDay = (day: number) => ({ start_date: `2026-12-0${day} 19:00:00`, end_date: `2026-12-0${day} 21:00:00` })
      const venue = await create('/venues', { venue: 'Town Hall', city: 'Bonn' })
      await create('/events', { title: 'Concert', ...onDay(2), categories: 'clubs-bars,music', venue: venue.id })
      const offer = { name: 'Seat', price: '20', currency: 'USD', url: 'https://tickets.example/' }
      await create('/events', { title: 'Gala', ...onDay(3), tickets: [{ ...offer, availability: 'SoldOut' }] })
      await create('/events', { title: 'Open day', ...onDay(3), cost: '0', categories: 'clubs-bars' })
      await create('/events', { title: 'Secret', ...onDay(4), categories: 'music', post_password: 'x' })
      await create('/events', { title: 'Webinar', ...onDay(5), is_virtual: true, virtual_url: 'https://meet.example/' })
    })
    after(() => service.stop())

    test('Every view shows all events in order, on numbered pages that link to each other', async () => {
      for (const view of VIEWS) {
        const first = await page(`/events/${view}`)
        const second = await page(`/events/${view}?page=2`)
        const titles = [...`${first}${second}`.matchAll(/href="\/event\/([a-z-]+)\/"(?! tabindex)/g)].map(
          ([, slug]) => slug,
        )
        assert.deepEqual(titles, ['concert', 'gala', 'open-day', 'secret', 'webinar'], view)
        assert.match(first, new RegExp(`rel="next" href="/events/${view}\\?page=2"`))
        assert.match(second, new RegExp(`rel="prev" href="/events/${view}"`))
        assert.match(await page(`/events/${view}page/2/`), /\/event\/webinar\//)
        assert.equal((await service.send('GET', `//events/${view}?page=3`)).status, 404)
      }
    })

    test('Every view takes the filters of lists, also by date, and links to the others keep them', async () => {
      for (const view of VIEWS) {
        const text = await page(`/events/${view}?start_date=2026-12-05&search=webinar`)
        assert.match(text, /\/event\/webinar\//)
        assert.doesNotMatch(text, /\/event\/concert\//)
        assert.match(text, /href="\/events\/photo\/\?search=webinar&amp;start_date=2026-12-05"/)
        assert.match(text, /href="\/events\/summary\/\?search=webinar&amp;start_date=2026-12-05"/)
      }
    })

    test('Views have their own canonical URL, title, embed code and place in the switch', async () => {
      for (const [view, title] of [
        ['photo', 'Upcoming events in pictures'],
        ['summary', 'Upcoming events at a glance'],
      ] as const) {
        const text = await page(`/events/category/music/${view}/`)
        assert.match(text, new RegExp(`rel="canonical" href="[^"]*/events/category/music/${view}/"`))
        assert.match(text, new RegExp(`data-key="view-${view}" aria-current="page"`))
        assert.match(text, new RegExp(`data-view=&quot;${view}&quot;`))
        assert.match(await page(`/events/${view}/`), new RegExp(`<title>${title}`))
        assert.match(await page(`/embed/events/${view}/`), /\/event\/concert\//)
      }
    })

    test('URLs of The Events Calendar lead to the photo and summary views and to their feeds', async () => {
      for (const view of ['photo', 'summary']) {
        const { status, headers } = await service.send(
          'GET',
          `//events/?eventDisplay=${view}&tribe-bar-date=2026-12-03`,
        )
        assert.deepEqual([status, headers['location']], [302, `/events/${view}/?start_date=2026-12-03`])
        const feed = await service.send('GET', `//events/${view}/?ical=1&start_date=2026-12-05`)
        assert.deepEqual(
          [feed.status, feed.text.match(/SUMMARY:.*/g)?.map((line) => line.trim())],
          [200, ['SUMMARY:Webinar']],
        )
      }
    })

    test('An event is marked with its first category that has a color, a protected one with none', async () => {
      for (const view of VIEWS) {
        const text = await page(`/events/${view}`)
        assert.match(text, /fill="#1d4ed8"\/><\/svg>Music</)
        assert.match(text, /<span class="entry-category">Clubs &amp; Bars</)
        assert.equal(text.match(/<\/svg>Music</g)?.length, 1)
      }
    })

    test('Free, sold out, online and protected events have labels, and a sold-out one no price', async () => {
      const text = `${await page('/events/')}${await page('/events/?page=2')}`
      for (const label of ['Free', 'Sold out', 'Online', 'Protected'])
        assert.match(text, new RegExp(`<span class="mark[^"]*">${label}<`))
      assert.doesNotMatch(text, /entry-cost/)
    })

    test('The small calendar links to the days with events, of the month of the list', async () => {
      const days = (text: string) =>
        [...text.matchAll(/class="mini-day[^"]*" href="\/events\/([\d-]+)\//g)].map(([, day]) => day)
      const current = await page('/events/')
      assert.deepEqual(days(current), ['2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'])
      assert.match(current, /href="\/events\/\?start_date=2027-01-01" rel="next nofollow"/)
      const filtered = await page('/events/?categories=music')
      // The category of a protected event is hidden, so a filter does not find it.
      assert.deepEqual(
        days(filtered).map((day) => day?.slice(8)),
        ['02'],
      )
      const january = await page('/events/?start_date=2027-01-01')
      assert.deepEqual(days(january), [])
      assert.match(january, /href="\/events\/" rel="prev nofollow"/)
      assert.doesNotMatch(await page('/embed/events/'), /class="mini"/)
    })
  })
}
