import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandDates, findFirstKey } from '../../../src/calendar/series/expand-recurrence.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { compareRecurrences } from '../../helper/series/compare-recurrences.ts'

const expand = (rrule: string, rdate: string[] = [], exdate: string[] = []) =>
  expandDates({ rrule, rdate, exdate }, '2027-01-05', { until: '2029-01-05' })

test('100 random rules and zones produce the dates and instants of other implementations', () => {
  compareRecurrences(getSeed(1), 100)
})

test('A rule without an end is expanded until the horizon', () => {
  const dates = expand('FREQ=WEEKLY')
  assert.equal(dates.length, 105)
  assert.equal(dates.at(-1), '2029-01-02')
})

const findFirst = (rrule: string, rdate: string[] = [], exdate: string[] = [], from?: string) =>
  findFirstKey({ rrule, rdate, exdate }, '2027-01-05', from)

test('The first date of a rule is found, however late it is', () => {
  assert.equal(findFirst('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'), '2044-02-29')
  assert.equal(findFirst('FREQ=WEEKLY', ['2027-01-06'], ['2027-01-05']), '2027-01-06')
  assert.equal(findFirst('FREQ=WEEKLY', [], ['2027-01-26'], '2027-01-20'), '2027-02-02')
  assert.equal(findFirst('', ['2027-02-01 14:00:00'], ['2027-01-05']), '2027-02-01 14:00:00')
  assert.equal(findFirst('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), undefined)
})

test('At most 1,000 dates count, those from today on if it is given', () => {
  const daily = { rrule: 'FREQ=DAILY', rdate: [], exdate: [] }
  assert.equal(expandDates(daily, '2020-01-01', { until: '2029-01-01' }).length, 1000)
  const dates = expandDates(daily, '2026-01-01', { until: '2036-01-01', today: '2027-01-01' })
  assert.deepEqual([dates.length, dates[0], dates.at(-1)], [1365, '2026-01-01', '2029-09-26'])
})

test('The costs of a period do not depend on the time since the start', () => {
  const daily = { rrule: 'FREQ=DAILY;INTERVAL=3', rdate: [], exdate: [] }
  const began = process.cpuUsage()
  const dates = expandDates(daily, '1000-01-01', { from: '2027-01-01', until: '2027-01-31' })
  const { user } = process.cpuUsage(began)
  assert.deepEqual(dates.slice(0, 3), ['2027-01-02', '2027-01-05', '2027-01-08'])
  assert.ok(user < 2e6, `${user} microseconds`)
})

test('Dates at another time of day are ordered by day and time', () => {
  assert.deepEqual(
    expand('FREQ=DAILY;COUNT=2', ['2027-01-05 09:00:00', '2027-01-05 23:00:00'], ['2027-01-05 23:00:00']),
    [...['2027-01-05', '2027-01-05 09:00:00', '2027-01-06']],
  )
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

test('A daily rule that selects few days is expanded without an error', () => {
  const rule = { rrule: 'FREQ=DAILY;BYMONTH=11;BYMONTHDAY=21;BYDAY=SU;COUNT=3', rdate: [], exdate: [] }
  assert.deepEqual(expandDates(rule, '2027-01-05', { until: '2039-01-01' }).slice(0, 1), ['2027-11-21'])
})
