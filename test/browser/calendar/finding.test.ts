/** Search with suggestions, filters with several values, and links back to the events. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type PageVisit, startBrowser, type TestBrowser, type VisitOptions } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

describe('Finding events in a browser', () => {
  let service: TestService
  let browser: TestBrowser

  before(async () => {
    service = await startService({ now: '2026-11-25T15:00:00Z' })
    const create = async (path: string, json: Json): Promise<number> => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    const event = (title: string, day: string, more: object) =>
      create('/events', { title, start_date: `${day} 19:00`, end_date: `${day} 21:00`, ...more })
    const hall = await create('/venues', { venue: 'Opera House' })
    for (const name of ['Music', 'Dance']) await create('/categories', { name })
    for (let number = 1; number <= 12; number++) {
      const venue = await create('/venues', { venue: `Room ${number}` })
      await event(`Course ${number}`, '2027-02-01', { venue, categories: number % 2 === 0 ? 'dance' : 'music' })
      await event(`Course ${number} again`, '2027-02-02', { venue })
    }
    await event('Concert', '2026-11-28', { venue: hall, categories: 'music' })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const withPage = async (path: string, options: VisitOptions, check: (visit: PageVisit) => Promise<void>) => {
    const visit = await browser.visit(`${service.origin}${path}`, options)
    try {
      await check(visit)
      assert.deepEqual(visit.problems, [])
    } finally {
      await visit.close()
    }
  }
  const SHIFT = `new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value })
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })`

  test('Suggestions are selected by the arrow keys, announced, closed by Escape and opened by Enter', async () => {
    await withPage('/events/', {}, async ({ page, violations }) => {
      const search = page.getByRole('combobox', { name: 'Search events' })
      await search.pressSequentially('opera')
      await page.getByRole('option', { name: /^Opera House/ }).waitFor()
      assert.equal(await search.getAttribute('aria-expanded'), 'true')
      assert.equal(await page.getByRole('status').filter({ hasText: '2 suggestions' }).count(), 1)
      assert.deepEqual(await violations(), [])
      await search.press('ArrowDown')
      await search.press('ArrowDown')
      const active = await search.getAttribute('aria-activedescendant')
      assert.match((await page.locator(`#${active}`).textContent()) ?? '', /^Concert/)
      await search.press('ArrowDown')
      assert.equal(await search.getAttribute('aria-activedescendant'), null)
      await search.press('Escape')
      assert.equal(await page.getByRole('listbox').count(), 0)
      assert.equal(await search.inputValue(), 'opera')
      await search.press('ArrowUp')
      await search.press('ArrowUp')
      await search.press('Enter')
      await page.waitForURL('**/venue/opera-house/')
    })
  })

  test('Enter without a selected suggestion shows all results without loading a page', async () => {
    await withPage('/events/?categories=music', {}, async ({ page, violations }) => {
      await page.evaluate('globalThis.isStill = true')
      await page.getByRole('combobox').fill('opera')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Upcoming events: “opera”, Music 1 event' }).waitFor()
      assert.match(page.url(), /\/events\/\?search=opera&categories=music$/)
      assert.match(await page.title(), /^Upcoming events: “opera”, Music \(1 event\)/)
      assert.equal(await page.evaluate('document.activeElement.className'), 'calendar-title')
      assert.equal(await page.evaluate('globalThis.isStill'), true)
      assert.equal(await page.getByRole('combobox').inputValue(), 'opera')
      await page.getByRole('combobox').press('End')
      await page.getByRole('combobox').pressSequentially(' h')
      await page.getByRole('option', { name: /^Opera House/ }).waitFor()
      assert.deepEqual(await violations(), [])
    })
  })

  test('Several values are selected one by one, and an option is found that the list does not show', async () => {
    await withPage('/events/', { width: 1440, height: 900 }, async ({ page, violations }) => {
      await page.locator('[data-key=group-categories] > summary').click()
      await page.getByRole('checkbox', { name: /^Music/ }).check()
      await page.getByRole('link', { name: 'Remove the filter Music' }).waitFor()
      await page.getByRole('checkbox', { name: /^Dance/ }).check()
      await page.getByRole('link', { name: 'Remove the filter Dance' }).waitFor()
      assert.match(page.url(), /\?categories=dance,music$/)
      await page.locator('[data-key=group-venue] > summary').click()
      assert.equal(await page.getByRole('checkbox', { name: /^Opera House/ }).count(), 0)
      await page.getByRole('searchbox', { name: 'Find a venue' }).pressSequentially('opera')
      const option = page.getByRole('checkbox', { name: /^Opera House \(1 upcoming event\)/ })
      await option.waitFor()
      assert.deepEqual(await violations(), [])
      await option.check()
      await page.getByRole('link', { name: 'Remove the filter Opera House' }).waitFor()
      assert.equal(await page.locator('.entry').count(), 1)
      await page.keyboard.press('Escape')
      assert.equal(await page.locator('.filter-group[open]').count(), 0)
      await page.getByRole('link', { name: 'Clear all filters' }).click()
      await page.getByRole('heading', { level: 1, name: /^Upcoming events 25/ }).waitFor()
    })
  })

  test('The page of an event leads back to the month and the filters from which it was opened', async () => {
    await withPage('/events/2027-02/?categories=music', {}, async ({ page }) => {
      await page
        .getByRole('link', { name: /Course 1$/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Back to the events' }).waitFor()
      await page.locator('.neighbours a').first().click()
      await page.waitForLoadState()
      await page.getByRole('link', { name: 'Back to the events' }).click()
      await page.waitForURL('**/events/2027-02/?categories=music')
      await page.goto(`${service.origin}/event/concert/`)
      await page.getByRole('link', { name: 'All events' }).waitFor()
    })
  })

  test('A month is opened by the form for months', async () => {
    await withPage('/events/?categories=dance', {}, async ({ page }) => {
      await page.locator('[data-key=jump]').click()
      await page.getByLabel('Go to month').last().fill('2027-02')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'February 2027: Dance 6 events' }).waitFor()
      assert.match(page.url(), /\/events\/2027-02\/\?categories=dance$/)
    })
  })

  test('Without scripts, filters, the search for options, quick dates and empty results work', async () => {
    await withPage('/events/', { javaScript: false, width: 1440 }, async ({ page }) => {
      await page.locator('[data-key=group-venue] > summary').click()
      await page.getByRole('searchbox', { name: 'Find a venue' }).fill('opera')
      await page.keyboard.press('Enter')
      await page.locator('[data-key=group-venue] > summary').click()
      await page.getByRole('checkbox', { name: /^Opera House/ }).check()
      await page.locator('.filter-actions button').click()
      assert.equal(await page.locator('.entry').count(), 1)
      await page.getByRole('link', { name: 'Tomorrow' }).click()
      assert.equal(await page.locator('.entry').count(), 0)
      await page.getByRole('link', { name: 'On any date' }).click()
      assert.equal(await page.locator('.entry').count(), 1)
    })
  })

  for (const language of ['en', 'de', 'fr'] as const)
    test(`At 360 px, nothing is cut off and nothing moves, in ${language}`, async () => {
      const options = { width: 360, height: 740, scheme: 'dark', language } as const
      await withPage(`/${language}/events/?categories=music`, options, async ({ page, violations }) => {
        const isCut = await page.evaluate(`(() => {
          const input = document.querySelector('#search')
          const { font, paddingLeft, paddingRight } = getComputedStyle(input)
          const context = document.createElement('canvas').getContext('2d')
          context.font = font
          const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
          return context.measureText(input.placeholder).width > room
        })()`)
        assert.equal(isCut, false)
        assert.equal(await page.evaluate(SHIFT), 0)
        await page.locator('[data-key=filters] > summary').click()
        await page.locator('[data-key=group-categories] > summary').click()
        assert.ok(await page.locator('#filter-categories-dance').isVisible())
        assert.deepEqual(await violations(), [])
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0)
        const small =
          await page.evaluate(`[...document.querySelectorAll('.quick a, .chips a, .filter-group > summary, .check')]
          .filter((target) => target.checkVisibility() && target.offsetHeight < 43.9).map((target) => target.outerHTML)`)
        assert.deepEqual(small, [])
      })
    })
})
