import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const HTML = { accept: 'text/html' }

for (const engine of ONE_ENGINE) {
  describe(`Pages on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}
    /** A page, by path. */
    const page = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
      service.send('GET', `/${path}`, { headers: { ...HTML, ...headers } })
    const create = async (name: string, path: string, json: Readonly<Record<string, unknown>>) => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      ids[name] = response.json.id
    }
    const event = (name: string, title: string, more: Readonly<Record<string, unknown>> = {}) =>
      create(name, '/events', { title, start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00', ...more })

    before(async () => {
      service = await startService({ engine, env: { PER_PAGE: '6' } })
      await create('hall', '/venues', { venue: 'Great Hall', city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1 })
      await create('ann', '/organizers', { organizer: 'Ann Example', email: 'ann@example.test' })
      await create('music', '/categories', { name: 'Music' })
      await create('jazz', '/categories', { name: 'Jazz', parent: ids['music'] })
      await event('gig', 'Jazz Night', {
        description: '<p style="color:red">Blue notes.</p>',
        venue: ids['hall'],
        organizer: ids['ann'],
        categories: 'jazz',
        tags: 'live',
        featured: true,
        cost: '12',
      })
      await event('script', 'Evil </script><script>alert(1)</script> & Co')
      await event('fair', 'Book Fair', { start_date: '2026-11-18', end_date: '2026-11-25', all_day: true })
      await event('old', 'Summer Party', { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 20:00:00' })
      await event('hidden', 'Hidden Meeting', { hide_from_listings: true })
      await event('draft', 'Draft Idea', { status: 'draft' })
      await event('private', 'Private Dinner', { status: 'private' })
      await event('trash', 'Gone Concert')
      await service.send('DELETE', `/events/${ids['trash']}`, { as: 'admin' })
      await event('locked', 'Club Evening', {
        post_password: 'sesame',
        description: 'The secret program.',
        cost: '77',
      })
    })
    after(() => service.stop())

    const KINDS: readonly (readonly [string, string, string])[] = [
      ['the calendar', '/', ''],
      ['the list', '/events/', ''],
      ['a month', '/events/2026-12/', ''],
      ['this month', '/events/month/', ''],
      ['a week', '/events/week/2026-12-05/', ''],
      ['a day', '/events/2026-12-05/', ''],
      ['today', '/events/today/', ''],
      ['the map', '/events/map/', ''],
      ['what is over', '/events/past/', ''],
      ['a category', '/events/category/music/jazz/', 'events/?categories=jazz'],
      ['a month of a category', '/events/category/music/2026-12/', 'events/?categories=music'],
      ['a tag', '/tag/live/', 'events/?tags=live'],
      ['a venue', '/venue/great-hall/', 'events/?venue=:hall'],
      ['an organizer', '/organizer/ann-example/', 'events/?organizer=:ann'],
      ['featured events', '/events/?featured=1', 'events/?featured=1'],
      ['an event', '/event/jazz-night/', 'events/:gig'],
    ]
    for (const [kind, path, root] of KINDS) {
      test(`${kind} is a page with links for API discovery: ${path}`, async () => {
        const { status, headers, text } = await page(path)
        const base = `${service.origin}/wp-json/tribe/events/v1/`
        const api = base + root.replace(/:(\w+)/, (_, name: string) => String(ids[name]))
        assert.equal(status, 200)
        assert.equal(headers['content-type'], 'text/html; charset=UTF-8')
        assert.equal(headers['x-tec-api-version'], 'v1')
        assert.equal(headers['x-tec-api-root'], api)
        assert.equal(headers['x-tec-api-origin'], service.origin)
        assert.match(headers['link'] ?? '', /wp-json\/>; rel="https:\/\/api\.w\.org\/"/)
        assert.ok(text.includes('<meta name="tec-api-version" content="v1">'))
        assert.ok(text.includes(`<link rel="alternate" type="application/json" href="${api}">`))
        assert.equal(headers['x-robots-tag'], undefined)
        assert.match(headers['content-security-policy'] ?? '', /script-src 'self';/)
        assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe/)
        assert.doesNotMatch(text.replace(/<script type="application[^<]*/g, ''), /<script>|\sstyle=|\son\w+="/)
        assert.equal(text.match(/<h1[ >]/g)?.length, 1)
      })
    }

    test('A list shows listed events that have not ended', async () => {
      const { text } = await page('/events/')
      for (const shown of ['Jazz Night', 'Book Fair', 'Club Evening', 'Evil']) assert.ok(text.includes(shown), shown)
      for (const absent of ['Summer Party', 'Hidden Meeting', 'Draft Idea', 'Private Dinner', 'Gone Concert'])
        assert.ok(!text.includes(absent), absent)
    })

    test('No view shows events that are hidden from lists', async () => {
      for (const path of ['/events/2026-12/', '/events/week/2026-12-05/', '/events/2026-12-05/', '/events/past/']) {
        const { text } = await page(path)
        assert.doesNotMatch(text, /Hidden Meeting|Draft Idea|Private Dinner|Gone Concert|secret program|\$77/, path)
      }
    })

    test('Past events have their own list', async () => {
      const { text } = await page('/events/past/')
      assert.ok(text.includes('Summer Party'))
      assert.ok(!text.includes('Jazz Night'))
    })

    test('An event that is hidden from lists has a page', async () => {
      assert.equal((await page('/event/hidden-meeting/')).status, 200)
    })

    test('GET of the page of an unpublished event returns 404 to every viewer', async () => {
      for (const path of [
        '/event/draft-idea/',
        '/event/private-dinner/',
        '/event/nothing/',
        '/venue/none/',
        '/tag/none/',
      ]) {
        const { status, headers, text } = await page(path)
        assert.equal(status, 404, path)
        assert.match(headers['content-type'] ?? '', /html/)
        assert.ok(text.includes('noindex'))
        assert.doesNotMatch(text, /Draft Idea|Private Dinner/)
      }
      const asAdmin = await service.send('GET', '//event/private-dinner/', { as: 'admin', headers: HTML })
      assert.equal(asAdmin.status, 404)
    })

    test('GET of the page of a trashed event returns 410', async () => {
      const { status, text } = await page('/event/gone-concert/')
      assert.equal(status, 410)
      assert.ok(!text.includes('Gone Concert'))
      assert.equal((await page(`/?p=${ids['trash']}`)).status, 410)
    })

    test('GET of an invalid date or view returns 404', async () => {
      for (const path of [
        '/events/2026-13/',
        '/events/2026-02-30/',
        '/events/week/soon/',
        '/events/nonsense/',
        '/event/a/b/',
      ])
        assert.equal((await page(path)).status, 404, path)
    })

    test('GET of a URL that does not exist returns a page, and JSON to clients that prefer it', async () => {
      const { headers } = await page('/nowhere')
      assert.match(headers['content-type'] ?? '', /html/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      const PAGES = [
        undefined,
        '*/*',
        'text/html',
        'text/*',
        'text/html;q=0.9, */*;q=0.1',
        'image/avif,image/webp,*/*;q=0.8',
      ]
      const JSONS = [
        'application/json',
        'application/json, text/plain, */*',
        'application/json, text/html;q=0.5',
        'image/png',
      ]
      for (const path of [
        '//nowhere',
        '//events/tag/none/',
        '//tag/none/',
        '//event/none/',
        '//wp-login.php',
        '//a.json',
      ]) {
        for (const accept of [...PAGES, ...JSONS]) {
          const { status, headers, json } = await service.send('GET', path, {
            headers: accept === undefined ? {} : { accept },
          })
          const [type, code] = PAGES.includes(accept) ? ['text/html', undefined] : ['application/json', 'rest_no_route']
          assert.deepEqual(
            [status, headers['content-type']?.split(';')[0], json?.code],
            [404, type, code],
            `${path} ${accept}`,
          )
        }
      }
      for (const method of ['POST', 'DELETE', 'OPTIONS'])
        assert.match((await service.send(method, '//nowhere')).headers['content-type'] ?? '', /json/)
      for (const path of [
        '//wp-json/nowhere',
        '//sv/wp-json/tribe/events/v1/events',
        '//sv/api/',
        '//index.php/wp-json/x',
      ])
        assert.equal(
          (await service.send('GET', path, { headers: { accept: '*/*' } })).json?.code,
          'rest_no_route',
          path,
        )
      assert.equal((await service.send('GET', '//events/', { headers: { accept: 'application/json' } })).status, 200)
    })

    test('The plain URL of a record redirects to its page', async () => {
      for (const query of [`p=${ids['gig']}`, `post_type=tribe_events&p=${ids['gig']}`]) {
        const { status, headers } = await page(`/?${query}`)
        assert.equal(status, 301)
        assert.equal(headers['location'], '/event/jazz-night/')
      }
      assert.equal((await page(`/?post_type=tribe_venue&p=${ids['hall']}`)).headers['location'], '/venue/great-hall/')
      assert.equal((await page(`/?p=${ids['draft']}`)).status, 404)
    })

    test('A URL without its trailing slash, or with another path of its category, redirects to the canonical one', async () => {
      assert.equal((await page('/events?tags=live')).headers['location'], '/events/?tags=live')
      assert.equal((await page('/event/jazz-night')).headers['location'], '/event/jazz-night/')
      assert.equal((await page('/events/category/jazz/')).headers['location'], '/events/category/music/jazz/')
    })

    test('Filters of pages have the names of the API, and feed links contain them', async () => {
      const { text } = await page('/events/?tags=live&search=jazz')
      assert.ok(text.includes('Jazz Night'))
      assert.ok(!text.includes('Book Fair'))
      assert.ok(text.includes(`${service.origin}/wp-json/tribe/events/v1/events.ics?search=jazz&amp;tags=live`))
    })

    test('The page of a category shows events of its subcategories', async () => {
      const { text } = await page('/events/category/music/')
      assert.ok(text.includes('Jazz Night'))
      assert.ok(!text.includes('Book Fair'))
    })

    test('Invalid filters are ignored, with a message', async () => {
      for (const query of ['categories=nope', 'featured=perhaps', 'geoloc_lat=1', 'start_date=junk', 'venue=9999']) {
        const { status, text } = await page(`/events/?${query}`)
        assert.equal(status, 200, query)
        assert.match(text, /class="notice"/, query)
        assert.ok(text.includes('Book Fair'), query)
      }
    })

    test('Empty form fields do not filter', async () => {
      const { text } = await page('/events/?search=&categories=&start_date=')
      assert.doesNotMatch(text, /class="notice"|class="chips"/)
    })

    test('GET of a page beyond the last one returns 404', async () => {
      assert.equal((await page('/events/?page=99')).status, 404)
    })

    test('A protected event shows its title and a password form', async () => {
      const { status, text } = await page('/event/club-evening/')
      assert.equal(status, 200)
      assert.ok(text.includes('Club Evening'))
      assert.match(text, /<form class="password" method="post"/)
      assert.doesNotMatch(text, /secret program|\$77/)
    })

    const open = (password: string) =>
      service.send('POST', '//event/club-evening/', {
        body: new URLSearchParams({ password }).toString(),
        headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
      })

    test('The password opens the event for one response, which is not cacheable', async () => {
      const opened = await open('sesame')
      assert.equal(opened.status, 200)
      assert.ok(opened.text.includes('The secret program.'))
      assert.match(opened.headers['cache-control'] ?? '', /no-store/)
      assert.equal(opened.headers['etag'], undefined)
      for (let round = 0; round < 3; round++)
        assert.doesNotMatch((await page('/event/club-evening/')).text, /secret program/)
      assert.doesNotMatch((await page('/event/club-evening/?password=sesame')).text, /secret program/)
    })

    test('A wrong password returns the form with a message', async () => {
      const { status, text, headers } = await open('open')
      assert.equal(status, 403)
      assert.match(text, /role="alert"/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.doesNotMatch(text, /secret program/)
    })

    test('A title cannot end a script element', async () => {
      const { text } = await page(`/event/${(await service.send('GET', `/events/${ids['script']}`)).json.slug}/`)
      assert.doesNotMatch(text, /<script>alert/)
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
      assert.match(JSON.parse(data).name, /^Evil/)
    })

    test('The page of an event contains its structured data', async () => {
      const { text } = await page('/event/jazz-night/')
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
      const data = JSON.parse(json)
      assert.equal(data['@type'], 'Event')
      assert.equal(data.description, 'Blue notes.')
      assert.equal(data.location.name, 'Great Hall')
      assert.equal(data.organizer.name, 'Ann Example')
      assert.equal(data.eventStatus, 'https://schema.org/EventScheduled')
      assert.equal(data.startDate, '2026-12-05T19:00:00-05:00')
      assert.match(text, /<meta property="og:title" content="Jazz Night">/)
    })

    test('A description has no styles of its own', async () => {
      const { text } = await page('/event/jazz-night/')
      assert.match(text, /<p>Blue notes\.<\/p>/)
    })

    test('A page links to its canonical URL and to every language', async () => {
      const { text, headers } = await page('/de/events/category/music/?page=1&utm_source=x')
      assert.match(text, /<html lang="de">/)
      assert.equal(headers['content-language'], 'de')
      assert.doesNotMatch(headers['vary'] ?? '', /Accept-Language/)
      const { origin } = service
      assert.ok(text.includes(`<link rel="canonical" href="${origin}/de/events/category/music/">`))
      assert.ok(text.includes(`hreflang="fr" href="${origin}/fr/events/category/music/"`))
      assert.ok(text.includes(`hreflang="x-default" href="${origin}/events/category/music/"`))
      assert.match(text, /href="\/de\/event\/jazz-night\/"/)
    })

    test('A URL without a language is in the language of the visitor', async () => {
      for (let round = 0; round < 3; round++) {
        const german = await page('/events/2026-12/', { 'accept-language': 'de' })
        assert.match(german.text, /Dezember 2026/)
        assert.match(german.headers['vary'] ?? '', /Accept-Language/)
        assert.match((await page('/events/2026-12/', { 'accept-language': 'fr' })).text, /décembre 2026/)
      }
    })

    test('The first day of the week depends on the language', async () => {
      const first = ({ text }: TestResponse) => /<th scope="col"><abbr title="(\w+)"/.exec(text)?.[1]
      assert.equal(first(await page('/en/events/2026-12/')), 'Sunday')
      assert.equal(first(await page('/de/events/2026-12/')), 'Montag')
    })

    test('An unchanged page returns 304 until the next write', async () => {
      const { headers } = await page('/events/2026-12/')
      const again = await page('/events/2026-12/', { 'if-none-match': headers['etag'] ?? '' })
      assert.equal(again.status, 304)
      assert.equal(again.text, '')
      await event('late', 'Late Addition', { start_date: '2026-12-20 10:00:00', end_date: '2026-12-20 11:00:00' })
      const changed = await page('/events/2026-12/', { 'if-none-match': headers['etag'] ?? '' })
      assert.equal(changed.status, 200)
      assert.ok(changed.text.includes('Late Addition'))
    })

    test('A list that was cached on the previous day is not served', async () => {
      for (let round = 0; round < 2; round++) assert.ok((await page('/events/')).text.includes('Book Fair'))
      service.setNow('2026-11-27T15:00:00Z')
      assert.ok(!(await page('/events/')).text.includes('Book Fair'))
      service.setNow('2026-11-21T03:00:00Z')
    })

    test('Assets are immutable for caches, and compressed', async () => {
      const { text } = await page('/events/')
      const [, url = ''] = /href="(\/assets\/site\.css\?v=[\w-]+)"/.exec(text) ?? []
      const style = await page(url)
      assert.equal(style.headers['content-type'], 'text/css; charset=UTF-8')
      assert.match(style.headers['cache-control'] ?? '', /immutable/)
      assert.equal((await page(url, { 'accept-encoding': 'br' })).headers['content-encoding'], 'br')
      assert.equal((await page(url, { 'if-none-match': style.headers['etag'] ?? '' })).status, 304)
      assert.equal((await page('/assets/../package.json')).status, 404)
    })
  })
}

describe('A month with very many events', () => {
  let service: TestService
  before(async () => {
    service = await startService()
    for (let number = 0; number < 30; number++) {
      const batch = Array.from({ length: 35 }, (_, index) => ({
        title: `Talk ${number}-${index}`,
        start_date: `2026-12-${String(number + 1).padStart(2, '0')} 10:00:00`,
        end_date: `2026-12-${String(number + 1).padStart(2, '0')} 11:00:00`,
      }))
      await Promise.all(batch.map((json) => service.send('POST', '/events', { as: 'admin', json })))
    }
  })
  after(() => service.stop())

  test('Each day shows the count of all its events, and some of them, also when a month is too large for one query', async () => {
    const { text } = await service.send('GET', '//events/2026-12/', { headers: HTML })
    assert.equal(text.match(/\+29 more/g)?.length, 30)
    assert.equal(text.match(/\+25 more/g)?.length, 30)
    assert.equal(text.match(/, 35 events</g)?.length, 30)
    assert.ok(text.length < 200_000)
  })
})
