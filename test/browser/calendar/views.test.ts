/** Month, list, photo and summary views in a browser: what is shown beside, below and instead of the lines of events. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser, type VisitOptions } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const TALKS = 14

describe('Views of the calendar in a browser', () => {
  let service: TestService
  let browser: TestBrowser

  async function create(path: string, json: Json): Promise<Json> {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json
  }

  before(async () => {
    service = await startService({ now: '2026-12-05T15:00:00Z' })
    await create('/categories', { name: 'Music', color: '#1d4ed8' })
    const venue = await create('/venues', { venue: 'Town Hall', city: 'Bonn' })
    const onDay = (day: string, hour = 19) => ({
      start_date: `2026-12-${day} ${String(hour).padStart(2, '0')}:00:00`,
      end_date: `2026-12-${day} ${String(hour).padStart(2, '0')}:45:00`,
    })
    const concert = { categories: 'music', venue: venue.id, cost: '$12', excerpt: 'Four songs.' }
    await create('/events', { title: 'Concert', ...onDay('05'), ...concert })
    await create('/events', { title: 'Secret', ...onDay('08'), post_password: 'x', excerpt: 'Hidden text.' })
    const trip = { title: 'Trip', start_date: '2026-12-09 08:00:00', end_date: '2026-12-11 18:00:00' }
    await create('/events', trip)
    for (let index = 0; index < TALKS; index++)
      await create('/events', { title: `Talk ${index}`, ...onDay('10', 8 + index) })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  async function withPage(path: string, options: VisitOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const visit = await browser.visit(`${service.origin}${path}`, options)
    try {
      await use(visit.page)
      if (options.javaScript !== false) assert.deepEqual(await visit.violations(), [])
      assert.deepEqual(visit.problems, [])
    } finally {
      await visit.close()
    }
  }
  const lineOf = (page: Page, slug: string) => page.locator(`[data-grid] a[href="/event/${slug}/"]`).first()
  const SHIFT = `new Promise((done) => { let sum = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(sum), 100) })`

  test('A card with time, place, price and text opens on hover and on focus, and closes on Escape', async () => {
    await withPage('/events/2026-12/', { width: 1440, height: 900 }, async (page) => {
      const card = page.locator('.event-tooltip')
      await lineOf(page, 'concert').hover()
      await card.waitFor()
      const text = (await card.textContent()) ?? ''
      for (const part of ['Concert', '7:00', 'Town Hall, Bonn', '$12', 'Four songs.'])
        assert.ok(text.includes(part), part)
      assert.equal(await card.locator('a').count(), 0)
      await card.hover()
      assert.equal(await card.count(), 1)
      await page.mouse.move(2, 2)
      await card.waitFor({ state: 'detached' })
      await page.locator('[data-day="2026-12-05"]').focus()
      await page.keyboard.press('Tab')
      await card.waitFor()
      assert.equal(await lineOf(page, 'concert').getAttribute('aria-describedby'), await card.getAttribute('id'))
      await page.keyboard.press('Escape')
      assert.equal(await card.count(), 0)
      assert.equal(await page.evaluate(SHIFT), 0)
    })
  })

  test('A protected event has no card', async () => {
    await withPage('/events/2026-12/', { width: 1440, height: 900 }, async (page) => {
      const response = page.waitForResponse((one) => one.url().endsWith('/embed/event/secret/'))
      await lineOf(page, 'secret').hover()
      assert.doesNotMatch(await (await response).text(), /Hidden text/)
      await lineOf(page, 'concert').hover()
      await page.locator('.event-tooltip').waitFor()
      assert.match((await page.locator('.event-tooltip').textContent()) ?? '', /Concert/)
    })
  })

  test('The number of hidden events opens the whole day; Escape closes it and returns the focus', async () => {
    await withPage('/events/2026-12/', { width: 1440, height: 900 }, async (page) => {
      const more = page.locator('[data-more="2026-12-10"]:visible')
      await more.click()
      const dialog = page.getByRole('dialog', { name: 'Thursday, December 10, 2026' })
      await dialog.waitFor()
      assert.equal(await dialog.locator('.day-list li').count(), TALKS + 1)
      assert.match((await dialog.locator('.day-list li').first().textContent()) ?? '', /Trip/)
      assert.equal(await page.evaluate(`document.activeElement.className`), 'day-card-close')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.dataset.more'), '2026-12-10')
      assert.match(page.url(), /\/events\/2026-12\/$/)
    })
    await withPage('/events/2026-12/', { width: 1440, height: 900, javaScript: false }, async (page) => {
      await page.locator('[data-more="2026-12-10"]:visible').click()
      await page.waitForURL(/\/events\/2026-12-10\/$/)
    })
  })

  test('On a phone, dots have the colors of categories, and a chosen day shows its events below the grid', async () => {
    const phone = { width: 360, height: 740, scheme: 'dark' } as const
    await withPage('/events/2026-12/', phone, async (page) => {
      const agenda = page.locator('[data-agenda]')
      assert.match((await agenda.textContent()) ?? '', /^\s*Saturday, December 5, 2026\s+7p7:00 PM\s+Concert\s*$/)
      const dot = page.locator('td:has([data-day="2026-12-05"]) .dots rect')
      assert.equal(await dot.getAttribute('fill'), '#1d4ed8')
      await page.locator('[data-day="2026-12-10"]').click()
      assert.equal(await agenda.locator('li').count(), TALKS + 1)
      assert.match(page.url(), /\/events\/2026-12\/$/)
      await page.locator('[data-day="2026-12-20"]').click()
      assert.match((await agenda.textContent()) ?? '', /December 20, 2026\s+There are no events/)
      const height =
        'Math.min(...[...document.querySelectorAll(".month-day, .views a, .views summary")].filter((one) => one.checkVisibility()).map((one) => one.offsetHeight))'
      assert.ok(Number(await page.evaluate(height)) >= 44)
    })
    await withPage('/events/2026-12/', { ...phone, javaScript: false }, async (page) => {
      await page.locator('[data-day="2026-12-10"]').click()
      await page.waitForURL(/\/events\/2026-12-10\/$/)
    })
  })

  test('The menu of views opens with the keyboard, closes on Escape, and names the current view', async () => {
    await withPage('/de/events/', { width: 360, height: 740, language: 'de' }, async (page) => {
      const summary = page.locator('.views-more > summary')
      await summary.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Fotos' }).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('.views-more[open]').count(), 0)
      assert.equal(await page.evaluate('document.activeElement.localName'), 'summary')
      await summary.click()
      await page.getByRole('link', { name: 'Übersicht' }).click()
      await page.waitForURL(/\/de\/events\/summary\/$/)
      assert.match((await summary.textContent()) ?? '', /^Mehr: Übersicht$/)
    })
  })

  for (const [width, scheme] of [
    [360, 'dark'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const)
    test(`List, photo and summary views fit a window of ${width} and are accessible, ${scheme}`, async () => {
      for (const view of ['', 'photo/', 'summary/', '2026-12-10/'])
        await withPage(`/events/${view}`, { width, scheme }, async (page) => {
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0, view)
          assert.equal(await page.evaluate(SHIFT), 0)
          assert.equal(await page.locator('.mini').isVisible(), width === 1440)
          assert.equal(await page.locator('#filter-search').isVisible(), width === 1440)
        })
    })

  test('A printed month contains every event, and a printed list no images or controls', async () => {
    await withPage('/events/2026-12/', { width: 1440, height: 900 }, async (page) => {
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 720, height: 1000 })
      const visible = `[...document.querySelectorAll('.month-lines > li:not(.bar-gap)')].filter((line) => line.checkVisibility()).length`
      // The trip has a bar on each of its days.
      assert.equal(await page.evaluate(visible), 1 + 1 + 3 + TALKS)
      assert.equal(await page.locator('.month-more:visible, .agenda:visible, .views:visible').count(), 0)
      await page.emulateMedia({ media: null })
    })
    await withPage('/events/', { width: 1440, height: 900 }, async (page) => {
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.locator('.filters:visible, .mini:visible, .entry-picture:visible').count(), 0)
      assert.ok(await page.getByText('Talk 13').isVisible())
    })
  })
})
