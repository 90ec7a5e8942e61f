/** Breadcrumbs, prices, directions, sharing, further events and countdowns on pages of events; feeds of profiles. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const NOW = '2026-12-01T12:00:00Z'

for (const engine of ONE_ENGINE) {
  describe(`Pages of events and profiles on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}
    const page = async (path: string): Promise<string> => {
      const { status, text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }
    const create = async (name: string, path: string, json: Readonly<Record<string, unknown>>) => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      ids[name] = response.json.id
    }
    const event = (title: string, start: string, more: Readonly<Record<string, unknown>> = {}) =>
      create(title, '/events', {
        ...{
          title,
          slug: title.toLowerCase().replaceAll(' ', '-'),
          start_date: start,
          end_date: `${start.slice(0, 10)} 23:00`,
        },
        ...more,
      })
    const findBreadcrumbs = (text: string): readonly (readonly string[])[] => {
      const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      const trail = blocks.map(([, json = '']) => JSON.parse(json)).find((block) => block['@type'] === 'BreadcrumbList')
      return trail.itemListElement.map(({ name, item }: Record<string, string>) => [name, item])
    }
    /** Titles of the section with this heading, in order. */
    const listFurther = (text: string, heading: string): readonly string[] => {
      const sections = text.split('<section class="further-events">').map((part) => part.split('</section>')[0] ?? '')
      const section = sections.find((part) => part.includes(`>${heading}<`)) ?? ''
      return [...section.matchAll(/class="further-title"[^>]*>([^<]*)</g)].map(([, title = '']) => title)
    }

    before(async () => {
      service = await startService({ engine, now: NOW, env: { SITE_TIMEZONE: 'Europe/Berlin', LANGUAGES: 'en,de' } })
      await create('hall', '/venues', { venue: 'Great Hall', address: 'Main St 1', city: 'Bonn', zip: '53111' })
      await create('park', '/venues', { venue: 'City Park', city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1 })
      await create('ann', '/organizers', { organizer: 'Ann Example' })
      await create('music', '/categories', { name: 'Music' })
      await create('jazz', '/categories', { name: 'Jazz', parent: ids['music'] })
      const hall = { venue: ids['hall'] }
      await event('Gig', '2026-12-05 19:00', { ...hall, categories: 'jazz', tags: 'live,club', cost: '12' })
      await event('Blues', '2026-12-07 19:00', { ...hall, categories: 'jazz', tags: 'live,club' })
      await event('Choir', '2026-12-06 19:00', { categories: 'music' })
      await event('Swing', '2026-12-08 19:00', { venue: ids['park'], categories: 'jazz' })
      await event('Draft', '2026-12-06 20:00', { ...hall, categories: 'jazz', status: 'draft' })
      await event('Locked', '2026-12-06 20:00', { ...hall, categories: 'jazz', post_password: 'sesame' })
      await event('Hidden', '2026-12-06 20:00', { ...hall, categories: 'jazz', hide_from_listings: true })
      await event('Past', '2026-11-06 20:00', { ...hall, categories: 'jazz' })
      await event('Fair', '2026-12-09 10:00', { ...hall })
      await event('Today', '2026-12-01 14:00', { ...hall, end_date: '2026-12-01 16:00' })
      await event('Tokyo', '2026-12-06 09:00', { timezone: 'Asia/Tokyo', end_date: '2026-12-06 11:00' })
      await event('Alone', '2026-12-10 09:00')
    })
    after(() => service.stop())

    test('Breadcrumbs lead from the calendar over the categories, or else the venue, to an event', async () => {
      const urlTo = (path: string) => `${service.origin}${path}`
      const jazz = [
        ['All events', urlTo('/events/')],
        ['Jazz', urlTo('/events/category/music/jazz/')],
      ] as const
      assert.deepEqual(findBreadcrumbs(await page('/event/gig/')), [
        jazz[0],
        ['Music', urlTo('/events/category/music/')],
        jazz[1],
        ['Gig', urlTo('/event/gig/')],
      ])
      assert.deepEqual(findBreadcrumbs(await page('/event/fair/')), [
        jazz[0],
        ['Great Hall', urlTo('/venue/great-hall/')],
        ['Fair', urlTo('/event/fair/')],
      ])
      assert.deepEqual(findBreadcrumbs(await page('/event/alone/')), [jazz[0], ['Alone', urlTo('/event/alone/')]])
      assert.match(
        await page('/event/fair/'),
        /<a href="\/events\/" data-back>All events<\/a><\/li><li><a href="\/venue\/great-hall\/">Great Hall<\/a><\/li><li class="crumb-current"><span aria-current="page">Fair</,
      )
    })

    test('Breadcrumbs of venues, organizers and categories contain the page of all of them', async () => {
      for (const [path, names] of [
        ['/venue/great-hall/', ['All events', 'Venues', 'Great Hall']],
        ['/organizer/ann-example/', ['All events', 'Organizers', 'Ann Example']],
        ['/events/category/music/jazz/', ['All events', 'Categories', 'Music', 'Jazz']],
        ['/tag/live/', ['All events', 'live']],
      ] as const) {
        assert.deepEqual(
          findBreadcrumbs(await page(path)).map(([name]) => name),
          names,
        )
      }
      assert.doesNotMatch(await page('/embed/venue/great-hall/'), /class="crumbs"/)
    })

    test('Venues, organizers, categories and tags have links to follow them', async () => {
      for (const [path, query] of [
        ['/venue/great-hall/', `venue=${ids['hall']}`],
        ['/organizer/ann-example/', `organizer=${ids['ann']}`],
        ['/events/category/music/jazz/2026-12/', 'categories=jazz'],
        ['/tag/live/', 'tags=live'],
      ] as const) {
        const [menu = ''] = /<nav class="follow".*?<\/nav>/s.exec(await page(path)) ?? []
        const base = `${service.origin}/wp-json/tribe/events/v1`
        assert.ok(menu.includes(`href="${base}/events.ics?${query}"`), menu)
        assert.ok(menu.includes(`href="${base}/events.rss?${query}"`), menu)
        assert.ok(menu.includes(`href="webcal:${base.slice(5)}/events.ics?${query}"`), menu)
        const feed = await service.send('GET', `/events.ics?${query}`)
        assert.equal(feed.status, 200)
      }
      assert.doesNotMatch(await page('/events/'), /class="follow"/)
    })

    test('An event shows the next events at its venue, and those of its categories and tags', async () => {
      const text = await page('/event/gig/')
      assert.deepEqual(listFurther(text, 'More at Great Hall'), ['Today', 'Blues', 'Fair'])
      assert.deepEqual(listFurther(text, 'Related events'), ['Swing'])
      // Events of a category below one of the event are related too.
      assert.deepEqual(listFurther(await page('/event/choir/'), 'Related events'), ['Gig', 'Blues', 'Swing'])
      assert.doesNotMatch(await page('/event/alone/'), /class="further"/)
    })

    test('Events in more of the same categories and tags are related more closely', async () => {
      for (const number of [1, 2, 3, 4])
        await event(`Jam ${number}`, `2026-12-06 0${number}:00`, { categories: 'jazz', end_date: '2026-12-06 10:00' })
      const related = listFurther(await page('/event/swing/'), 'Related events')
      assert.deepEqual(related, ['Gig', 'Jam 1', 'Jam 2', 'Jam 3'])
      await service.send('PATCH', `/events/${ids['Jam 4']}`, { as: 'admin', json: { tags: 'club,live' } })
      const closest = listFurther(await page('/event/blues/'), 'Related events')
      assert.deepEqual(closest, ['Jam 1', 'Jam 2', 'Jam 3', 'Jam 4'])
    })

    test('A cached page of an event shows a related event that was added later', async () => {
      await page('/event/tokyo/')
      assert.deepEqual(listFurther(await page('/event/tokyo/'), 'Related events'), [])
      await service.send('PATCH', `/events/${ids['Tokyo']}`, { as: 'admin', json: { tags: 'rare' } })
      await event('Rare', '2026-12-20 10:00', { tags: 'rare' })
      assert.deepEqual(listFurther(await page('/event/tokyo/'), 'Related events'), ['Rare'])
    })

    test('A series appears once among the further events, and not on the pages of its own events', async () => {
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=30' }
      const series = {
        ...{ title: 'Story Hour', venue: ids['park'], start_date: '2026-12-02 15:00', end_date: '2026-12-02 16:00' },
        recurrence,
      }
      const response = await service.send('POST', '/series', { as: 'admin', json: series })
      assert.equal(response.status, 201, response.text)
      const text = await page('/event/swing/')
      assert.deepEqual(listFurther(text, 'More at City Park'), ['Story Hour'])
      const [, own = ''] = /href="(\/event\/story-hour[^"]*)"/.exec(text) ?? []
      assert.deepEqual(listFurther(await page(own), 'More at City Park'), ['Swing'])
    })

    test('Events with the same title appear once, and not on the pages of each other', async () => {
      const weekly = { tags: 'weekly', end_date: '2026-12-31 23:00' }
      for (const day of [14, 15, 16])
        await event('Weekly', `2026-12-${day} 10:00`, { ...weekly, slug: `weekly-${day}` })
      await event('Other', '2026-12-20 10:00', weekly)
      assert.deepEqual(listFurther(await page('/event/other/'), 'Related events'), ['Weekly'])
      assert.deepEqual(listFurther(await page('/event/weekly-15/'), 'Related events'), ['Other'])
    })

    test('Prices have one format per language, in the cost and in the table of tickets', async () => {
      assert.match(await page('/event/gig/'), /<dd>\$12<\/dd>/)
      assert.match(await page('/de/event/gig/'), /<dd>12\s\$<\/dd>/)
      const offers = [
        { name: 'Adult', price: '25', currency: 'USD', url: 'https://tickets.example/1' },
        { name: 'Child', price: '7.5', currency: 'USD', url: 'https://tickets.example/2' },
      ]
      await event('Show', '2026-12-11 19:00', { tickets: offers })
      const text = await page('/de/event/show/')
      assert.match(text, /<dd>7,50\s\$ – 25\s\$<\/dd>/)
      assert.match(text, /<td>7,50\s\$<\/td>/)
      assert.match(await page('/event/show/'), />Get tickets<span class="hidden">: Adult</)
      await event('Words', '2026-12-11 20:00', { cost: 'Pay what you want, from 5' })
      assert.match(await page('/de/event/words/'), /Pay what you want, from 5/)
      await event('Euros', '2026-12-11 20:00', { cost: '€5' })
      assert.match(await page('/de/event/euros/'), /<dd>€5<\/dd>/)
    })

    test('Directions lead to the coordinates of the venue, or to its address', async () => {
      const park = await page('/event/swing/')
      assert.ok(park.includes('https://www.google.com/maps/dir/?api=1&amp;destination=50.7,7.1'), park)
      assert.ok(park.includes('https://maps.apple.com/?daddr=50.7,7.1'))
      const hall = await page('/event/fair/')
      assert.ok(hall.includes('https://www.openstreetmap.org/directions?to=Main+St+1,+53111+Bonn'), hall)
    })

    test('Share links and the note on the time zone need no script', async () => {
      const text = await page('/event/gig/')
      assert.match(text, /href="mailto:\?subject=Gig&amp;body=Gig%2C%20Saturday/)
      assert.ok(text.includes(encodeURIComponent(`${service.origin}/event/gig/`)))
      assert.match(text, /Saved in the time zone of the event \(Central European Time\)\./)
      assert.match(await page('/de/event/tokyo/'), /\(Japanische Zeit\)|\(Japanische Normalzeit\)/)
      await event('Whole', '2026-12-12', { all_day: true, end_date: '2026-12-12' })
      assert.match(await page('/event/whole/'), /All-day events have the same date in every time zone\./)
    })

    test('Only events of today that have not ended have a countdown', async () => {
      assert.match(
        await page('/event/today/'),
        /data-countdown data-before="Starts \{time\}" data-during="Started \{time\}, until 4:00\sPM"/,
      )
      assert.doesNotMatch(await page('/event/gig/'), /data-countdown/)
      service.setNow('2026-12-01T15:00:01Z')
      assert.doesNotMatch(await page('/event/today/'), /data-countdown/)
      // The list on another page changes when one of its events ends, without a write.
      assert.deepEqual(listFurther(await page('/event/gig/'), 'More at Great Hall'), ['Blues', 'Fair'])
      service.setNow(NOW)
    })

    test('Lists mark times of events in another time zone than that of the site', async () => {
      const list = await page('/events/')
      assert.equal(list.match(/class="visitor-note"/g)?.length, 1)
      assert.match(list, /data-start="2026-12-06T09:00:00\+09:00"/)
    })
  })
}
