/** Versions and changes of events, encodings, texts and other properties of calendars. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readIcs } from '../../../../src/features/imports/formats/ics/read-ics.ts'
import type { Json } from '../../../helper/service.ts'
import {
  createCalendar,
  createEvent,
  describeCalendar,
  describeEvent,
  readEntries,
  shortenStarts,
} from './describe-calendar.ts'

const START = 'DTSTART:20270105T190000Z'
const WEEKLY = [START, 'RRULE:FREQ=WEEKLY;COUNT=3']

const readFields = async (...lines: readonly string[]): Promise<Json> => {
  const [entry] = await readEntries(createCalendar(createEvent(...lines)))
  assert.ok(entry && 'fields' in entry, JSON.stringify(entry))
  return entry.fields
}
const listKeys = async (...lines: readonly string[]): Promise<(string | undefined)[]> =>
  (await readEntries(createCalendar(...lines))).map(({ key }) => key)

describe('Of several versions of an event, the newest is read', () => {
  const version = (title: string, ...lines: readonly string[]) => createEvent(START, `SUMMARY:${title}`, ...lines)
  const cases: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    'by SEQUENCE': [
      ['SEQUENCE:10', 'DTSTAMP:20260101T000000Z'],
      ['SEQUENCE:9', 'DTSTAMP:20270101T000000Z'],
    ],
    'then by DTSTAMP': [
      ['SEQUENCE:1', 'DTSTAMP:20270101T000000Z'],
      ['SEQUENCE:1', 'DTSTAMP:20260101T000000Z'],
    ],
    'then by position': [['SEQUENCE:abc'], ['DTSTAMP:never']],
  }
  for (const [name, [newer, older]] of Object.entries(cases))
    test(name, async () => {
      const isLast = name.endsWith('position')
      const events = [version('new', ...newer), version('old', ...older)]
      const lines = await describeCalendar(createCalendar(...(isLast ? events.toReversed() : events)))
      assert.equal(lines.length, 2)
      assert.match(lines[0] ?? '', /^line \d+: another event with the same UID is newer/)
      assert.match(lines[1] ?? '', /new$/)
    })

  test('also of a changed occurrence', async () => {
    const change = (time: string, sequence: number) =>
      createEvent('RECURRENCE-ID:20270112T190000Z', `DTSTART:20270112T${time}Z`, `SEQUENCE:${sequence}`)
    const text = createCalendar(change('200000', 2), createEvent(...WEEKLY), change('210000', 1))
    assert.equal((await describeCalendar(text))[1], '2027-01-12 20:00 to 2027-01-12 20:00 E')
  })
})

describe('A change that cannot be read', () => {
  const cases: Readonly<Record<string, readonly [readonly string[], string]>> = {
    'has no valid RECURRENCE-ID': [
      ['RECURRENCE-ID:soon', START],
      'failed on line 12: RECURRENCE-ID is not a date: soon',
    ],
    'has no start': [['RECURRENCE-ID:20270112T190000Z'], 'failed on line 9: DTSTART is missing'],
    'ends before its start': [
      ['RECURRENCE-ID:20270112T190000Z', START, 'DTEND:20270105T180000Z'],
      'failed on line 14: DTEND is before DTSTART: 20270105T180000Z',
    ],
  }
  for (const [name, [lines, failure]] of Object.entries(cases))
    test(name, async () => {
      const text = createCalendar(createEvent(...WEEKLY), createEvent(...lines))
      assert.deepEqual(shortenStarts(await describeCalendar(text)), [
        ...['2027-01-05 19:00', '2027-01-12 19:00', '2027-01-19 19:00', failure],
      ])
    })

  test('An event without dates of its own is replaced by the change of its only occurrence', async () => {
    const changes = [
      createEvent('RECURRENCE-ID:20270105T190000Z', 'DTSTART:20270105T200000Z'),
      createEvent('RECURRENCE-ID:20270112T190000Z', 'DTSTART:20270112T200000Z'),
    ]
    const text = [createEvent(START, 'RRULE:FREQ=HOURLY'), ...changes]
    assert.deepEqual(await listKeys(...text), ['A', 'A#2027-01-12T19:00:00Z'])
    assert.deepEqual(shortenStarts(await describeCalendar(createCalendar(...text))), [
      ...['2027-01-05 20:00', '2027-01-12 20:00'],
    ])
  })
})

describe('Encodings', () => {
  const text = createCalendar(createEvent(START, 'SUMMARY:Łódź'), createEvent('UID:B', START, 'SUMMARY:Kraków'))
  const titles = async (bytes: Uint8Array, charset?: string) => {
    const found: unknown[] = []
    for await (const entry of readIcs({ bytes, charset, name: 'a', siteZone: 'UTC' }))
      if ('fields' in entry) found.push(entry.fields['title'], ...(entry.warnings ?? []))
    return found
  }
  /** Bytes in ISO 8859-2. */
  const latin2 = (content: string) => Buffer.from(content.replaceAll('Ł', '\xa3').replaceAll('ź', '\xbc'), 'latin1')

  test('UTF-16 is read by its byte order mark', async () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    assert.deepEqual(await titles(little), ['Łódź', 'Kraków'])
    assert.deepEqual(await titles(Buffer.from(little).swap16()), ['Łódź', 'Kraków'])
  })

  test('The declared charset is that of the response or of a property', async () => {
    assert.deepEqual(await titles(latin2(text), 'iso-8859-2'), ['Łódź', 'Kraków'])
    const stated = text.replace('SUMMARY:Ł', 'SUMMARY;CHARSET="ISO-8859-2":Ł')
    assert.deepEqual(await titles(latin2(stated)), ['Łódź', 'Kraków'])
    assert.deepEqual(await titles(Buffer.from(text), 'iso-8859-2'), ['Łódź', 'Kraków'])
  })

  test('A bad byte is reported once, and refuses nothing', async () => {
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from('\xe9', 'latin1')])
    const warning = 'The file is not encoded in UTF-8 and was read as Windows-1252. Check its accented letters.'
    assert.deepEqual(await titles(bytes), ['Łódź', warning, 'Kraków'])
  })

  test('Lines are counted as in the file, where they are folded', async () => {
    const folded = createCalendar(createEvent(START, 'DESCRIPTION:A\r\n B\r\n\tC', 'DTEND:20270101T000000Z'))
    assert.match((await describeCalendar(folded))[0] ?? '', /^failed on line 10: DTEND is before/)
    for (const lineBreak of ['\n', '\r'])
      assert.match((await describeCalendar(folded.replaceAll('\r\n', lineBreak)))[0] ?? '', /^failed on line 10: /)
  })
})

