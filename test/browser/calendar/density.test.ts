/** Views of a busy calendar: long-running events do not displace the others. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const EXHIBITIONS = 6
const TRIPS = 3
const TALKS = 90

describe('A month with exhibitions and many events', () => {
  let service: TestService
  let browser: TestBrowser

  const day = (number: number, hour: number) =>
    `2026-12-${String(number).padStart(2, '0')} ${String(hour).padStart(2, '0')}:00:00`

  async function create(json: Json): Promise<void> {
    const { status } = await service.send('POST', '/events', { as: 'admin', json })
    assert.equal(status, 201)
  }

  before(async () => {
    service = await startService({ now: '2026-12-05T15:00:00Z' })
    for (let index = 0; index < EXHIBITIONS; index++)
      await create({ title: `Exhibition ${index}`, start_date: '2026-10-01 10:00:00', end_date: '2027-02-01 18:00:00' })
    for (let index = 0; index < TRIPS; index++)
      await create({
        title: `Trip ${index}`,
        start_date: day(4 + index, 8),
        end_date: day(7, 18),
        featured: index === 2,
      })
    for (let index = 0; index < TALKS; index++) {
      const date = 1 + (index % 30)
      const times = { start_date: day(date, 12 + (index % 8)), end_date: day(date, 13 + (index % 8)) }
      await create({ title: `Talk ${index}`, ...times, featured: index % 30 === 29 })
    }
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const open = async (path: string, width: number, height: number) => {
    const visit = await browser.visit(`${service.origin}${path}`, { width, height })
    const evaluate = (script: string): Promise<unknown> => visit.page.evaluate(script)
    return { ...visit, evaluate }
  }
  /** Titles of the events that are visible in the grid. */
  const VISIBLE = `[...new Set([...document.querySelectorAll('.month .line, .month .bar-named')]
    .filter((line) => line.checkVisibility()).map((line) => line.querySelector('.line-title, .bar-title').textContent))]`
  const FIRST_TIMED = `document.querySelector('.entry:not(.ongoing .entry)').getBoundingClientRect().bottom`

  test('The month shows all featured events and at least 60 % of the others, and exhibitions on one line', async () => {
    const { page, evaluate, violations, close } = await open('/events/2026-12/', 1440, 900)
    const titles = await evaluate(VISIBLE)
    assert.ok(Array.isArray(titles))
    const talks = titles.filter((title) => title.startsWith('Talk'))
    assert.ok(talks.length >= 0.6 * TALKS, `${talks.length} of ${TALKS}`)
    for (const number of [29, 59, 89]) assert.ok(titles.includes(`Talk ${number}`))
    assert.deepEqual(titles.filter((title) => title.startsWith('Trip')).sort(), ['Trip 0', 'Trip 1', 'Trip 2'])
    assert.match((await page.textContent('.ongoing summary')) ?? '', /^6 ongoing events/)
    assert.equal(await evaluate(`document.querySelector('.ongoing').offsetHeight < 60`), true)
    await page.click('.ongoing summary')
    assert.equal(await page.locator('.ongoing-lines a').count(), EXHIBITIONS)
    assert.deepEqual(await violations(), [])
    await close()
  })

  test('At most two rows of a day are bars, and a featured one comes first', async () => {
    const { evaluate, close } = await open('/events/2026-12/', 1440, 900)
    const rows = `[...document.querySelectorAll('.month-lines')].map((lines) => lines.querySelectorAll('.bar').length)`
    const bars = await evaluate(rows)
    assert.ok(Array.isArray(bars))
    assert.equal(Math.max(...bars), 2)
    const first = await evaluate(
      `document.querySelector('[data-day="2026-12-06"]').closest('td').querySelector('.bar-title').textContent`,
    )
    assert.equal(first, 'Trip 2')
    await close()
  })

  test('A tall window shows more events of a day, and the number of hidden ones is right in both', async () => {
    for (let index = 0; index < 9; index++) {
      const times = { start_date: day(20, 9), end_date: day(20, 10) }
      await create({ title: `Lecture ${index}`, ...times })
    }
    for (const [height, lines] of [
      [900, 6],
      [1300, 10],
    ] as const) {
      const { evaluate, close } = await open('/events/2026-12/', 1440, height)
      const cell = `document.querySelector('[data-day="2026-12-20"]').closest('td')`
      const shown = `[...${cell}.querySelectorAll('li')].filter((line) => line.checkVisibility()).length`
      const more = `[...${cell}.querySelectorAll('.month-more')].filter((link) => link.checkVisibility()).map((link) => link.firstChild.textContent).join()`
      assert.equal(await evaluate(shown), lines)
      assert.equal(await evaluate(more), `+${12 - lines} more`)
      await close()
    }
  })

  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const)
    test(`In list and day views at ${width} x ${height}, the first event with a time is above the fold`, async () => {
      for (const path of ['/events/', '/events/2026-12-05/']) {
        const { evaluate, close } = await open(path, width, height)
        assert.ok(Number(await evaluate(FIRST_TIMED)) <= height, path)
        await close()
      }
    })
})
