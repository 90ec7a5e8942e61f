/** The pages of all venues, organizers and categories. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Pages of all venues, organizers and categories on ${engine.name}`, () => {
    let service: TestService
    const ids: Record<string, number> = {}
    const get = (path: string) => service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
    const page = async (path: string): Promise<string> => {
      const { status, text } = await get(path)
      assert.equal(status, 200, path)
      return text
    }
    const create = async (name: string, path: string, json: Readonly<Record<string, unknown>>) => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      ids[name] = response.json.id
    }
    const event = (title: string, start: string, more: Readonly<Record<string, unknown>>) =>
      create(title, '/events', { title, start_date: start, end_date: `${start.slice(0, 10)} 23:00`, ...more })
    const listCards = (text: string) =>
      [...text.matchAll(/class="directory-name"[^>]*>([^<]*)<.*?class="directory-count">([^<]*)</gs)].map(
        ([, name, count]) => `${name}: ${count}`,
      )

    before(async () => {
      service = await startService({ engine, now: '2026-12-01T12:00:00Z', env: { LANGUAGES: 'en,de' } })
      await create('hall', '/venues', { venue: 'Great Hall', city: 'Bonn' })
      await create('mill', '/venues', { venue: 'Öl Mill & Café' })
      await create('digit', '/venues', { venue: '1st Floor' })
      await create('draft', '/venues', { venue: 'Draft Venue', status: 'draft' })
      await create('ann', '/organizers', { organizer: 'Ann Example' })
      await create('music', '/categories', { name: 'Music', color: '#cc0000' })
      await create('jazz', '/categories', { name: 'Jazz', parent: ids['music'] })
      const gig = { venue: ids['hall'], organizer: ids['ann'], categories: 'jazz' }
      await event('Gig', '2026-12-05 19:00', gig)
      await event('Swing', '2026-12-06 19:00', gig)
      await event('Past', '2026-11-05 19:00', gig)
      await event('Draft', '2026-12-05 19:00', { ...gig, status: 'draft' })
      await event('Locked', '2026-12-05 19:00', { ...gig, post_password: 'sesame' })
      await event('Hidden', '2026-12-05 19:00', { ...gig, hide_from_listings: true })
    })
    after(() => service.stop())

    test('All public venues are listed by name with their city and their public upcoming events', async () => {
      const text = await page('/venues/')
      assert.deepEqual(listCards(text), [
        '1st Floor: No upcoming events',
        'Great Hall: 2 upcoming events',
        'Öl Mill &amp; Café: No upcoming events',
      ])
      assert.match(text, /Great Hall<\/a><span class="muted">Bonn</)
      assert.match(text, /<link rel="canonical" href="[^"]*\/venues\/">/)
      assert.match(text, /hreflang="de" href="[^"]*\/de\/venues\/"/)
      assert.deepEqual(listCards(await page('/organizers/')), ['Ann Example: 2 upcoming events'])
    })

    test('The search finds venues by name, and its results are not indexed by search engines', async () => {
      const found = await page('/venues/?search=mill')
      assert.deepEqual(listCards(found), ['Öl Mill &amp; Café: No upcoming events'])
      assert.match(found, /<meta name="robots" content="noindex">/)
      assert.match(await page('/venues/?search=xyz%3Cb%3E'), /Nothing matches “xyz&lt;b&gt;”/)
    })

    test('Categories are listed as a tree with their colors and upcoming events', async () => {
      const text = await page('/categories/')
      assert.match(
        text,
        /fill="#cc0000"\/><\/svg><a href="\/events\/category\/music\/">Music<\/a> <span class="directory-count">2 upcoming events<\/span><ul class="category-tree"><li><a href="\/events\/category\/music\/jazz\/">Jazz</,
      )
    })

    test('The pages change when an event is published', async () => {
      await event('New', '2026-12-07 19:00', { venue: ids['mill'] })
      assert.ok(listCards(await page('/venues/')).includes('Öl Mill &amp; Café: 1 upcoming event'))
    })

    test('Every page links to them, and the sitemap contains them', async () => {
      const [footer = ''] = /<footer.*<\/footer>/s.exec(await page('/de/events/')) ?? []
      const { text: sitemap } = await service.send('GET', '//sitemap-calendar.xml')
      for (const path of ['/venues/', '/organizers/', '/categories/']) {
        assert.ok(footer.includes(`href="/de${path}"`), footer)
        assert.ok(sitemap.includes(`<loc>${service.origin}${path}</loc>`), sitemap)
      }
    })

    test('They are no feeds, and frames do not show them', async () => {
      assert.equal((await get('/venues/feed/')).status, 404)
      assert.equal((await get('/embed/venues/')).status, 404)
      assert.equal((await get('/venues/?page=2')).status, 404)
      assert.equal((await get('/venues/?ical=1')).headers['content-type'], 'text/html; charset=UTF-8')
      assert.equal((await get('/venues')).headers['location'], '/venues/')
    })

    test('Thousands of venues have pages, and letters that lead to the page on which their names begin', async () => {
      const letters = 'abcdefgh'
      for (const letter of letters) {
        for (let number = 0; number < 10; number++)
          await create(`${letter}${number}`, '/venues', { venue: `${letter}${number} House` })
      }
      const text = await page('/venues/')
      const [nav = ''] = /<nav class="letters".*?<\/nav>/s.exec(text) ?? []
      const links = [...nav.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, href, letter]) => `${letter} ${href}`)
      assert.deepEqual(links.slice(0, 3), ['# /venues/#letter-23', 'A /venues/#letter-41', 'B /venues/#letter-42'])
      assert.ok(links.includes('H /venues/?page=2#letter-48'), nav)
      assert.match(text, /rel="next" href="\/venues\/\?page=2"/)
      const second = await page('/venues/?page=2')
      assert.match(second, /<h2 id="letter-48">H<\/h2>/)
      assert.match(second, /<link rel="canonical" href="[^"]*\/venues\/\?page=2">/)
      assert.equal(listCards(text).length + listCards(second).length, 83)
    })
  })
}
