import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toDateTime } from '../../src/base/time/civil-time.ts'
import {
  addDays,
  addSeconds,
  addYears,
  formatIsoWithOffset,
  parseDate,
  toDateOnly,
} from '../../src/base/time/parse-date.ts'
import { assertLinearTime, measureCpuSeconds } from '../helper/properties/linear-time.ts'
import { fc } from '../helper/properties/seeds.ts'

/** A Friday. */
const now = '2026-11-20 21:54:35'

function read(text: string): string | undefined {
  return parseDate(text, now)?.value
}

describe('Wall times', () => {
  const groups: Record<string, [text: string, value: string][]> = {
    'in digits': [
      ['2027-05-01', '2027-05-01 00:00:00'],
      ['2027-1-20', '2027-01-20 00:00:00'],
      ['2027-05-01 10:00', '2027-05-01 10:00:00'],
      ['2027-05-01 10:00:00.123', '2027-05-01 10:00:00'],
      ['2027-05-01T10:00:05', '2027-05-01 10:00:05'],
      ['2027/05/01 10:00', '2027-05-01 10:00:00'],
      ['20270501', '2027-05-01 00:00:00'],
      ['20270501T101500', '2027-05-01 10:15:00'],
      ['01/20/2027', '2027-01-20 00:00:00'],
      ['1/2/27', '2027-01-02 00:00:00'],
      ['20-01-2027', '2027-01-20 00:00:00'],
      ['20.01.2027 10:00', '2027-01-20 10:00:00'],
      ['2027-01', '2027-01-01 00:00:00'],
      ['2027-W03', '2027-01-18 00:00:00'],
      ['2027-W22-2', '2027-06-01 00:00:00'],
      ['2026-W01-1', '2025-12-29 00:00:00'],
      ['2027-020', '2027-01-20 00:00:00'],
      ['0001-01-01', '0001-01-01 00:00:00'],
      ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
    ],
    'in words': [
      ['Feb 3 2027 3pm', '2027-02-03 15:00:00'],
      ['Feb. 3 20:00', '2026-02-03 20:00:00'],
      ['3 February 2027 15:00', '2027-02-03 15:00:00'],
      ['3 February 15:00', '2026-02-03 15:00:00'],
      ['January 20, 2027', '2027-01-20 00:00:00'],
      ['20th of January 2027 3:30 p.m.', '2027-01-20 15:30:00'],
      ['20-Jan-2027', '2027-01-20 00:00:00'],
      ['january 2027', '2027-01-01 00:00:00'],
      ['Friday, May 7th, 2027', '2027-05-07 00:00:00'],
      ['first day of january 2027', '2027-01-01 00:00:00'],
      ['last day of february 2028', '2028-02-29 00:00:00'],
      ['first monday of january 2027', '2027-01-04 00:00:00'],
      ['second tuesday of june 2027', '2027-06-08 00:00:00'],
      ['last friday of next month', '2026-12-25 00:00:00'],
    ],
    'that count from now': [
      ['now', now],
      [' ', now],
      ['0', now],
      ['today', '2026-11-20 00:00:00'],
      ['midnight', '2026-11-20 00:00:00'],
      ['noon', '2026-11-20 12:00:00'],
      ['tomorrow', '2026-11-21 00:00:00'],
      ['tomorrow 9am', '2026-11-21 09:00:00'],
      ['9am tomorrow', '2026-11-21 09:00:00'],
      ['yesterday 23:59', '2026-11-19 23:59:00'],
      ['10:00', '2026-11-20 10:00:00'],
      ['12am', '2026-11-20 00:00:00'],
      ['+1 day', '2026-11-21 21:54:35'],
      ['+1 week 2 days', '2026-11-29 21:54:35'],
      ['2 days ago', '2026-11-18 21:54:35'],
      ['-2 hours', '2026-11-20 19:54:35'],
      ['NEXT Month', '2026-12-20 21:54:35'],
      ['last day of next month', '2026-12-31 21:54:35'],
      ['2027-05-01 10:00 +3 days', '2027-05-04 10:00:00'],
      ['next monday', '2026-11-23 00:00:00'],
      ['friday', '2026-11-20 00:00:00'],
      ['next friday', '2026-11-27 00:00:00'],
      ['last friday', '2026-11-13 00:00:00'],
      ['next wednesday 4pm', '2026-11-25 16:00:00'],
      ['monday next week', '2026-11-23 00:00:00'],
      ['sunday this week', '2026-11-22 00:00:00'],
    ],
    'that roll over': [
      ['2026-02-30', '2026-03-02 00:00:00'],
      ['2027-00-00', '2026-11-30 00:00:00'],
      ['2027-06-01 24:00:00', '2027-06-02 00:00:00'],
    ],
  }
  for (const [name, cases] of Object.entries(groups)) {
    test(name, () => {
      for (const [text, value] of cases)
        assert.deepEqual(parseDate(text, now), { kind: 'wall', value, written: value }, text)
    })
  }

  test('Month steps roll over from days that the month does not have', () => {
    assert.equal(parseDate('+1 month', '2027-01-31 10:00:00')?.value, '2027-03-03 10:00:00')
    assert.equal(parseDate('last day of next month', '2027-01-31 10:00:00')?.value, '2027-02-28 10:00:00')
  })
})

