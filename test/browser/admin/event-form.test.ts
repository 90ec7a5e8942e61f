/** The form of events: the work of an editor, without loss of input. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn, visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2099-01-02 20:00:00', end_date: '2099-01-02 23:00:00' }

describe('The form of events', () => {
  let service: TestService
  let browser: TestBrowser
  let venueId: number
  before(async () => {
    service = await startService()
    browser = await startBrowser()
    const venue = { venue: 'Copper Room', address: '1 Main Street', city: 'Springfield' }
    venueId = (await service.send('POST', '/venues', { as: 'editor', json: venue })).json.id
    await service.send('POST', '/categories', { as: 'editor', json: { name: 'Music' } })
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const open = (path: string, options: object = {}) =>
    visitAdmin({ service, browser }, path, { as: 'editor', ...options })
  const create = async (fields: object = {}): Promise<number> =>
    (await service.send('POST', '/events', { as: 'editor', json: { title: 'Concert', ...DATES, ...fields } })).json.id
  const readInput = async (id: number): Promise<Json> =>
    (await service.send('GET', `/events/${id}/input`, { as: 'editor' })).json
  const change = (id: number, json: object) => service.send('POST', `/events/${id}`, { as: 'editor', json })
  const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
  const waitForTitle = (page: Page, title: string) => page.locator(`[name=title][value="${title}"]`).waitFor()
  const waitUntilSaved = (page: Page) => page.locator('[role=status]', { hasText: /^Saved$/ }).waitFor()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  /** Types like a user, and counts the keys. */
  function createTypist(page: Page) {
    let keys = 0
    return {
      press: async (key: string) => {
        keys++
        await page.keyboard.press(key)
      },
      type: async (text: string) => {
        keys += text.length
        await page.keyboard.type(text)
      },
      count: () => keys,
    }
  }

  test('An event with a venue is published by keyboard only, with fewer than 40 keys', async (context) => {
    const { page, problems, close } = await open('/events/create')
    const started = performance.now()
    await field(page, 'title').waitFor()
    const { press, type, count } = createTypist(page)
    await type('Jazz night')
    await press('Tab')
    await type('jan 15 2099 8-11pm')
    await page.getByText('Thursday, January 15, 2099').waitFor()
    await press('Enter')
    await page.locator('[role=combobox]:focus').waitFor()
    await type('cop')
    await page.locator('[role=option].Mui-focused', { hasText: 'Copper Room' }).waitFor()
    await press('Enter')
    await press('Control+s')
    await page.waitForURL(/\/admin\/events\/\d+$/)
    const seconds = (performance.now() - started) / 1000
    context.diagnostic(`${count()} keys, ${seconds.toFixed(1)} s with the delays of the browser`)
    assert.ok(count() < 40)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    const { title, start_date, end_date, venue, status } = await readInput(id)
    assert.deepEqual(
      { title, start_date, end_date, venue, status },
      {
        title: 'Jazz night',
        start_date: '2099-01-15 20:00:00',
        end_date: '2099-01-15 23:00:00',
        venue: [venueId],
        status: 'publish',
      },
    )
    // The service rejects the time while it is typed.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('400')),
      [],
    )
    await close()
  })

  for (const [width, scheme, language] of [
    [1440, 'light', 'en'],
    [768, 'dark', 'de'],
    [360, 'light', 'fr'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, it is accessible and reports no errors`, async () => {
      const id = await create({
        description: '<p>Two <strong>sets</strong>.</p>',
        tickets: [{ name: 'Seat', price: '10' }],
      })
      const visit = await open(`/events/${id}`, { width, scheme, language })
      await visit.page.locator('.ProseMirror').waitFor()
      await visit.page.waitForLoadState('networkidle')
      assert.deepEqual(await visit.violations(), [])
      assert.deepEqual(visit.problems, [])
      const overflow = await visit.page.evaluate('document.documentElement.scrollWidth > innerWidth')
      assert.equal(overflow, false)
      await visit.screenshot(`event-form-${width}`)
      await visit.close()
    })
  }

  test('Concurrent changes are compared field by field, and the choice is saved', async () => {
    const id = await create({ website: 'https://old.example/' })
    const { page, problems, close } = await open(`/events/${id}`)
    await field(page, 'title').fill('My title')
    await field(page, 'status').waitFor({ state: 'attached' })
    await change(id, { title: 'Their title', website: 'https://new.example/' })
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'The event has changed meanwhile' })
    await dialog.getByText('https://new.example/').waitFor()
    assert.equal(await dialog.getByRole('radio').count(), 2)
    assert.match((await dialog.textContent()) ?? '', /My title.*Their title.*Before: Concert/)
    await dialog.getByRole('radio', { name: 'Theirs: Their title' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await waitUntilSaved(page)
    const { title, website } = await readInput(id)
    assert.deepEqual([title, website], ['Their title', 'https://new.example/'])
    // Chromium logs the response 412.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('412')),
      [],
    )
    await close()
  })

  test('Unsaved input survives a reload and the end of the session, and is saved after the next sign-in', async () => {
    const id = await create()
    const { page, close } = await open(`/events/${id}`)
    await field(page, 'title').fill('Typed title')
    await page.getByText('Not saved yet, stored in this browser').waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByText('Your unsaved input was restored.').waitFor()
    assert.equal(await field(page, 'title').inputValue(), 'Typed title')
    await page.context().clearCookies()
    await page.keyboard.press('Control+s')
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in' }).click(),
    ])
    await other.locator('[data-form=sign-in] [name=login]').waitFor()
    await signIn({ page: other }, 'editor')
    await waitUntilSaved(page)
    assert.equal((await readInput(id)).title, 'Typed title')
    await page.reload()
    await field(page, 'title').waitFor()
    assert.equal(await page.getByText('Your unsaved input was restored.').count(), 0)
    await close()
  })

  test('Leaving with unsaved input asks first, and the input can be discarded later', async () => {
    const id = await create()
    const { page, close } = await open(`/events/${id}`)
    await field(page, 'title').fill('Typed title')
    await page.getByText('Not saved yet, stored in this browser').waitFor()
    const link = page.getByRole('menuitem', { name: 'Events' })
    await link.click()
    await button(page, 'Stay').click()
    assert.match(page.url(), new RegExp(`/events/${id}$`))
    await link.click()
    await button(page, 'Leave').click()
    await field(page, 'title').waitFor({ state: 'detached' })
    await page.goBack()
    await button(page, 'Discard').click()
    await waitForTitle(page, 'Concert')
    await close()
  })

  test('Input of a draft is saved on the service while it is typed', async () => {
    const id = await create({ status: 'draft' })
    const { page, close } = await open(`/events/${id}`)
    await field(page, 'title').press('End')
    await field(page, 'title').pressSequentially(' at night')
    await waitUntilSaved(page)
    assert.equal((await readInput(id)).title, 'Concert at night')
    await close()
  })

  test('An event repeats on the previewed dates without a removed one, and a change of one has a scope', async () => {
    const { page, close } = await open('/events/create')
    await field(page, 'title').fill('Weekly')
    await field(page, 'when').fill('jan 6 2099 8-11pm')
    await page.getByText('Tuesday, January 6, 2099').waitFor()
    await page.getByRole('combobox', { name: 'Repeats' }).click()
    await page.getByRole('option', { name: 'Weekly' }).click()
    await field(page, 'recurrence.count').fill('3')
    await page.getByText('3 dates').waitFor()
    await page.getByRole('button', { name: 'Remove Tue, Jan 13, 99' }).click()
    await page.getByText('2 dates').waitFor()
    await button(page, 'Save').click()
    await page.waitForURL(/\/admin\/events\/\d+$/)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    const series = (await readInput(id)).series.id
    const list = async () => {
      const { json } = await service.send('GET', `/series/${series}/events?status=any`, { as: 'editor' })
      return json.events.map(({ title, start_date }: Json) => `${start_date.slice(0, 10)} ${title}`)
    }
    assert.deepEqual(await list(), ['2099-01-06 Weekly', '2099-01-20 Weekly'])
    // The form of new events has the same title, but no menu.
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await waitForTitle(page, 'Weekly')
    await field(page, 'title').fill('Every week')
    await button(page, 'Save').click()
    await page.getByRole('radio', { name: 'All events of the series' }).check()
    await button(page, 'Confirm').click()
    await waitUntilSaved(page)
    assert.deepEqual(await list(), ['2099-01-06 Every week', '2099-01-20 Every week'])
    await close()
  })

  test('A new venue is created in place, and an event at the same place and time is announced', async () => {
    const venue = (await service.send('POST', '/venues', { as: 'editor', json: { venue: 'Old Mill' } })).json.id
    await create({ title: 'Other concert', venue, start_date: '2099-02-01 20:00:00', end_date: '2099-02-01 22:00:00' })
    const { page, close } = await open('/events/create?start_date=2099-02-01T21:00&end_date=2099-02-01T23:00')
    await field(page, 'title').fill('Late concert')
    const combobox = page.getByRole('combobox', { name: 'Venue' })
    await combobox.fill('Old')
    await page.getByRole('option', { name: 'Old Mill' }).click()
    await page.getByText('At the same time at this venue: Other concert').waitFor()
    await combobox.fill('New Hall')
    await page.getByRole('option', { name: 'Create venue “New Hall”' }).click()
    await field(page, 'venue.city').fill('Springfield')
    await button(page, 'Save').click()
    await page.waitForURL(/\/admin\/events\/\d+$/)
    const { json } = await service.send('GET', `/events/${/\d+$/.exec(page.url())?.[0]}`)
    assert.deepEqual(
      [json.venue.venue, json.venue.city, json.start_date],
      ['New Hall', 'Springfield', '2099-02-01 21:00:00'],
    )
    await close()
  })

  test('An event of the same organizer at the same time is announced, and earlier ones are not', async () => {
    const organizer = (await service.send('POST', '/organizers', { as: 'editor', json: { organizer: 'Jazz Club' } }))
      .json.id
    await create({ title: 'Jam', organizer, start_date: '2099-02-02 20:00:00', end_date: '2099-02-02 22:00:00' })
    const { page, close } = await open('/events/create?start_date=2099-02-02T21:00&end_date=2099-02-02T23:00')
    await field(page, 'title').fill('Late jam')
    await page.getByRole('combobox', { name: 'Organizer' }).fill('Jazz')
    await page.getByRole('option', { name: 'Jazz Club' }).click()
    const warning = page.getByText('At the same time with this organizer: Jam')
    await warning.waitFor()
    await field(page, 'when').fill('feb 2 2099 10-11pm')
    await warning.waitFor({ state: 'detached' })
    await close()
  })

  test('Errors of the service appear at their fields', async () => {
    const id = await create()
    const { page, close } = await open(`/events/${id}`)
    await field(page, 'end_date.day').fill('2098-01-01')
    await button(page, 'Save').click()
    await page.getByText('The end must not be before the start.', { exact: false }).waitFor()
    assert.equal(await field(page, 'end_date.day').getAttribute('aria-invalid'), 'true')
    assert.equal((await readInput(id)).end_date, DATES.end_date)
    await close()
  })

  test('The preview shows the unsaved page, and a link shows the draft without an account', async () => {
    const id = await create({ status: 'draft', title: 'Draft' })
    const { page, problems, close } = await open(`/events/${id}`)
    await field(page, 'title').fill('Unsaved draft')
    await button(page, 'Preview').click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Unsaved draft' }).waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    await waitUntil(async () => (await page.locator('iframe').boundingBox())?.width === 390, 5000)
    await button(page, 'Create link for others').click()
    const url = await page.getByRole('textbox', { name: 'Valid until' }).inputValue()
    const response = await fetch(url)
    assert.match(await response.text(), /<h1>(?:Unsaved d|D)raft<\/h1>/)
    await button(page, 'Revoke link').click()
    await button(page, 'Revoke link').waitFor({ state: 'detached' })
    assert.equal((await fetch(url)).status, 404)
    assert.deepEqual(problems, [])
    await close()
  })

  test('An event is duplicated as a draft, and a trashed one is restored at once', async () => {
    const id = await create({ title: 'Original', tags: ['live'] })
    const { page, close } = await open(`/events/${id}`)
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/from=/)
    // The form of the original is shown until that of the copy is loaded, and has the same title.
    await button(page, 'More actions').waitFor({ state: 'detached' })
    await waitForTitle(page, 'Original')
    await button(page, 'Save').click()
    await page.waitForURL(/\/admin\/events\/\d+$/)
    const copy = Number(/\d+$/.exec(page.url())?.[0])
    const { title, status, tags } = await readInput(copy)
    assert.deepEqual([title, status, tags.length, copy === id], ['Original', 'draft', 1, false])
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await button(page, 'Confirm').click()
    await page.waitForURL(/\/admin\/events(?:\?.*)?$/)
    await button(page, 'Undo').click()
    await page.waitForURL(new RegExp(`/admin/events/${copy}$`))
    assert.equal((await readInput(copy)).status, 'draft')
    await close()
  })
})
