/** Pages with the templates of a theme. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import { LANGUAGES } from '../../../src/base/i18n/language.ts'
import { BLOCK_VARIABLES, SITE_VARIABLES } from '../../../src/pages/theme/template-variables.ts'
import { findThemeTemplate } from '../../../src/theme-source.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { createThemeFolder } from '../../helper/site/theme-folder.ts'

const NOW = '2026-12-05T15:00:00Z'
const ENV = {
  PUBLIC_URL: 'https://calendar.example',
  MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
  SITE_TIMEZONE: 'Europe/Berlin',
  SUBMISSIONS: 'on',
}

const readPage = async (service: TestService, path: string): Promise<string> => {
  const { status, text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, path)
  return text
}

async function createEvents(service: TestService): Promise<void> {
  const post = async (path: string, json: Json) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const upload = createFileForm({ alt_text: 'A "band"' }, await createImage(400, 300))
  const { json: image } = await service.send('POST', '/media', { as: 'admin', ...upload })
  const venue = { venue: 'Hall & Yard', address: 'Markt 1', city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1 }
  await post('/categories', { name: 'Music', color: '#7a1fa2' })
  const jazz = await post('/events', {
    title: 'Jazz <b>&</b> Blues "live"',
    description: '<p>Blue <em>notes</em>.</p>',
    start_date: '2026-12-05 19:00:00',
    end_date: '2026-12-05 22:00:00',
    venue,
    organizer: { organizer: 'Ann & Co' },
    image: image.id,
    categories: 'music',
    tags: 'live',
    website: 'https://band.example/',
    featured: true,
    event_status: 'postponed',
    is_virtual: true,
    attendance_mode: 'mixed',
    show_map: true,
    virtual_url: 'https://stream.example/',
    tickets: [{ name: 'Seat', price: 12, currency: 'EUR', url: 'https://tickets.example/' }],
  })
  const dates = { start_date: '2026-12-06 10:00:00', end_date: '2026-12-06 11:00:00' }
  await post('/events', { title: 'Blues night', ...dates, venue: jazz.venue.id })
  const series = { title: 'Yoga', ...dates, recurrence: { rrule: 'FREQ=DAILY;COUNT=4' } }
  await post('/series', series)
  await post('/events', { title: 'Fair', start_date: '2026-12-07', end_date: '2026-12-07', all_day: true, cost: '5' })
}

const PATHS = [
  '/events/',
  '/events/week/2026-12-05/',
  '/events/2026-12-05/',
  '/events/past/',
  '/event/yoga-2026-12-06/',
  '/event/fair/',
]
const JAZZ = '/event/jazz-blues-live/'

describe('A theme with templates', () => {
  let plain: TestService
  const closers: (() => unknown)[] = []
  before(async () => {
    plain = await startService({ now: NOW, env: ENV })
    await createEvents(plain)
  })
  after(async () => {
    for (const close of closers.toReversed()) await close()
    await plain.stop()
  })

  /** A second service on the same database, with a theme. */
  async function startThemed(
    files: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<TestService> {
    const folder = createThemeFolder(files)
    closers.push(folder.remove)
    return startOn({ THEME_DIR: folder.path, ...env })
  }
  async function startOn(env: Readonly<Record<string, string>>): Promise<TestService> {
    const { DATABASE_URL, DATA_DIR } = plain.config
    const service = await startService({ now: NOW, existing: plain, env: { ...ENV, DATABASE_URL, DATA_DIR, ...env } })
    closers.push(service.stop)
    return service
  }

  /** Whitespace between elements has no meaning here. */
  const normalize = (page: string) =>
    page.replace(/\s+/g, ' ').replaceAll('> <', '><').replaceAll(' </head>', '</head>')

  test('The exported theme renders the same pages as the built-in markup, in all languages', async () => {
    const themed = await startOn({ THEME_DIR: findThemeTemplate() })
    for (const language of LANGUAGES)
      for (const path of [...PATHS, JAZZ]) {
        const localPath = `/${language}${path}`
        assert.equal(
          normalize(await readPage(themed, localPath)),
          normalize(await readPage(plain, localPath)),
          localPath,
        )
      }
  })

  test('Each slot has content where the built-in page shows that part', async () => {
    const names = (block: 'event-page' | 'list-row' | 'footer') => {
      const slots = Object.keys(BLOCK_VARIABLES[block]).filter((name) => name.startsWith('slots.'))
      assert.ok(slots.length > 0, block)
      return slots
    }
    const dump = (block: 'event-page' | 'list-row' | 'footer') =>
      names(block)
        .map((name) => `{% if ${name} %}[${block} ${name}]{% endif %}`)
        .join('')
    const themed = await startThemed({
      'event-page.html': dump('event-page'),
      'list-row.html': dump('list-row'),
      'footer.html': dump('footer'),
    })
    const pages = [JAZZ, ...PATHS].map((path) => readPage(themed, path))
    const text = (await Promise.all(pages)).join('')
    for (const block of ['event-page', 'list-row', 'footer'] as const)
      for (const name of names(block)) assert.ok(text.includes(`[${block} ${name}]`), `${block} ${name}`)
  })

  test('A template gets exactly the documented variables', async () => {
    const roots = (block: keyof typeof BLOCK_VARIABLES) => [
      ...new Set(
        Object.keys({ ...SITE_VARIABLES, ...BLOCK_VARIABLES[block] }).map((path) => path.split(/[.[]/)[0] ?? ''),
      ),
    ]
    const dump = (block: keyof typeof BLOCK_VARIABLES) =>
      roots(block)
        .filter((name) => name !== 'slots')
        .map((name) => `<pre>{"${name}":{{ ${name} | json }}}</pre>`)
        .join('')
    const themed = await startThemed({
      'event-page.html': dump('event-page'),
      'footer.html': dump('footer'),
      'event-card.html': dump('event-card'),
    })
    const read = async (path: string, part: RegExp) => {
      const [markup = ''] = part.exec((await readPage(themed, path)).replaceAll('\n', '')) ?? []
      const values = [...markup.matchAll(/<pre>(.*?)<\/pre>/g)].map(([, json = '']) => JSON.parse(decode(json)))
      return new Set(Object.assign({}, ...values) && listPaths(Object.assign({}, ...values)))
    }
    const optional = new Set(['site.logo.url', 'site.logo.width', 'site.logo.height'])
    const expected = (block: keyof typeof BLOCK_VARIABLES) =>
      new Set(
        Object.keys({ ...SITE_VARIABLES, ...BLOCK_VARIABLES[block] }).filter(
          (path) => !path.startsWith('slots.') && !optional.has(path),
        ),
      )
    assert.deepEqual(await read(JAZZ, /<main.*<\/main>/), expected('event-page'))
    assert.deepEqual(await read(JAZZ, /<\/main>.*/), expected('footer'))
    assert.deepEqual(await read('/events/week/2026-12-07/', /class="card.*?<\/li>/), expected('event-card'))
  })

  test('Texts are escaped, slots are markup, and no filter prints a text as markup', async () => {
    const themed = await startThemed({
      'event-page.html':
        '<h1 title="{{ event.title }}">{{ event.title | escape | upcase }}</h1>{{ slots.description }}{{ slots.description | upcase }}',
    })
    const page = await readPage(themed, JAZZ)
    assert.match(
      page,
      /<h1 title="Jazz &amp; Blues “live”">JAZZ &amp; BLUES “LIVE”<\/h1><div class="prose"><p>Blue <em>/,
    )
    assert.doesNotMatch(page, /<DIV/)
  })

  test('The header and the footer have slots and links in the language of the page', async () => {
    const themed = await startThemed(
      {
        'header.html':
          '<header><a href="{{ site.home }}">{{ site.name }}</a>{{ slots.search }}{% for item in navigation %}<a href="{{ item.url }}"{% if item.current %} aria-current="page"{% endif %}>{{ item.name }}</a>{% endfor %}<a href="{{ feeds.webcal }}">{{ text.subscribe }}</a></header>',
        'header.fr.html': '<header>Bonjour</header>',
        'footer.html': '<footer>{{ slots.languages }}</footer>',
      },
      { SITE_NAME: 'A & B' },
    )
    const german = await readPage(themed, `/de${JAZZ}`)
    assert.match(german, /<header><a href="\/de\/events\/">A &amp; B<\/a><form class="search"/)
    assert.match(german, /<a href="\/de\/events\/2026-12\/">Monat<\/a>/)
    assert.match(german, /<a href="webcal:[^"]+">Abonnieren<\/a>/)
    assert.match(german, /<footer><nav aria-label="Sprachen">.*href="\/es\/event\/jazz-blues-live\/"/)
    assert.match(await readPage(themed, '/de/events/'), /href="\/de\/events\/" aria-current="page">Liste/)
    assert.match(await readPage(themed, '/fr/events/'), /<header>Bonjour<\/header>/)
  })

  test('The form of the filters has a search field only if the header has none', async () => {
    const slot = '<header>{{ slots.search }}{{ slots.submit }}</header>'
    const themed = await startThemed({ 'header.html': '<header>{{ site.name }}</header>', 'header.de.html': slot })
    const countFields = (page: string) => page.match(/<input [^>]*name="search"[^>]*type="search"/g)?.length
    const english = await readPage(themed, '/en/events/')
    assert.equal(countFields(english), 1)
    assert.match(english, /class="filter-form[^>]*>[\s\S]*name="search"/)
    const german = await readPage(themed, '/de/events/?categories=music')
    assert.equal(countFields(german), 1)
    assert.match(german, /<header><form class="search"[\s\S]*<input type="hidden" name="categories" value="music">/)
    assert.match(german, /<a class="button submit-link" href="\/de\/events\/submit\/">/)
  })

  test('Templates share partials, and files have URLs that change with their content', async () => {
    const themed = await startThemed({
      'partials/badge.html': '<b>{{ name }}</b>',
      'list-row.html': '{% render \'badge\', name: event.title %}<img src="{{ \'img/a b.svg\' | asset_url }}" alt="">',
      'assets/img/a b.svg': '<svg/>',
    })
    const page = await readPage(themed, '/events/')
    assert.match(page, /<b>Fair<\/b>/)
    const [, url = ''] = /<img src="(\/assets\/img\/a%20b\.svg\?v=[\w-]{12})" alt="">/.exec(page) ?? []
    assert.equal((await themed.send('GET', `/${url}`)).text, '<svg/>')
  })

  test('A template that exceeds its limit of memory or time is reported and replaced by the built-in markup', async () => {
    const repeat = (text: string, levels: number): string =>
      levels === 0 ? text : `{% for i in (1..1000) %}${repeat(text, levels - 1)}{% endfor %}`
    const templates = {
      'memory alloc limit exceeded': `{% assign x = language %}${repeat('{% assign x = x | append: x %}', 1)}`,
      'template render limit exceeded': repeat('{% if language == "x" %}{% endif %}', 3),
    }
    for (const [reason, template] of Object.entries(templates)) {
      const failures: unknown[] = []
      const folder = createThemeFolder({ 'event-page.html': template })
      closers.push(folder.remove)
      const { DATABASE_URL, DATA_DIR } = plain.config
      const themed = await startService({
        now: NOW,
        existing: plain,
        env: { ...ENV, DATABASE_URL, DATA_DIR, THEME_DIR: folder.path },
        report: (error) => failures.push(error),
      })
      closers.push(themed.stop)
      assert.match(await readPage(themed, JAZZ), /<article class="wide event">/)
      assert.match(inspect(failures[0]), new RegExp(`The template event-page of the theme failed[^]*${reason}`))
    }
  })

  test('CSP_EXTRA_SOURCES applies to public pages, but not to sign-in, the admin and the API', async () => {
    const themed = await startOn({ CSP_EXTRA_SOURCES: 'https://matomo.example.org, http://localhost:8888' })
    const readPolicy = async (path: string) =>
      (await themed.send('GET', `/${path}`, { headers: { accept: 'text/html' } })).headers['content-security-policy'] ??
      ''
    for (const path of [JAZZ, '/events/', '/embed/events/']) {
      const policy = await readPolicy(path)
      assert.match(policy, /script-src 'self' https:\/\/matomo\.example\.org http:\/\/localhost:8888;/, path)
      assert.match(policy, /connect-src 'self' https:\/\/matomo\.example\.org http:\/\/localhost:8888;/, path)
    }
    for (const path of ['/sign-in', '/admin/', '/docs', '/wp-json/tribe/events/v1/events'])
      assert.doesNotMatch(await readPolicy(path), /matomo/, path)
  })
})

const decode = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Paths in the form of the documented variables. Objects that may be missing also have a path. */
function listPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => listPaths(item, `${path}[]`)))]
  if (typeof value !== 'object' || value === null) return [path]
  const own = ['event.venue', 'event.image', 'site.logo'].includes(path) ? [path] : []
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, item]) => listPaths(item, path === '' ? name : `${path}.${name}`)),
  ]
}
