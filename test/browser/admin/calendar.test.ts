/** The calendar of the admin: events are moved by dragging and by keyboard, and created by a click. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const MARCH = '/calendar?date=2027-03-01'

describe('The calendar of the admin', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService()
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  async function create(title: string, day: string, more: Json = {}): Promise<Json> {
    const dates = { start_date: `2027-03-${day} 20:00:00`, end_date: `2027-03-${day} 22:30:00` }
    const json = { title, ...dates, status: 'publish', ...more }
    const response = await service.send('POST', '/events', { as: 'editor', json })
    assert.equal(response.status, 201, response.text)
    return response.json
  }

  const readStart = async (id: number): Promise<string> =>
    (await service.send('GET', `/events/${id}`, { as: 'editor' })).json.start_date

  const findEvent = (page: Page, title: string) => page.locator('.calendar-frame').getByText(title, { exact: true })
  const findDay = (page: Page, date: string) => page.locator(`.calendar-frame [data-date="${date}"]`).first()

  async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
    await from.hover()
    await page.mouse.down()
    const box = await to.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
  }

  test('An event that is dragged to another day keeps its time, and the move can be undone', async () => {
    const { id } = await create('Concert', '10')
    const visit = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    const { page } = visit
    await drag(page, findEvent(page, 'Concert'), findDay(page, '2027-03-18'))
    await page.getByText('Moved: Concert').waitFor()
    assert.equal(await readStart(id), '2027-03-18 20:00:00')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Moved: Concert').waitFor({ state: 'detached' })
    await findDay(page, '2027-03-10').getByText('Concert').waitFor()
    assert.equal(await readStart(id), '2027-03-10 20:00:00')
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  test('In the week, an event gets longer by dragging its end', async () => {
    const { id } = await create('Rehearsal', '04', { start_date: '2027-03-04 04:00', end_date: '2027-03-04 05:00' })
    const { page, close } = await visitAdmin({ service, browser }, `${MARCH}&view=week`, { as: 'editor' })
    const event = findEvent(page, 'Rehearsal')
    await event.scrollIntoViewIfNeeded()
    await event.hover()
    const box = await page.locator('.calendar-frame .calendar-event', { hasText: 'Rehearsal' }).boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 2 * box.height - 4, { steps: 8 })
    await page.mouse.up()
    await page.getByText('Moved: Rehearsal').waitFor()
    const { start_date, end_date } = (await service.send('GET', `/events/${id}`, { as: 'editor' })).json
    assert.deepEqual([start_date, end_date], ['2027-03-04 04:00:00', '2027-03-04 06:00:00'])
    await close()
  })

  test('By keyboard, an event is opened and moved in a dialog', async () => {
    const { id } = await create('Lecture', '11')
    const visit = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    const { page } = visit
    await findEvent(page, 'Lecture').waitFor()
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate('document.activeElement?.textContent ?? ""')
      if (String(focused).includes('Lecture')) break
    }
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Lecture' })
    await dialog.getByLabel('Start').fill('2027-03-12T19:00')
    await dialog.getByLabel('End').fill('2027-03-12T21:00')
    assert.deepEqual(await visit.violations(), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await readStart(id), '2027-03-12 19:00:00')
    await visit.close()
  })

  test('An event before its start shows the error of the service and stays', async () => {
    const { id } = await create('Wrong', '13')
    const { page, close } = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    await findEvent(page, 'Wrong').click()
    const dialog = page.getByRole('dialog', { name: 'Wrong' })
    await dialog.getByLabel('End').fill('2027-03-12T21:00')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText('The end must not be before the start.').waitFor()
    await dialog.waitFor()
    assert.equal(await readStart(id), '2027-03-13 20:00:00')
    await close()
  })

  test('A dragged event of a series asks for the scope, and a canceled move changes nothing', async () => {
    const weekly = await create('Weekly', '01', { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
    const { page, close } = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    const find = (date: string) => findDay(page, date).getByText('Weekly')
    await drag(page, find('2027-03-01'), findDay(page, '2027-03-02'))
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await find('2027-03-01').waitFor()
    await drag(page, find('2027-03-01'), findDay(page, '2027-03-02'))
    await page.getByRole('dialog').getByLabel('All events of the series').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('To change it in the whole series, send a new recurrence.').waitFor()
    await find('2027-03-01').waitFor()
    await drag(page, find('2027-03-01'), findDay(page, '2027-03-02'))
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText('Moved: Weekly').waitFor()
    assert.equal(await readStart(weekly.id), '2027-03-02 20:00:00')
    await close()
  })

  test('Drafts are hatched, canceled events are struck through, and filters are in the URL', async () => {
    await create('Draft', '22', { status: 'draft' })
    await create('Canceled', '23', { event_status: 'canceled' })
    const visit = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    const { page } = visit
    await page.locator('.calendar-draft', { hasText: 'Draft' }).waitFor()
    await page.locator('.calendar-canceled', { hasText: 'Canceled' }).waitFor()
    await page.getByRole('button', { name: 'Drafts' }).click()
    await findEvent(page, 'Canceled').waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('filter'), '{"status":"draft"}')
    await page.reload()
    await findEvent(page, 'Draft').waitFor()
    assert.equal(await findEvent(page, 'Canceled').count(), 0)
    await visit.close()
  })

  test('A click on a day opens the form of a new event with its times', async () => {
    const { page, close } = await visitAdmin({ service, browser }, MARCH, { as: 'editor' })
    await findDay(page, '2027-03-30').click()
    await page.waitForURL(/\/events\/create\?source=/)
    const source: Json = JSON.parse(new URL(page.url()).searchParams.get('source') ?? '')
    assert.deepEqual(source, { start_date: '2027-03-30 20:00:00', end_date: '2027-03-30 22:00:00' })
    await close()
  })

  for (const [width, scheme, language, view] of [
    [1440, 'light', 'en', 'month'],
    [768, 'dark', 'de', 'week'],
    [360, 'light', 'fr', 'month'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, the ${view} is accessible`, async () => {
      await create('A title that is longer than its place', '24')
      const path = `/calendar?date=2027-03-22&view=${view}`
      const visit = await visitAdmin({ service, browser }, path, { as: 'editor', width, scheme, language })
      await visit.page.waitForLoadState('networkidle')
      await visit.page.locator('.app-loader').waitFor({ state: 'detached' })
      await visit.screenshot(`admin-calendar-${width}`)
      assert.deepEqual(await visit.violations(), [])
      const overflow = await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(overflow) <= 0, `${overflow} px wider than the window`)
      assert.deepEqual(visit.problems, [])
      await visit.close()
    })
  }
})
