/** Calendars show summaries of events, which must equal the events of the API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listEventSummaries } from '../../src/calendar/events/read-summaries.ts'
import { createPublicReadContext } from '../../src/features/site/data/load-events.ts'
import { planFilteredEvents } from '../../src/pages/page-filters.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const TIMES = { start_date: '2027-06-08 19:00:00', end_date: '2027-06-08 21:00:00' }
const FAIR = { start_date: '2027-06-09', end_date: '2027-06-12', all_day: true }
const EVENTS: readonly Json[] = [
  { ...TIMES, title: 'It\'s "typeset" -- <em>here</em> & there' },
  { ...FAIR, title: 'Fair', featured: true, sticky: true },
  { ...FAIR, title: 'Closed', featured: true, sticky: true, post_password: 'secret' },
  { ...TIMES, title: 'Elsewhere', timezone: 'Asia/Tokyo' },
  { ...TIMES, title: 'Canceled', event_status: 'canceled', event_status_reason: 'Storm' },
  { ...FAIR, title: 'Closed too', event_status: 'postponed', event_status_reason: 'Storm', post_password: 'secret' },
  { ...TIMES, title: 'Private', status: 'private' },
  { ...TIMES, title: 'Draft', status: 'draft' },
  { ...TIMES, title: 'Hidden', hide_from_listings: true },
]

for (const engine of ONE_ENGINE) {
  describe(`Summaries of events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { PUBLIC_URL: 'https://calendar.example' } })
      for (const json of EVENTS)
        assert.equal((await service.send('POST', '/events', { as: 'admin', json })).status, 201, json.title)
    })
    after(() => service.stop())

    test('The summaries are those of the events that a visitor sees, with equal fields', async () => {
      const { services } = service
      const { json } = await service.send('GET', '/events?start_date=2027-06-01&end_date=2027-06-30')
      const baseUrl = 'https://calendar.example'
      const urls = { site: baseUrl, home: baseUrl, base: '', files: '', globalIdPrefix: '' }
      const input = {
        filters: {},
        fixedFilters: { start_date: '2027-06-01', end_date: '2027-06-30' },
        paging: { page: 1, perPage: 50 },
      }
      const { plan } = await planFilteredEvents(services, input)
      const { records, total } = await listEventSummaries(createPublicReadContext({ services, urls }), plan)
      assert.equal(total, 6)
      const fields = Object.keys(records[0] ?? {})
      const expected = json.events.map((event: Json) => Object.fromEntries(fields.map((name) => [name, event[name]])))
      assert.deepEqual(new Set(records), new Set(expected))
      const closed = records.filter(({ all_day }) => all_day === null)
      assert.deepEqual(
        new Set(closed.map(({ title, featured, sticky }) => [title, featured, sticky])),
        new Set([
          ['Closed', null, null],
          ['Closed too', null, null],
        ]),
      )
      const statuses = records.flatMap(({ event_status, event_status_reason }) =>
        event_status ? [[event_status, event_status_reason]] : [],
      )
      assert.deepEqual(
        new Set(statuses),
        new Set([
          ['canceled', 'Storm'],
          ['postponed', undefined],
        ]),
      )
    })
  })
}
