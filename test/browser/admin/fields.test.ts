/** Additional fields in the admin: an administrator defines one, an editor fills it in on a phone. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { type PageVisit, startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

async function assertClean({ page, problems, violations }: PageVisit): Promise<void> {
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await violations(), [])
  assert.deepEqual(problems, [])
}

describe('Additional fields in the admin', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ now: new Date().toISOString(), env: { LANGUAGES: 'en,de' } })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })
  const visit = (path: string, options = {}) => visitAdmin({ service, browser }, path, { width: 390, ...options })

  test('An administrator adds, changes and deletes fields', async () => {
    const opened = await visit('/fields')
    const { page } = opened
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Key').fill('level')
    await page.getByLabel('Label (English)').fill('Level')
    await page.getByLabel('Label (Deutsch)').fill('Niveau')
    await page.getByLabel('Type').click()
    await page.getByRole('option', { name: 'Choice' }).click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.getByLabel('Options, one per line').fill('Beginner\nAdvanced')
    await assertClean(opened)
    await opened.screenshot('admin-field-390')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'level', exact: true }).waitFor()
    await assertClean(opened)
    await opened.screenshot('admin-fields-390')
    const { json } = await service.send('GET', '/fields', { as: 'admin' })
    assert.deepEqual(json[0].label, { en: 'Level', de: 'Niveau' })
    assert.deepEqual(json[0].options, ['Beginner', 'Advanced'])
    await opened.close()
  })

  test('An editor chooses a value in the form of an event, and visitors see it', async () => {
    const { json: event } = await service.send('POST', '/events', { as: 'editor', json: EVENT })
    const opened = await visit(`/events/${event.id}`, { as: 'editor' })
    const { page } = opened
    await page.getByLabel('Level').click()
    await page.getByRole('option', { name: 'Advanced' }).click()
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await opened.screenshot('admin-field-value-390')
    // The bar with the heading is hidden while the form is scrolled.
    await page.evaluate('scrollTo(0, 0)')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertClean(opened)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved').first().waitFor()
    const { json } = await service.send('GET', `/events/${event.id}`)
    assert.deepEqual(json.custom_fields, { level: { label: 'Level', value: 'Advanced' } })
    await opened.close()
    const visited = await browser.visit(event.url, { width: 390 })
    await visited.page.getByText('Advanced').waitFor()
    await visited.screenshot('event-fields-390')
    await visited.close()
  })
})