test('An offset, a time zone or a timestamp makes an instant (Q10)', () => {
  const cases: [text: string, utc: string][] = [
    ['2027-05-01T10:00:00Z', '2027-05-01 10:00:00'],
    ['2027-05-01T10:00:00.5+05:00', '2027-05-01 05:00:00'],
    ['20270501T100000Z', '2027-05-01 10:00:00'],
    ['2027-05-01 10:00 -0500', '2027-05-01 15:00:00'],
    ['2027-05-01 10:00 GMT', '2027-05-01 10:00:00'],
    ['2027-05-01 10:00 utc', '2027-05-01 10:00:00'],
    ['2027-05-01 10:00 EST', '2027-05-01 15:00:00'],
    ['2027-05-01 10:00 Europe/Paris', '2027-05-01 08:00:00'],
    ['Fri, 07 May 2027 10:00:00 +0200', '2027-05-07 08:00:00'],
    ['@1800000000', '2027-01-15 08:00:00'],
    ['1800000000', '2027-01-15 08:00:00'],
    ['-123456789', '1966-02-02 02:26:51'],
    ['99999999999', '5138-11-16 09:46:39'],
    ['@2027', '1970-01-01 00:33:47'],
    ['@-1', '1969-12-31 23:59:59'],
  ]
  for (const [text, value] of cases) {
    const { kind, value: instant } = parseDate(text, now) ?? {}
    assert.deepEqual([kind, instant], ['instant', value], text)
  }
})

test('Invalid text is not a date', () => {
  const junk = [
    ...['', 'abc', 'x', 'y', 't', 'Z', 'UTC', 'EST', 'true', 'false', 'null', 'garbage', 'foo bar', '<b>x</b>', 'next'],
    ...['2027-13-45', '2027-13-01', '20271345', '13/2/2027', '0000-00-00', '0000-00-00 00:00:00', '99999-01-01'],
    ...['2027', '-1', '1', '1234567', '123456789012', '202705011000'],
    ...['25:00:00', '12:60:00', '2027-06-01 10:00:61', '13pm', '2027-05-01 10', '2027-05-01T', '2027-05-01abc', '1.5'],
    ...['2027-05-01 2027-05-02', '10:00 11:00', '2027-05-01 10:00 Z EST', '2027-05-01 Mars/Base', 'now UTC', 'ago'],
    ...['9999-12-31 24:00:00', '+99999999 years', '99999999999999999999', '2027-05-01T10:00:00+99:00'],
  ]
  for (const text of junk) assert.equal(read(text), undefined, text)
})

test('Hostile text is parsed in linear time', async () => {
  for (const piece of ['1', ' ', '1 ', 'jan ', '+', '2027-', '(', 'a/']) await assertLinearTime(piece, read)
  const parts = fc.constantFrom(...'0123456789 :-+./,()', 'jan', 'monday', 'of', 'next', 'ago', 'am', 'T', 'W', 'th')
  const texts = fc.oneof(fc.string({ maxLength: 120 }), fc.string({ unit: parts, maxLength: 120 }))
  const seconds = await measureCpuSeconds(() => fc.assert(fc.property(texts, (text) => void read(text))))
  assert.ok(seconds < 2, `${seconds} s`)
})

describe('The date format of the wire', () => {
  const dateTime = fc.integer({ min: -62167219200, max: 253402300799 }).map(toDateTime)

  test('The format is parsed unchanged for every year', () => {
    fc.assert(
      fc.property(dateTime, (value) =>
        assert.deepEqual(parseDate(value, now), { kind: 'wall', value, written: value }),
      ),
    )
  })

  test('Every supported phrase becomes this format', () => {
    const words = [
      'next',
      'last',
      'monday',
      'of',
      'january',
      '2027',
      '3',
      'days',
      'ago',
      '10:00',
      'tomorrow',
      '+1',
      'week',
    ]
    let supported = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 5 }), (phrase) => {
        const value = read(phrase.join(' '))
        if (value === undefined) return
        supported++
        assert.match(value, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      }),
      { numRuns: 1000 },
    )
    assert.ok(supported > 50, `${supported} phrases are supported`)
  })
})

test('Days, years and seconds are added across months, leap days and the first century', () => {
  assert.equal(addDays('2027-02-28 23:59:59', 1), '2027-03-01 23:59:59')
  assert.equal(addDays('2027-03-01 00:00:00', -1), '2027-02-28 00:00:00')
  assert.equal(addYears('2026-11-20 00:00:00', 2), '2028-11-20 00:00:00')
  assert.equal(addYears('2028-02-29 12:00:00', 1), '2029-03-01 12:00:00')
  assert.equal(addYears('0050-05-05 12:00:00', -1), '0049-05-05 12:00:00')
  assert.equal(addSeconds('2027-12-31 23:59:59', 1), '2028-01-01 00:00:00')
  assert.equal(addDays('9999-12-31 12:00:00', 1), '9999-12-31 23:59:59')
})

test('The day and the ISO format are substrings of the text', () => {
  assert.equal(toDateOnly('2027-01-10 20:00:00'), '2027-01-10')
  assert.equal(formatIsoWithOffset('2027-01-10 20:00:00', '2027-01-11 01:00:00'), '2027-01-10T20:00:00-05:00')
})
