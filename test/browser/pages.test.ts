import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import { type PageVisit, startBrowser, type TestBrowser, type VisitOptions } from '../helper/browser/browser.ts'
import { createImage, type ImageServer, startImageServer } from '../helper/media/draw-image.ts'
import { startService, type TestService } from '../helper/service.ts'

const VIEWS: Readonly<Record<string, string>> = {
  list: '/events/',
  'filtered list': '/events/?search=talk&featured=1&start_date=nonsense',
  'empty list': '/events/?search=nothing+like+it',
  month: '/events/2026-12/',
  week: '/events/week/2026-12-05/',
  day: '/events/2026-12-05/',
  map: '/events/map/',
  past: '/events/past/',
  category: '/events/category/music/',
  venue: '/venue/great-hall/',
  organizer: '/organizer/ann/',
  event: '/event/fair/',
  'protected event': '/event/club/',
  'missing page': '/event/none/',
}

describe('Pages in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let tiles: ImageServer

  before(async () => {
    const tile = await createImage(256, 256, 'png')
    tiles = await startImageServer((_, response) => response.end(tile))
    service = await startService({
      env: { MAP_TILES_URL: `http://${tiles.host}/tiles/{z}/{x}/{y}.png` },
      now: '2026-12-01T12:00:00Z',
    })
    await fill(service)
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
    await tiles.close()
  })

  /** Opens a page, runs the checks, and asserts that there were no errors. */
  async function withPage(
    path: string,
    options: VisitOptions,
    use: (visit: PageVisit) => Promise<void>,
  ): Promise<void> {
    const visit = await browser.visit(`${service.origin}${path}`, options)
    try {
      await use(visit)
      assert.deepEqual(visit.problems.filter(isUnexpected), [])
    } finally {
      await visit.close()
    }
  }
  /** A change of view replaces the content without loading a page. */
  const waitFor = (page: Page, text: string) => page.locator('.calendar-title', { hasText: text }).waitFor()

  test('Nothing moves after a view is shown', async () => {
    for (const [name, path] of Object.entries(VIEWS)) {
      for (const width of [360, 1440])
        await withPage(path, { width, height: 740 }, async ({ measureLayoutShift }) => {
          assert.equal(await measureLayoutShift(), 0, `${name} at ${width} px`)
        })
    }
  })

  const assertFits = async (page: Page, name: string) => {
    for (const width of [1280, 768, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(overflow <= 0, `${name} is ${overflow} too wide at ${width}`)
    }
  }

  /** Each width and each scheme on every page, and all of their pairs on the most visited ones. */
  const VARIANTS = [
    { width: 320, scheme: 'light', names: Object.keys(VIEWS) },
    { width: 1280, scheme: 'dark', names: Object.keys(VIEWS) },
    { width: 320, scheme: 'dark', names: ['list', 'month', 'event'] },
    { width: 768, scheme: 'dark', names: ['list', 'month', 'event'] },
    { width: 1280, scheme: 'light', names: ['list', 'month', 'event'] },
  ] as const
  for (const { width, scheme, names } of VARIANTS) {
    test(`${names.length} pages are accessible ${width} wide, ${scheme}, and fit a phone, a tablet and a desktop`, async () => {
      await withPage('/events/', { width, scheme }, async ({ page, violations }) => {
        for (const name of names) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(`${service.origin}${VIEWS[name]}`)
          assert.deepEqual(await violations(), [], name)
          await assertFits(page, name)
        }
      })
    })
  }

  for (const [index, language] of LANGUAGES.filter((one) => one !== 'en').entries()) {
    test(`Every page in ${language} fits a phone, a tablet and a desktop, and a third of them is accessible`, async () => {
      await withPage(`/${language}/events/`, {}, async ({ page, violations }) => {
        for (const [number, [name, path]] of Object.entries(VIEWS).entries()) {
          await page.setViewportSize({ width: 1280, height: 800 })
          await page.goto(`${service.origin}/${language}${path}`)
          assert.equal(await page.evaluate('document.documentElement.lang'), language)
          // Languages differ only in texts, so two languages for each page are enough.
          if ((number + index) % 3 === 0) assert.deepEqual(await violations(), [], name)
          await assertFits(page, name)
        }
      })
    })
  }

  test('Without JavaScript all views, filters, dates and subscription links are available', async () => {
    await withPage('/events/', { javaScript: false }, async ({ page }) => {
      await page.locator('[data-key=group-categories] > summary').click()
      await page.getByRole('checkbox', { name: 'Music' }).check()
      await page.getByRole('button', { name: 'Show events' }).click()
      assert.match(page.url(), /categories%5B%5D=music/)
      assert.equal(await page.getByRole('link', { name: 'Book Fair', exact: true }).count(), 0)
      await page.getByRole('link', { name: 'Month', exact: true }).click()
      await page.getByRole('link', { name: 'Next month' }).click()
      assert.match(page.url(), /2027-01\/\?categories=music$/)
      assert.ok(await page.getByLabel('Subscription URL').isVisible())
      assert.equal(await page.getByRole('button', { name: 'Near me' }).count(), 0)
    })
  })

  test('With JavaScript views change without loading a page, and the back button works', async () => {
    await withPage('/events/2026-12/', {}, async ({ page }) => {
      await page.evaluate('globalThis.isStill = true')
      await page.getByRole('link', { name: 'Next month' }).click()
      await waitFor(page, 'January 2027')
      assert.match(page.url(), /2027-01\/$/)
      assert.match(await page.title(), /January 2027/)
      assert.equal(await page.evaluate('document.activeElement.dataset.key'), 'next')
      await page.goBack()
      await waitFor(page, 'December 2026')
      assert.equal(await page.evaluate('globalThis.isStill'), true)
    })
  })

  test('A filter takes effect when it is selected', async () => {
    await withPage('/events/', {}, async ({ page }) => {
      await page.evaluate('globalThis.isStill = true')
      await page.locator('[data-key=group-categories] > summary').click()
      await page.getByRole('checkbox', { name: 'Music' }).check()
      await page.getByRole('link', { name: 'Book Fair', exact: true }).waitFor({ state: 'detached' })
      assert.match(page.url(), /\?categories=music$/)
      assert.equal(await page.evaluate('document.activeElement.id'), 'filter-categories-music')
      assert.equal(await page.evaluate('globalThis.isStill'), true)
    })
  })

  const nearMe = async (page: Page) => {
    await page.locator('[data-key=group-more] > summary').click()
    await page.getByRole('button', { name: 'Near me' }).click()
  }

  test('Nearby events are found on a click, by rounded coordinates, within the selected radius', async () => {
    await withPage('/events/', { place: { latitude: 50.73743, longitude: 7.09821 } }, async ({ page, violations }) => {
      await page.evaluate('globalThis.isStill = true')
      await nearMe(page)
      await page.getByLabel('Within').waitFor()
      assert.match(page.url(), /\?geoloc_lat=50\.74&geoloc_lng=7\.10$/)
      assert.equal(await page.evaluate('document.activeElement.id'), 'filter-geoloc_radius')
      await page.getByLabel('Within').selectOption('5')
      const chip = page.getByRole('link', { name: 'Remove the filter Nearby, 5 km' })
      await chip.waitFor()
      assert.match(page.url(), /geoloc_radius=5/)
      assert.deepEqual(await violations(), [])
      await page.getByLabel('Nearest first').check()
      await page.locator('.month-name').first().waitFor({ state: 'detached' })
      assert.ok((await page.locator('.entry').count()) > 0)
      await chip.click()
      await page.locator('[data-locate]').waitFor({ state: 'attached' })
      assert.match(page.url(), /\/events\/$/)
      assert.equal(await page.evaluate('globalThis.isStill'), true)
    })
  })

  test('A denied location is reported, and the list does not change', async () => {
    await withPage('/events/', {}, async ({ page }) => {
      await nearMe(page)
      await page.getByText('Your location is not available.').waitFor()
      assert.match(page.url(), /\/events\/$/)
    })
  })

  test('The keyboard alone navigates from the top of the page through a month', async () => {
    await withPage('/events/2026-12/', { height: 900 }, async ({ page }) => {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.className'), 'skip')
      await page.keyboard.press('Enter')
      await page.locator('[data-day="2026-12-05"]').focus()
      await page.keyboard.press('ArrowDown')
      assert.equal(await page.evaluate('document.activeElement.dataset.day'), '2026-12-12')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await waitFor(page, 'December 11')
    })
  })

  test('The subscription links are a dialog, which Escape closes', async () => {
    await withPage('/events/?tags=live', {}, async ({ page, violations }) => {
      await page.getByRole('link', { name: 'Subscribe' }).click()
      const dialog = page.getByRole('dialog', { name: 'Subscribe' })
      await dialog.waitFor()
      assert.match(await dialog.getByLabel('Subscription URL').inputValue(), /events\.ics\?tags=live$/)
      assert.deepEqual(await violations(), [])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Subscribe')
    })
  })

  test('A password opens its page, and is in no URL', async () => {
    await withPage('/event/club/', {}, async ({ page }) => {
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Password').fill('sesame')
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByText('The secret program.').waitFor()
      assert.equal(page.url(), `${service.origin}/event/club/`)
    })
  })

  test('A map shows a pin for each venue, and loads its script only then', async () => {
    await withPage('/events/', {}, async ({ page }) => {
      assert.equal(await page.evaluate('typeof globalThis.L'), 'undefined')
      await page.goto(`${service.origin}/events/map/`)
      await page.locator('.leaflet-interactive').first().waitFor()
      assert.ok((await page.locator('.leaflet-interactive').count()) > 0)
    })
  })

  test('A list of fifty events is painted within the limit', async () => {
    await withPage('/events/', {}, async ({ page }) => {
      const painted = await page.evaluate<number>(FIRST_PAINT)
      assert.ok(painted < LONGEST_PAINT, `painted after ${painted} ms`)
    })
  })
})

