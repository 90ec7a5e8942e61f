/** An exported calendar that is imported again has the same events and series. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { decodeEntities } from '../../src/base/text/sanitize.ts'
import { exportIcs } from '../../src/features/exports/export-ics.ts'
import type { ExternalResult } from '../../src/features/imports/external/external-record.ts'
import { importExternalRecords } from '../../src/features/imports/external/import-external.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { buildUrls, MOUNTS } from '../../src/http/request/resolve-mount.ts'
import { ENGINES, ONE_ENGINE } from '../helper/engines.ts'
import { createRandomNumbers, createRandomRule } from '../helper/series/random-recurrence.ts'
import { createWeekly, listOccurrences } from '../helper/series/series-calendar.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const ZONE = 'America/New_York'
const URLS = buildUrls({ mount: MOUNTS.api, language: undefined, site: 'https://calends.example' })

type Engine = (typeof ENGINES)[number]

async function start(context: TestContext, engine: Engine): Promise<TestService> {
  const service = await startService({ engine, env: { SITE_TIMEZONE: ZONE, SERIES_HORIZON: '800' } })
  context.after(() => service.stop())
  return service
}

async function exportCalendar({ services }: TestService): Promise<string> {
  let text = ''
  for await (const chunk of await exportIcs(services, URLS)) text += chunk
  return text
}

async function importCalendar(context: TestContext, engine: Engine, text: string): Promise<TestService> {
  const service = await start(context, engine)
  const results: ExternalResult[] = []
  const entries = Readable.from(readIcs({ bytes: Buffer.from(text), name: 'site.ics', siteZone: ZONE }))
  const options = { source: 'ics', pastDays: 10_000, onResult: (result: ExternalResult) => void results.push(result) }
  await importExternalRecords(service.services, entries, options)
  for (const result of results) assert.equal(result.outcome, 'created', JSON.stringify(result))
  return service
}

async function listEvents(service: TestService): Promise<Json[]> {
  const events: Json[] = []
  const query = 'start_date=1990-01-01&end_date=2099-01-01&status=publish,future,draft,pending,private&per_page=100'
  for (let page = 1; ; page++) {
    const { status, json } = await service.send('GET', `/events?${query}&page=${page}`, { as: 'admin' })
    if (status === 404) return events
    events.push(...json.events)
    if (page >= json.total_pages) return events
  }
}

const name = ({ name: text }: Json): string => text

/** The fields of an event that a calendar contains. */
function describeEvent(event: Json): Json {
  const { title, description, start_date, utc_start_date, utc_end_date, timezone, all_day } = event
  const { event_status = 'scheduled', event_status_reason, attendance_mode, virtual_url } = event
  const venue = event.venue.venue && [event.venue.venue, event.venue.geo_lat]
  const organizers = event.organizer.map(({ organizer, email, phone, website }: Json) => [
    ...[decodeEntities(organizer), email, phone, website],
  ])
  return {
    // Typographic quotes of names and titles are in the calendar.
    ...{
      title: decodeEntities(title),
      description,
      start_date,
      utc_start_date,
      utc_end_date,
      timezone,
      all_day,
      venue,
      organizers,
    },
    ...{ event_status, event_status_reason, attendance_mode, virtual_url, isPublic: event.status === 'publish' },
    categories: event.categories.map(name),
  }
}

/** The events that belong together, with their original dates, a line per series. A single date is no series. */
function describeSeries(events: readonly Json[]): string[] {
  const members = new Map<number, string[]>()
  for (const { series, title, utc_start_date } of events)
    if (series) members.set(series.id, [...(members.get(series.id) ?? []), `${series.date} ${title} ${utc_start_date}`])
  return [...members.values()]
    .filter(({ length }) => length > 1)
    .map((list) => list.join())
    .sort()
}

const sortKey = (event: Json): string => JSON.stringify([event.utc_start_date, event.title, event.utc_end_date])

async function assertEqual(service: TestService, imported: TestService): Promise<number> {
  const [expected, actual] = [await listEvents(service), await listEvents(imported)]
  const sorted = (events: readonly Json[]) =>
    events.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)).map(describeEvent)
  assert.deepEqual(sorted(actual), sorted(expected))
  assert.deepEqual(describeSeries(actual), describeSeries(expected))
  return actual.length
}

const write = async (service: TestService, path: string, json: Json): Promise<Json> => {
  const response = await service.send('POST', path, { as: 'admin', json })
  assert.ok(response.status < 300, response.text)
  return response.json
}

