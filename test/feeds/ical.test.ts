import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatIsoUtc } from '../../src/base/time/parse-date.ts'
import { resolveLocal, toLocal } from '../../src/base/time/time-zone.ts'
import { ical } from '../../src/calendar/feeds/ical.ts'
import { parseWithIcalJs, parseWithNodeIcal } from '../helper/http/feed-readers.ts'
import { createFeedRecord, type EventOverrides, writeFeed } from '../helper/http/feed-records.ts'
import { fc } from '../helper/properties/seeds.ts'
import { createInstantsNearChange } from '../helper/properties/wall-times.ts'

/** Unfolded lines of a feed. */
const unfoldLines = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
const writeEventLines = (overrides: EventOverrides): string[] =>
  unfoldLines(writeFeed(ical, [createFeedRecord(overrides)]))
const named = (lines: readonly string[], name: string): string[] =>
  lines.filter((one) => one.match(/^[\w-]+/)?.[0] === name)

interface Reader {
  readonly read: typeof parseWithIcalJs
  /** Times that the reader cannot parse from any source. */
  readonly isBeyond: (local: string) => boolean
}

const READERS: Readonly<Record<string, Reader>> = {
  'ical.js': { read: parseWithIcalJs, isBeyond: () => false },
  // On Node 20 it reads the minutes of the first hour of a day as zero, which also affects the second hour.
  'node-ical': { read: parseWithNodeIcal, isBeyond: (local) => local.slice(11, 13) < '02' },
}

const ZONES = [
  ...[
    'UTC',
    'Europe/Berlin',
    'europe/london',
    'Europe/Dublin',
    'America/New_York',
    'America/Sao_Paulo',
    'Asia/Kolkata',
  ],
  ...[
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Apia',
  ],
  ...[
    'Asia/Tehran',
    'Etc/UTC',
    'UTC+2',
    'UTC-5',
    'UTC+5.5',
    'UTC-3.5',
    'UTC+12.75',
    'GMT+3',
    '-0500',
    'EST',
    'CET',
    'MSK',
  ],
]

/** Every half hour around clock changes. */
const DAYS = [
  '2027-03-14',
  '2027-03-28',
  '2027-04-04',
  '2027-10-03',
  '2027-10-31',
  '2027-11-07',
  '2027-07-01',
  '2027-12-31',
]
const TIMES = [
  '00:00:00',
  '00:30:00',
  '01:00:00',
  '01:30:00',
  '02:00:00',
  '02:30:00',
  '03:00:00',
  '03:30:00',
  '20:15:42',
]

