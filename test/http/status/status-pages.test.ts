/** Pages of canceled, moved and online events. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Pages of canceled, moved and online events on ${engine.name}`, () => {
    let service: TestService
    const page = async (path: string): Promise<string> => {
      const { status, text } = await service.send('GET', `//${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }
    /** The page without the lists of other events. */
    const selectEvent = (text: string): string => text.slice(0, text.indexOf('<div class="further">'))
    const structuredData = (text: string): Json =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '')

    before(async () => {
      service = await startService({ engine, now: '2026-12-01T12:00:00Z', env: { LANGUAGES: 'en,de' } })
      const { json: venue } = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Town Hall' } })
      const create = async (title: string, day: number, more: object) => {
        const dates = { start_date: `2026-12-0${day} 19:00`, end_date: `2026-12-0${day} 21:00` }
        const json = { title, slug: title.toLowerCase(), venue: venue.id, ...dates, ...more }
        const response = await service.send('POST', '/events', { as: 'admin', json })
        assert.equal(response.status, 201, response.text)
        return response.json.id
      }
      await create('Concert', 2, { event_status: 'canceled', event_status_reason: 'Storm & <b>rain</b>' })
      await create('Walk', 3, { event_status: 'postponed' })
      const moved = await create('Fair', 4, {})
      const json = { event_status: 'rescheduled', start_date: '2026-12-05 19:00', end_date: '2026-12-05 21:00' }
      await service.send('PATCH', `/events/${moved}`, { as: 'admin', json })
      await create('Talk', 6, { virtual_url: 'https://meet.example/talk', attendance_mode: 'mixed' })
      await create('Webinar', 7, { virtual_url: 'https://meet.example/web', virtual_url_visibility: 'hour-before' })
      await create('Plain', 8, {})
    })
    after(() => service.stop())

    test('The page of a canceled event has the status in its title, a struck-through date and the reason', async () => {
      const text = await page('event/concert/')
      assert.match(text, /<title>Canceled: Concert/)
      assert.match(text, /notice-void"><p><strong>Canceled<\/strong> · Storm &amp; rain<\/p>/)
      assert.match(text, /<p class="event-when"><s><time/)
      assert.equal(structuredData(text).eventStatus, 'https://schema.org/EventCancelled')
      assert.match(await page('de/event/concert/'), /<title>Abgesagt: Concert/)
    })

    test('A postponed event has no date yet, and a rescheduled one has its former date', async () => {
      const postponed = await page('event/walk/')
      assert.match(postponed, /The new date has not been announced yet/)
      assert.match(postponed, /<p class="event-when"><s>/)
      const moved = await page('event/fair/')
      assert.match(moved, /<strong>Rescheduled<\/strong><\/p><p>Originally .*Dec 4/)
      assert.doesNotMatch(selectEvent(moved), /<s>/)
      assert.equal(structuredData(moved).previousStartDate, '2026-12-04T19:00:00-05:00')
    })

    for (const [view, path] of [
      ['list', 'events/'],
      ['day', 'events/2026-12-02/'],
      ['week', 'events/week/2026-12-02/'],
      ['embedded list', 'embed/events/'],
      ['embedded card', 'embed/event/concert/'],
    ] as const) {
      test(`The ${view} labels a canceled event and strikes its time through`, async () => {
        const text = await page(path)
        assert.match(text, /<s><time/)
        assert.match(text, />Canceled</)
      })
    }

    test('Cells of a month strike the title through and label the status', async () => {
      const text = await page('events/2026-12/')
      assert.match(text, /title="Canceled: Concert".*?class="grid-status grid-status-void">Canceled<.*?<s>Concert<\/s>/)
      assert.match(text, /class="grid-status">Rescheduled<.*?>Fair</)
    })

    test('Online is a place, the link follows its visibility, and other events have no label', async () => {
      const mixed = await page('event/talk/')
      assert.match(mixed, /href="https:\/\/meet\.example\/talk"[^>]*>Join online</)
      assert.match(mixed, /Town Hall/)
      assert.equal(structuredData(mixed).location[1].url, 'https://meet.example/talk')
      const online = await page('event/webinar/')
      assert.match(online, /The link appears here one hour before the start/)
      assert.doesNotMatch(online, /meet\.example/)
      assert.doesNotMatch(selectEvent(online), /Town Hall/)
      const list = await page('events/')
      assert.match(list, /Town Hall<\/span><span class="mark mark-plain">Online</)
      assert.match(list, /<p class="entry-where dotted"><span class="mark mark-plain">Online</)
      assert.doesNotMatch(selectEvent(await page('event/plain/')), /Online<|class="mark|<s>/)
    })

    test('The filter form has a checkbox for online events', async () => {
      const text = await page('events/?is_virtual=1')
      const titles = [...text.matchAll(/class="entry-title"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title)
      assert.deepEqual(titles, ['Talk', 'Webinar'])
      assert.match(text, /name="is_virtual" value="1" checked/)
      assert.match(text, /Remove the filter Online/)
      assert.match(text, /events\.ics\?[^"]*is_virtual=1/)
    })
  })
}
