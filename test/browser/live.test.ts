/** Pages follow changes by an event stream, without moving what is being read. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { COUNTED, countLive } from '../helper/changes/live-connections.ts'
import { startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const SETTLED = { timeout: 20_000 }

describe('live pages, in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  const ids: number[] = []

  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z', env: COUNTED })
    for (let day = 10; day < 22; day++) {
      const times = { start_date: `2026-12-${day} 19:00:00`, end_date: `2026-12-${day} 20:00:00` }
      const { json } = await service.send('POST', '/events', { as: 'admin', json: { title: `Talk ${day}`, ...times } })
      ids.push(json.id)
    }
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const rename = (index: number, title: string) =>
    service.send('POST', `/events/${ids[index]}`, { as: 'admin', json: { title } })
  const waitForStreams = (count: number) =>
    waitUntil(async () => (await countLive(service, 'stream')) === count, SETTLED.timeout)
  /** Opens a page and waits until it has a stream. The streams of closed pages end a little later than the pages. */
  const visit = async (path: string) => {
    await waitForStreams(0)
    const visited = await browser.visit(`${service.origin}${path}`)
    await waitForStreams(1)
    return visited
  }

  test('A change shows a notice that moves nothing, and whose button replaces the list in place', async () => {
    const { page, problems, violations, close } = await visit('/events/')
    await page.evaluate('scrollTo(0, 300)')
    await page.locator('a', { hasText: 'Talk 14' }).first().focus()
    await rename(0, 'Lecture 10')
    const button = page.locator('.live-notice button')
    await button.waitFor(SETTLED)
    assert.equal(await page.locator('text=Lecture 10').count(), 0)
    assert.equal(await page.evaluate('scrollY'), 300)
    assert.match((await page.evaluate('document.activeElement.textContent')) as string, /Talk 14/)
    assert.deepEqual(await violations(), [])
    await button.click()
    await page
      .locator('text=Lecture 10')
      .first()
      .waitFor({ state: 'attached', ...SETTLED })
    assert.equal(await page.locator('.live-notice').count(), 0)
    assert.equal(await page.evaluate('scrollY'), 300)
    assert.deepEqual(problems, [])
    await close()
  })

  test('The page of an event follows changes of the event, and ignores those of others', async () => {
    const { page, close } = await visit(`/event/talk-21/`)
    await rename(1, 'Lecture 11')
    await rename(11, 'Lecture 21')
    await page.locator('.live-notice button').click(SETTLED)
    await page.locator('h1', { hasText: 'Lecture 21' }).waitFor(SETTLED)
    await close()
  })

  test('A page that was hidden shows changes at once when it becomes visible', async () => {
    const { page, close } = await visit('/events/')
    const setVisibility = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`)
    await setVisibility('hidden')
    await rename(2, 'Lecture 12')
    await setVisibility('visible')
    await page
      .locator('text=Lecture 12')
      .first()
      .waitFor({ state: 'attached', ...SETTLED })
    assert.equal(await page.locator('.live-notice').count(), 0)
    await close()
  })

  test('With LIVE_PAGES=off, pages load no script for it', async () => {
    const other = await startService({ env: { LIVE_PAGES: 'off' } })
    try {
      const live = await (await fetch(`${service.origin}/events/`)).text()
      const still = await (await fetch(`${other.origin}/events/`)).text()
      assert.match(live, /live\.js.*data-stream="\/[^"]+\/events\/stream"/s)
      assert.doesNotMatch(still, /data-stream|live\.js/)
    } finally {
      await other.stop()
    }
  })
})
