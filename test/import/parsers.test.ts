/** Random and damaged input of the readers: each entry is a record or a failure, and nothing else is thrown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExternalEntry } from '../../src/import/external/external-record.ts'
import { readCsv } from '../../src/import/formats/csv/read-csv.ts'
import { readIcs } from '../../src/import/formats/ics/read-ics.ts'
import { fc } from '../helper/properties/seeds.ts'

const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-TIMEZONE:Europe/Paris', 'BEGIN:VTIMEZONE', 'TZID:Own', 'BEGIN:STANDARD'],
  ...['DTSTART:19701025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'],
  ...['END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:A\\, b', 'DTSTART;TZID=Own:20270301T190000'],
  ...[
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO',
    'EXDATE;TZID=Own:20270308T190000',
    'GEO:1;2',
    'END:VEVENT',
  ],
  ...['BEGIN:VEVENT', 'UID:1', 'RECURRENCE-ID;TZID=Own:20270315T190000', 'DTSTART:20270315T100000Z', 'END:VEVENT'],
  'END:VCALENDAR',
].join('\r\n')
const TABLE = 'Event Name;Event Start Date;Event Start Time;Event Cost\n"A ""b"";c";1.2.2027;19:30;5\nB;2027-02-30;;\n'

/** The text with a few parts replaced or repeated. */
const damage = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(12),
        fc.oneof(fc.string(), fc.constantFrom('\0', '\r\n', ':', ';', '"', '9')),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((edits) =>
      edits.reduce((all, [at, length, replacement]) => all.slice(0, at) + replacement + all.slice(at + length), text),
    )

async function assertEntries(entries: AsyncIterable<ExternalEntry>): Promise<void> {
  for await (const entry of entries) {
    assert.match(entry.where, /^a:\d+$/)
    if ('failure' in entry) assert.notEqual(entry.failure, '')
    else assert.ok(entry.key !== '' && (entry.kind !== 'event' || typeof entry.fields['start_date'] === 'string'))
  }
}

test('The iCalendar reader yields records or failures for any input', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), damage(CALENDAR)), (text) =>
      assertEntries(readIcs({ bytes: Buffer.from(text), name: 'a', siteZone: 'UTC' })),
    ),
    { numRuns: 500 },
  )
})

test('The CSV reader yields records or failures for any input, or rejects the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), damage(TABLE)), async (text) => {
      try {
        await assertEntries(readCsv({ text, name: 'a' }))
      } catch (error) {
        assert.match(
          String(error),
          /^Error: a:(?: the file is empty|\d+: (?:the headings are not|a quotation mark|text follows))/,
        )
      }
    }),
    { numRuns: 500 },
  )
})
