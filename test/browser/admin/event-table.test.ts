/** The weekly work in the table of events: find, edit in place, change many, copy a week, and undo. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('The table of events', () => {
  let service: TestService
  let browser: TestBrowser
  const ids: Record<string, number> = {}
  before(async () => {
    service = await startService({ env: { SITE_TIMEZONE: 'UTC' } })
    browser = await startBrowser()
    const create = async (title: string, offset: number, json: Json = {}) => {
      const dates = { start_date: `${day(offset)} 20:00`, end_date: `${day(offset)} 22:00` }
      const response = await service.send('POST', '/events', { as: 'editor', json: { title, ...dates, ...json } })
      assert.equal(response.status, 201, response.text)
      ids[title] = response.json.id
    }
    await create('Jazz night', 1, { venue: { venue: 'Blue Note' }, categories: ['Music'] })
    await create('Reading', 2, { status: 'draft', venue: { venue: 'Library' } })
    await create('Chess club', 3)
    for (let n = 1; n <= 120; n += 1)
      await create(`Course ${n}`, 10 + (n % 40), { organizer: { organizer: 'School' }, categories: ['Learning'] })
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const read = async (title: string): Promise<Json> =>
    (await service.send('GET', `/events/${ids[title]}`, { as: 'editor' })).json
  const visit = (path: string, options = {}) => visitAdmin({ service, browser }, path, { as: 'editor', ...options })
  const findRow = (page: Page, title: string): Locator => page.locator('[data-row]').filter({ hasText: title })
  const waitForChange = (page: Page, text: string) =>
    page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).waitFor()
  const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  async function eventually(check: () => Promise<boolean>, message: string): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await check()) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.fail(message)
  }

  for (const [width, scheme, language] of [
    [1440, 'light', 'en'],
    [360, 'dark', 'de'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, it is accessible, fits, and reports no errors`, async () => {
      const { page, violations, problems, screenshot, close } = await visit('/events', { width, scheme, language })
      await findRow(page, 'Jazz night').waitFor()
      await page.locator('[data-row] [type=checkbox], [data-row] input').first().click()
      await page.waitForLoadState('networkidle')
      await screenshot(`admin-events-${width}`)
      assert.deepEqual(await violations(), [])
      assert.deepEqual(problems, [])
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width)
      await close()
    })
  }

  test('Title, time, status and featured are edited in the cells; errors are shown there, and changes undone', async () => {
    const { page, problems, close } = await visit('/events', { width: 1440 })
    const row = findRow(page, 'Chess club')
    await row.getByText('Chess club').dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('No')
    await page.keyboard.press('Escape')
    assert.equal((await read('Chess club')).title, 'Chess club')
    await row.getByRole('button', { name: /^Edit Title/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Chess evening')
    await page.keyboard.press('Enter')
    await waitForChange(page, 'Chess evening')
    assert.equal((await read('Chess club')).title, 'Chess evening')
    await undo(page)
    await findRow(page, 'Chess club').waitFor()
    assert.equal((await read('Chess club')).title, 'Chess club')

    await row.getByRole('button', { name: /^Edit When/ }).dblclick()
    const end = row.getByLabel('End')
    await end.fill(`${day(3)}T19:00`)
    await end.press('Enter')
    await row.getByRole('alert').filter({ hasText: 'before the start' }).waitFor()
    await row.getByLabel('When', { exact: true }).fill(`${day(3)}T17:30`)
    await end.fill(`${day(3)}T19:00`)
    await end.press('Enter')
    await waitForChange(page, 'Chess club')
    assert.deepEqual(
      [(await read('Chess club')).start_date, (await read('Chess club')).end_date],
      [`${day(3)} 17:30:00`, `${day(3)} 19:00:00`],
    )

    await findRow(page, 'Reading')
      .getByRole('button', { name: /^Edit Status/ })
      .dblclick()
    await page.getByLabel('Status', { exact: true }).and(page.locator('td select')).selectOption('publish')
    await page.keyboard.press('Enter')
    await waitForChange(page, 'Reading')
    await eventually(async () => (await read('Reading')).status === 'publish', 'not published')
    await findRow(page, 'Reading')
      .getByRole('button', { name: /^Featured/ })
      .click()
    await eventually(async () => (await read('Reading')).featured, 'not featured')
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('400')),
      [],
    )
    await close()
  })

  test('The keys j, k, x, /, ?, n and e move, select, search, help, create and open', async () => {
    const { page, close } = await visit('/events', { width: 1440 })
    await findRow(page, 'Jazz night').waitFor()
    for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key)
    await page.getByText('1 item selected').waitFor()
    assert.ok(await findRow(page, 'Reading').getByRole('checkbox').isChecked())
    await page.keyboard.press('x')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await page.keyboard.type('jaz')
    await eventually(async () => (await page.locator('[data-row]').count()) === 1, 'not filtered')
    assert.match(decodeURIComponent(page.url()), /"search":"jaz"/)
    await page.keyboard.press('Escape')
    await page.locator('body').click({ position: { x: 700, y: 5 } })
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.waitForURL(new RegExp(`/events/${ids['Jazz night']}$`))
    await page.goBack()
    await findRow(page, 'Jazz night').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(/\/events\/create$/)
    await close()
  })

  test('All that match, beyond the page, are shifted, get another venue, and are restored by undo', async () => {
    const filter = encodeURIComponent(JSON.stringify({ search: 'course' }))
    const { page, close } = await visit(`/events?filter=${filter}`, { width: 1440 })
    await findRow(page, 'Course 1').first().waitFor()
    const { start_date } = await read('Course 1')
    const choose = async (action: string) => {
      await page.getByRole('checkbox').first().click()
      await page.getByRole('button', { name: 'Select all 120 that match' }).click()
      await page.getByText('120 items selected').waitFor()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await choose('Shift by days')
    await page.getByRole('button', { name: '+7' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await waitForChange(page, '120 events: Shift by days +7')
    for (const title of ['Course 1', 'Course 120']) assert.ok((await read(title)).start_date > start_date, title)
    await undo(page)
    await eventually(
      async () => (await read('Course 120')).start_date === (await read('Course 80')).start_date,
      'not undone',
    )
    await eventually(async () => (await read('Course 1')).start_date === start_date, 'not undone')

    await choose('Venue')
    await page.getByRole('combobox', { name: 'Venue' }).fill('libr')
    await page.getByRole('option', { name: 'Library' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await waitForChange(page, '120 events: Venue Library')
    assert.equal((await read('Course 77')).venue.venue, 'Library')
    await close()
  })

  test('Categories, cancellation and trash apply to selected events; failures are listed with their reason', async () => {
    const filter = encodeURIComponent(JSON.stringify({ search: 'night' }))
    const { page, close } = await visit(`/events?filter=${filter}`, { width: 1440 })
    await findRow(page, 'Jazz night').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Categories' }).click()
    await page.getByRole('combobox', { name: 'Add categories' }).fill('learn')
    await page.getByRole('option', { name: 'Learning' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await waitForChange(page, 'Jazz night: Categories + Learning')
    assert.deepEqual(
      (await read('Jazz night')).categories.map(({ name }: Json) => name),
      ['Learning', 'Music'],
    )

    await findRow(page, 'Jazz night').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancel events' }).click()
    await page.getByLabel('Reason').fill('The singer is ill')
    await page.getByRole('button', { name: 'Apply' }).click()
    await waitForChange(page, 'The singer is ill')
    assert.equal((await read('Jazz night')).event_status_reason, 'The singer is ill')

    await service.send('DELETE', `/events/${ids['Jazz night']}`, { as: 'admin' })
    await findRow(page, 'Jazz night').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await findRow(page, 'Jazz night').waitFor({ state: 'detached' })
    await service.send('POST', `/events/${ids['Jazz night']}/restore`, { as: 'admin', json: {} })
    await page.getByRole('button', { name: 'Recent changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Recent changes' })
    assert.ok((await changes.getByRole('listitem').count()) >= 2)
    await changes.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => (await read('Jazz night')).categories.length === 1, 'not undone')
    await close()
  })

  test('A week is copied after a preview, and undone', async () => {
    const { page, close } = await visit('/events', { width: 1440 })
    await page.getByRole('button', { name: 'Copy a week' }).click()
    await page.getByLabel('First day').fill(day(1))
    await page.getByLabel('Last day').fill(day(3))
    await page.getByLabel('Copy to').fill(day(101))
    await page.getByRole('checkbox', { name: /^Reading/ }).uncheck()
    await page.getByRole('button', { name: 'Copy 2 events' }).click()
    await waitForChange(page, '2 events copied')
    const list = async () =>
      (await service.send('GET', `/events?start_date=${day(100)}&end_date=${day(104)}&status=any`, { as: 'editor' }))
        .json
    assert.deepEqual(
      (await list()).events.map(({ status, start_date }: Json) => [status, start_date]),
      [
        ['draft', `${day(101)} 20:00:00`],
        ['draft', `${day(103)} 17:30:00`],
      ],
    )
    await undo(page)
    await eventually(async () => (await list()).total === 0, 'not undone')
    await close()
  })
})
