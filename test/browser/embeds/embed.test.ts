import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { type PageVisit, startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startListener, type TestListener } from '../../helper/http/request-recorder.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

/** Milliseconds. */
const TIMEOUT_MILLISECONDS = 10_000

describe('The calendar embedded in another site', () => {
  let service: TestService
  let browser: TestBrowser
  let host: TestListener
  let markup = ''

  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z' })
    await fill(service)
    browser = await startBrowser()
    const policy = `default-src 'none'; script-src ${service.origin}; frame-src ${service.origin}; style-src 'self'; img-src data:`
    const headers = { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy }
    host = await startListener(createServer((_, response) => response.writeHead(200, headers).end(markup)))
  })
  after(async () => {
    await browser.close()
    await host.stop()
    await service.stop()
  })

  const script = (attributes = '') => `<script src="${service.origin}/embed.js" ${attributes}></script>`

  /** Opens a page of another site with this content; only its frames may come from this service. */
  async function openHostPage(body: string, use: (visit: PageVisit) => Promise<void>): Promise<void> {
    markup = `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,"></head><body><h1>Host</h1>${body}</body></html>`
    const visit = await browser.visit(`http://${host.host}/`)
    try {
      await use(visit)
      const problems = visit.problems.filter((one) => !one.startsWith(`foreign: ${service.origin}/`))
      assert.deepEqual(problems, [])
    } finally {
      await visit.close()
    }
  }

  /** The frames of a page, once each has reported its height. */
  async function waitForFrames(page: Page, count: number): Promise<readonly Frame[]> {
    const heights = '[...document.querySelectorAll("iframe")].map((one) => one.style.height)'
    await waitUntil(async () => {
      const current = await page.evaluate<string[]>(heights)
      return current.length === count && current.every((height) => height !== '')
    }, TIMEOUT_MILLISECONDS)
    return page.frames().slice(1)
  }

  const isFullHeight = (frame: Frame) => frame.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight')

  test('The script inserts the requested view in its full height', async () => {
    const list = script('async data-view="list" data-categories="music" data-limit="3" data-language="de"')
    await openHostPage(`${list}${script('defer data-view="month"')}`, async ({ page }) => {
      const frames = await waitForFrames(page, 2)
      assert.deepEqual(frames.map((frame) => frame.url()).sort(), [
        `${service.origin}/de/embed/events/category/music/?limit=3`,
        `${service.origin}/embed/events/2026-12/`.replace('2026-12', 'month'),
      ])
      for (const frame of frames) assert.ok(await isFullHeight(frame), frame.url())
      const titles = await page.evaluate('[...document.querySelectorAll("iframe")].map((one) => one.title)')
      assert.deepEqual(titles, ['Veranstaltungen der Kategorie Music – Calends', 'Events in December 2026 – Calends'])
      assert.equal(await page.locator('script').count(), 0)
    })
  })

  test('Named placeholders are filled once, by scripts that request nothing themselves', async () => {
    const placeholders = `<div data-calends data-view="day">Events</div><div data-calends data-event="gig"></div>`
    await openHostPage(`${placeholders}${script()}${script()}`, async ({ page }) => {
      const frames = await waitForFrames(page, 2)
      assert.deepEqual(frames.map((frame) => frame.url()).sort(), [
        `${service.origin}/embed/event/gig/`,
        `${service.origin}/embed/events/day/`,
      ])
      assert.equal(await page.getByText('Events', { exact: true }).count(), 0)
    })
  })

  test('The script adds no globals to its page', async () => {
    const own = 'Object.getOwnPropertyNames(globalThis).sort()'
    await openHostPage('', async ({ page }) => {
      const before = await page.evaluate<string[]>(own)
      markup = markup.replace('</body>', `${script()}</body>`)
      await page.reload()
      await waitForFrames(page, 1)
      const after = await page.evaluate<string[]>(own)
      // Frames are available by index.
      assert.deepEqual(
        after.filter((name) => !before.includes(name) && name !== '0'),
        [],
      )
    })
  })

  test('Another view opens in the frame, whose height follows', async () => {
    await openHostPage(script('data-view="month"'), async ({ page }) => {
      const [frame] = await waitForFrames(page, 1)
      assert.ok(frame)
      const height = () => page.evaluate<number>('document.querySelector("iframe").offsetHeight')
      const month = await height()
      await frame.getByRole('link', { name: 'List' }).click()
      await waitUntil(async () => (await height()) > month, TIMEOUT_MILLISECONDS)
      assert.match(await page.evaluate('document.querySelector("iframe").title'), /^Upcoming events/)
      await frame.getByLabel('Search').fill('Talk number 7')
      await frame.getByRole('button', { name: 'Show events' }).click()
      await waitUntil(async () => (await height()) < month, TIMEOUT_MILLISECONDS)
      assert.ok(await isFullHeight(frame))
      assert.equal(new URL(page.url()).host, host.host)
      assert.match(await frame.evaluate<string>('location.href'), /\/embed\/events\/\?search=Talk\+number\+7$/)
    })
  })

  test('Without the script in the frame, links to views stay in the frame too', async () => {
    markup = `<!doctype html><html lang="en"><head><title>Host</title></head><body><iframe src="${service.origin}/embed/events/" title="Events" width="900" height="600"></iframe></body></html>`
    const { page, close } = await browser.visit(`http://${host.host}/`, { javaScript: false })
    const frame = page.frames()[1]
    assert.ok(frame)
    await frame.getByRole('link', { name: 'Month' }).click()
    await frame.waitForURL(/\/embed\/events\/2026-12\/$/)
    assert.equal(new URL(page.url()).host, host.host)
    await close()
  })

  test('An event opens in the whole window, the full calendar in a new one', async () => {
    await openHostPage(script(), async ({ page }) => {
      const [frame] = await waitForFrames(page, 1)
      assert.ok(frame)
      const opened = page.waitForEvent('popup')
      await frame.getByRole('link', { name: 'Open in the calendar' }).click()
      assert.equal((await opened).url(), `${service.origin}/events/`)
      await (await opened).close()
      await frame.getByRole('link', { name: 'Talk number 3', exact: true }).click()
      await page.waitForURL(`${service.origin}/event/talk-number-3/`)
    })
  })

  test('A page without an embedded calendar has its frames unchanged', async () => {
    await openHostPage(script(), async ({ page }) => {
      const [frame] = await waitForFrames(page, 1)
      assert.ok(frame)
      const before = await page.evaluate<string>('document.querySelector("iframe").style.height')
      await page.evaluate('postMessage({ calends: "size", height: 9999 }, "*")')
      await page.evaluate('new Promise((done) => setTimeout(done, 50))')
      assert.equal(await page.evaluate('document.querySelector("iframe").style.height'), before)
    })
  })

  test('A plain frame shows the calendar too, and is accessible', async () => {
    const VIEWS = [
      'events/',
      'events/2026-12/',
      'events/week/2026-12-05/',
      'events/2026-12-05/',
      'event/gig/',
      'event/club/',
    ]
    const frames = VIEWS.map(
      (path) => `<iframe src="${service.origin}/embed/${path}" title="${path}" width="360" height="500"></iframe>`,
    )
    await openHostPage(frames.join(''), async ({ page }) => {
      const shown = page.frames().slice(1)
      assert.equal(shown.length, VIEWS.length)
      for (const frame of shown) {
        await frame.waitForLoadState()
        await frame.evaluate(axe.source)
        const { violations } = await frame.evaluate<axe.AxeResults>('axe.run(document, { iframes: false })')
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
          [],
          frame.url(),
        )
        const overflow = await frame.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(overflow <= 0, `${frame.url()} is ${overflow} too wide`)
      }
    })
  })

  test('In a sandbox the scripts of the frame run, and its views change', async () => {
    const { origin } = service
    const frame = `<iframe sandbox="allow-scripts" src="${origin}/embed/events/" title="Events" width="700" height="600"></iframe>`
    await openHostPage(frame, async ({ page }) => {
      const shown = page.frames()[1]
      assert.ok(shown)
      await shown.getByRole('link', { name: 'Month' }).click()
      await shown.getByText('December 2026').first().waitFor()
    })
  })

  test('The pages themselves are not shown in frames of another site', async () => {
    markup = `<!doctype html><html lang="en"><head><title>Host</title></head><body><iframe src="${service.origin}/events/" title="Events"></iframe></body></html>`
    const { page, problems, close } = await browser.visit(`http://${host.host}/`)
    assert.ok(
      problems.some((one) => one.includes('frame-ancestors')),
      problems.join('\n'),
    )
    assert.doesNotMatch(page.frames()[1]?.url() ?? '', /\/events\//)
    await close()
  })

  test('The embed code that the calendar offers works', async () => {
    const { page, close } = await browser.visit(`${service.origin}/events/2026-12/?search=talk`)
    await page.getByRole('link', { name: 'Subscribe' }).click()
    const code = await page.getByLabel('Embed code').inputValue()
    await close()
    await openHostPage(code, async (visit) => {
      const [frame] = await waitForFrames(visit.page, 1)
      assert.equal(frame?.url(), `${service.origin}/embed/events/month/?search=talk`)
      assert.match(await visit.page.evaluate('document.querySelector("iframe").title'), /December 2026/)
    })
  })
})

async function fill(service: TestService): Promise<void> {
  const create = async (path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
  }
  const evening = (day: number) => {
    const date = `2026-12-${String(day).padStart(2, '0')}`
    return { start_date: `${date} 19:00:00`, end_date: `${date} 21:00:00` }
  }
  await create('/venues', { venue: 'Great Hall', city: 'Bonn' })
  await create('/categories', { name: 'Music' })
  for (let day = 1; day <= 28; day++)
    await create('/events', { title: `Talk number ${day}`, ...evening(day), categories: day % 2 ? 'music' : '' })
  const description = 'A long night of music.'
  await create('/events', { title: 'Gig', slug: 'gig', ...evening(5), featured: true, cost: '12', description })
  await create('/events', { title: 'Club', slug: 'club', ...evening(6), post_password: 'sesame' })
}
