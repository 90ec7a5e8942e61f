/** The work of a week: the program of a venue is entered, by users of each role, in several languages and widths. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const VENUE = 'The Copper Room'

/** Titles and times of ten events, as in a printed program. */
const PROGRAM = [
  ['Monday Blues', '2099-01-12', '20:00', '22:00'],
  ['Quiz Night', '2099-01-13', '19:30', '21:30'],
  ['Life Drawing', '2099-01-13', '18:00', '19:15'],
  ['Open Mic', '2099-01-14', '20:00', '23:00'],
  ['Jazz at Nine', '2099-01-15', '21:00', '23:30'],
  ['Family Matinee', '2099-01-17', '11:00', '12:00'],
  ['Folk Session', '2099-01-17', '15:00', '17:00'],
  ['The Late Trio', '2099-01-17', '21:00', '23:00'],
  ['Sunday Brunch', '2099-01-18', '10:00', '13:00'],
  ['Film Club', '2099-01-18', '19:00', '21:15'],
] as const

describe('The program of a week', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService()
    browser = await startBrowser()
    await service.send('POST', '/venues', { as: 'editor', json: { venue: VENUE, city: 'Burlington' } })
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  for (const [role, width, language, status] of [
    ['editor', 1440, 'en', 'publish'],
    ['author', 768, 'de', 'publish'],
    ['contributor', 360, 'en', 'pending'],
  ] as const) {
    test(`${role}: ten events are entered one after another at ${width} px in ${language}`, async () => {
      const { page, close } = await visitAdmin({ service, browser }, '/events/create', { as: role, width, language })
      for (const [title, day, start, end] of PROGRAM) {
        await page.locator('[name=title][value=""]').waitFor()
        await page.fill('[name=title]', `${title} (${role})`)
        await page.fill('[name="start_date.day"]', day)
        await page.fill('[name="start_date.time"]', start)
        await page.fill('[name="end_date.day"]', day)
        await page.fill('[name="end_date.time"]', end)
        await page.locator('.MuiAutocomplete-root input').first().fill('copper')
        await page.getByRole('option', { name: VENUE }).click()
        await page.keyboard.press('Control+Enter')
      }
      await page.locator('[name=title][value=""]').waitFor()
      const query = `search=(${role})&start_date=2099-01-01&end_date=2099-12-31&status=any&per_page=20`
      const { json } = await service.send('GET', `/events?${query}`, { as: 'editor' })
      const entered = json.events.map((event: Record<string, unknown>) => [
        String(event['title']).replace(` (${role})`, ''),
        String(event['start_date']).slice(0, 16),
        String(event['end_date']).slice(0, 16),
        Object(event['venue']).venue,
        event['status'],
      ])
      const expected = PROGRAM.map(([title, day, start, end]) => [
        title,
        `${day} ${start}`,
        `${day} ${end}`,
        VENUE,
        status,
      ])
      assert.deepEqual(entered.sort(), expected.sort())
      await close()
    })
  }

  test('An editor sees what contributors have submitted, and publishes it', async () => {
    const { page, close } = await visitAdmin({ service, browser }, '/review', { as: 'editor' })
    await page.getByText('Quiz Night (contributor)').first().waitFor()
    await close()
  })
})
