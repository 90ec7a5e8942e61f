/** Pages of canceled, moved and online events are accessible in both color schemes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const PATHS: Readonly<Record<string, string>> = {
  list: '/events/',
  month: '/events/2026-12/',
  week: '/events/week/2026-12-02/',
  canceled: '/event/concert/',
  postponed: '/event/walk/',
  moved: '/event/fair/',
  online: '/event/talk/',
  hidden: '/event/webinar/',
  card: '/embed/event/concert/',
}

describe('Pages of canceled, moved and online events', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    const env = { SITE_NAME: 'Riverside', LANGUAGES: 'en,de', SITE_TIMEZONE: 'Europe/Berlin' }
    service = await startService({ env, now: '2026-12-01T12:00:00Z' })
    const { json: venue } = await service.send('POST', '/venues', {
      as: 'admin',
      json: { venue: 'Town Hall', city: 'Bonn' },
    })
    const create = async (title: string, day: number, more: object) => {
      const dates = { start_date: `2026-12-0${day} 19:00`, end_date: `2026-12-0${day} 21:00` }
      const json = { title, slug: title.toLowerCase(), venue: venue.id, description: 'Come early.', ...dates, ...more }
      const response = await service.send('POST', '/events', { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    await create('Concert', 2, { event_status: 'canceled', event_status_reason: 'The hall is flooded.' })
    await create('Festival', 2, { end_date: '2026-12-04 21:00', event_status: 'canceled' })
    await create('Walk', 3, { event_status: 'postponed' })
    const moved = await create('Fair', 4, {})
    const json = { event_status: 'rescheduled', start_date: '2026-12-05 19:00', end_date: '2026-12-05 21:00' }
    await service.send('PATCH', `/events/${moved}`, { as: 'admin', json })
    await create('Talk', 5, { virtual_url: 'https://meet.example/talk', attendance_mode: 'mixed' })
    await create('Webinar', 6, { virtual_url: 'https://meet.example/web', virtual_url_visibility: 'hour-before' })
    await create('Reading', 6, { event_status: 'moved-online', virtual_url: 'https://meet.example/read' })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  for (const [language, scheme] of [
    ['', 'light'],
    ['/de', 'dark'],
  ] as const)
    for (const [name, path] of Object.entries(PATHS))
      test(`The ${name} page is accessible, ${scheme}${language}`, async () => {
        const visit = await browser.visit(`${service.origin}${language}${path}`, { scheme })
        assert.deepEqual(visit.problems, [])
        assert.deepEqual(await visit.violations(), [])
        await visit.screenshot(`status-${name}-${scheme}`)
        await visit.close()
      })
})
