import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EventDates, resolveEventDates } from '../../src/calendar/events/event-dates.ts'
import { Problem } from '../../src/kernel/problem.ts'
import type { TimeContext } from '../../src/kernel/site.ts'

const clock: TimeContext = { now: '2026-11-21 03:00:00', zone: 'America/New_York', dayCutoff: '00:00' }
const early: TimeContext = { ...clock, dayCutoff: '06:00' }

type Input = Parameters<typeof resolveEventDates>[0]

const created = (input: Input, time = clock) => resolveEventDates(input, undefined, time)
const refused = (name: string, change: () => unknown) =>
  assert.throws(
    change,
    (error) => error instanceof Problem && Object.keys(error.details.fieldErrors ?? {}).join() === name,
  )
const span = ({ start_date, end_date }: EventDates) => [start_date, end_date]
const utc = ({ utc_start_date, utc_end_date }: EventDates) => [utc_start_date, utc_end_date]

describe('Dates of a new event', () => {
  test('Dates are wall time in the time zone of the site', () => {
    const dates = created({ start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' })
    assert.equal(dates.timezone, 'America/New_York')
    assert.deepEqual(utc(dates), ['2027-03-01 15:00:00', '2027-03-01 17:00:00'])
  })

  test('Dates are wall time in the time zone of the event', () => {
    const dates = created({ start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', timezone: 'Europe/Paris' })
    assert.deepEqual(utc(dates), ['2027-03-01 09:00:00', '2027-03-01 11:00:00'])
  })

  test('A date with an offset is an instant, shown in the time zone of the event (Q10)', () => {
    const dates = created({ start_date: '2027-03-01T10:00:00Z', end_date: '2027-03-01T12:00:00+01:00' })
    assert.deepEqual(span(dates), ['2027-03-01 05:00:00', '2027-03-01 06:00:00'])
  })

  test('A UTC offset as time zone is the same in summer (Q11)', () => {
    const dates = created({ start_date: '2027-06-01 10:00', end_date: '2027-06-01 10:00', timezone: 'UTC-5' })
    assert.deepEqual(utc(dates), ['2027-06-01 15:00:00', '2027-06-01 15:00:00'])
  })

  test('A wall time in a gap moves forward, an ambiguous one is the first occurrence', () => {
    const gap = created({ start_date: '2027-03-14 02:30:00', end_date: '2027-03-14 04:00:00' })
    assert.deepEqual([gap.start_date, gap.utc_start_date], ['2027-03-14 03:30:00', '2027-03-14 07:30:00'])
    const overlap = created({ start_date: '2026-11-01 01:30:00', end_date: '2026-11-01 03:00:00' })
    assert.equal(overlap.utc_start_date, '2026-11-01 05:30:00')
  })

  test('An instant in an ambiguous hour is kept', () => {
    const dates = created({ start_date: '2026-11-01T01:30:00-05:00', end_date: '2026-11-01T01:40:00-05:00' })
    assert.deepEqual(span(dates), ['2026-11-01 01:30:00', '2026-11-01 01:40:00'])
    assert.deepEqual(utc(dates), ['2026-11-01 06:30:00', '2026-11-01 06:40:00'])
    const across = created({ start_date: '2026-11-01T01:50:00-04:00', end_date: '2026-11-01T01:10:00-05:00' })
    assert.deepEqual(utc(across), ['2026-11-01 05:50:00', '2026-11-01 06:10:00'])
  })

  test('A date beyond the range of the wire, in UTC or in the time zone, is rejected by name', () => {
    const last = { start_date: '9999-12-31 10:00', end_date: '9999-12-31 20:00' }
    refused('end_date', () => created(last))
    refused('end_date', () => created({ ...last, end_date: '9999-12-31 18:00', all_day: true }))
    refused('start_date', () => created({ start_date: '9999-12-31T20:00:00Z', timezone: 'Asia/Tokyo' }))
    refused('start_date', () => created({ start_date: '0000-01-01 02:00', timezone: 'Asia/Tokyo' }))
    assert.deepEqual(span(created({ ...last, timezone: 'UTC' })), ['9999-12-31 10:00:00', '9999-12-31 20:00:00'])
  })

  test('A relative date beyond the range of the wire is rejected by name', () => {
    refused('start_date', () => created({ start_date: '+7990 years' }))
  })

  test('Relative dates are read by the clock of the event', () => {
    const dates = created({ start_date: 'tomorrow 9am', end_date: 'tomorrow 10am', timezone: 'Asia/Tokyo' })
    assert.deepEqual(span(dates), ['2026-11-22 09:00:00', '2026-11-22 10:00:00'])
  })

  test('An all-day event lasts from the start of the first day to the end of the last', () => {
    const dates = created({ start_date: '2027-06-05 18:00', end_date: '2027-06-07 01:00', all_day: true })
    assert.deepEqual(span(dates), ['2027-06-05 00:00:00', '2027-06-07 23:59:59'])
  })

  test('An all-day event respects the day cutoff', () => {
    const dates = created({ start_date: '2027-06-05', end_date: '2027-06-05', all_day: true }, early)
    assert.deepEqual(span(dates), ['2027-06-05 06:00:00', '2027-06-06 05:59:59'])
  })

  test('An end before the start is rejected by name, an equal one is valid (Q12)', () => {
    refused('end_date', () => created({ start_date: '2027-05-01', end_date: '2027-03-01' }))
    assert.deepEqual(span(created({ start_date: '2027-05-01', end_date: '2027-05-01' })), [
      '2027-05-01 00:00:00',
      '2027-05-01 00:00:00',
    ])
  })
})

describe('Dates after an update', () => {
  const current = created({ start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', timezone: 'Europe/Paris' })

  test('Dates do not change when the update contains none', () => {
    assert.deepEqual(resolveEventDates({}, current, clock), current)
  })

  test('A single date is applied (Q9), in the time zone of the event', () => {
    const dates = resolveEventDates({ end_date: '2027-03-01 13:00' }, current, clock)
    assert.deepEqual(span(dates), ['2027-03-01 10:00:00', '2027-03-01 13:00:00'])
    assert.equal(dates.utc_end_date, '2027-03-01 12:00:00')
  })

  test('A single date must be consistent with the stored other one', () => {
    assert.throws(() => resolveEventDates({ start_date: '2027-03-02' }, current, clock), Problem)
  })

  test('An unchanged time keeps its instant in an ambiguous hour', () => {
    const late = created({ start_date: '2026-11-01T01:30:00-05:00', end_date: '2026-11-01 03:00' })
    const moved = resolveEventDates({ end_date: '2026-11-01 04:00', timezone: 'America/New_York' }, late, clock)
    assert.deepEqual(utc(moved), ['2026-11-01 06:30:00', '2026-11-01 09:00:00'])
    const elsewhere = resolveEventDates({ timezone: 'America/Toronto' }, late, clock)
    assert.deepEqual(utc(elsewhere), ['2026-11-01 05:30:00', '2026-11-01 08:00:00'])
  })

  test('A new time zone keeps the wall time', () => {
    const dates = resolveEventDates({ timezone: 'Asia/Tokyo' }, current, clock)
    assert.deepEqual(span(dates), span(current))
    assert.deepEqual(utc(dates), ['2027-03-01 01:00:00', '2027-03-01 03:00:00'])
  })

  test('An all-day event does not change when it is set to all-day again', () => {
    const allDay = created({ start_date: '2027-06-05', end_date: '2027-06-06', all_day: true }, early)
    assert.deepEqual(resolveEventDates({ all_day: true }, allDay, early), allDay)
  })

  test('An event that is no longer all-day keeps its times', () => {
    const allDay = created({ start_date: '2027-06-05', end_date: '2027-06-05', all_day: true })
    assert.deepEqual(span(resolveEventDates({ all_day: false }, allDay, clock)), span(allDay))
  })
})
