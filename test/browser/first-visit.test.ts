/** The pass through a browser in `npm test`: a visitor on a phone, and an editor. All else is in `npm run test:full`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

const PHONE = { width: 360, height: 740 }

describe('A first visit', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z' })
    const venue = { venue: 'Great Hall', address: '1 Main Street', city: 'Springfield' }
    const json = { title: 'Fair', start_date: '2026-12-05 10:00', end_date: '2026-12-05 18:00', venue }
    const { status, text } = await service.send('POST', '/events', { as: 'admin', json })
    assert.equal(status, 201, text)
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('A visitor on a phone goes from the list to an event and to the month, without errors', async () => {
    const visit = await browser.visit(`${service.origin}/events/`, PHONE)
    const { page, problems, violations, measureLayoutShift, close } = visit
    const measureOverflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.equal(await measureLayoutShift(), 0)
    assert.deepEqual([await violations(), await measureOverflow()], [[], 0])
    await page.getByRole('link', { name: 'Fair' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Fair' }).waitFor()
    assert.match((await page.locator('main').textContent()) ?? '', /Great Hall[\s\S]*Springfield/)
    assert.deepEqual([await violations(), await measureOverflow()], [[], 0])
    await page.goto(`${service.origin}/events/2026-12/`)
    await page.getByText('December 2026').first().waitFor()
    assert.deepEqual([await violations(), await measureOverflow()], [[], 0])
    assert.deepEqual(problems, [])
    await close()
  })

  test('An editor signs in and publishes an event, which visitors then see', async () => {
    const { page, problems, close } = await visitAdmin({ service, browser }, '/events/create', { as: 'editor' })
    await page.locator('[name=title]').waitFor()
    await page.keyboard.type('Jazz night')
    await page.keyboard.press('Tab')
    await page.keyboard.type('jan 15 2027 8-11pm')
    await page.getByText('Friday, January 15, 2027').waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/admin\/events\/\d+$/)
    assert.deepEqual(problems, [])
    await close()
    const { json } = await service.send('GET', '/events?search=jazz')
    assert.deepEqual([json.total, json.events[0].start_date], [1, '2027-01-15 20:00:00'])
  })
})
