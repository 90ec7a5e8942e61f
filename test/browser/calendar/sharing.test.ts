/** Sharing, times of visitors and countdowns on pages of events, and the pages of all venues, organizers and categories. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser, type VisitOptions } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const NOW = '2026-12-01T12:00:00Z'

describe('Pages of events in the browser', () => {
  let service: TestService
  let browser: TestBrowser
  const visit = (path: string, options?: VisitOptions) => browser.visit(`${service.origin}${path}`, options)
  /** The visible text of the element, with plain spaces. */
  const readText = async (path: string, selector: string, options?: VisitOptions) => {
    const opened = await visit(path, options)
    const found = opened.page.locator(selector)
    const text = (await found.count()) > 0 && (await found.first().isVisible()) ? await found.first().textContent() : ''
    assert.deepEqual(opened.problems, [])
    await opened.close()
    return (text ?? '').replace(/\s/g, ' ')
  }

  before(async () => {
    const env = { SITE_NAME: 'Riverside', LANGUAGES: 'en,de', SITE_TIMEZONE: 'Europe/Berlin' }
    service = await startService({ env, now: NOW })
    const create = async (path: string, json: object) => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    const venue = await create('/venues', {
      venue: 'Town Hall',
      address: 'Main St 1',
      city: 'Bonn',
      geo_lat: 50.7,
      geo_lng: 7.1,
    })
    const shared = { venue, organizer: await create('/organizers', { organizer: 'Ann' }), categories: 'Music' }
    await create('/events', { title: 'Gig', ...shared, start_date: '2026-12-05 19:00', end_date: '2026-12-05 21:00' })
    await create('/events', { title: 'Choir', ...shared, start_date: '2026-12-06 19:00', end_date: '2026-12-06 21:00' })
    await create('/events', { title: 'Lunch', start_date: '2026-12-01 15:00', end_date: '2026-12-01 17:00' })
    const tokyo = { timezone: 'Asia/Tokyo', start_date: '2026-12-06 09:00', end_date: '2026-12-06 11:00' }
    await create('/events', { title: 'Stream', ...tokyo })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('The time of an event is shown in the time zone of a visitor elsewhere', async () => {
    const read = (path: string, timeZone: string) => readText(path, '.visitor-time', { timeZone })
    assert.equal(await read('/event/gig/', 'America/New_York'), 'Sat, Dec 5, 1:00 – 3:00 PM in your time zone')
    assert.equal(await read('/event/gig/', 'Europe/Paris'), '')
    assert.equal(await read('/de/event/gig/', 'America/New_York'), 'Sa., 5. Dez., 13:00–15:00 Uhr in Ihrer Zeitzone')
    assert.equal(await read('/event/stream/', 'Europe/Berlin'), 'Sun, Dec 6, 1:00 – 3:00 AM in your time zone')
    assert.equal(
      await read('/event/stream/', 'Asia/Tokyo'),
      'Sunday, December 6, 2026, 1:00 – 3:00 AM in the time zone of this site',
    )
  })

  test('Lists show the time of a visitor beside events in another time zone than that of the site', async () => {
    const read = (timeZone: string) => readText('/events/', '.visitor-note', { timeZone })
    assert.equal(await read('Europe/Berlin'), '1:00 AM your time')
    assert.equal(await read('America/New_York'), 'Sat, Dec 5, 7:00 PM your time')
    assert.equal(await read('Asia/Tokyo'), '')
    const opened = await visit('/events/2026-12/', { timeZone: 'Europe/Berlin' })
    await opened.page.click('[data-key="view-list"]')
    await opened.page.waitForSelector('.visitor-note:has-text("your time")')
    await opened.close()
  })

  test('An event of today counts down, and needs no additional space', async () => {
    const opened = await visit('/event/lunch/', { timeZone: 'Europe/Berlin' })
    const { page } = opened
    const readCountdown = async (now: string) => {
      await page.clock.setFixedTime(now)
      await page.evaluate(`document.dispatchEvent(new CustomEvent('calends:shown'))`)
      return ((await page.locator('.countdown').textContent()) ?? '').replace(/\s/g, ' ')
    }
    const top = () => page.evaluate(`Math.round(document.querySelector('.event-body').getBoundingClientRect().top)`)
    assert.equal(await readCountdown('2026-12-01T18:00:00Z'), '')
    const before = await top()
    assert.equal(await readCountdown('2026-12-01T12:00:00Z'), 'Starts in 2 hours')
    assert.equal(await readCountdown('2026-12-01T13:25:00Z'), 'Starts in 35 minutes')
    assert.equal(await readCountdown('2026-12-01T14:20:00Z'), 'Started 20 minutes ago, until 5:00 PM')
    assert.equal(await top(), before)
    await opened.close()
    assert.equal(await readText('/event/lunch/', '.countdown', { javaScript: false }), '')
  })

  test('The countdown continues each minute', async () => {
    const opened = await visit('/events/')
    const { page } = opened
    await page.clock.install({ time: '2026-12-01T13:25:00Z' })
    await page.goto(`${service.origin}/event/lunch/`)
    const countdown = page.locator('.countdown')
    assert.equal(await countdown.textContent(), 'Starts in 35 minutes')
    await page.clock.runFor(120_000)
    assert.equal(await countdown.textContent(), 'Starts in 33 minutes')
    await opened.close()
  })

  test('The link of an event is copied, and the button confirms it', async () => {
    const opened = await visit('/event/gig/')
    const { page } = opened
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (copied) => Object.assign(document.body.dataset, { copied }) },
    })`)
    await page.locator('.share-copy').focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.share [role=status]:has-text("Link copied")', { state: 'attached' })
    assert.equal(await page.locator('.share-copy').textContent(), 'Link copied')
    assert.equal(await page.locator('body').getAttribute('data-copied'), `${service.origin}/event/gig/`)
    await page.click('.share summary')
    assert.ok(await page.locator('.share a[href^="mailto:"]').isVisible())
    assert.deepEqual(opened.problems, [])
    await opened.close()
  })

  test('Devices with a share sheet open it, and the links of the menu work without JavaScript', async () => {
    const opened = await visit('/events/', { touch: true })
    const { page } = opened
    await page.addInitScript(`Object.defineProperty(navigator, 'share', {
      value: async (data) => Object.assign(document.body.dataset, { shared: JSON.stringify(data) }),
    })`)
    await page.goto(`${service.origin}/event/gig/`)
    await page.click('.share summary')
    const shared = JSON.parse((await page.locator('body').getAttribute('data-shared')) ?? '{}')
    assert.deepEqual([shared.url, shared.title], [`${service.origin}/event/gig/`, 'Gig'])
    await opened.close()
    const plain = await visit('/event/gig/', { javaScript: false })
    assert.equal(await plain.page.locator('.share-copy').isVisible(), false)
    await plain.page.click('.share summary')
    assert.ok(await plain.page.locator('.share a[href^="mailto:"]').isVisible())
    await plain.close()
  })

  const PATHS = ['/event/gig/', '/event/lunch/', '/venues/', '/organizers/', '/categories/', '/venue/town-hall/']
  for (const [language, scheme, width] of [
    ['', 'light', 1440],
    ['/de', 'dark', 360],
  ] as const) {
    test(`The pages are accessible and as wide as the window, ${scheme}, ${width} px`, async () => {
      for (const path of PATHS) {
        const opened = await visit(`${language}${path}`, { scheme, width, timeZone: 'America/New_York' })
        for (const summary of await opened.page.locator('main details:not(.filters) > summary').all())
          await summary.click()
        assert.deepEqual(opened.problems, [], path)
        assert.deepEqual(await opened.violations(), [], path)
        const overflow = await opened.page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.ok(Number(overflow) <= 0, path)
        await opened.screenshot(`sharing${path.replaceAll('/', '-')}${scheme}`)
        await opened.close()
      }
    })
  }
})