/** Milliseconds; a machine that runs other tests in parallel needs several times the usual. */
const LONGEST_PAINT = 1500
const FIRST_PAINT = `new Promise((resolve) => {
  const seen = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  seen.observe({ type: 'paint', buffered: true })
})`

/** Maps request tiles from another host, navigation aborts requests, and some requests are meant to fail. */
const isUnexpected = (problem: string): boolean => !/\/tiles\/|ERR_ABORTED|status of (?:403|404) /.test(problem)

async function fill(service: TestService): Promise<void> {
  const create = async (path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json.id as number
  }
  const bytes = await createImage(1600, 1000)
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' }
  const media = await service.send('POST', '/media', { as: 'admin', body: bytes, headers })
  const image = media.json.id
  const place = {
    address: '1 Long Street',
    city: 'Bonn',
    geo_lat: 50.7,
    geo_lng: 7.1,
    show_map: true,
    show_map_link: true,
  }
  const venue = await create('/venues', { venue: 'Great Hall', ...place, phone: '555-0100' })
  const organizer = await create('/organizers', { organizer: 'Ann', email: 'ann@example.test', description: 'Plays.' })
  await create('/categories', { name: 'Music' })
  const shared = { venue, organizer, show_map: true, show_map_link: true }
  const days = (start_date: string, end_date: string) => ({ start_date, end_date, all_day: true })
  const evening = (day: string) => ({ start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` })
  for (let number = 1; number <= 28; number++) {
    const title = `Talk number ${number}`
    const more = number % 3 === 0 ? { categories: 'music', tags: 'live', featured: number % 2 === 0, cost: '12' } : {}
    await create('/events', {
      title,
      ...evening(`2026-12-${String(number).padStart(2, '0')}`),
      ...shared,
      ...more,
      image,
    })
  }
  for (let number = 1; number <= 22; number++)
    await create('/events', { title: `Crowd ${number}`, ...evening('2026-12-05') })
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const tickets = [{ name: 'Full price', price: '20', url: 'https://tickets.example/1' }]
  const description = '<h2>Program</h2><p style="color:#ccc">Books <a href="https://example.org">here</a>.</p>'
  const fair = { title: `Book Fair ${long}`, slug: 'fair', description, tickets, tags: 'books', featured: true, image }
  await create('/events', { ...fair, ...days('2026-11-20', '2026-12-10'), ...shared, categories: 'music' })
  await create('/events', { title: 'Book Fair', ...days('2026-12-03', '2026-12-06'), ...shared })
  await create('/events', { title: 'Summer party', ...evening('2026-07-01'), timezone: 'Asia/Tokyo' })
  const protectedEvent = { title: 'Club', post_password: 'sesame', description: 'The secret program.' }
  await create('/events', { ...protectedEvent, ...evening('2026-12-02') })
}