for (const engine of ENGINES)
  test(`Series of every shape stay series on ${engine.name}`, async (context) => {
    const service = await start(context, engine)
    const create = async (fields: Json) => listOccurrences(service, (await createWeekly(service, fields)).series.id)
    const edit = (event: Json | undefined, json: Json) => write(service, `/events/${event?.id}`, json)

    await create({ title: 'Only dates', recurrence: { rdate: ['2027-02-01', '2027-04-01'] } })
    await create({ title: 'First date off the rule', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=4' } })
    const added = { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: ['2027-03-06', '2027-03-08'] }
    const [, , , , renamed, moved] = await create({ title: 'Added dates', recurrence: added })
    await edit(renamed, { title: 'Added and renamed' })
    await edit(moved, { start_date: '2027-03-09 10:00', end_date: '2027-03-09 11:00' })
    const days = { start_date: '2027-05-01', end_date: '2027-05-02', all_day: true }
    await create({ title: 'Days', ...days, recurrence: { rdate: ['2027-06-03', '2027-07-30'] } })
    for (const [index, event] of (await create({ title: 'All edited', recurrence: 'FREQ=WEEKLY;COUNT=3' })).entries())
      await edit(event, { title: `Edited ${index}` })
    const listed = await create({ title: 'Moved first', recurrence: { rdate: ['2027-02-01', '2027-04-01'] } })
    await edit(listed[0], { start_date: '2027-01-20 10:00', end_date: '2027-01-20 11:00' })
    await create({ title: 'Elsewhere', timezone: 'Pacific/Auckland', recurrence: { rdate: ['2027-02-01'] } })
    await create({ title: 'Draft', status: 'draft', recurrence: { rdate: ['2027-02-01'] } })

    const imported = await importCalendar(context, engine, await exportCalendar(service))
    assert.equal(await assertEqual(service, imported), 26)
  })

for (const engine of ONE_ENGINE) {
  test(`Events of every kind have the same texts, people, places, states and dates on ${engine.name}`, async (context) => {
    const service = await start(context, engine)
    const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }
    const venue = { venue: 'Café “Ω”', address: '1 Road', city: 'Ghent', geo_lat: 51.05, geo_lng: 3.7 }
    const organizer = [
      { organizer: 'The "Ann" Society', email: 'a@x.example' },
      { organizer: 'Bob', phone: '+32 9 123', website: 'https://b.example/' },
    ]
    const { id } = await write(service, '/categories', { name: 'Music, jazz & more' })
    for (const fields of [
      {
        title: 'It’s on & 日本',
        description: '<p>One &amp; "two"; three, \\n four</p>',
        ...dates,
        venue,
        organizer,
      },
      {
        title: 'A < B',
        ...dates,
        categories: [id],
        timezone: 'Europe/Brussels',
        website: 'https://x.example/?a=1&b=2',
      },
      { title: 'Days', start_date: '2027-04-01', end_date: '2027-04-03', all_day: true },
      { title: 'Canceled', ...dates, event_status: 'canceled', event_status_reason: 'Storm, "sorry"' },
      { title: 'Online', ...dates, attendance_mode: 'online', virtual_url: 'https://meet.example/?a=1,2;3' },
      { title: 'Without end', start_date: '2027-03-01 10:00', end_date: '2027-03-01 10:00' },
      { title: 'Repeated hour', ...dates, start_date: '2026-11-01 01:30' },
      ...['draft', 'pending', 'private'].map((status) => ({ title: status, ...dates, status })),
      { title: 'Later', ...dates, date: '2027-02-01 00:00:00' },
    ])
      await write(service, '/events', fields)
    const imported = await importCalendar(context, engine, await exportCalendar(service))
    assert.equal(await assertEqual(service, imported), 11)
  })

  test(`Random series are equal on ${engine.name}`, async (context) => {
    const service = await start(context, engine)
    const random = createRandomNumbers(30)
    for (let index = 0; index < 40; index++) {
      const rdate = ['2027-03-06', '2027-08-08'].slice(Math.floor(random() * 3))
      const recurrence = { rrule: createRandomRule(random), rdate }
      const { status, json } = await service.send('POST', '/events?strict=1', {
        as: 'admin',
        json: { title: `Series ${index}`, start_date: '2027-01-05 19:00', end_date: '2027-01-05 20:30', recurrence },
      })
      if (status !== 201) continue
      const events = await listOccurrences(service, json.series.id)
      const [edited, deleted] = [events[Math.floor(random() * events.length)], events.at(-1)]
      await write(service, `/events/${edited?.id}`, { title: `Edited ${index}` })
      if (events.length > 2 && deleted !== edited)
        await service.send('DELETE', `/events/${deleted?.id}`, { as: 'admin' })
    }
    const imported = await importCalendar(context, engine, await exportCalendar(service))
    const count = await assertEqual(service, imported)
    assert.ok(count > 1000, String(count))
  })
}