describe('Times of a calendar', () => {
  for (const [name, { read, isBeyond }] of Object.entries(READERS)) {
    for (const timezone of ZONES) {
      test(`${name} reads times unchanged in ${timezone}`, () => {
        const all = DAYS.flatMap((day) => TIMES.map((time) => `${day} ${time}`))
        const starts = all.filter((start) => !isBeyond(resolveLocal(start, timezone).local))
        const records = starts.map((start, at) =>
          createFeedRecord({
            id: at + 1,
            start,
            end: toLocal(resolveLocal(start, timezone).utc.replace(/:..$/, ':59'), timezone),
            timezone,
          }),
        )
        const expected = records.map(({ json }) => {
          const { utc_start_date, utc_end_date } = JSON.parse(json)
          return [formatIsoUtc(utc_start_date), formatIsoUtc(utc_end_date)]
        })
        const events = read(writeFeed(ical, records))
        assert.deepEqual(
          events.map(({ start, end }) => [start, end]),
          expected,
        )
      })
    }

    test(`${name} distinguishes the two occurrences of an ambiguous hour`, () => {
      const ambiguous = {
        start_date: '2027-10-31 02:30:00',
        end_date: '2027-10-31 02:45:00',
        timezone: 'Europe/Berlin',
      }
      const first = createFeedRecord({
        id: 1,
        ...ambiguous,
        utc_start_date: '2027-10-31 00:30:00',
        utc_end_date: '2027-10-31 00:45:00',
      })
      const second = createFeedRecord({
        id: 2,
        ...ambiguous,
        utc_start_date: '2027-10-31 01:30:00',
        utc_end_date: '2027-10-31 01:45:00',
      })
      const starts = read(writeFeed(ical, [first, second])).map(({ start }) => start)
      assert.deepEqual(starts, ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'])
    })

    test(`${name} reads texts, locations and days unchanged`, () => {
      const event = createFeedRecord({
        title: 'Jazz &#038; &#8220;Blues&#8221;; live, \\o/ &lt;b&gt;',
        description: '<p>One<br />\ntwo</p>\n<p>Ünï &#8212; 😀</p>',
        venue: {
          venue: 'Hall; big, one',
          address: '1 Main St',
          city: 'Rome',
          stateprovince: 'RM',
          zip: '00100',
          country: 'Italy',
        },
        ...{ all_day: true, start_date: '2027-02-27 00:00:00', end_date: '2027-02-28 23:59:59' },
      })
      const long = createFeedRecord({ id: 2, title: 'ü'.repeat(200), description: `<p>${'long 😀 '.repeat(300)}</p>` })
      const [one, two] = read(writeFeed(ical, [event, long]))
      assert.deepEqual(one, {
        uid: 'calendar.example?id=1',
        title: 'Jazz & “Blues”; live, \\o/ <b>',
        start: '2027-02-27',
        end: '2027-03-01',
        location: 'Hall; big, one, 1 Main St, Rome, RM 00100, Italy',
        description: 'One\ntwo\n\nÜnï — 😀',
      })
      assert.equal(two?.title, 'ü'.repeat(200))
      assert.equal(two?.description, 'long 😀 '.repeat(300).trim())
    })
  }

  test('ical.js reads back any time in any zone', () => {
    const moments = fc.integer({ min: Date.UTC(1960, 0) / 1000, max: Date.UTC(2120, 0) / 1000 })
    const regions = ZONES.filter((zone) => zone.includes('/'))
    const calendars = fc.oneof(
      fc.tuple(fc.constantFrom(...ZONES), fc.array(moments, { minLength: 1, maxLength: 5 })),
      fc
        .constantFrom(...regions)
        .chain((zone) =>
          fc.tuple(fc.constant(zone), fc.array(createInstantsNearChange(zone), { minLength: 1, maxLength: 5 })),
        ),
    )
    fc.assert(
      fc.property(calendars, ([timezone, seconds]) => {
        const utc = seconds.map((second) => new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' '))
        const records = utc.map((moment, at) => {
          const local = toLocal(moment, timezone)
          const both = { start_date: local, end_date: local, utc_start_date: moment, utc_end_date: moment }
          return createFeedRecord({ id: at + 1, timezone, ...both })
        })
        assert.deepEqual(
          parseWithIcalJs(writeFeed(ical, records)).map(({ start }) => start),
          utc.map(formatIsoUtc),
        )
      }),
    )
  })
})

describe('The iCalendar feed', () => {
  test('The header contains name, URL and polling interval', () => {
    const lines = unfoldLines(writeFeed(ical, [], { name: 'Town; all, of it' }))
    assert.deepEqual(lines, [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Calends//Calends//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Town\\; all\\, of it',
      'X-WR-CALNAME:Town\\; all\\, of it',
      'X-WR-TIMEZONE:Europe/Berlin',
      'URL:https://calendar.example/',
      'SOURCE;VALUE=URI:https://calendar.example/api/events.ics',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'END:VCALENDAR',
    ])
  })

  test('A zone is described once for all of its spellings, for the period of its events', () => {
    const records = [
      createFeedRecord({ id: 1, timezone: 'europe/berlin', start: '2027-03-01 10:00:00', end: '2027-03-01 11:00:00' }),
      createFeedRecord({ id: 2, timezone: 'Europe/Berlin', start: '2027-07-01 10:00:00', end: '2027-07-01 11:00:00' }),
    ]
    const lines = unfoldLines(writeFeed(ical, records))
    assert.deepEqual(named(lines, 'TZID'), ['TZID:Europe/Berlin'])
    const zone = lines.slice(lines.indexOf('BEGIN:STANDARD'), lines.indexOf('END:VTIMEZONE'))
    assert.deepEqual(zone, [
      ...[
        'BEGIN:STANDARD',
        'DTSTART:20261025T030000',
        'TZOFFSETFROM:+0200',
        'TZOFFSETTO:+0100',
        'TZNAME:CET',
        'END:STANDARD',
      ],
      ...[
        'BEGIN:DAYLIGHT',
        'DTSTART:20270328T020000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'TZNAME:CEST',
        'END:DAYLIGHT',
      ],
    ])
  })

  test('An event in the far future is written in UTC and adds no observances', () => {
    const distant = { timezone: 'Europe/Berlin', start: '9990-07-01 10:00:00', end: '9990-07-01 11:00:00' }
    const text = writeFeed(ical, [
      createFeedRecord({ id: 1, timezone: 'Europe/Berlin' }),
      createFeedRecord({ id: 2, ...distant }),
    ])
    assert.match(text, /DTSTART:99900701T080000Z\r\n/)
    assert.ok(text.length < 40_000)
  })

  test('An event in a zone without VTIMEZONE is written in UTC', () => {
    const text = writeFeed(ical, [createFeedRecord({ timezone: 'Asia/Tokyo' })], { zones: [] })
    assert.match(text, /DTSTART:20270301T010000Z\r\nDTEND:20270301T030000Z\r\n/)
  })

  test('The same input produces the same bytes', () => {
    const records = [createFeedRecord({ id: 2 }), createFeedRecord({ id: 1, timezone: 'Asia/Tokyo' })]
    assert.equal(writeFeed(ical, records), writeFeed(ical, structuredClone(records)))
  })
})

