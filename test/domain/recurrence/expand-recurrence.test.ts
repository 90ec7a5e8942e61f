import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandDates } from '../../../src/domain/recurrence/expand-recurrence.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { compareRecurrences } from '../../helper/series/compare-recurrences.ts'

const expand = (rrule: string, rdate: string[] = [], exdate: string[] = []) =>
  expandDates({ rrule, rdate, exdate }, '2027-01-05', '2029-01-05')

test('200 random rules and zones produce the dates and instants of other implementations', () => {
  compareRecurrences(getSeed(1), 200)
})

test('A rule without an end is expanded until the horizon', () => {
  const dates = expand('FREQ=WEEKLY')
  assert.equal(dates.length, 105)
  assert.equal(dates.at(-1), '2029-01-02')
})

test('A rule without a date before the horizon returns its first date', () => {
  assert.deepEqual(expand('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'), ['2044-02-29'])
})

test('A recurrence has at most 1,000 dates', () => {
  assert.equal(expandDates({ rrule: 'FREQ=DAILY', rdate: [], exdate: [] }, '2020-01-01', '2029-01-01').length, 1000)
})

test('Rules without dates return none', () => {
  for (const rule of [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;UNTIL=20200101',
  ])
    assert.deepEqual(expand(rule), [], rule)
})

test('RDATE adds dates and EXDATE removes them, also from COUNT', () => {
  assert.deepEqual(expand('FREQ=DAILY;COUNT=3', ['2027-02-01', '2027-01-06'], ['2027-01-06']), [
    '2027-01-05',
    '2027-01-07',
    '2027-02-01',
  ])
})

test('Without a rule the start and RDATE are the dates', () => {
  assert.deepEqual(expand('', ['2027-03-01'], []), ['2027-01-05', '2027-03-01'])
})