describe('Texts', () => {
  test('A description with the HTML of Google keeps links and lists', async () => {
    const html = '<a href="https://x.example">Here</a><br><ul><li>One</li></ul>'
    assert.equal((await readFields(START, `DESCRIPTION:${html}`)).description, html)
  })

  test('A description of Outlook is the body of its HTML, unless that is empty', async () => {
    const wrap = (body: string) =>
      `X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML>\\n<HTML>\\n<HEAD>\\n<TITLE></TITLE>\\n</HEAD>\\n<BODY>\\n${body}\\n</BODY>\\n</HTML>`
    const list = '<P>Bring\\n food\\, and</P><UL><LI>a <A HREF="https://x.example">friend</A></LI></UL>'
    assert.equal(
      (await readFields(START, wrap(list), 'DESCRIPTION:Plain')).description,
      '<P>Bring  food, and</P><UL><LI>a <A HREF="https://x.example">friend</A></LI></UL>',
    )
    assert.equal((await readFields(START, wrap('<P>&nbsp;</P>'), 'DESCRIPTION:Plain')).description, 'Plain')
  })

  test('Parameters with colons, quotation marks and escapes are read', async () => {
    const organizer = `ORGANIZER;CN="Doe: Jo, ^'JD^'":mailto:jo@x.example`
    assert.deepEqual((await readFields(START, organizer)).organizer, [
      { organizer: 'Doe: Jo, "JD"', email: 'jo@x.example' },
    ])
    assert.equal((await readFields(START, 'SUMMARY;LANGUAGE="en:A title')).title, 'A title')
  })

  test('A line that is no property is reported', async () => {
    assert.deepEqual(await describeEvent(START, 'DESCRIPTION:One', 'two, three'), [
      ...['line 8: it is not a property and was not read', '2027-01-05 19:00 to 2027-01-05 19:00 E'],
    ])
  })
})

