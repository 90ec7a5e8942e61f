/** Visitors submit events in a browser, with and without JavaScript, and an editor reviews them in the admin. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { startService, type TestService } from '../helper/service.ts'

const ENV = { SUBMISSIONS: 'on', LANGUAGES: 'en,de', SITE_NAME: 'Riverside', SITE_TIMEZONE: 'Europe/Berlin' }

describe('Submissions in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let minute = 0
  before(async () => {
    service = await startService({ env: ENV, now: '2027-01-10T10:00:00Z' })
    const names = ['Music', 'Markets & fairs', 'Family']
    for (const name of names) await service.send('POST', '/categories', { as: 'admin', json: { name } })
    await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Town Hall' } })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  /** The form was opened some time ago. */
  const wait = () => service.setNow(new Date(Date.parse('2027-01-10T10:00:00Z') + ++minute * 60_000).toISOString())
  /** The browser reports responses with errors. */
  const listProblems = (problems: readonly string[]) => problems.filter((text) => !/status of 400/.test(text))

  for (const [width, scheme, path, javaScript] of [
    [360, 'dark', '/en', false],
    [1440, 'light', '/en', true],
  ] as const)
    test(`A visitor submits, corrects and changes an event at ${width} px, JavaScript ${javaScript ? 'on' : 'off'}`, async () => {
      const title = `Harbor concert ${width}`
      const visit = await browser.visit(`${service.origin}${path}/events/`, { width, scheme, javaScript })
      const { page } = visit
      await page.click('.submit-link')
      await page.fill('[name=title]', title)
      await page.fill('[name=description]', 'Songs of the sea')
      await page.check('text=Markets & fairs')
      await page.fill('[name=start_date]', '2027-05-01')
      await page.fill('[name=start_time]', '19:00')
      await page.fill('[name=end_time]', '21:00')
      await page.fill('[name=venue]', 'town hall')
      await page.fill('[name=name]', 'Ann')
      await page.fill('[name=email]', 'ann')
      const send = () => page.click('form.submit > p button')
      wait()
      await send()
      await page.waitForSelector('.submit-failure')
      assert.equal(await page.evaluate('document.activeElement.className'), 'notice submit-failure')
      if (javaScript) assert.deepEqual(await visit.violations(), [])
      await visit.screenshot(`submission-errors-${width}`)
      await page.click('.submit-failure a')
      assert.equal(await page.evaluate('document.activeElement.name'), 'email')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('ann@example.org')
      await page.fill('[name=image_alt]', 'A ship')
      await page.setInputFiles('[name=image]', {
        ...{ name: 'ship.jpg', mimeType: 'image/jpeg' },
        buffer: await createImage(200, 100),
      })
      wait()
      await send()
      await page.waitForSelector('.submit-done')
      assert.match((await page.textContent('.submit-badge')) ?? '', /Waiting for review/)
      assert.match(await page.inputValue('#submit-link'), /\/events\/submission\/\?token=[0-9a-f]{64}$/)
      assert.equal(await page.inputValue('[name=venue]'), 'Town Hall')
      assert.equal(await page.isChecked('text=Markets & fairs'), true)
      if (javaScript) assert.deepEqual(await visit.violations(), [])
      await visit.screenshot(`submission-state-${width}`)
      assert.equal(await page.getAttribute('.submit-image', 'alt'), 'A ship')
      await page.check('text=All day')
      assert.equal(await page.isVisible('[name=start_time]'), false)
      await send()
      await page.waitForSelector('.submit-done')
      assert.equal(await page.isChecked('text=All day'), true)
      assert.deepEqual(listProblems(visit.problems), [])
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      assert.equal(isWide, false, 'the page scrolls sideways')
      await visit.close()
    })

  test('The form is accessible and fits at each width, in light and dark', async () => {
    for (const [width, scheme, path] of [
      [360, 'light', '/de'],
      [768, 'dark', '/de'],
      [1440, 'dark', '/en'],
    ] as const) {
      const visit = await browser.visit(`${service.origin}${path}/events/submit/`, { width, scheme })
      assert.deepEqual(visit.problems, [])
      assert.deepEqual(await visit.violations(), [])
      assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
      await visit.screenshot(`submission-form-${width}-${scheme}`)
      await visit.close()
    }
  })

  test('An editor sees who has submitted an event, and publishes, returns and rejects it', async () => {
    const { page, violations, screenshot, close } = await visitAdmin({ service, browser }, '/review', { as: 'editor' })
    await page.getByText('From a visitor').first().waitFor()
    const link = page.getByRole('link', { name: 'Write to Ann' }).first()
    assert.match((await link.getAttribute('href')) ?? '', /^mailto:ann@example\.org\?subject=Harbor%20concert/)
    assert.deepEqual(await violations(), [])
    await screenshot('submission-review')
    await page.getByLabel('Only from visitors').check()
    await page.getByRole('button', { name: 'Publish: Harbor concert 360' }).click()
    await page.getByText('"Harbor concert 360" was published').waitFor()
    await page.getByRole('button', { name: 'Reject: Harbor concert 1440' }).click()
    await page.getByText('"Harbor concert 1440" was rejected').waitFor()
    const { json } = await service.send('GET', '/events?start_date=2027-01-01')
    assert.deepEqual(
      json.events.map(({ title }: { title: string }) => title),
      ['Harbor concert 360'],
    )
    await close()
  })
})
