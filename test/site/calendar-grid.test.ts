import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import {
  computeSpan,
  getLastDay,
  getNextMonth,
  getPreviousMonth,
  getWeek,
  getWeeks,
  parseDay,
  planWeek,
  shiftDay,
} from '../../src/pages/calendar-grid.ts'
import { fc } from '../helper/properties/seeds.ts'

describe('Calendar days', () => {
  test('parseDay rejects invalid days', () => {
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '']) assert.equal(parseDay(text), undefined)
    assert.equal(parseDay('2028-02-29'), '2028-02-29')
  })

  test('getNextMonth and getPreviousMonth cross years', () => {
    assert.equal(getNextMonth('2026-12'), '2027-01')
    assert.equal(getPreviousMonth('2026-01'), '2025-12')
    assert.equal(getLastDay('2028-02'), '2028-02-29')
  })

  test('getWeeks returns complete weeks with each day of the month once, across clock changes', () => {
    for (const month of ['2026-02', '2026-03', '2026-10', '2026-11', '2027-02', '2028-02']) {
      for (const language of LANGUAGES) {
        const days = getWeeks(month, language).flat()
        assert.equal(days.length % 7, 0)
        assert.equal(new Set(days).size, days.length)
        const own = days.filter((day) => day.startsWith(month))
        assert.equal(own.length, Number(getLastDay(month).slice(8)))
        assert.ok(days.every((day, at) => at === 0 || day === shiftDay(days[at - 1] ?? '')))
      }
    }
  })

  test('getWeek starts on Sunday or Monday, depending on the language', () => {
    assert.equal(getWeek('2026-12-05', 'en')[0], '2026-11-29')
    assert.equal(getWeek('2026-12-05', 'de')[0], '2026-11-30')
    assert.equal(getWeek('2026-11-29', 'de')[0], '2026-11-23')
  })
})

describe('computeSpan', () => {
  const span = (start_date: string, end_date: string, cutoff = '00:00') => computeSpan({ start_date, end_date }, cutoff)

  test('An event that ends at the day cutoff is not on the new day', () => {
    assert.deepEqual(span('2026-12-05 20:00:00', '2026-12-06 00:00:00'), { first: '2026-12-05', last: '2026-12-05' })
    assert.deepEqual(span('2026-12-05 20:00:00', '2026-12-06 00:00:01'), { first: '2026-12-05', last: '2026-12-06' })
  })

  test('An event without duration is on its day', () => {
    assert.deepEqual(span('2026-12-05 00:00:00', '2026-12-05 00:00:00'), { first: '2026-12-05', last: '2026-12-05' })
  })

  test('With a day cutoff in the morning, the night belongs to the previous day', () => {
    assert.deepEqual(span('2026-12-05 22:00:00', '2026-12-06 04:00:00', '06:00'), {
      first: '2026-12-05',
      last: '2026-12-05',
    })
    assert.deepEqual(span('2026-12-05 06:00:00', '2026-12-06 05:59:59', '06:00'), {
      first: '2026-12-05',
      last: '2026-12-05',
    })
  })
})

describe('planWeek', () => {
  const week = getWeek('2026-12-09', 'de')
  const day = (number: number) => shiftDay(week[0] ?? '', number)

  test('An event keeps its row on all of its days, and no row has two events', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: -5, max: 10 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(spans, (given) => {
        const events = given.map(([first, days], at) => [at, { first: day(first), last: day(first + days) }] as const)
        const plans = planWeek(week, events)
        for (const [number, { first, last }] of events) {
          const places = plans.flatMap(({ day: on, bars, singleDayEvents: others }) => {
            const row = bars.findIndex((bar) => bar?.event === number)
            assert.equal(row >= 0 || others.includes(number), first <= on && on <= last)
            return row < 0 ? [] : [row]
          })
          assert.ok(new Set(places).size <= 1)
        }
      }),
    )
  })

  test('The first day of a bar in the week contains its number of days', () => {
    const plans = planWeek(week, [['fair', { first: day(-3), last: day(2) }]] as const)
    assert.deepEqual(
      plans.map(({ bars }) => bars[0]?.days),
      [3, 0, 0, undefined, undefined, undefined, undefined],
    )
    assert.deepEqual(
      plans.slice(0, 3).map(({ bars }) => [bars[0]?.isFirst, bars[0]?.isLast]),
      [
        [false, false],
        [false, false],
        [false, true],
      ],
    )
  })
})
