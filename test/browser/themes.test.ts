/** The themes that are part of Calends, in a browser. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SHIPPED_THEMES } from '../../src/pages/theme/theme-settings.ts'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { createFileForm } from '../helper/http/upload-body.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { startService, type TestService } from '../helper/service.ts'
import { createThemeFolder } from '../helper/site/theme-folder.ts'

const PATHS = ['/events/', '/events/2026-12/', '/events/week/2026-12-05/', '/event/concert/', '/event/none/']
/** Each width with each scheme on one page, and each width and each scheme on every page. */
const SIZES = [
  { width: 1440, height: 900, scheme: 'light', language: 'en' },
  { width: 360, height: 740, scheme: 'dark', language: 'de' },
] as const
const OTHER_SIZES = [
  { width: 1440, height: 900, scheme: 'dark', language: 'de' },
  { width: 360, height: 740, scheme: 'light', language: 'en' },
] as const

async function createEvents(service: TestService): Promise<void> {
  const { json } = await service.send('POST', '/media', {
    as: 'admin',
    ...createFileForm({}, await createImage(600, 400)),
  })
  await service.send('POST', '/categories', { as: 'admin', json: { name: 'Music' } })
  const venue = { venue: 'Town Hall', address: 'Main Street 1', city: 'Springfield' }
  for (let day = 5; day < 13; day++) {
    const date = `2026-12-${String(day).padStart(2, '0')}`
    const event = {
      title: day === 5 ? 'Concert' : `Reading ${day}`,
      venue,
      image: json.id,
      categories: 'music',
      cost: '12',
    }
    const times = { start_date: `${date} 19:00:00`, end_date: `${date} 21:00:00` }
    const details = { featured: day % 2 === 1, event_status: day === 6 ? 'canceled' : 'scheduled', tags: 'live' }
    const description = '<p>With <a href="https://band.example/">the band</a>.</p>'
    const { status } = await service.send('POST', '/events', {
      as: 'admin',
      json: { ...event, ...times, ...details, description },
    })
    assert.equal(status, 201)
  }
}

/** Sum of all layout shifts since the page was opened. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

describe('Themes in a browser', () => {
  let browser: TestBrowser
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser.close())

  for (const theme of SHIPPED_THEMES)
    test(`The theme ${theme} is accessible and fits the window in both schemes, and its fonts do not shift text`, async (context) => {
      const service = await startService({ now: '2026-12-05T12:00:00Z', env: { THEME: theme } })
      context.after(service.stop)
      await createEvents(service)
      for (const path of PATHS)
        for (const size of path === '/events/2026-12/' ? [...SIZES, ...OTHER_SIZES] : SIZES) {
          const visit = await browser.visit(`${service.origin}/${size.language}${path}`, size)
          const name = `${theme} ${path} ${size.width} ${size.scheme}`
          assert.deepEqual(await visit.violations(), [], name)
          assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, name)
          if (path.startsWith('/event/')) assert.equal(await visit.page.evaluate(LAYOUT_SHIFT), 0, name)
          const isUnexpected = (problem: string) => !(path.includes('none') && problem.includes('404'))
          assert.deepEqual(visit.problems.filter(isUnexpected), [], name)
          await visit.close()
        }
    })

  test('With THEME_RELOAD, an open page reloads after a change, and shows why a template is invalid', async (context) => {
    const folder = createThemeFolder({ 'header.html': '<header>One</header>' })
    const service = await startService({ env: { THEME_DIR: folder.path, THEME_RELOAD: 'on' } })
    const { page, close } = await browser.visit(`${service.origin}/events/`)
    context.after(async () => {
      await close()
      await service.stop()
      folder.remove()
    })
    await page.waitForResponse(/theme-state/)
    folder.write({ 'header.html': '<header>Two, changed</header>' })
    await page.getByText('Two, changed').waitFor()
    await page.waitForResponse(/theme-state/)
    folder.write({ 'header.html': '<header>{{ site.naem }}</header>' })
    await page.getByRole('alert').getByText('Did you mean site.name?').waitFor()
  })
})
