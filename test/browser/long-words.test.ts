import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

const WORD = 'Donaudampfschifffahrt'.repeat(7)

describe('Names of one very long word, in a browser', () => {
  let service: TestService
  let browser: TestBrowser

  before(async () => {
    service = await startService({ env: { SITE_NAME: WORD }, now: '2026-12-01T12:00:00Z' })
    await fill(service)
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  for (const [width, size] of [
    [320, '100%'],
    [640, '200%'],
    [1280, '100%'],
  ] as const) {
    test(`Every page fits the window ${width} wide, text at ${size}, and is accessible in narrow ones`, async () => {
      const { page, violations, close } = await browser.visit(`${service.origin}/events/`, { width })
      const paths = ['/events/', '/events/?tags=word', '/events/2026-12/', '/events/week/2026-12-05/', '/event/word/']
      const others = ['/venue/word/', '/organizer/word/', '/tag/word/', '/event/none/', '/embed/event/word/']
      for (const path of [...paths, ...others]) {
        await page.goto(`${service.origin}${path}`)
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(overflow <= 0, `${path} is ${overflow} too wide`)
        if (width < 1280) assert.deepEqual(await violations(), [], path)
      }
      await close()
    })
  }
})

async function fill(service: TestService): Promise<void> {
  const create = async (path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json.id
  }
  const venue = await create('/venues', { venue: WORD, slug: 'word', address: WORD, city: WORD, phone: '1'.repeat(60) })
  const organizer = await create('/organizers', { organizer: WORD, slug: 'word', email: `${'a'.repeat(60)}@b.test` })
  const tag = await create('/tags', { name: WORD, slug: 'word' })
  const ticket = { name: WORD, price: '12.50', currency: 'EUR', url: 'https://tickets.test/' }
  await create('/events', {
    title: WORD,
    slug: 'word',
    excerpt: WORD,
    description: `<p>${WORD}</p><table><tr><td>${WORD}</td><td>${WORD}</td></tr></table><pre>${WORD}</pre>`,
    start_date: '2026-12-05 19:00:00',
    end_date: '2026-12-05 21:00:00',
    cost: WORD,
    ...{ venue, organizer, tags: [tag], tickets: [ticket] },
  })
  const days = { start_date: '2026-12-06 10:00:00', end_date: '2026-12-09 12:00:00' }
  await create('/events', { title: WORD, ...days })
}
