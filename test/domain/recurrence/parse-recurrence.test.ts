import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorRecurrence, NO_RECURRENCE, parseRecurrence } from '../../../src/calendar/series/recurrence.ts'

function parse(raw: unknown) {
  const result = parseRecurrence(raw)
  if ('error' in result) throw new Error('message' in result.error ? result.error.message : result.error.kind)
  return { ...NO_RECURRENCE, ...result.value }
}

test('A recurrence is an object, an RRULE value, or lines of iCalendar', () => {
  const rule = { ...NO_RECURRENCE, rrule: 'FREQ=WEEKLY;BYDAY=TU' }
  assert.deepEqual(parse('freq=weekly;byday=tu'), rule)
  assert.deepEqual(parse('RRULE:FREQ=WEEKLY;BYDAY=TU'), rule)
  const dates = { ...rule, rdate: ['2027-02-01'], exdate: ['2027-01-12', '2027-01-19'] }
  assert.deepEqual(
    parse({ rrule: 'FREQ=WEEKLY;BYDAY=TU', rdate: '2027-02-01', exdate: ['20270119', '2027-01-12'] }),
    dates,
  )
  const lines =
    'RRULE:FREQ=WEEKLY;BYDAY=TU\r\nRDATE;VALUE=DATE:20270201\nEXDATE;TZID=Europe/Berlin:20270112T190000\nEXDATE:20270119'
  assert.deepEqual(parse(lines), { ...dates, exdate: ['2027-01-12 19:00:00', '2027-01-19'] })
})

test('The error names what is wrong with a rule', () => {
  const expected = {
    'FREQ=HOURLY': 'error.recurrence_too_fine',
    'FREQ=DAILY;BYHOUR=9,18': 'error.recurrence_too_fine',
    'FREQ=DAILY;COUNT=1001': 'error.recurrence_part',
    'FREQ=DAILY;FREQ=DAILY': 'error.recurrence_part',
    'FREQ=WEEKLY;BYDAY=XX': 'error.recurrence_part',
    'FREQ=WEEKLY;__proto__=1': 'error.recurrence_part',
    'BYDAY=TU': 'error.recurrence_conflict',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101': 'error.recurrence_conflict',
    'FREQ=WEEKLY;BYDAY=2TU': 'error.recurrence_conflict',
    'FREQ=WEEKLY;BYMONTHDAY=3': 'error.recurrence_conflict',
    'FREQ=MONTHLY;BYWEEKNO=3': 'error.recurrence_conflict',
    'FREQ=YEARLY;BYSETPOS=1': 'error.recurrence_conflict',
    '': 'error.recurrence_empty',
  }
  for (const [rule, message] of Object.entries(expected)) assert.throws(() => parse(rule), { message }, rule)
  assert.throws(() => parse({ rrule: 'FREQ=DAILY', exdate: ['2027-02-30'] }), { message: 'error.recurrence_date' })
  assert.throws(() => parse({ rdate: ['20270101T250000'] }), { message: 'error.recurrence_date' })
  assert.throws(() => parse({ rrule: 'FREQ=DAILY', timezone: 'Mars' }), { message: 'error.recurrence_zone' })
  assert.throws(() => parse(5), { message: 'invalid' })
  assert.throws(() => parse(['FREQ=DAILY']), { message: 'invalid' })
})

const FIRST = {
  start_date: '2027-01-05 20:00:00',
  utc_start_date: '2027-01-06 01:00:00',
  timezone: 'America/New_York',
  all_day: false,
}

test('UNTIL becomes the last date of the zone of the series', () => {
  const anchor = (until: string) => anchorRecurrence(parse(`FREQ=DAILY;UNTIL=${until}`), FIRST).rrule.slice(-8)
  assert.equal(anchor('20270601'), '20270601')
  assert.equal(anchor('20270602T000000Z'), '20270601')
  assert.equal(anchor('20270601T200000'), '20270601')
  assert.equal(anchor('20270601T195959'), '20270531')
})

test('Dates with a time become keys in the zone of the recurrence', () => {
  const anchor = (recurrence: unknown, first = FIRST) => anchorRecurrence(parse(recurrence), first)
  const rdate = ['2027-01-07', '2027-01-08T20:00:00', '2027-01-09 14:00', '20270111T010000Z']
  assert.deepEqual(anchor({ rdate }).rdate, ['2027-01-07', '2027-01-08', '2027-01-09 14:00:00', '2027-01-10'])
  const inUtc = anchor({ rrule: 'FREQ=WEEKLY;UNTIL=20270120T010000Z', rdate: ['20270111T010000Z'], timezone: 'UTC' })
  assert.deepEqual(inUtc, { rrule: 'FREQ=WEEKLY;UNTIL=20270120', rdate: ['2027-01-11'], exdate: [], timezone: 'UTC' })
  assert.equal(anchor({ rdate, timezone: 'America/New_York' }).timezone, '')
  const wholeDay = anchor({ rdate: ['2027-01-09 14:00'], timezone: 'UTC' }, { ...FIRST, all_day: true })
  assert.deepEqual([wholeDay.rdate, wholeDay.timezone], [['2027-01-09'], ''])
})