describe('Events of the iCalendar feed', () => {
  test('Empty properties are omitted', () => {
    const lines = writeEventLines({ date_utc: '0000-00-00 00:00:00', status: 'draft' })
    assert.deepEqual(lines.slice(lines.indexOf('BEGIN:VEVENT')), [
      'BEGIN:VEVENT',
      'UID:calendar.example?id=1',
      'DTSTAMP:20270102T030405Z',
      'LAST-MODIFIED:20270102T030405Z',
      'SEQUENCE:1',
      'DTSTART:20270301T100000Z',
      'DTEND:20270301T120000Z',
      'SUMMARY:Event 1',
      'STATUS:TENTATIVE',
      'CLASS:PRIVATE',
      'URL:https://calendar.example/event/e1/',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  test('An event without duration has no DTEND, and an all-day event ends on the next day', () => {
    const instant = writeEventLines({ end: '2027-03-01 10:00:00' })
    assert.deepEqual(named(instant, 'DTEND'), [])
    const day = writeEventLines({ all_day: true, start_date: '2027-12-31 00:00:00', end_date: '2027-12-31 23:59:59' })
    assert.deepEqual(named(day, 'DTSTART'), ['DTSTART;VALUE=DATE:20271231'])
    assert.deepEqual(named(day, 'DTEND'), ['DTEND;VALUE=DATE:20280101'])
    const late = writeEventLines({ all_day: true, start_date: '2027-05-01 04:00:00', end_date: '2027-05-02 03:59:59' })
    assert.deepEqual(named(late, 'DTEND'), ['DTEND;VALUE=DATE:20270502'])
  })

  test('The first organizer with an email address is ORGANIZER, the others are CONTACT', () => {
    const organizer = [
      { organizer: 'Ann', phone: '555' },
      { organizer: 'Bob "B" &amp; Co, Ltd', email: 'bob@example.test' },
      { organizer: 'Eve', email: 'not an address', website: 'https://eve.example/' },
    ]
    const lines = writeEventLines({ organizer })
    assert.deepEqual(named(lines, 'ORGANIZER'), [`ORGANIZER;CN="Bob ^'B^' & Co, Ltd":mailto:bob@example.test`])
    assert.deepEqual(named(lines, 'CONTACT'), [
      'CONTACT:Ann\\, 555',
      'CONTACT:Eve\\, not an address\\, https://eve.example/',
    ])
  })

  test('An ORGANIZER with a phone number or website is CONTACT, too', () => {
    const details = { email: 'bob@example.test', phone: '555', website: 'https://bob.example/' }
    const lines = writeEventLines({ organizer: [{ organizer: 'Bob', ...details }] })
    assert.deepEqual(named(lines, 'ORGANIZER'), ['ORGANIZER;CN=Bob:mailto:bob@example.test'])
    assert.deepEqual(named(lines, 'CONTACT'), ['CONTACT:Bob\\, 555\\, bob@example.test\\, https://bob.example/'])
  })

  test('An organizer whose email address needs escapes in a URI becomes CONTACT', () => {
    for (const email of [
      'jürgen@example.test',
      'a%b@example.test',
      'who?subject=x@example.test',
      'ann@localhost',
      '"a b"@x.test',
    ]) {
      const lines = writeEventLines({ organizer: [{ organizer: 'Ann', email }] })
      assert.deepEqual([named(lines, 'ORGANIZER'), named(lines, 'CONTACT').length], [[], 1], email)
    }
    const lines = writeEventLines({
      organizer: [{ organizer: 'Ann', email: "o'neil+news.x_y@mail.example-site.test" }],
    })
    assert.deepEqual(named(lines, 'ORGANIZER'), ["ORGANIZER;CN=Ann:mailto:o'neil+news.x_y@mail.example-site.test"])
  })

  test('A calendar has METHOD:PUBLISH only for one event that has an organizer with an address', () => {
    const organizer = [{ organizer: 'Ann', email: 'ann@example.test' }]
    const methods = (overrides: EventOverrides, channel: Parameters<typeof writeFeed>[2] = {}) => {
      const onlyEvent = createFeedRecord(overrides)
      return named(unfoldLines(writeFeed(ical, [onlyEvent], { onlyEvent, ...channel })), 'METHOD')
    }
    assert.deepEqual(methods({ organizer }), ['METHOD:PUBLISH'])
    assert.deepEqual(methods({}), [])
    assert.deepEqual(methods({ organizer: [{ organizer: 'Ann' }] }), [])
    assert.deepEqual(methods({ organizer }, { fields: new Set(['url']) }), [])
    assert.deepEqual(named(writeEventLines({ organizer }), 'METHOD'), [])
  })

  test('A protected all-day event has dates without times', () => {
    const days = (start: string, end: string, dayCutoff = '00:00') => {
      const lines = unfoldLines(
        writeFeed(ical, [createFeedRecord({ start, end, all_day: null, timezone: 'Europe/Berlin' })], { dayCutoff }),
      )
      return [...named(lines, 'DTSTART'), ...named(lines, 'DTEND')].filter(
        (one) => one.includes('VALUE=DATE') || one.includes('TZID'),
      )
    }
    const march = ['DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270330']
    assert.deepEqual(days('2027-03-27 00:00:00', '2027-03-29 23:59:59'), march)
    assert.deepEqual(days('2027-03-27 04:00:00', '2027-03-30 03:59:59', '04:00'), march)
    assert.equal(days('2027-03-27 00:00:00', '2027-03-27 22:00:00')[0], 'DTSTART;TZID=Europe/Berlin:20270327T000000')
    assert.equal(days('2027-03-27 04:00:00', '2027-03-28 03:59:59')[0], 'DTSTART;TZID=Europe/Berlin:20270327T040000')
  })

  test('fields selects the properties in addition to title, dates and status', () => {
    const overrides: EventOverrides = {
      ...{
        description: '<p>Text</p>',
        venue: { venue: 'Hall', geo_lat: 1, geo_lng: 2 },
        categories: [{ name: 'Jazz' }],
      },
      ...{ organizer: [{ organizer: 'Ann', email: 'ann@example.test' }] },
      image: { url: 'https://calendar.example/a.jpg', extension: 'jpg', filesize: 10 },
    }
    const OPTIONAL = [
      'DESCRIPTION',
      'STYLED-DESCRIPTION',
      'LOCATION',
      'GEO',
      'ORGANIZER',
      'CATEGORIES',
      'URL',
      'IMAGE',
      'ATTACH',
    ]
    const present = (...fields: string[]) => {
      const lines = unfoldLines(writeFeed(ical, [createFeedRecord(overrides)], { fields: new Set(fields) }))
      for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'STATUS', 'SEQUENCE', 'LAST-MODIFIED'])
        assert.equal(named(lines, name).length, 1, name)
      const eventLines = lines.slice(lines.indexOf('BEGIN:VEVENT'))
      return OPTIONAL.filter((name) => named(eventLines, name).length > 0)
    }
    assert.deepEqual(present('title'), [])
    assert.deepEqual(present('description'), ['DESCRIPTION'])
    assert.deepEqual(present('styled_description', 'url'), ['STYLED-DESCRIPTION', 'URL'])
    assert.deepEqual(present('venue', 'image'), ['LOCATION', 'GEO', 'IMAGE', 'ATTACH'])
    assert.deepEqual(present('organizer', 'categories'), ['ORGANIZER', 'CATEGORIES'])
  })

  test('An event contains place, categories, image and texts', () => {
    const lines = writeEventLines({
      venue: { venue: 'Hall', geo_lat: -33.85, geo_lng: 0.0000001 },
      categories: [{ name: 'Jazz, Blues' }, { name: 'R&amp;B' }],
      image: { url: 'https://calendar.example/uploads/2027/01/a b.jpg', extension: 'jpg', filesize: 10 },
      description: '<p>See <a href="https://x.example/?a=1&#038;b=2">this</a></p>\n<ul><li>one</li><li>two</li></ul>',
    })
    assert.deepEqual(named(lines, 'GEO'), ['GEO:-33.85;0.0000001'])
    assert.deepEqual(named(lines, 'CATEGORIES'), ['CATEGORIES:Jazz\\, Blues,R&B'])
    const url = 'https://calendar.example/uploads/2027/01/a%20b.jpg'
    assert.deepEqual(named(lines, 'IMAGE'), [`IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg:${url}`])
    assert.deepEqual(named(lines, 'ATTACH'), [`ATTACH;FMTTYPE=image/jpeg:${url}`])
    assert.deepEqual(named(lines, 'DESCRIPTION'), [
      'DESCRIPTION:See this (https://x.example/?a=1&b=2)\\n\\n- one\\n- two',
    ])
    assert.deepEqual(named(lines, 'STYLED-DESCRIPTION'), [
      'STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>See <a href="https://x.example/?a=1&#038\\;b=2">this</a></p>\\n' +
        '<ul><li>one</li><li>two</li></ul>',
    ])
  })
})
