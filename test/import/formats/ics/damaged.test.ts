/** Damaged calendars: each entry is a record or a failure in words for the reader, and nothing is thrown. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fc } from '../../../helper/properties/seeds.ts'
import { readEntries } from './describe-calendar.ts'
import { FILES } from './expected-events.ts'

const FRAGMENTS = [
  ...[
    '\0',
    '\r\n',
    '\n ',
    ':',
    ';',
    '"',
    ',',
    '=',
    '\\',
    '/',
    '\xff',
    '9',
    '-',
    'T',
    'Z',
    'P',
    'COUNT=0',
    'RANGE=THISANDFUTURE',
  ],
  ...['BEGIN:VEVENT\r\n', 'END:VEVENT\r\n', '\r\nRRULE:FREQ=YEARLY\r\n', '\r\nRECURRENCE-ID:20270112T190000\r\n'],
  ...[
    '\r\nDURATION:PT99999999H\r\n',
    '\r\nRDATE:00000000T999999Z/P1D\r\n',
    ';TZID=X',
    '99999999T999999',
    '00010101T000000Z',
  ],
]

/** A calendar with a few parts replaced, removed, repeated or added. */
const damagedCalendar = fc
  .tuple(
    fc.constantFrom(...FILES.values()),
    fc.array(fc.tuple(fc.nat(1000), fc.nat(20), fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string())), {
      ...{ minLength: 1, maxLength: 6 },
    }),
  )
  .map(([path, edits]) =>
    edits.reduce(
      (text, [position, length, replacement]) => {
        const at = position % text.length
        return text.slice(0, at) + replacement + text.slice(at + (length < 10 ? 0 : length))
      },
      readFileSync(path, 'latin1'),
    ),
  )

test('The reader yields records or failures in words for the reader', async () => {
  await fc.assert(
    fc.asyncProperty(damagedCalendar, async (text) => {
      for (const entry of await readEntries(Buffer.from(text, 'latin1'))) {
        assert.match(entry.where, /^a\.ics:\d+$/)
        const messages = 'failure' in entry ? [entry.failure] : (entry.warnings ?? [])
        for (const message of messages)
          assert.doesNotMatch(message, /cannot be read|undefined|null|NaN|Error|function|Temporal|Invalid/)
        if ('fields' in entry) assert.match(String(entry.fields['start_date']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ?$/)
      }
    }),
    { numRuns: 2000 },
  )
})
