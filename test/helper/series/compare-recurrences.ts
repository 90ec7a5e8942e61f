import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { resolveLocal } from '../../../src/base/time/time-zone.ts'
import { expandDates } from '../../../src/calendar/series/expand-recurrence.ts'
import { MAX_OCCURRENCES, parseRule } from '../../../src/calendar/series/recurrence-rule.ts'
import { createRandomNumbers, createRandomRule, expandByOracle } from './random-recurrence.ts'

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/St_Johns',
  'UTC',
]
const UNTIL = '2031-01-01'

/** Compares dates, and the moments of these dates in a zone, with independent implementations. */
export function compareRecurrences(seed: number, count: number): void {
  const random = createRandomNumbers(seed)
  let compared = 0
  for (let done = 0; done < count; done++) {
    const rrule = createRandomRule(random)
    const start = new Date(Date.UTC(2027, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10)
    const zone = ZONES[Math.floor(random() * ZONES.length)] ?? 'UTC'
    const time = `0${Math.floor(random() * 4)}:30:00`
    if ('error' in parseRule(rrule)) continue
    compared++
    const dates = expandDates({ rrule, rdate: [], exdate: [] }, start, { until: UNTIL })
    const expected = expandByOracle(rrule, start, UNTIL, MAX_OCCURRENCES)
    const name = `${rrule} from ${start}`
    assert.deepEqual(dates, expected, name)
    const from = '2029-06-01'
    const later = expandDates({ rrule, rdate: [], exdate: [] }, start, { from, until: UNTIL })
    if (expected.length < MAX_OCCURRENCES)
      assert.deepEqual(
        later,
        expected.filter((date) => date >= from),
        `${name} later`,
      )
    for (const date of dates.slice(0, 60)) {
      const { utc } = resolveLocal(`${date} ${time}`, zone)
      const moment = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone)
      assert.equal(moment.toInstant().toString(), `${utc.replace(' ', 'T')}Z`, `${date} ${time} ${zone}`)
    }
  }
  assert.ok(compared > count / 2, `${compared} of ${count} rules are valid`)
}
