/** Venues, organizers, categories, tags, review, trash and history in the admin, as scripts of real work. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { confirm, visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { findFreePort } from '../../helper/free-port.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

describe('The directory in the admin', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    const port = await findFreePort()
    // Any image of the own origin.
    const MAP_TILES_URL = `http://127.0.0.1:${port}/assets/icon.svg?{z}-{x}-{y}`
    service = await startService({ port, env: { MAP_TILES_URL } })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const create = async (path: string, json: Json, as: TestUser = 'editor'): Promise<Json> => {
    const response = await service.send('POST', path, { as, json })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const read = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'editor' })).json

  test('An editor merges two venues after a preview of their events', async () => {
    const target = await create('/venues', { venue: 'Copper Room', city: 'Bonn' })
    const copy = await create('/venues', { venue: 'Coper Room' })
    const event = await create('/events', { title: 'Jazz at nine', ...DATES, venue: copy.id })
    const visit = await visitAdmin({ service, browser }, '/venues', { as: 'editor' })
    const { page } = visit
    await page.getByRole('link', { name: 'Possible duplicates' }).click()
    await page.getByText('Similar name').waitFor()
    await page.getByRole('button', { name: /^Merge: / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Copper Room/ }).check()
    await dialog.getByText('1 event moves to "Copper Room".').waitFor()
    await dialog.getByText('Jazz at nine').waitFor()
    assert.deepEqual(await visit.violations(), [])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('No duplicates were found.').waitFor()
    assert.equal((await read(`/events/${event.id}`)).venue.id, target.id)
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  test('The form of a venue warns about a similar one and shows errors of the service at their field', async () => {
    await create('/organizers', { organizer: 'Jazz Society' })
    const visit = await visitAdmin({ service, browser }, '/organizers/create', { as: 'editor' })
    const { page } = visit
    await page.getByLabel('Name').fill('Jaz Society')
    await page.getByRole('link', { name: 'Jazz Society' }).waitFor()
    await page.getByLabel('Name').fill('Blues Society')
    // Until the warning disappears, the button may move while it is clicked.
    await page.getByRole('link', { name: 'Jazz Society' }).waitFor({ state: 'detached' })
    await page.getByLabel('Website').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true][name=website]').waitFor()
    await page.getByLabel('Website').fill('https://blues.example/')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Blues Society' }).waitFor()
    await visit.close()
  })

  test('The pin of a venue is dragged to another position', async () => {
    const { id } = await create('/venues', { venue: 'Somewhere', geo_lat: 50.7, geo_lng: 7.1 })
    const { page, close } = await visitAdmin({ service, browser }, `/venues/${id}`, { as: 'editor' })
    const map = page.getByRole('application')
    const pin = map.locator('.venue-pin')
    await pin.waitFor()
    await page.getByText('The position on the map is set.').waitFor()
    await pin.dragTo(map, { targetPosition: { x: 100, y: 60 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Somewhere' }).waitFor()
    const moved = await read(`/venues/${id}`)
    assert.ok(moved.geo_lat > 50.7 && moved.geo_lng < 7.1, `${moved.geo_lat} ${moved.geo_lng}`)
    await close()
  })

  test('Categories are moved by keyboard, and by dragging', async () => {
    const [art, books] = [await create('/categories', { name: 'Art' }), await create('/categories', { name: 'Books' })]
    const visit = await visitAdmin({ service, browser }, '/categories', { as: 'editor' })
    const { page } = visit
    await page.getByRole('link', { name: 'Books' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.locator('li:first-child >> text=Books').waitFor()
    await page.getByRole('button', { name: 'Move Art below the previous one' }).click()
    await page.getByRole('button', { name: 'Move Art out' }).waitFor()
    await waitForParent(art.id, books.id)
    await page.locator('li', { hasText: 'Art' }).dragTo(page.locator('li', { hasText: 'Books' }), {
      targetPosition: { x: 200, y: 3 },
    })
    await waitForParent(art.id, 0)
    assert.deepEqual(await visit.violations(), [])
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  async function waitForParent(id: number, parent: number): Promise<void> {
    for (let tries = 0; (await read(`/categories/${id}`)).parent !== parent; tries++) {
      assert.ok(tries < 100, `category ${id} is not below ${parent}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  test('An editor returns a submitted event with a reason, and publishes another', async () => {
    const submit = (title: string) => create('/events', { title, ...DATES, status: 'pending' }, 'contributor')
    const [unclear, clear] = [await submit('Unclear reading'), await submit('Clear reading')]
    const visit = await visitAdmin({ service, browser }, '/review', { as: 'editor' })
    const { page } = visit
    await page.getByRole('button', { name: 'Return: Unclear reading' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Where is it?')
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
    await page.getByText('Where is it?').waitFor()
    await page.getByRole('button', { name: 'Publish: Clear reading' }).click()
    await page.getByText('Nothing is waiting.').waitFor()
    assert.deepEqual(
      [(await read(`/events/${unclear.id}`)).status, (await read(`/events/${clear.id}`)).status],
      ['draft', 'publish'],
    )
    assert.deepEqual(visit.problems, [])
    await visit.close()
    const author = await visitAdmin({ service, browser }, '/review', { as: 'contributor', language: 'de' })
    await author.page.getByText('Where is it?').waitFor()
    assert.equal(await author.page.getByRole('button', { name: /Veröffentlichen/ }).count(), 0)
    await author.close()
  })

  test('An editor restores an event from the trash, and an earlier state from its history', async () => {
    const { id } = await create('/events', { title: 'First title', ...DATES })
    await service.send('PUT', `/events/${id}`, { as: 'editor', json: { title: 'Second title' } })
    await service.send('DELETE', `/events/${id}`, { as: 'editor' })
    const gone = await create('/events', { title: 'Gone for good', ...DATES })
    await service.send('DELETE', `/events/${gone.id}`, { as: 'editor' })
    const visit = await visitAdmin({ service, browser }, '/trash', { as: 'editor' })
    const { page } = visit
    await page
      .getByRole('row', { name: /Second title/ })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('row', { name: /Second title/ }).waitFor({ state: 'detached' })
    assert.equal((await read(`/events/${id}`)).status, 'publish')
    await page
      .getByRole('row', { name: /Gone for good/ })
      .getByRole('checkbox')
      .check()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await confirm(page)
    await page.getByRole('row', { name: /Gone for good/ }).waitFor({ state: 'detached' })
    assert.equal((await service.send('GET', `/events/${gone.id}`, { as: 'editor' })).status, 404)
    await page.goto(`${service.origin}/admin/history/events/${id}`)
    await page.locator('ins', { hasText: 'Second' }).waitFor()
    await page
      .getByRole('button', { name: /^Restore the state of/ })
      .last()
      .click()
    await confirm(page)
    await page.locator('ins', { hasText: 'First' }).first().waitFor()
    assert.equal((await read(`/events/${id}`)).title, 'First title')
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  for (const [width, scheme, language] of [
    [1440, 'light', 'en'],
    [360, 'dark', 'de'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, every screen is accessible and fits`, async () => {
      const venue = await create('/venues', { venue: `Old Town Hall ${width}`, address: '1 Main St', city: 'Bonn' })
      const visit = await visitAdmin({ service, browser }, '/venues', { as: 'editor', width, scheme, language })
      const paths = [
        '/venues',
        `/venues/${venue.id}`,
        '/organizers',
        '/categories',
        '/categories/create',
        '/tags',
        '/review',
      ]
      for (const path of [...paths, '/trash', `/history/venues/${venue.id}`, '/duplicates/venues']) {
        await visit.page.goto(`${service.origin}/admin${path}`)
        await visit.page.locator('#main-content').waitFor()
        await visit.page.waitForLoadState('networkidle')
        assert.deepEqual(await visit.violations(), [], path)
        const overflow = Number(await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        assert.ok(overflow <= 0, `${path} is ${overflow} px too wide`)
        await visit.screenshot(`admin${path.replaceAll('/', '-').replace(/\d+/, 'n')}-${width}`)
      }
      assert.deepEqual(visit.problems, [])
      await visit.close()
    })
  }
})
