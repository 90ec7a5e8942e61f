/** Search, filters, quick dates and alternatives of pages. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Finding events on pages on ${engine.name}`, () => {
    let service: TestService
    let hall = 0
    let secret = 0
    let ann = 0

    const page = async (path: string) => {
      const { status, text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }
    const shown = (text: string) =>
      [...text.matchAll(/class="entry-title"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title)
    const title = (text: string) => /<title>([^<]*) – Calends</.exec(text)?.[1]
    const heading = (text: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]?.replace(/<[^>]*>/g, '')
    /** Text and URL of the links in an element of a class. */
    const linksIn = (text: string, className: string) => {
      const start = text.indexOf(`class="${className}`)
      const part = start < 0 ? '' : text.slice(start, text.indexOf('</section>', start))
      return [...part.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
        ([, href = '', label = '']) => `${label.replace(/<[^>]*>/g, '')} -> ${href.replaceAll('&amp;', '&')}`,
      )
    }

    before(async () => {
      service = await startService({ engine, now: '2026-11-25T15:00:00Z' })
      const create = async (path: string, json: Json): Promise<number> => {
        const response = await service.send('POST', path, { as: 'admin', json })
        assert.equal(response.status, 201, response.text)
        return response.json.id
      }
      hall = await create('/venues', { venue: 'Opéra Hall' })
      secret = await create('/venues', { venue: 'Opera Bunker', status: 'draft' })
      ann = await create('/organizers', { organizer: 'Jazz Society' })
      const music = await create('/categories', { name: 'Music' })
      await create('/categories', { name: 'Blues', parent: music })
      for (let number = 1; number <= 12; number++) {
        const venue = await create('/venues', { venue: `Room ${number}` })
        await create('/events', {
          title: `Course ${number}`,
          start_date: '2027-03-01 10:00',
          end_date: '2027-03-01 11:00',
          venue,
        })
      }
      const event = (name: string, day: string, more: object = {}) =>
        create('/events', { title: name, start_date: `${day} 19:00`, end_date: `${day} 21:00`, ...more })
      await event('Concert', '2026-11-28', { venue: hall, organizer: ann, categories: 'blues', cost: '0' })
      await event('Hidden link', '2026-11-29', { venue: hall, organizer: ann, post_password: 'sesame' })
      await event('Rehearsal', '2026-11-30', { venue: secret })
      await event('Talk', '2026-12-02', { tags: 'Live' })
      await event('Gala', '2026-10-01', { venue: hall })
      await create('/events', { title: 'Exhibition', start_date: '2026-11-01', end_date: '2026-12-20', all_day: true })
    })
    after(() => service.stop())

    test('A search of pages finds events by venue, organizer, category above theirs, and tag', async () => {
      assert.deepEqual(shown(await page('/events/?search=opera')), ['Concert'])
      assert.deepEqual(shown(await page('/events/?search=jazz+society')), ['Concert'])
      assert.deepEqual(shown(await page('/events/?search=music')), ['Concert'])
      assert.deepEqual(shown(await page('/events/?search=live')), ['Talk'])
      assert.deepEqual(shown(await page('/events/?search=concert+opera')), ['Concert'])
      assert.deepEqual(shown(await page('/events/?search=opera+-concert')), [])
    })

    test('The search of the API does not search for names', async () => {
      const { json } = await service.send('GET', '/events?search=opera')
      assert.equal(json.total, 0)
    })

    test('A renamed venue is found by its new name only', async () => {
      const rename = (venue: string) => service.send('POST', `/venues/${hall}`, { as: 'admin', json: { venue } })
      await rename('Palace')
      assert.deepEqual(shown(await page('/events/?search=palace')), ['Concert'])
      assert.deepEqual(shown(await page('/events/?search=opera')), [])
      await rename('Opéra Hall')
      assert.deepEqual(shown(await page('/events/?search=opera')), ['Concert'])
    })

    test('A search shows matching public records with their upcoming events first', async () => {
      const text = await page('/events/?search=opera')
      assert.deepEqual(linksIn(text, 'matches'), ['Venue Opéra Hall 1 upcoming event -> /venue/opera-hall/'])
      assert.doesNotMatch(text, /Bunker/)
      assert.deepEqual(linksIn(await page('/events/?search=blues'), 'matches'), [
        'Category Blues 1 upcoming event -> /events/category/music/blues/',
      ])
    })

    test('Suggestions contain public records and events, in the language of the page', async () => {
      const suggest = await page('/de/events/suggest/?q=oper')
      assert.match(suggest, /data-href="\/de\/venue\/opera-hall\/"/)
      assert.match(suggest, /data-href="\/de\/event\/concert\/"/)
      assert.match(suggest, /1 kommende Veranstaltung/)
      assert.doesNotMatch(suggest, /Bunker|Hidden link|Rehearsal|<html/)
      const escaped = await page(`/events/suggest/?q=${encodeURIComponent('<b>%_\\\0')}`)
      assert.match(escaped, /^<div data-message="0 suggestions"><\/div>$/)
    })

    test('Suggestions of a filter are options of its form', async () => {
      const options = await page('/events/suggest/?find=venue&q=hall')
      assert.match(
        options,
        new RegExp(`^<label [^>]*><input type="checkbox" id="filter-venue-${hall}" name="venue\\[\\]"`),
      )
      assert.equal(await page('/events/suggest/?find=venue&q=bunker'), '')
    })

    test('A filter accepts several values, each with a link that removes it', async () => {
      const text = await page(`/events/?tags=live&venue=${hall}`)
      assert.deepEqual(shown(text), [])
      const both = await page('/events/?categories[]=blues&categories[]=music')
      assert.deepEqual(shown(both), ['Concert'])
      const chips = [...both.matchAll(/class="chip" href="([^"]*)" data-swap><span class="hidden">([^<]*)/g)]
      assert.deepEqual(
        chips.map(([, href, name]) => [name, href]),
        [
          ['Remove the filter Blues', '/events/?categories=music'],
          ['Remove the filter Music', '/events/?categories=blues'],
        ],
      )
      assert.match(both, /value="blues" checked/)
    })

    test('Options show their number of upcoming events', async () => {
      const text = await page('/events/')
      assert.match(
        text,
        /value="music"> <span class="check-label">Music<\/span><span class="hidden"> \(1 upcoming event\)</,
      )
    })

    test('A long list of options has a search, and contains the selected and the found ones', async () => {
      const text = await page('/events/')
      const names = (markup: string) => [...markup.matchAll(/name="venue\[\]" value="(\d+)"/g)].length
      assert.equal(names(text), 10)
      assert.match(text, /name="find_venue"/)
      assert.doesNotMatch(text, /name="find_categories"/)
      const found = await page(`/events/?find_venue=opera&venue=${hall}`)
      assert.equal(names(found), 1)
      assert.match(found, new RegExp(`value="${hall}" checked`))
      assert.match(await page('/events/?find_venue=nowhere'), /Nothing found for “nowhere”/)
    })

    test('An unknown value of a filter is ignored, and a huge ID is no error', async () => {
      assert.match(await page('/events/?venue=99999999999999&tags=%00'), /were ignored/)
    })

    test('Heading and title name the filters and the number of events', async () => {
      const text = await page(`/events/2026-11/?categories=blues&venue=${hall}&search=concert`)
      assert.equal(heading(text), 'November 2026: “concert”, Blues, Opéra Hall 1 event')
      assert.equal(title(text), 'Events in November 2026: “concert”, Blues, Opéra Hall (1 event)')
      assert.equal(heading(await page('/events/?start_date=2026-12-02')), 'Events from December 2, 2026 14 events')
    })

    test('Days limit a list to the events that take place on them, with the ongoing ones', async () => {
      const text = await page('/events/?start_date=2026-12-02&end_date=2026-12-02')
      assert.deepEqual(shown(text), ['Exhibition', 'Talk'])
      assert.equal(heading(text), 'Events on Wednesday, December 2, 2026 2 events')
      assert.deepEqual(shown(await page('/events/?end_date=2026-11-25')), ['Exhibition'])
    })

    test('Quick dates select days of the site and retain the other filters', async () => {
      const text = await page('/events/?tags=live')
      const quick = text.slice(text.indexOf('class="quick"'), text.indexOf('</nav>', text.indexOf('class="quick"')))
      const links = [...quick.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, name]) => [name, href])
      const query = '/events/?tags=live&amp;'
      assert.deepEqual(links, [
        ['Today', `${query}start_date=2026-11-25&amp;end_date=2026-11-25`],
        ['Tomorrow', `${query}start_date=2026-11-26&amp;end_date=2026-11-26`],
        ['This weekend', `${query}start_date=2026-11-28&amp;end_date=2026-11-29`],
        ['Next 7 days', `${query}start_date=2026-11-25&amp;end_date=2026-12-01`],
        ['Free', `${query}free=true`],
      ])
      const weekend = await page('/events/?start_date=2026-11-28&end_date=2026-11-29')
      assert.match(weekend, /href="\/events\/" data-swap aria-current="true">This weekend/)
    })

    test('The form for a month redirects to it with the filters', async () => {
      const { status, headers } = await service.send('GET', '//tag/live/?month=2027-02&free=1&start_date=2026-12-01')
      assert.equal(status, 302)
      assert.equal(headers['location'], '/tag/live/2027-02/?free=1')
    })

    test('Other views keep the date: lists and maps begin on the day of a month', async () => {
      const month = await page('/events/2027-02/?tags=live')
      assert.match(month, /href="\/events\/\?tags=live&amp;start_date=2027-02-01"[^>]*data-key="view-list"/)
      const list = await page('/events/?start_date=2027-02-01')
      assert.match(list, /href="\/events\/2027-02\/"[^>]*data-key="view-month"/)
      assert.match(list, /href="\/events\/2027-02-01\/"[^>]*data-key="view-day"/)
      assert.match(list, /href="\/events\/" data-swap data-key="today"/)
    })

    test('A list without events offers past events, fewer filters and all of them', async () => {
      assert.deepEqual(linksIn(await page('/events/?search=gala'), 'alternatives'), [
        'Past events -> /events/past/?search=gala',
        'Clear all filters -> /events/',
      ])
      assert.deepEqual(linksIn(await page('/events/?search=concert&tags=live'), 'alternatives'), [
        'Without “concert” -> /events/?tags=live',
        'Without Live -> /events/?search=concert',
        'Clear all filters -> /events/',
      ])
      assert.deepEqual(linksIn(await page('/events/?tags=live&start_date=2030-01-01'), 'alternatives').slice(0, 1), [
        'On any date -> /events/?tags=live',
      ])
    })

    test('A month, week or day without events leads to the next and the previous ones', async () => {
      assert.deepEqual(linksIn(await page('/events/2027-01/'), 'alternatives'), [
        'Next events: March 2027 -> /events/2027-03/',
        'Previous events: December 2026 -> /events/2026-12/',
        'Upcoming events -> /events/',
        'Past events -> /events/past/',
      ])
      assert.equal(
        linksIn(await page('/events/2027-01-10/?tags=live'), 'alternatives')[0],
        'Previous events: December 2, 2026 -> /events/2026-12-02/?tags=live',
      )
      assert.equal(
        linksIn(await page('/events/week/2027-01-10/'), 'alternatives')[0],
        'Next events: March 1, 2027 -> /events/week/2027-03-01/',
      )
    })

    test('The search is on a page once, with the filters of the page', async () => {
      const text = await page('/events/?search=opera&tags=live')
      assert.equal([...text.matchAll(/<input[^>]* name="search" type="search"/g)].length, 1)
      assert.match(text, /name="search" type="search" value="opera"/)
      const frame = await page('/embed/events/')
      assert.match(frame, /<input id="filter-search" name="search" type="search"/)
      assert.match(frame, /<script type="module" src="\/assets\/filters\.js/)
    })
  })
}
