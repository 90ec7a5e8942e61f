import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

describe('Focus and scroll position of a page, in a browser', () => {
  let service: TestService
  let browser: TestBrowser

  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z' })
    const { json } = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Hall' } })
    for (let day = 10; day < 22; day++) {
      const times = { start_date: `2026-12-${day} 19:00:00`, end_date: `2026-12-${day} 20:00:00` }
      await service.send('POST', '/events', { as: 'admin', json: { title: `Talk ${day}`, venue: json.id, ...times } })
    }
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('The skip link loads no page', async () => {
    const { page, close } = await browser.visit(`${service.origin}/events/`)
    const requested: string[] = []
    // The event stream of the page may open late.
    page.on('request', (request) => {
      if (!request.url().endsWith('/events/stream')) requested.push(request.url())
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#main$/)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(requested, [])
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')
    await close()
  })

  test('Another view of a venue page moves the focus to its heading', async () => {
    const { page, close } = await browser.visit(`${service.origin}/venue/hall/`)
    await page.locator('.day-name a').first().click()
    await page.locator('.calendar-title', { hasText: 'December 10' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.className'), 'calendar-title')
    await close()
  })

  test('The back button restores the scroll position of the list', async () => {
    const { page, close } = await browser.visit(`${service.origin}/events/`)
    await page.evaluate('scrollTo(0, 500)')
    await page.evaluate(`document.querySelectorAll('.day-name a')[3].click()`)
    await page.locator('.calendar-title', { hasText: 'December 13' }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0)
    await page.goBack()
    await page.locator('.calendar-title', { hasText: 'Upcoming' }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 500)
    await close()
  })
})
