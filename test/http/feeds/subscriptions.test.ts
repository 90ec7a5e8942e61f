/** Feeds at the subscription URLs of The Events Calendar. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { parseRss, parseWithIcalJs } from '../../helper/http/feed-readers.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const AT = (day: string, hours = '10:00:00') => ({ start_date: `${day} ${hours}`, end_date: `${day} 23:00:00` })

for (const engine of ONE_ENGINE) {
  describe(`Subscription URLs of The Events Calendar on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}
    const get = (path: string, headers: Record<string, string> = {}) => service.send('GET', `/${path}`, { headers })
    const titles = async (path: string): Promise<string[]> => {
      const { status, headers, text } = await get(path)
      assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
      const type = headers['content-type'] ?? ''
      if (type.startsWith('application/rss+xml')) return (await parseRss(text)).items.map(({ title = '' }) => title)
      assert.equal(type, 'text/calendar; charset=UTF-8', path)
      return parseWithIcalJs(text).map(({ title }) => title)
    }

    before(async () => {
      service = await startService({ engine, now: '2026-12-01T17:00:00Z' })
      const create = async (title: string, json: Json) => {
        const {
          status,
          text,
          json: created,
        } = await service.send('POST', '/events', { as: 'admin', json: { title, ...json } })
        assert.equal(status, 201, text)
        ids[title] = created.id
        return created
      }
      await create('Old', { ...AT('2026-06-01'), categories: ['Music'], date: '2026-05-01 10:00:00' })
      await create('Older', { ...AT('2026-05-01'), date: '2026-04-01 10:00:00' })
      await create('Running', {
        start_date: '2026-11-20 10:00:00',
        end_date: '2026-12-10 10:00:00',
        date: '2026-01-01 10:00:00',
      })
      const jazz = await create('Jazz', {
        ...AT('2026-12-05'),
        ...{ categories: ['Music'], tags: ['Live'], date: '2026-11-30 10:00:00', description: 'A long text' },
        ...{ venue: { venue: 'Great Hall' }, organizer: { organizer: 'Ann' } },
      })
      ids['hall'] = jazz.venue.id
      ids['ann'] = jazz.organizer[0].id
      const [{ id: music }] = jazz.categories
      await service.send('POST', '/categories', { as: 'admin', json: { name: 'Opera', parent: music } })
      await create('Aida', { ...AT('2026-12-20'), categories: ['Opera'], date: '2026-11-01 10:00:00' })
      await create('Fair', { ...AT('2027-01-09'), tags: ['Live'], featured: true, date: '2026-11-20 10:00:00' })
      const closed = { venue: 'Closed Hall', post_password: 'sesame' }
      await service.send('POST', '/venues', { as: 'admin', json: closed })
      await create('Club', {
        ...AT('2027-02-01'),
        post_password: 'sesame',
        description: 'The program',
        date: '2026-10-01 10:00:00',
      })
      await create('Draft', { ...AT('2026-12-06'), status: 'draft' })
    })
    after(() => service.stop())

    const UPCOMING = ['Running', 'Jazz', 'Aida', 'Fair', 'Club']
    const FEEDS: readonly (readonly [string, readonly string[]])[] = [
      ['/?post_type=tribe_events&ical=1&eventDisplay=list', UPCOMING],
      ['/?ical=1', UPCOMING],
      ['/?post_type=tribe_events&outlook-ical=1', UPCOMING],
      ['/events/?ical=1', UPCOMING],
      ['/events?ical=1', UPCOMING],
      ['/events/list/?outlook-ical=1', UPCOMING],
      ['/?post_type=tribe_events&ical=1&eventDisplay=past', ['Old', 'Older']],
      ['/events/past/?ical=1', ['Old', 'Older']],
      ['/events/list/?eventDisplay=past&ical=1', ['Old', 'Older']],
      ['/?post_type=tribe_events&ical=1&eventDisplay=past&tribe-bar-date=2026-05-20', ['Older']],
      ['/?post_type=tribe_events&ical=1&eventDisplay=past&tribe_events_cat=music', ['Old']],
      ['/?post_type=tribe_events&tribe-bar-date=2026-12-16&ical=1&eventDisplay=list', ['Aida', 'Fair', 'Club']],
      ['/?post_type=tribe_events&tribe-bar-date=2026-12&ical=1&eventDisplay=month', ['Running', 'Jazz', 'Aida']],
      ['/?post_type=tribe_events&eventDate=2026-12-05&ical=1&eventDisplay=day', ['Running', 'Jazz']],
      ['/events/2026-12/?ical=1', ['Running', 'Jazz', 'Aida']],
      ['/events/month/2026-12/?ical=1', ['Running', 'Jazz', 'Aida']],
      ['/events/2026-12-05/?ical=1', ['Running', 'Jazz']],
      ['/events/week/2026-12-05/?ical=1', ['Running', 'Jazz']],
      ['/?post_type=tribe_events&ical=1&tribe_events_cat=music', ['Jazz', 'Aida']],
      ['/?post_type=tribe_events&ical=1&tribe_events_cat=opera', ['Aida']],
      ['/?post_type=tribe_events&ical=1&tribe_events_cat=music/opera', ['Aida']],
      ['/?post_type=tribe_events&ical=1&tag=live', ['Jazz', 'Fair']],
      ['/?post_type=tribe_events&ical=1&post_tag=live', ['Jazz', 'Fair']],
      ['/?post_type=tribe_events&ical=1&post_tag[]=live&tribe_events_cat[]=music', ['Jazz']],
      ['/?post_type=tribe_events&ical=1&tribe-bar-search=fair', ['Fair']],
      ['/?post_type=tribe_events&ical=1&tribe_featured=1', ['Fair']],
      ['/?post_type=tribe_events&ical=1&tribe_venues=:hall', ['Jazz']],
      ['/?post_type=tribe_events&ical=1&tribe_venues[]=great-hall', ['Jazz']],
      ['/?post_type=tribe_events&ical=1&tribe_organizers=ann', ['Jazz']],
      ['/?post_type=tribe_events&ical=1&tribe_organizers[0]=:ann', ['Jazz']],
      ['/?post_type=tribe_events&ical=1&p=:Jazz', ['Jazz']],
      ['/?p=:Old&ical=1', ['Old']],
      ['/?post_type=tribe_venue&p=:hall&ical=1', ['Jazz']],
      ['/event/jazz/?ical=1', ['Jazz']],
      ['/event/jazz/?outlook-ical=1', ['Jazz']],
      ['/tag/live/?ical=1', ['Jazz', 'Fair']],
      ['/events/tag/live/?ical=1', ['Jazz', 'Fair']],
      ['/events/tag/live/list/?ical=1', ['Jazz', 'Fair']],
      ['/events/tag/live/2026-12/?ical=1', ['Jazz']],
      ['/events/category/music/?ical=1', ['Jazz', 'Aida']],
      ['/events/category/opera/?ical=1', ['Aida']],
      ['/events/category/music/opera/list/?ical=1', ['Aida']],
      ['/events/category/music/list/?ical=1&tag=live', ['Jazz']],
      ['/venue/great-hall/?ical=1', ['Jazz']],
      ['/organizer/ann/?ical=1', ['Jazz']],
      ['/events/?tags=live&ical=1&search=fair', ['Fair']],
      ['/events/?start_date=2026-12-15&end_date=2027-01-15&ical=1', ['Aida', 'Fair']],
      ['/de/events/category/opera/?ical=1', ['Aida']],
      ['/events/?ical=1&utm_source=mail&fbclid=x&lang=en', UPCOMING],
      ['/events/?ical=1&tribe_events_cat=&tag=', UPCOMING],
      // Newest first.
      ['/feed/', ['Jazz', 'Fair', 'Aida', 'Club', 'Running']],
      ['/?feed=rss2', ['Jazz', 'Fair', 'Aida', 'Club', 'Running']],
      ['/?post_type=tribe_events&feed=rss2&tribe_events_cat=music', ['Jazz', 'Aida']],
      ['/events/feed/', ['Jazz', 'Fair', 'Aida', 'Club', 'Running']],
      ['/events/feed/rss2/?tag=live', ['Jazz', 'Fair']],
      ['/events/tag/live/feed/', ['Jazz', 'Fair']],
      ['/tag/live/feed/', ['Jazz', 'Fair']],
      ['/events/category/opera/?feed=rss2', ['Aida']],
      ['/venue/great-hall/feed/', ['Jazz']],
    ]
    for (const [path, expected] of FEEDS) {
      test(`GET ${path} contains ${expected.length} events, without a redirect`, async () => {
        const target = path.replace(/:(\w+)/, (_, name: string) => String(ids[name]))
        assert.deepEqual(await titles(target), expected)
      })
    }

    test('GET /events/list/page/2/?ical=1 contains the events of that page', async () => {
      const small = await startService({ engine, now: '2026-12-01T17:00:00Z', env: { PER_PAGE: '2' } })
      for (const day of ['05', '06', '07']) {
        await small.send('POST', '/events', { as: 'admin', json: { title: `Day ${day}`, ...AT(`2026-12-${day}`) } })
      }
      for (const path of [
        '//events/list/page/2/?ical=1',
        '//events/page/2/?ical=1',
        '//events/?paged=2&ical=1',
        '//events/?page=2&ical=1',
      ]) {
        const { text } = await small.send('GET', path)
        assert.deepEqual(
          parseWithIcalJs(text).map(({ title }) => title),
          ['Day 07'],
          path,
        )
      }
      const page = await small.send('GET', '//events/list/page/2/', { headers: BROWSER })
      assert.equal(page.status, 200)
      assert.match(page.text, /Day 07/)
      assert.doesNotMatch(page.text, /Day 05/)
      assert.match(page.text, /rel="canonical" href="[^"]*\/events\/\?page=2"/)
      assert.equal((await small.send('GET', '//events/list/page/9/', { headers: BROWSER })).status, 404)
      assert.equal((await small.send('GET', '//events/list/page/9/?ical=1')).status, 404)
      await small.stop()
    })

    const UNKNOWN: readonly (readonly [string, string])[] = [
      ['/?post_type=tribe_events&ical=1&tribe_events_cat=nope', 'tribe_events_cat'],
      ['/?post_type=tribe_events&ical=1&tag=nope', 'tag'],
      ['/?post_type=tribe_events&ical=1&tribe_venues=nope', 'tribe_venues'],
      ['/?post_type=tribe_events&ical=1&tribe_organizers=999999', 'tribe_organizers'],
      ['/?post_type=tribe_events&ical=1&tribe-bar-date=soon', 'tribe-bar-date'],
      ['/?post_type=tribe_events&ical=1&eventDisplay=gallery', 'eventDisplay'],
      ['/?post_type=post&ical=1', 'post_type'],
      ['/?post_type=tribe_events&ical=1&tribe_cost=0', 'tribe_cost'],
      ['/?post_type=tribe_events&ical=1&tribe_events_cat[a][b]=music', 'tribe_events_cat'],
      ['/events/?ical=1&anything=1', 'anything'],
      ['/events/?ical=1&categories=nope', 'categories'],
      ['/events/?ical=1&start_date=junk', 'start_date'],
      ['/events/2026-12/?ical=1&start_date=2026-12-05', 'start_date'],
      ['/events/category/music/?ical=1&tribe_events_cat=opera', 'tribe_events_cat'],
      ['/events/?ical=1&tag=live&post_tag=other', 'post_tag'],
      ['/feed/?anything=1', 'anything'],
      ['/?feed=atom', 'feed'],
      ['/event/jazz/?feed=rss2', 'feed'],
    ]
    for (const [path, name] of UNKNOWN) {
      test(`GET ${path} returns 400 naming ${name}`, async () => {
        const { status, json, headers } = await get(path)
        assert.equal(status, 400)
        assert.equal(json.code, 'rest_invalid_param')
        assert.deepEqual(Object.keys(json.data.params), [name])
        assert.match(headers['cache-control'] ?? 'no-store', /no-store|must-revalidate/)
      })
    }

    test('GET of a feed of a missing record returns the 404 page', async () => {
      for (const path of [
        '/tag/none/feed/',
        '/events/tag/none/?ical=1',
        '/event/none/?ical=1',
        '/event/draft/?ical=1',
        '/?p=999999&ical=1',
        `/?p=${ids['Draft']}&ical=1`,
      ]) {
        const { status, headers } = await get(path)
        assert.equal(status, 404, path)
        assert.match(headers['content-type'] ?? '', /^text\/html/, path)
      }
    })

    test('GET /event/{slug}/?ical=1 of a protected event returns 403 without its password', async () => {
      const { status, json } = await get('/event/club/?ical=1')
      assert.deepEqual([status, json.code], [403, 'event-password-protected'])
      const opened = await get('/event/club/?ical=1&password=sesame')
      assert.match(opened.text, /The program/)
      assert.match(opened.headers['cache-control'] ?? '', /no-store/)
    })

    test('A feed at the URL of a page has the headers of the API feed', async () => {
      const { headers, text } = await get('/?post_type=tribe_events&ical=1&tribe_events_cat=music')
      assert.equal(headers['content-disposition'], 'inline; filename="events.ics"')
      assert.match(headers['cache-control'] ?? '', /^public, max-age=0/)
      assert.match(
        text.replaceAll('\r\n ', ''),
        /SOURCE;VALUE=URI:http.*\/wp-json\/tribe\/events\/v1\/events\.ics\?categories=music&/,
      )
      const again = await get('/?post_type=tribe_events&ical=1&tribe_events_cat=music', {
        'if-none-match': headers['etag'] ?? '',
      })
      assert.equal(again.status, 304)
      const other = await get('/?post_type=tribe_events&ical=1&tribe_events_cat=opera', {
        'if-none-match': headers['etag'] ?? '',
      })
      assert.equal(other.status, 200)
      const head = await service.send('HEAD', '//?post_type=tribe_events&ical=1')
      assert.deepEqual(
        [head.status, head.text, head.headers['content-type']],
        [200, '', 'text/calendar; charset=UTF-8'],
      )
      assert.equal(
        (await get('/event/jazz/?ical=1')).headers['content-disposition'],
        `inline; filename="event-${ids['Jazz']}.ics"`,
      )
      assert.equal((await get('/feed/')).headers['content-disposition'], 'inline; filename="events.rss"')
    })

    test('The URL in a feed returns the same feed', async () => {
      for (const path of [
        '/?post_type=tribe_events&ical=1&tag=live',
        '/events/past/?ical=1',
        '/events/2026-12/?ical=1&search=jazz',
      ]) {
        const { text } = await get(path)
        const [, url = ''] = /\r\nSOURCE;VALUE=URI:(.*)\r\n/.exec(text.replaceAll('\r\n ', '')) ?? []
        assert.equal(await (await fetch(url)).text(), text, path)
      }
    })

    test('RSS feeds contain the newest 50 events, and .rss all of them', async () => {
      const many = await startService({ engine, now: '2026-12-01T17:00:00Z' })
      for (let n = 1; n <= 52; n++) {
        const date = `2026-10-01 10:${String(n).padStart(2, '0')}:00`
        await many.send('POST', '/events', {
          as: 'admin',
          json: { title: `Event ${n}`, ...AT('2026-12-24'), date, tags: ['Many'] },
        })
      }
      for (const path of ['//feed/', '//?feed=rss2', '//events/tag/many/feed/']) {
        const { items } = await parseRss((await many.send('GET', path)).text)
        assert.deepEqual([items.length, items[0]?.title, items[49]?.title], [50, 'Event 52', 'Event 3'], path)
      }
      assert.equal((await parseRss((await many.send('GET', '/events.rss?tags=many')).text)).items.length, 52)
      await many.stop()
    })

    test('GET of a page with parameters of The Events Calendar redirects to the page with the same filter', async () => {
      const REDIRECTS: readonly (readonly [string, string])[] = [
        ['/?post_type=tribe_events&tribe_events_cat=music', '/events/?categories=music'],
        ['/events/?tribe-bar-search=jazz', '/events/?search=jazz'],
        ['/events/?tribe-bar-date=2026-12-05', '/events/?start_date=2026-12-05'],
        ['/events/?eventDisplay=past', '/events/past/'],
        [
          '/?post_type=tribe_events&eventDisplay=month&tribe-bar-date=2026-12-01&tag=live',
          '/events/2026-12/?tags=live',
        ],
        ['/events/category/music/?tribe_venues=great-hall&paged=2', '/events/category/music/?venue=:hall&page=2'],
        ['/de/events/?s=jazz', '/de/events/?search=jazz'],
        ['/events/?tribe_events_cat=nope', '/events/?categories=nope'],
      ]
      for (const [path, to] of REDIRECTS) {
        const { status, headers } = await get(path, BROWSER)
        assert.deepEqual(
          [status, headers['location']],
          [302, to.replace(/:(\w+)/, (_, name: string) => String(ids[name]))],
          path,
        )
      }
    })

    test('GET /events/tag/{slug}/ and its views return pages', async () => {
      for (const path of [
        '/events/tag/live/',
        '/events/tag/live/2026-12/',
        '/events/tag/live/list/',
        '/events/category/music/list/',
      ]) {
        const { status, text } = await get(path, BROWSER)
        assert.equal(status, 200, path)
        assert.match(text, /Jazz/)
        assert.doesNotMatch(text, /Running/)
      }
      assert.match((await get('/events/tag/live/', BROWSER)).text, /rel="canonical" href="[^"]*\/tag\/live\/"/)
    })
  })
}
