import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const HTML = { accept: 'text/html' }

for (const engine of ONE_ENGINE) {
  describe(`Embedded pages and oEmbed on ${engine.name}`, () => {
    let service: TestService
    let venue: number
    const page = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
      service.send('GET', `/${path}`, { headers: { ...HTML, ...headers } })
    const create = async (path: string, json: Readonly<Record<string, unknown>>): Promise<number> => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    const event = (title: string, more: Readonly<Record<string, unknown>> = {}) =>
      create('/events', { title, start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00', ...more })
    const oembed = (path: string, more = '') =>
      service.send('GET', `//oembed?url=${encodeURIComponent(`${service.origin}${path}`)}${more}`)

    before(async () => {
      service = await startService({ engine })
      venue = await create('/venues', { venue: 'Great Hall', city: 'Bonn', description: 'A hall of old.' })
      await create('/venues', { venue: 'Closed Hall', post_password: 'sesame' })
      const music = await create('/categories', { name: 'Music' })
      await create('/categories', { name: 'Jazz', parent: music })
      const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' }
      const body = await createImage(1600, 1000)
      const media = await service.send('POST', '/media', { as: 'admin', body, headers })
      const description = 'Blue notes & more.'
      await event('Jazz & Soul', { slug: 'jazz', description, venue, categories: 'jazz', image: media.json.id })
      await event('Book Fair', { start_date: '2026-12-08', end_date: '2026-12-09', all_day: true })
      await event('Chess', { start_date: '2026-12-10 18:00:00', end_date: '2026-12-10 20:00:00' })
      await event('Draft Idea', { slug: 'idea', status: 'draft' })
      await event('Club Evening', { slug: 'club', post_password: 'sesame', description: 'The secret program.' })
      const gone = await event('Gone Concert', { slug: 'gone' })
      await service.send('DELETE', `/events/${gone}`, { as: 'admin' })
    })
    after(() => service.stop())

    const PAGES = [
      ['/events/', '/events/'],
      ['/', '/events/'],
      ['/events/2026-12/', '/events/2026-12/'],
      ['/events/week/2026-12-05/', '/events/week/2026-12-05/'],
      ['/events/2026-12-05/', '/events/2026-12-05/'],
      ['/events/category/music/', '/events/category/music/'],
      ['/venue/great-hall/', '/venue/great-hall/'],
      ['/events/?search=jazz&limit=2', '/events/?search=jazz'],
      ['/event/jazz/', '/event/jazz/'],
    ] as const
    for (const [path, canonical] of PAGES) {
      test(`Any site can show /embed${path} in a frame, and search engines are referred to the page itself`, async () => {
        const { status, headers, text } = await page(`/de/embed${path}`)
        assert.equal(status, 200)
        assert.match(headers['content-security-policy'] ?? '', /frame-ancestors \*$/)
        assert.equal(headers['x-frame-options'], undefined)
        assert.equal(headers['set-cookie'], undefined)
        assert.match(text, /<meta name="robots" content="noindex">/)
        assert.ok(text.includes(`<link rel="canonical" href="${service.origin}/de${canonical}">`))
        assert.match(text, /<html lang="de">/)
        assert.ok(text.includes('Jazz &amp; Soul'))
        assert.doesNotMatch(text, /masthead|id="subscribe"|ld\+json/)
        const link = `<a href="${service.origin}/de${canonical}" target="_blank" rel="noopener">Im Kalender öffnen</a>`
        assert.ok(text.includes(link))
      })
    }

    test('No other site can show the pages themselves in a frame', async () => {
      for (let round = 0; round < 3; round++) {
        assert.match((await page('/events/')).headers['content-security-policy'] ?? '', /frame-ancestors 'self'$/)
        assert.match((await page('/embed/events/')).headers['content-security-policy'] ?? '', /frame-ancestors \*$/)
      }
    })

    test('Links to events leave the frame, links to other views stay in it', async () => {
      for (const path of ['/embed/events/', '/embed/events/2026-12/', '/embed/events/week/2026-12-05/']) {
        const { text } = await page(path)
        const links = [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>/g)]
        const toEvents = links.filter(([, href]) => href?.startsWith('/event/'))
        assert.ok(toEvents.length > 0)
        for (const [link] of toEvents) assert.match(link, / target="_top"/)
        const others = links.filter(([link, href]) => !href?.startsWith('/event/') && !link.includes('target="_blank"'))
        assert.ok(others.length > 4)
        for (const [link, href] of others) assert.match(href ?? '', /^\/embed\//, link)
      }
    })

    test('A list has the length that its URL sets, and so do its next pages', async () => {
      const { text } = await page('/embed/events/?limit=2')
      assert.equal(text.match(/<article class="entry/g)?.length, 2)
      assert.ok(text.includes('href="/embed/events/?limit=2&amp;page=2"'))
      assert.ok(text.includes('<input type="hidden" name="limit" value="2">'))
      const whole = await page('/embed/events/?limit=none')
      assert.equal(whole.text.match(/<article class="entry/g)?.length, 4)
    })

    test('An alias URL redirects to the canonical one, within the frame', async () => {
      assert.equal((await page('/embed/events/category/jazz')).headers['location'], '/embed/events/category/jazz/')
      const moved = await page('/embed/events/category/jazz/month/?limit=5')
      assert.equal(moved.headers['location'], '/embed/events/category/music/jazz/2026-11/?limit=5')
    })

    test('A protected event cannot be opened in a frame, which shows no password form', async () => {
      const form = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' }
      const requested = await page('/embed/event/club/')
      const sent = await service.send('POST', '//embed/event/club/', { body: 'password=sesame', headers: form })
      for (const { status, text } of [requested, sent, await page('/embed/venue/closed-hall/')]) {
        assert.equal(status, 200)
        assert.doesNotMatch(text, /secret program|type="password"/)
        assert.match(text, /href="[^"]*\/(?:event\/club|venue\/closed-hall)\/" target="_top"/)
      }
    })

    test('A missing page returns an error page in the frame', async () => {
      for (const [path, status] of [
        ['/embed/event/none/', 404],
        ['/embed/event/idea/', 404],
        ['/embed/event/gone/', 410],
      ] as const) {
        const response = await page(path)
        assert.equal(response.status, status)
        assert.match(response.headers['content-security-policy'] ?? '', /frame-ancestors \*$/)
      }
    })

    test('The embed script has a permanent URL and a short cache lifetime', async () => {
      const { status, headers, text } = await service.send('GET', '//embed.js', {
        headers: { origin: 'https://other.example' },
      })
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/javascript; charset=UTF-8')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
      assert.match(headers['cache-control'] ?? '', /^public, max-age=600\b/)
      assert.ok(text.length < 4096, `${text.length} bytes`)
      const again = await service.send('GET', '//embed.js', { headers: { 'if-none-match': headers['etag'] ?? '' } })
      assert.equal(again.status, 304)
    })

    test('oEmbed describes a calendar page as a frame', async () => {
      const { status, headers, json } = await oembed('/de/events/2026-12/?search=jazz')
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/json; charset=UTF-8')
      const { html, ...facts } = json
      assert.deepEqual(facts, {
        version: '1.0',
        type: 'rich',
        title: 'Veranstaltungen Dezember 2026: „jazz“ (1 Veranstaltung)',
        provider_name: service.config.site.name,
        provider_url: `${service.origin}/de/`,
        cache_age: 3600,
        width: 900,
        height: 900,
      })
      assert.ok(html.startsWith(`<iframe src="${service.origin}/de/embed/events/2026-12/?search=jazz"`))
      assert.match(html, / title="Veranstaltungen Dezember 2026: „jazz“ \(1 Veranstaltung\)" width="900" height="900" /)
    })

    test('oEmbed describes an event with its image, no larger than requested', async () => {
      const { json } = await oembed('/event/jazz/', '&maxwidth=400&maxheight=300')
      assert.equal(json.title, 'Jazz & Soul')
      assert.ok(json.html.startsWith(`<iframe src="${service.origin}/embed/event/jazz/" title="Jazz &amp; Soul"`))
      assert.deepEqual([json.width, json.height], [400, 300])
      assert.ok(json.thumbnail_width > 0 && json.thumbnail_width <= 400 && json.thumbnail_height <= 300)
    })

    test('oEmbed returns XML on request, and rejects other formats', async () => {
      const { status, headers, text } = await oembed('/event/jazz/', '&format=xml')
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/xml; charset=UTF-8')
      assert.match(
        text,
        /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version>/,
      )
      assert.match(
        text,
        /<title>Jazz &amp; Soul<\/title>.*<html>&lt;iframe src=&quot;.*title=&quot;Jazz &amp;amp; Soul&quot;/,
      )
      assert.equal((await oembed('/event/jazz/', '&format=yaml')).status, 501)
    })

    test('oEmbed follows redirects, and accepts the URLs of frames for their pages', async () => {
      const id = (await service.send('GET', '/events/by-slug/jazz')).json.id
      for (const path of ['/event/jazz', `/?p=${id}`, '/embed/event/jazz/', '/event/jazz/?utm_source=x'])
        assert.equal((await oembed(path)).json?.title, 'Jazz & Soul', path)
    })

    test('oEmbed returns 404 for hidden events and 401 for protected ones', async () => {
      for (const path of ['/event/none/', '/event/idea/', '/event/gone/', '/venue/none/', '/docs', '/embed.js'])
        assert.equal((await oembed(path)).status, 404, path)
      for (const path of ['/event/club/', '/venue/closed-hall/']) assert.equal((await oembed(path)).status, 401, path)
      const elsewhere = ['https://other.example/event/jazz/', 'file:///event/jazz/', 'nonsense', '//']
      for (const url of elsewhere)
        assert.equal((await service.send('GET', `//oembed?url=${encodeURIComponent(url)}`)).status, 404, url)
      assert.equal((await service.send('GET', '//oembed')).status, 400)
    })

    test('GET /wp-json/oembed/1.0/embed returns what the route of WordPress returns', async () => {
      const wp = (query: string, prefix = '') => service.send('GET', `/${prefix}/wp-json/oembed/1.0/embed?${query}`)
      const url = (path: string) => `url=${encodeURIComponent(`${service.origin}${path}`)}`
      const { status, headers, json } = await wp(url('/event/jazz/'))
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/json; charset=UTF-8')
      assert.deepEqual(json, (await oembed('/event/jazz/')).json)
      const small = await wp(`${url('/event/jazz/')}&maxwidth=300&format=yaml`)
      assert.deepEqual([small.status, small.json.width], [200, 300])
      assert.equal((await wp(`${url('/event/jazz/')}&maxwidth=wide`)).json.width, json.width)
      const xml = await wp(`${url('/event/jazz/')}&format=xml`)
      assert.equal(xml.headers['content-type'], 'text/xml; charset=UTF-8')
      assert.equal(xml.text, (await oembed('/event/jazz/', '&format=xml')).text)
      const script = await wp(`${url('/event/jazz/')}&callback=show.it`)
      assert.equal(script.headers['content-type'], 'application/javascript; charset=UTF-8')
      assert.equal(script.text, `/**/show.it(${JSON.stringify(json)})`)
      assert.match((await wp(`${url('/event/jazz/')}&_jsonp=show`)).text, /^\/\*\*\/show\(/)
      assert.equal((await wp(url('/events/2026-12/'), '/de')).json.title, 'Veranstaltungen Dezember 2026')
      const routed = await service.send('GET', `//?rest_route=/oembed/1.0/embed&${url('/event/jazz/')}`)
      assert.equal(routed.json.title, 'Jazz & Soul')
    })

    test('GET /wp-json/oembed/1.0/embed rejects URLs that are no public page', async () => {
      const wp = (query: string) => service.send('GET', `//wp-json/oembed/1.0/embed?${query}`)
      for (const path of ['/event/none/', '/event/idea/', '/event/club/', '/docs', 'x']) {
        const { status, json } = await wp(`url=${encodeURIComponent(`${service.origin}${path}`)}`)
        assert.deepEqual([status, json.code], [404, 'oembed_invalid_url'], path)
      }
      assert.equal((await wp('url=https://other.example/event/jazz/')).status, 404)
      assert.deepEqual((await wp('')).json.data.params, ['url'])
      const callback = await wp(`url=${encodeURIComponent(`${service.origin}/event/jazz/`)}&callback=alert(1)`)
      assert.deepEqual([callback.status, callback.json.code], [400, 'rest_callback_invalid'])
    })

    test('The site index names the namespace oembed/1.0 with its route', async () => {
      const { json } = await service.send('GET', '//wp-json/')
      assert.ok(json.namespaces.includes('oembed/1.0'))
      assert.deepEqual(json.routes['/oembed/1.0/embed'].methods, ['GET'])
      assert.equal((await service.send('GET', '//wp-json/oembed/1.0')).json.namespace, 'oembed/1.0')
    })

    test('A cached description is not returned after the deletion of its event', async () => {
      const id = await event('Late Show', { slug: 'late' })
      for (let round = 0; round < 3; round++) assert.equal((await oembed('/event/late/')).status, 200)
      await service.send('PUT', `/events/${id}`, { as: 'admin', json: { status: 'private' } })
      assert.equal((await oembed('/event/late/')).status, 404)
    })

    test('Public pages link to their oEmbed description, other pages do not', async () => {
      const { text } = await page('/de/events/2026-12/?search=jazz')
      const [, url = ''] = /type="application\/json\+oembed" [^>]*href="([^"]+)"/.exec(text) ?? []
      const path = url.replaceAll('&amp;', '&').slice(service.origin.length)
      assert.match((await service.send('GET', `/${path}`)).json.html, /embed\/events\/2026-12\/\?search=jazz"/)
      assert.match((await page('/event/jazz/')).text, /type="text\/xml\+oembed"/)
      for (const other of ['/event/club/', '/event/none/']) assert.doesNotMatch((await page(other)).text, /\+oembed/)
    })

    test('The calendar offers the code that embeds the current view', async () => {
      const code = async (path: string) =>
        /<input id="embed-code"[^>]* value="([^"]*)"/.exec((await page(path)).text)?.[1]?.replaceAll('&quot;', '"')
      const script = `&lt;script async src="${service.origin}/embed.js"`
      assert.equal(await code('/events/'), `${script} data-view="list"&gt;&lt;/script&gt;`)
      assert.equal(
        await code('/de/events/category/music/jazz/2026-12/?featured=1'),
        `${script} data-view="month" data-featured="1" data-categories="jazz" data-language="de"&gt;&lt;/script&gt;`,
      )
      assert.match((await code('/venue/great-hall/')) ?? '', / data-venue="great-hall"&gt;/)
    })
  })
}
