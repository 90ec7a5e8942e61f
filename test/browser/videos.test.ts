import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser, type VisitOptions } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

const DESCRIPTION = `A film about the sea. The trailer:

https://www.youtube.com/watch?v=dQw4w9WgXcQ

Doors open at seven.`

const SIZES: Readonly<Record<string, VisitOptions>> = {
  phone: { width: 390, height: 844, touch: true },
  dark: { width: 390, height: 844, scheme: 'dark' },
  desktop: { width: 1280, height: 900 },
}

describe('Videos in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let url: string
  before(async () => {
    service = await startService()
    const dates = { start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00' }
    const json = { title: 'Film night', ...dates, description: DESCRIPTION }
    url = (await service.send('POST', '/events', { as: 'admin', json })).json.url
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const open = async (options: VisitOptions) => {
    const visit = await browser.visit(url, options)
    const requested: string[] = []
    visit.page.on('request', (request) => requested.push(request.url()))
    await visit.page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Player</title>Player' }),
    )
    return { ...visit, listPlayers: () => requested.filter((one) => one.startsWith('https://')) }
  }

  for (const [name, options] of Object.entries(SIZES))
    test(`The box names the host, loads nothing before it is pressed, and fits the page (${name})`, async () => {
      const visit = await open(options)
      const { page } = visit
      const box = page.getByRole('button', { name: /^Play video from YouTube/ })
      await visit.screenshot(`video-${name}`)
      assert.deepEqual(await visit.violations(), [])
      assert.deepEqual([visit.problems, visit.listPlayers()], [[], []])
      const { width = 0, height = 0 } = (await box.boundingBox()) ?? {}
      assert.ok(width >= 300 && height >= 170, `${width} x ${height}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false)

      await box.click()
      const frame = page.locator('iframe[title="Video from YouTube"]')
      await frame.waitFor()
      await page.frameLocator('iframe').getByText('Player').waitFor()
      assert.deepEqual(visit.listPlayers(), ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
      await visit.screenshot(`video-${name}-playing`)
      await visit.close()
    })

  for (const key of ['Enter', 'Space'])
    test(`${key} plays the video, and the focus moves to its player`, async () => {
      const visit = await open({})
      const { page } = visit
      await page.getByRole('button', { name: /^Play video/ }).focus()
      await page.keyboard.press(key)
      await page.locator('iframe').waitFor()
      assert.equal(await page.evaluate('document.activeElement?.tagName'), 'IFRAME')
      await visit.close()
    })

  test('Without scripts it is a link to the page of the video', async () => {
    const visit = await open({ javaScript: false })
    const link = visit.page.getByRole('link', { name: /^Play video from YouTube/ })
    assert.equal(await link.getAttribute('href'), 'https://youtu.be/dQw4w9WgXcQ')
    await visit.close()
  })

  test('Frames of other hosts are blocked', async () => {
    const visit = await open({})
    await visit.page.evaluate(
      "document.querySelector('.video-play').dataset.player = 'https://evil.example/'; document.querySelector('.video-play').click()",
    )
    await visit.page.locator('iframe').waitFor()
    assert.ok(
      visit.problems.some((problem) => /Content Security Policy|frame-src/.test(problem)),
      visit.problems.join(),
    )
    await visit.close()
  })
})
