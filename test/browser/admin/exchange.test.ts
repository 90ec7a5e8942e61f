/** Imports, sources, webhooks, exports and embeds in the admin, as an administrator uses them. */
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { type PageVisit, startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startBackgroundWork } from '../../helper/imports/background-work.ts'
import { createCalendar } from '../../helper/imports/import-tester.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { type FeedServer, startFeedServer } from '../../helper/sources/feed-server.ts'

const TABLE = 'What,Event Start Date,Where,Notes\nFair,2027-03-25,Town hall,secret\nMarket,nonsense,,\n'

/** A rejected form, and previews that a change of the filters replaces while they load. */
const EXPECTED_PROBLEMS = [/status of 400/, /\/embed\/.*ERR_ABORTED/]

describe('The exchange screens of the admin', () => {
  let service: TestService
  let browser: TestBrowser
  let feed: FeedServer
  let stopWork = async () => {}
  before(async () => {
    feed = await startFeedServer()
    service = await startService({ env: { SOURCE_FETCH_ALLOW: feed.host, LANGUAGES: 'en,de' } })
    browser = await startBrowser()
    stopWork = startBackgroundWork(service)
  })
  after(async () => {
    await stopWork()
    await browser.close()
    await service.stop()
    await feed.stop()
  })

  const findEvents = async (search: string): Promise<Json[]> =>
    (await service.send('GET', `/events?search=${search}&start_date=2000-01-01&status=any`, { as: 'admin' })).json
      .events
  const assertClean = async (visit: PageVisit, name: string) => {
    // The bar with the heading is hidden while the page is scrolled down.
    await visit.page.evaluate('scrollTo(0, 0)')
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await visit.violations(), [], name)
    const unexpected = visit.problems.filter((problem) => !EXPECTED_PROBLEMS.some((pattern) => pattern.test(problem)))
    assert.deepEqual(unexpected, [], name)
    await visit.screenshot(name)
  }

  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    test(`At ${width} px, a table is uploaded, mapped, previewed, imported and undone`, async () => {
      const visit = await visitAdmin({ service, browser }, '/imports', { width, scheme, language: 'en' })
      const { page } = visit
      await page.getByRole('heading', { name: 'New import' }).waitFor()
      await assertClean(visit, `admin-imports-${width}`)
      const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) }
      await page.setInputFiles('input[type=file]', file)
      await page.getByLabel('Field of What').click()
      await page.getByRole('option', { name: 'title' }).click()
      await page.getByLabel('Field of Where').click()
      await page.getByRole('option', { name: 'venue', exact: true }).click()
      await assertClean(visit, `admin-import-mapping-${width}`)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('button', { name: 'Rejected: 1' }).click()
      await page.getByRole('cell', { name: 'fair.csv:3' }).waitFor()
      assert.deepEqual(await findEvents('Fair'), [])
      await assertClean(visit, `admin-import-preview-${width}`)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('button', { name: 'Preview of undo' }).waitFor()
      const [event] = await findEvents('Fair')
      assert.deepEqual([event.title, event.venue.venue], ['Fair', 'Town hall'])
      await page.getByRole('button', { name: 'Preview of undo' }).click()
      await page.getByRole('button', { name: 'Deleted: 2' }).waitFor()
      assert.equal((await findEvents('Fair')).length, 1)
      await page.getByRole('button', { name: 'Undo import' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('There is nothing to undo.').waitFor()
      assert.deepEqual(await findEvents('Fair'), [])
      await assertClean(visit, `admin-import-undone-${width}`)
      await visit.close()
    })

  test('A source is created, runs, and shows its runs and previews', async () => {
    feed.response = { body: createCalendar('s1', 's2') }
    const visit = await visitAdmin({ service, browser }, '/sources/create', { width: 1440, language: 'de' })
    const { page } = visit
    await page.getByRole('textbox', { name: /^Name/ }).fill('Verein')
    await page.getByLabel('URL').fill('ftp://wrong.example/')
    await page.locator('button[type=submit]').click()
    await page
      .getByText(/http-, https- oder webcal-URL|Ungültig/)
      .first()
      .waitFor()
    await page.getByLabel('URL').fill(feed.url)
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { name: 'Durchläufe' }).waitFor()
    await page.getByRole('cell', { name: 'fertig' }).first().waitFor()
    assert.equal((await findEvents('Event')).length, 2)
    feed.response = { body: createCalendar('s1', 's2', 's3') }
    await page.getByRole('button', { name: 'Vorschau' }).click()
    await page.getByRole('cell', { name: 'Event s3' }).waitFor()
    assert.equal((await findEvents('Event')).length, 2)
    feed.response = { body: createCalendar('s1', 's2').replace(/^DTSTART.*$/m, 'DTSTART:soon') }
    await page.getByRole('button', { name: 'Jetzt ausführen' }).click()
    await page.getByRole('cell', { name: 'fertig, 1 abgelehnt' }).waitFor()
    await assertClean(visit, 'admin-source')
    await page.goto(`${service.origin}/admin/sources`)
    await page.getByRole('cell', { name: 'Verein' }).waitFor()
    await assertClean(visit, 'admin-sources')
    await visit.close()
  })

  test('A webhook is created with a secret that is shown once, and its log can be replayed', async () => {
    const visit = await visitAdmin({ service, browser }, '/webhooks/create', { width: 1440, language: 'en' })
    const { page } = visit
    await page.getByLabel('URL').fill('https://receiver.example/hook')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.match(await page.getByLabel('Secret').inputValue(), /^whsec_/)
    await assertClean(visit, 'admin-webhook-secret')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    assert.equal(await page.getByLabel('Secret').count(), 0)
    await service.send('POST', '/tags', { as: 'admin', json: { name: 'Loud' } })
    await page.getByLabel('Changes since').fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Send all again' }).click()
    await page.getByText(/messages are sent again/).waitFor()
    await assertClean(visit, 'admin-webhook')
    await visit.close()
  })

  test('Events are exported by filters, and administrators export all records', async () => {
    const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' }
    await service.send('POST', '/events', { as: 'admin', json: { title: 'May fair', ...dates } })
    const visit = await visitAdmin({ service, browser }, '/export', { width: 1440, language: 'en' })
    const { page } = visit
    await page.getByLabel('From').fill('2027-05-01')
    await assertClean(visit, 'admin-export')
    const save = async (name: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      return text(await download.createReadStream())
    }
    assert.match(await save('Download'), /<h2>Saturday, May 1, 2027<\/h2>\n<p><b>May fair/)
    assert.match(await save('calends.ndjson'), /"kind":"event".*May fair/)
    await visit.close()
    const editor = await visitAdmin({ service, browser }, '/export', { as: 'editor', width: 1440, language: 'en' })
    await editor.page.getByRole('button', { name: 'Download' }).waitFor()
    assert.equal(await editor.page.getByRole('button', { name: 'calends.ndjson' }).count(), 0)
    await editor.close()
  })

  for (const width of [1440, 360])
    test(`At ${width} px, feeds and the embed code follow the filters, with a live preview`, async () => {
      const visit = await visitAdmin({ service, browser }, '/feeds', { width, language: 'en' })
      const { page } = visit
      await page.getByLabel('Search').fill('fair')
      await page.getByRole('combobox', { name: 'View' }).click()
      await page.getByRole('option', { name: 'Month' }).click()
      assert.match(
        await page.getByRole('textbox', { name: 'Calendar (iCalendar)' }).inputValue(),
        /\/events\.ics\?search=fair$/,
      )
      assert.match(
        await page.getByRole('textbox', { name: 'Code' }).inputValue(),
        /data-view="month" data-search="fair"/,
      )
      await page.locator('section iframe[src$="/embed/events/month/?search=fair"]').waitFor()
      await page.frameLocator('section iframe').locator('main').waitFor()
      await assertClean(visit, `admin-feeds-${width}`)
      await visit.close()
    })
})
