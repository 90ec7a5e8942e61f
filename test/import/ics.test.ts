import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ExternalEntry } from '../../src/features/imports/external/external-record.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { collectResults } from './collect-results.ts'
import { EXPECTED, FILES } from './formats/ics/expected-events.ts'

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Event ${uid}`, ...lines, 'END:VEVENT'].join('\r\n')

const read = async (text: string): Promise<ExternalEntry[]> => {
  const entries: ExternalEntry[] = []
  for await (const entry of readIcs({ bytes: Buffer.from(text), name: 'a.ics', siteZone: 'America/New_York' }))
    entries.push(entry)
  return entries
}
const readOne = async (...lines: readonly string[]): Promise<Json> => {
  const [entry] = await read(calendar(event('u1', ...lines)))
  assert.ok(entry && 'fields' in entry, JSON.stringify(entry))
  return entry.fields
}
const readDates = async (...lines: readonly string[]) => {
  const { start_date, end_date, timezone, all_day } = await readOne(...lines)
  return [start_date, end_date, timezone, all_day]
}

describe('iCalendar reader', () => {
  test('Times are read in their zone, in UTC, without zone, as days and with a duration', async () => {
    assert.deepEqual(await readDates('DTSTART;TZID=Europe/Brussels:20270301T190000', 'DURATION:PT90M'), [
      ...['2027-03-01 19:00:00', '2027-03-01 20:30:00', 'Europe/Brussels', false],
    ])
    assert.deepEqual(await readDates('DTSTART:20270301T190000Z', 'DTEND:20270301T200000Z'), [
      ...['2027-03-01 19:00:00Z', '2027-03-01 20:00:00Z', 'America/New_York', false],
    ])
    assert.deepEqual(await readDates('DTSTART:20270301T190000'), [
      ...['2027-03-01 19:00:00', '2027-03-01 19:00:00', 'America/New_York', false],
    ])
    assert.deepEqual(await readDates('DTSTART;VALUE=DATE:20270301', 'DTEND;VALUE=DATE:20270304'), [
      ...['2027-03-01 00:00:00', '2027-03-03 00:00:00', 'America/New_York', true],
    ])
    assert.deepEqual(
      await readDates('DTSTART;TZID=Europe/Brussels:20270301T190000', 'DTEND;TZID=America/New_York:20270301T160000'),
      ['2027-03-01 19:00:00', '2027-03-01 21:00:00Z', 'Europe/Brussels', false],
    )
  })

  test('A zone with a name of its own is found by its definition', async () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Village Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
      ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
      ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ]
    const dates = 'DTSTART;TZID=Village Time:20270701T190000'
    const [entry] = await read(calendar('X-WR-TIMEZONE:Europe/Paris', ...zone, event('u1', dates)))
    assert.ok(entry && 'fields' in entry)
    assert.deepEqual([entry.fields['start_date'], entry.fields['timezone']], ['2027-07-01 19:00:00', 'Europe/Paris'])
    const [unknown] = await read(calendar(event('u1', 'DTSTART;TZID=Nowhere:20270701T190000')))
    const failure = 'DTSTART has the time zone "Nowhere", which is neither known nor defined: 20270701T190000'
    assert.deepEqual(unknown, { where: 'a.ics:6', failure, key: 'u1' })
  })

  test('Properties become fields, and missing ones clear them', async () => {
    const fields = await readOne(
      ...[
        'DTSTART:20270301T190000Z',
        'DESCRIPTION:1 < 2\\nand\\, more',
        'LOCATION:Town Hall\\, 1 Main Street\\, Ghent',
      ],
      ...['GEO:51.05;3.72', 'CATEGORIES:Music,Arts\\, Crafts', 'ORGANIZER;CN="Doe, Jo":mailto:jo@x.example'],
      ...[
        'CONTACT:Ann\\, +32 1 234 56 78\\, ann@x.example',
        'URL:https://x.example/e',
        'STATUS:CANCELLED',
        'COMMENT:Storm',
      ],
      ...['ATTACH;FMTTYPE=image/png:https://x.example/a.png', 'CONFERENCE;VALUE=URI:https://meet.example/1'],
    )
    const { start_date: _start, end_date: _end, timezone: _zone, all_day: _allDay, ...others } = fields
    assert.deepEqual(others, {
      title: 'Event u1',
      description: '1 &lt; 2\nand, more',
      website: 'https://x.example/e',
      categories: ['Music', 'Arts, Crafts'],
      venue: { venue: 'Town Hall', address: '1 Main Street, Ghent', geo_lat: 51.05, geo_lng: 3.72 },
      organizer: [
        { organizer: 'Doe, Jo', email: 'jo@x.example' },
        { organizer: 'Ann', phone: '+32 1 234 56 78', email: 'ann@x.example', website: '' },
      ],
      image: 'https://x.example/a.png',
      event_status: 'canceled',
      event_status_reason: 'Storm',
      virtual_url: 'https://meet.example/1',
      attendance_mode: 'mixed',
    })
    const { venue, organizer, image, website, event_status } = await readOne('DTSTART:20270301T190000Z')
    assert.deepEqual([venue, organizer, image, website, event_status], ['', [], '', '', 'scheduled'])
  })

  test('What mail programs read as another address, or as several, is no address of an organizer', async () => {
    for (const address of HOSTILE_ADDRESSES.filter((text) => /^[ -~]+$/.test(text))) {
      const { organizer } = await readOne('DTSTART:20270301T190000Z', `ORGANIZER;CN=Ann:mailto:${address}`)
      assert.deepEqual(organizer, [{ organizer: 'Ann' }], address)
    }
  })

  test('A recurrence has the dates of RDATE and EXDATE, and a start that its rule does not select', async () => {
    const start = 'DTSTART;TZID=Europe/Brussels:20270301T190000'
    const { recurrence } = await readOne(
      start,
      'RRULE:FREQ=WEEKLY;BYDAY=TU',
      'EXDATE:20270309T180000Z',
      'RDATE;VALUE=DATE:20270401',
    )
    assert.deepEqual(recurrence, {
      rrule: 'FREQ=WEEKLY;BYDAY=TU',
      rdate: ['2027-03-01', '2027-04-01'],
      exdate: ['2027-03-09'],
    })
    assert.equal((await readOne(start)).recurrence, undefined)
  })

  test('Components with RECURRENCE-ID belong to their series, or are events without it', async () => {
    const override = event('u1', 'RECURRENCE-ID:20270308T000000Z', 'DTSTART:20270308T010000Z')
    const [series] = await read(calendar(override, event('u1', 'DTSTART:20270301T000000Z', 'RRULE:FREQ=WEEKLY')))
    assert.ok(series && 'fields' in series)
    assert.deepEqual(
      series.overrides?.map(({ date }) => date),
      ['2027-03-08'],
    )
    const [single] = await read(calendar(override))
    assert.ok(single && 'key' in single)
    assert.equal(single.key, 'u1#2027-03-08T00:00:00Z')
  })

  test('Broken components are reported with their line, and the others are read', async () => {
    const entries = await read(
      calendar(
        ...['BEGIN:VEVENT', 'UID:a', 'no property', 'END:VEVENT'],
        event('b', 'DTSTART:20271301T000000Z'),
        event('c', 'DTSTART:20270301T000000Z'),
        ...['BEGIN:VEVENT', 'SUMMARY:x', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:d'],
      ),
    )
    const failures = entries.flatMap((entry) => ('failure' in entry ? [`${entry.where} ${entry.failure}`] : []))
    assert.deepEqual(failures.map((text) => text.slice(0, 8)).sort(), ['a.ics:10', 'a.ics:17', 'a.ics:20', 'a.ics:3 '])
    assert.equal(entries.length - failures.length, 1)
    const [none] = await read('<html>')
    assert.deepEqual(none, { where: 'a.ics:1', failure: 'it is not an iCalendar file: BEGIN:VCALENDAR is missing' })
  })
})

/** As in the expected events. */
function describeOccurrence({ title, all_day, event_status, ...event }: Json): string {
  const [start, end] = ['start_date', 'end_date'].map((name) =>
    all_day ? event[name].slice(0, 10) : event[`utc_${name}`].slice(0, 16),
  )
  return `${start} to ${end} ${title}${event_status === 'canceled' ? ' (canceled)' : ''}`
}

for (const engine of ONE_ENGINE) {
  describe(`iCalendar import on ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-ics-'))
      service = await startService({ engine })
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const load = async (input: string, isDryRun = false, format?: 'ics') => {
      const { observer, problems, changes } = collectResults(folder)
      const { inputs } = await importInputs(
        service.services,
        [input],
        { isDryRun, fetchesImages: false, format },
        observer,
      )
      return { counts: inputs[0]?.counts, problems, changes }
    }
    const write = (name: string, text: string): string => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    }
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json

    test('A file is imported once, under any name, and a dry run lists its changes', async () => {
      const text = calendar(
        event('k1', 'DTSTART:20270301T190000Z', 'DTEND:20270301T200000Z', 'LOCATION:Hall K\\, 1 Road'),
        event('k2', 'DTSTART;TZID=Europe/Brussels:20270301T190000', 'RRULE:FREQ=DAILY;COUNT=3'),
      )
      const planned = await load(write('a.ics', text), true)
      assert.deepEqual(
        planned.changes.map(({ outcome, kind, title }) => `${outcome} ${kind} ${title}`),
        ['created event Event k1', 'created series Event k2'],
      )
      assert.deepEqual((await get('/events?start_date=2027-01-01')).events, [])
      assert.equal((await load(write('a.ics', text))).counts?.created, 2)
      assert.equal((await load(write('b.ics', text))).counts?.unchanged, 2)
      const { events } = await get('/events?start_date=2027-01-01')
      assert.deepEqual(
        events.map(({ title, utc_start_date }: Json) => `${title} ${utc_start_date}`),
        [
          ...['Event k1 2027-03-01 19:00:00', 'Event k2 2027-03-01 18:00:00'],
          ...['Event k2 2027-03-02 18:00:00', 'Event k2 2027-03-03 18:00:00'],
        ],
      )
      assert.equal(events[0].external_id, 'ics:k1')
    })

    test('A problem names its line, whether or not the event is imported', async () => {
      const start = 'DTSTART:20270301T190000Z'
      const text = calendar(event('l1', start, 'RRULE:FREQ=HOURLY'), event('l2', start, 'RRULE:FREQ=DAILY;COUNT=0'))
      const { counts, problems } = await load(write('c.ics', text))
      assert.deepEqual([counts?.created, counts?.failed], [1, 1])
      assert.deepEqual(problems, [
        'c.ics:13: failed: RRULE has no dates: FREQ=DAILY;COUNT=0',
        'c.ics:3: line 7: RRULE is not supported (FREQ=HOURLY): FREQ=HOURLY. Its other dates are not imported.',
      ])
    })

    // Series without an end are imported up to the horizon.
    const finite = [...FILES].filter(([name]) => !['a13-daily-old', 'p08-facebook-bday'].includes(name))
    for (const [name, path] of finite)
      test(`${name} is imported with the right events, which have the category of the import`, async () => {
        const { observer } = collectResults(folder)
        const options = { isDryRun: false, fetchesImages: false, categories: [`c-${name}`] }
        await importInputs(service.services, [path], options, observer)
        const { events = [] } = await get(`/events?categories=c-${name}&start_date=2026-12-01&per_page=50`)
        const expected = EXPECTED[name]?.filter((line) => /^\d/.test(line)) ?? []
        assert.deepEqual(events.map(describeOccurrence), expected)
        assert.equal((await load(path)).counts?.created, 0)
      })

    test('A series without occurrences is not imported', async () => {
      const { counts, problems } = await load(
        join(import.meta.dirname, 'formats/ics/cases/properties/e08-exdate-all.ics'),
      )
      assert.deepEqual([counts?.created, counts?.failed], [0, 1])
      assert.match(problems.join('\n'), /e08-exdate-all\.ics:4: failed: /)
    })

    test('The URL of a calendar is imported, also without the extension', async () => {
      const text = calendar(event('m1', 'DTSTART:20270301T190000Z'))
      const server = createServer(({ url }, response) => {
        response.setHeader('content-type', url === '/page' ? 'text/html' : 'text/calendar; charset=utf-8')
        response.end(text)
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
      assert.equal((await load(`${origin}/calendar`)).counts?.created, 1)
      assert.equal((await load(`${origin}/calendar.ics`)).counts?.unchanged, 1)
      assert.equal((await load(`${origin}/page`)).counts?.unchanged, 1)
      server.close()
    })

    test('The iCalendar feed of the service is imported with the same fields', async () => {
      const created = await service.send('POST', '/events', {
        as: 'admin',
        json: {
          ...{ title: 'Round & trip', description: 'One < two', start_date: '2027-05-01 10:00:00' },
          ...{
            end_date: '2027-05-01 11:00:00',
            timezone: 'Europe/Rome',
            categories: ['Round'],
            website: 'https://x.example/',
          },
          ...{ venue: { venue: 'Café R', address: '5 Via', city: 'Roma', zip: '00100', country: 'Italy' } },
          ...{ organizer: [{ organizer: 'Org R', email: 'r@x.example' }, { organizer: 'Org S' }] },
        },
      })
      const feed = await service.send('GET', `/events.ics?search=Round&start_date=2027-01-01`)
      assert.equal(feed.status, 200)
      assert.equal((await load(write('feed.ics', feed.text))).counts?.created, 1)
      const [original, copy] = (await get('/events?search=Round&start_date=2027-01-01')).events
      assert.equal(original.id, created.json.id)
      for (const name of ['title', 'utc_start_date', 'utc_end_date', 'timezone'])
        assert.equal(copy[name], original[name], name)
      assert.equal(copy.venue.id, original.venue.id)
      assert.deepEqual(
        copy.organizer.map(({ id }: Json) => id),
        original.organizer.map(({ id }: Json) => id),
      )
      assert.deepEqual(copy.categories[0].id, original.categories[0].id)
    })
  })
}
