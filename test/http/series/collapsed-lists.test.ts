/** Collapsed lists, compared with the lists of all events. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createWeekly, listOccurrences } from '../../helper/series/series-calendar.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

/** Makes the occurrences of a series differ in what lists filter by. */
const CHANGES: readonly Json[] = [
  { event_status: 'canceled', featured: true },
  { title: 'Karate', password: 'secret' },
  { is_virtual: true, virtual_url: 'https://meet.example/a', cost: '5' },
  { event_status: 'canceled', is_virtual: true, virtual_url: 'https://meet.example/b' },
  { featured: true, tickets: [{ name: 'Adult', price: 5, currency: 'EUR', url: 'https://tickets.example/' }] },
  { categories: [], title: 'Karate' },
  { status: 'draft', venue: [] },
  { hide_from_listings: true },
  { start_date: '2027-01-01 10:00', end_date: '2027-01-08 10:00' },
]

/** Filters that match a part of the occurrences. `{category}`, `{venue}`, `{series}` and `{event}` are replaced by ids. */
const FILTERS = `
event_status=canceled | event_status=scheduled | is_virtual=true | is_virtual=false | featured=true | featured=false
ticketed=true | ticketed=false | free=false | search=karate | search=judo&event_status=canceled
categories={category} | categories_exclude={category} | tags=indoor | venue={venue} | series={series} | exclude={event}
geoloc_lat=50.7&geoloc_lng=7.1 | geoloc_lat=50.7&geoloc_lng=7.1&orderby=distance | modified_after=2026-01-01
password=secret&search=karate | password=secret&categories={category} | status=publish | include={event}
orderby=title | orderby=modified&order=desc | order=desc | orderby=end_date | orderby=id
start_date=2027-01-13 | starts_after=2027-01-12T19:00:00 | ends_before=2027-01-20&ends_after=2027-01-06
ends_before=2027-01-09 | starts_before=2027-01-19&start_date=2027-01-06 | ends_after=2027-01-08T09:00:00Z`
  .split(/[|\n]/)
  .map((filter) => filter.trim())

/** Omits the later events of each series. */
function collapse(events: readonly Json[]): Json[] {
  const firstDates = new Map<number, string>()
  for (const { series, start_date } of events)
    if (series && start_date < (firstDates.get(series.id) ?? '9')) firstDates.set(series.id, start_date)
  return events.filter(({ series, start_date }) => !series || firstDates.get(series.id) === start_date)
}

for (const engine of SPLIT_ENGINES) {
  describe(`Collapsed lists on ${engine.name}`, () => {
    let service: TestService
    let ids: Readonly<Record<string, number>>
    before(async () => {
      service = await startService({ engine })
      const write = (path: string, json: Json) => service.send('POST', path, { as: 'admin', json })
      const { json: venue } = await write('/venues', { venue: 'Hall', geo_lat: 50.7, geo_lng: 7.1 })
      const relations = { categories: ['Sport'], tags: ['indoor'], venue: venue.id }
      const recurrence = `FREQ=WEEKLY;COUNT=${CHANGES.length}`
      const { series } = await createWeekly(service, { title: 'Judo', ...relations, recurrence })
      await createWeekly(service, { title: 'Choir', recurrence: 'FREQ=DAILY;COUNT=3' })
      const single = { title: 'Karate', start_date: '2027-01-06 10:00', end_date: '2027-01-06 11:00' }
      for (const fields of [{}, { event_status: 'canceled' }, { is_virtual: true }, relations])
        await write('/events', { ...single, ...fields })
      const events = await listOccurrences(service, series.id)
      for (const [index, change] of CHANGES.entries()) await write(`/events/${events[index].id}`, change)
      const category = events[0].categories[0].id
      ids = { category, venue: venue.id, series: series.id, event: events[2].id }
    })
    after(() => service.stop())

    async function list(query: string, as: TestUser): Promise<{ events: Json[]; total: number }> {
      const { status, json, text } = await service.send('GET', `/events?${query}`, { as })
      assert.equal(status, 200, text)
      return json
    }
    const pickIds = (events: readonly Json[]): number[] => events.map(({ id }) => id)

    for (const as of ['anon', 'editor'] as const) {
      test(`collapse=series shows the first of the events that match the other filters to ${as}`, async () => {
        for (const template of as === 'editor' ? [...FILTERS, 'status=draft', 'hidden=true'] : FILTERS) {
          const filter = template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
          const expected = pickIds(collapse((await list(filter, as)).events))
          const { events, total } = await list(`collapse=series&${filter}`, as)
          assert.ok(expected.length > 0, filter)
          assert.deepEqual(pickIds(events), expected, filter)
          assert.equal(total, expected.length, filter)
        }
      })
    }

    test('Pages of a collapsed list follow each other', async () => {
      const all = pickIds((await list('collapse=series', 'anon')).events)
      const pages = await Promise.all([1, 2, 3].map((page) => list(`collapse=series&per_page=2&page=${page}`, 'anon')))
      assert.deepEqual(
        pages.flatMap(({ events }) => pickIds(events)),
        all,
      )
    })
  })
}
