/** Random and damaged input of the readers: each entry is a record or a failure, and nothing else is thrown. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ExternalEntry } from '../../src/features/imports/external/external-record.ts'
import { readCsv } from '../../src/features/imports/formats/csv/read-csv.ts'
import { readIcs } from '../../src/features/imports/formats/ics/read-ics.ts'
import { readPage } from '../../src/features/imports/formats/page/read-page.ts'
import { unpackFile } from '../../src/features/imports/formats/unpack.ts'
import { createZip } from '../helper/imports/zip-file.ts'
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

const PAGE = `<!doctype html><link rel="canonical" href="https://a.example/"><script type="application/ld+json">
{"@graph":[{"@type":"Event","name":"A","startDate":"2027-03-01T19:00","location":{"name":"Hall","address":{"postalCode":1}},
"offers":[{"price":5}],"image":{"url":"a.png"},"organizer":["B"],"url":"/a"},{"@type":"MusicEvent","startDate":"soon"}]}</script>`

test('The reader of pages yields records or failures for any input, or rejects a page without events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), damage(PAGE)), async (text) => {
      try {
        const entries = [...readPage({ text, name: 'a', url: '', siteZone: 'UTC' })]
        await assertEntries(
          (async function* () {
            yield* entries
          })(),
        )
      } catch (error) {
        assert.match(String(error), /^Error: a: the page describes no events/)
      }
    }),
    { numRuns: 500 },
  )
})

test('Any JSON is a page of events or none', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (json) => {
      const event = `{"@type":"Event","name":${json},"startDate":${json},"location":${json},"offers":${json},"image":${json},
        "organizer":${json},"keywords":${json},"eventStatus":${json},"url":${json},"subEvent":${json}}`
      for (const entry of readPage({ text: event, name: 'a', url: 'https://a.example/', siteZone: 'UTC' }))
        assert.ok('failure' in entry || entry.key !== '')
    }),
    { numRuns: 500 },
  )
})

test('A damaged archive is read or rejected with a reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-unpack-'))
  const path = join(folder, 'a.zip')
  const archive = createZip({ 'a.ics': CALENDAR, 'b/c.csv': TABLE }).toString('latin1')
  const packed = gzipSync(CALENDAR).toString('latin1')
  await fc.assert(
    fc.asyncProperty(fc.oneof(damage(archive), damage(packed)), async (binary) => {
      writeFileSync(path, Buffer.from(binary, 'latin1'))
      try {
        for await (const { name, bytes } of unpackFile(path, 'a')) assert.ok(name !== '' && bytes.length >= 0)
      } catch (error) {
        assert.match(
          String(error),
          /^Error: a: (?:the compressed|the archive|it is larger|.* is (?:compressed|protected))/s,
        )
      }
    }),
    { numRuns: 500 },
  )
  rmSync(folder, { recursive: true })
})
