/** Small calendars, each the shape of a file that other programs wrote. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { describeCalendar, readEntries } from './describe-calendar.ts'
import { EXPECTED, FILES } from './expected-events.ts'

const readCase = (name: string): Buffer => readFileSync(FILES.get(name) ?? name)

describe('Calendars of other programs are read with the right events', () => {
  for (const name of FILES.keys())
    test(name, async () => assert.deepEqual(await describeCalendar(readCase(name)), EXPECTED[name]))
})

test('An all-day UNTIL at the end of the day before, in the zone of the site, does not include its day in UTC', async () => {
  const text = readCase('a08-allday-until-utc').toString().replace('UNTIL=20270126T000000Z', 'UNTIL=20270126T045959Z')
  assert.deepEqual(await describeCalendar(text), EXPECTED['a08-allday-until-utc']?.slice(0, 3))
})

test('A location without valid coordinates is a venue without coordinates', async () => {
  const [entry] = await readEntries(readCase('e27-bad-geo'))
  assert.ok(entry && 'fields' in entry)
  assert.deepEqual(entry.fields['venue'], { venue: 'P9', address: '' })
})

test('A formatted description is unescaped before it is read as HTML', async () => {
  const [entry] = await readEntries(readCase('e29-xalt-lower'))
  assert.ok(entry && 'fields' in entry)
  assert.equal(entry.fields['description'], '<b>Hi</b> a;b')
})