describe('Other properties', () => {
  test('An event without coordinates has none', async () => {
    for (const geo of ['GEO:;', 'GEO:abc', 'GEO:91;0', 'GEO:0', 'GEO:'])
      assert.deepEqual((await readFields(START, 'LOCATION:Hall', geo)).venue, { venue: 'Hall', address: '' }, geo)
    assert.equal((await readFields(START, 'LOCATION:Hall', 'GEO:-1.5;2')).venue.geo_lat, -1.5)
  })

  test('METHOD:CANCEL cancels all events, STATUS:CANCELLED one', async () => {
    const events = [createEvent(START), createEvent('UID:B', START, 'STATUS:Canceled')]
    const list = async (...lines: readonly string[]) =>
      (await describeCalendar(createCalendar(...lines))).map((line) => line.endsWith('(canceled)'))
    assert.deepEqual(await list('METHOD:CANCEL', ...events), [true, true])
    assert.deepEqual(await list('METHOD:PUBLISH', ...events), [false, true])
  })

  test('A private event is private, and others state no status', async () => {
    for (const name of ['PRIVATE', 'confidential'])
      assert.equal((await readFields(START, `CLASS:${name}`)).status, 'private')
    assert.equal((await readFields(START, 'CLASS:PUBLIC')).status, undefined)
  })

  test('An event without UID has a key of its start, title and place', async () => {
    const event = (...lines: readonly string[]) => createEvent('UID:', START, ...lines)
    const [first, ...others] = await listKeys(event(), event('LOCATION:Hall'), event('DESCRIPTION:Other'))
    assert.match(first ?? '', /^no-uid-[0-9a-f]{32}$/)
    assert.equal(others.length, 1)
    assert.notEqual(others[0], first)
    assert.deepEqual(await listKeys(event()), [first])
  })

  test('Empty properties count as missing', async () => {
    const lines = ['DTEND:', 'DURATION:', 'RRULE:', 'RDATE:', 'EXDATE:', 'RECURRENCE-ID:', 'SUMMARY:', 'GEO:', 'CLASS:']
    assert.deepEqual(await describeEvent(START, ...lines), ['2027-01-05 19:00 to 2027-01-05 19:00 Untitled'])
  })
})

describe('Occurrences of a series of Calends are joined', () => {
  const occurrence = (uid: string, original: string, ...lines: readonly string[]) =>
    createEvent(`UID:${uid}`, 'X-CALENDS-SERIES:A', `X-CALENDS-OCCURRENCE:${original}`, ...lines)
  const added = occurrence('B', '20270309T190000Z', 'DTSTART:20270310T190000Z', 'SUMMARY:moved')
  const dates = [occurrence('C', '20270301T190000Z', 'DTSTART:20270301T190000Z'), added]

  test('with the rule of their event', async () => {
    const lines = await describeCalendar(createCalendar(createEvent(...WEEKLY), ...dates))
    assert.deepEqual(lines, [
      ...['2027-01-05 19:00 to 2027-01-05 19:00 E', '2027-01-12 19:00 to 2027-01-12 19:00 E'],
      ...['2027-01-19 19:00 to 2027-01-19 19:00 E', '2027-03-01 19:00 to 2027-03-01 19:00 E'],
      '2027-03-10 19:00 to 2027-03-10 19:00 moved',
    ])
    assert.equal((await readEntries(createCalendar(createEvent(...WEEKLY), ...dates))).length, 1)
  })

  test('with each other, from the first original start', async () => {
    const first = occurrence('D', '20270201T190000Z', 'DTSTART:20270205T100000Z', 'SUMMARY:first')
    const [entry, ...others] = await readEntries(createCalendar(...dates, first))
    assert.deepEqual([entry?.key, others], ['A', []])
    assert.deepEqual(await describeCalendar(createCalendar(...dates, first)), [
      ...['2027-02-05 10:00 to 2027-02-05 10:00 first', '2027-03-01 19:00 to 2027-03-01 19:00 E'],
      '2027-03-10 19:00 to 2027-03-10 19:00 moved',
    ])
  })

  test('unless only one is in the calendar, or the original start is missing or no date', async () => {
    assert.deepEqual(await describeCalendar(createCalendar(added)), ['2027-03-10 19:00 to 2027-03-10 19:00 moved'])
    const others = ['E', 'F'].map((uid) => createEvent(`UID:${uid}`, 'X-CALENDS-SERIES:A', START))
    assert.deepEqual(await listKeys(...others), ['E', 'F'])
    const lines = await describeCalendar(createCalendar(createEvent(...WEEKLY), occurrence('G', 'soon', START)))
    assert.match(lines.at(-1) ?? '', /^failed on line 13: X-CALENDS-OCCURRENCE is not a date: soon/)
  })
})
