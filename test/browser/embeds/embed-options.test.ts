/** Colors and events in embedded calendars, and the examples of the documentation. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'
import { startBrowser, type TestBrowser, type VisitOptions } from '../../helper/browser/browser.ts'
import { startListener, type TestListener } from '../../helper/http/request-recorder.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const TIMEOUT_MILLISECONDS = 10_000
const EXAMPLES = new URL('../../../examples/embed/', import.meta.url)
/** The packages of the admin, where they are installed. */
const REACT_FOLDER = new URL('../../../admin/node_modules/', import.meta.url)

const LIGHT_PAPER = 'rgb(253, 252, 250)'
const DARK_PAPER = 'rgb(23, 21, 19)'

describe('Options of embedded calendars', () => {
  let service: TestService
  let browser: TestBrowser
  let host: TestListener
  let markup = ''
  let program = ''

  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z' })
    await fill(service)
    browser = await startBrowser()
    const files = createServer((request, response) => {
      const isProgram = request.url === '/program.js'
      response.writeHead(200, { 'content-type': isProgram ? 'text/javascript' : 'text/html; charset=UTF-8' })
      response.end(isProgram ? program : markup)
    })
    host = await startListener(files)
  })
  after(async () => {
    await browser.close()
    await host.stop()
    await service.stop()
  })

  async function openHostPage(content: string, use: (page: Page) => Promise<void>, options: VisitOptions = {}) {
    markup = content
    const { page, problems, close } = await browser.visit(`http://${host.host}/`, options)
    try {
      await use(page)
      assert.deepEqual(
        problems.filter((one) => !one.startsWith(`foreign: ${service.origin}/`)),
        [],
      )
    } finally {
      await close()
    }
  }

  const page = (body: string) =>
    `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`
  const script = (attributes: string) => page(`<script src="${service.origin}/embed.js" ${attributes}></script>`)

  /** The frames, once each has reported its height. */
  async function waitForFrames(visited: Page, count = 1): Promise<readonly Frame[]> {
    const isReady = `[...document.querySelectorAll('iframe')].filter((one) => one.offsetHeight !== 600).length === ${count}`
    await waitUntil(() => visited.evaluate<boolean>(isReady), TIMEOUT_MILLISECONDS)
    return visited.frames().slice(1)
  }

  const readPaper = (frame: Frame) => frame.evaluate<string>('getComputedStyle(document.body).backgroundColor')

  for (const [theme, scheme, paper] of [
    ['dark', 'light', DARK_PAPER],
    ['light', 'dark', LIGHT_PAPER],
    ['auto', 'dark', DARK_PAPER],
    ['auto', 'light', LIGHT_PAPER],
  ] as const)
    test(`data-theme="${theme}" for a visitor who prefers ${scheme} colors`, async () => {
      await openHostPage(
        script(`data-view="month" data-theme="${theme}"`),
        async (visited) => {
          const [frame] = await waitForFrames(visited)
          assert.ok(frame)
          assert.equal(await readPaper(frame), paper)
          await frame.getByRole('link', { name: 'List' }).click()
          await frame.waitForURL(/\/embed\/events\//)
          assert.equal(await readPaper(frame), paper)
        },
        { scheme },
      )
    })

  test('data-open="here" opens an event in the frame, and the back link returns to the view', async () => {
    await openHostPage(script('data-view="month" data-open="here" data-theme="dark"'), async (visited) => {
      const [frame] = await waitForFrames(visited)
      assert.ok(frame)
      await frame
        .getByRole('link', { name: /Talk number 3/ })
        .first()
        .click()
      await frame.waitForURL(/\/embed\/event\/talk-number-3\/\?theme=dark&open=here$/)
      await frame.getByRole('heading', { name: 'Talk number 3' }).waitFor()
      assert.equal(await readPaper(frame), DARK_PAPER)
      assert.equal(new URL(visited.url()).host, host.host)
      const venue = frame.getByRole('link', { name: 'Great Hall' }).first()
      assert.match((await venue.getAttribute('href')) ?? '', /^\/embed\/venue\/great-hall\/\?theme=dark&open=here$/)
      const ticket = frame.locator('a[href="https://tickets.example/"]').first()
      assert.equal(await ticket.getAttribute('target'), '_blank')
      await frame.locator('.back a').click()
      await frame.waitForURL(/\/embed\/events\/month\/\?theme=dark&open=here$/)
    })
  })

  test('Without JavaScript in the frame the back link leads to the list, with the same options', async () => {
    const source = `${service.origin}/embed/event/talk-number-3/?open=here&theme=light`
    await openHostPage(
      page(`<iframe src="${source}" title="Event" width="600" height="600"></iframe>`),
      async (visited) => {
        const back = visited.frames()[1]?.locator('.back a')
        assert.equal(await back?.getAttribute('href'), '/embed/events/?theme=light&open=here')
      },
      { javaScript: false },
    )
  })

  test('In a narrow column a month is a list of days, in a wide one a table', async () => {
    const frames = [420, 900].map(
      (width) =>
        `<iframe src="${service.origin}/embed/events/2026-12/" title="${width}" width="${width}" height="500"></iframe>`,
    )
    await openHostPage(page(frames.join('')), async (visited) => {
      const [narrow, wide] = visited.frames().slice(1)
      assert.ok(narrow && wide)
      const shows = async (frame: Frame) => [
        await frame.locator('.month').isVisible(),
        await frame.locator('.agenda').isVisible(),
      ]
      assert.deepEqual(await shows(narrow), [false, true])
      assert.ok(await narrow.getByRole('link', { name: 'Talk number 3', exact: true }).isVisible())
      assert.deepEqual(await shows(wide), [true, false])
    })
  })

  test('The plain example shows both calendars in their full height', async () => {
    const example = readFileSync(new URL('plain.html', EXAMPLES), 'utf8')
      .replaceAll('https://calendar.example', service.origin)
      .replace('</head>', '<link rel="icon" href="data:,"></head>')
    await openHostPage(example, async (visited) => {
      const frames = await waitForFrames(visited, 2)
      assert.deepEqual(frames.map((frame) => new URL(frame.url()).pathname + new URL(frame.url()).search).sort(), [
        '/embed/events/category/music/?theme=dark&limit=3',
        '/embed/events/month/?open=here',
      ])
      for (const frame of frames)
        assert.ok(await frame.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight'), frame.url())
    })
  })

  const skip = existsSync(new URL('react/', REACT_FOLDER)) ? false : 'the packages of the admin are not installed'
  test('The React example shows the calendar in its full height', { skip }, async () => {
    const contents = `import { createElement } from 'react'
      import { createRoot } from 'react-dom/client'
      import { CalendarFrame } from './calendar-frame.jsx'
      const properties = { calendar: '${service.origin}', path: 'events/month/', query: { open: 'here' } }
      createRoot(document.querySelector('#root')).render(createElement(CalendarFrame, properties))`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: EXAMPLES.pathname },
      nodePaths: [REACT_FOLDER.pathname],
      define: { 'process.env.NODE_ENV': '"production"' },
      ...{ bundle: true, write: false, jsx: 'automatic', format: 'esm' },
    })
    program = outputFiles[0]?.text ?? ''
    await openHostPage(
      page('<div id="root"></div><script type="module" src="/program.js"></script>'),
      async (visited) => {
        const [frame] = await waitForFrames(visited)
        assert.ok(frame)
        assert.ok(await frame.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight'))
        assert.match(await visited.evaluate('document.querySelector("iframe").title'), /December 2026/)
      },
    )
  })
})

async function fill(service: TestService): Promise<void> {
  const create = async (path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json.id
  }
  await create('/categories', { name: 'Music' })
  const venue = await create('/venues', { venue: 'Great Hall', city: 'Bonn' })
  for (let day = 1; day <= 12; day++) {
    const date = `2026-12-${String(day).padStart(2, '0')}`
    const dates = { start_date: `${date} 19:00:00`, end_date: `${date} 21:00:00` }
    const shared = { ...dates, venue, categories: 'music', website: 'https://tickets.example/' }
    await create('/events', { title: `Talk number ${day}`, ...shared })
  }
}
