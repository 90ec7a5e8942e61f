import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toDateTime } from '../../src/base/time/civil-time.ts'
import {
  findZoneAbbreviation,
  formatOffsetBetween,
  isTimeZone,
  isUnambiguous,
  resolveLocal,
  toLocal,
} from '../../src/base/time/time-zone.ts'
import { fc } from '../helper/properties/seeds.ts'
import { createInstantsNearChange, formatSeconds, getInstant, getWallTime } from '../helper/properties/wall-times.ts'

const newYork = 'America/New_York'

function abbreviationAt(local: string, zone: string): string {
  const resolved = resolveLocal(local, zone)
  return findZoneAbbreviation(zone, resolved.local, resolved.utc)
}

describe('Names of time zones', () => {
  const zones = [
    ...['America/New_York', 'europe/paris', 'EUROPE/PARIS', 'US/Eastern', 'America/Indiana/Knox', 'Etc/GMT+5', 'Japan'],
    ...['UTC', 'utc', 'GMT', 'Z', 'EST', 'EDT', 'CET', 'PST8PDT', '+03:00', '-0500', '+3', 'GMT+3', 'GMT-05:30'],
    ...['UTC+0', 'UTC-0', 'UTC-5', 'UTC+5.5', 'UTC+5.75', 'UTC+5:30', 'UTC+05', 'UTC+05:30', 'UTC5', 'UTC 3'],
    ...['UTC-12', 'UTC+14', 'UTC+12.75'],
  ]
  for (const zone of zones) test(`${zone} is valid`, () => assert.equal(isTimeZone(zone), true))

  const others = [
    ...['', ' ', '3', 'abc', 'true', 'Local', 'localtime', 'Mars/Base', 'New York', 'America/New_York ', ' UTC', 'x'],
    ...['UTCfoo', 'UTC+', 'UTC+99', 'UTC+100', 'UTC+15', 'UTC-13', 'utc+3', '+5.5', '+15:00', '+1:60', '+', 'GMT+'],
    ...['<b>x</b>', `${'A'.repeat(1 << 20)}`, '__proto__', 'constructor'],
  ]
  for (const zone of others) test(`${zone.slice(0, 20)} is invalid`, () => assert.equal(isTimeZone(zone), false))
})

describe('Wall time to UTC', () => {
  const cases: [local: string, zone: string, utc: string, shown?: string][] = [
    ['2027-06-01 10:00:00', newYork, '2027-06-01 14:00:00'],
    ['2027-01-12 15:00:00', newYork, '2027-01-12 20:00:00'],
    ['2027-03-14 02:30:00', newYork, '2027-03-14 07:30:00', '2027-03-14 03:30:00'],
    ['2027-11-07 01:30:00', newYork, '2027-11-07 05:30:00'],
    ['2027-11-07 02:00:00', newYork, '2027-11-07 07:00:00'],
    ['2027-03-28 02:30:00', 'Europe/Paris', '2027-03-28 01:30:00', '2027-03-28 03:30:00'],
    ['2027-06-01 10:00:00', 'Australia/Lord_Howe', '2027-05-31 23:30:00'],
    ['2027-10-03 02:15:00', 'Australia/Lord_Howe', '2027-10-02 15:45:00', '2027-10-03 02:45:00'],
    ['2027-06-01 10:00:00', 'Asia/Kathmandu', '2027-06-01 04:15:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30 22:00:00', '2011-12-31 12:00:00'],
    ['2027-06-01 10:00:00', 'Etc/GMT+5', '2027-06-01 15:00:00'],
    ['2027-06-01 10:00:00', 'CET', '2027-06-01 09:00:00'],
    ['2027-06-01 10:00:00', 'EDT', '2027-06-01 14:00:00'],
    ['2027-06-01 10:00:00', '-0500', '2027-06-01 15:00:00'],
    ['1900-01-01 10:00:00', newYork, '1900-01-01 15:00:00'],
    ['2500-01-01 10:00:00', newYork, '2500-01-01 15:00:00'],
    ['9999-12-31 10:00:00', newYork, '9999-12-31 15:00:00'],
    ['0001-01-01 00:00:00', newYork, '0001-01-01 04:56:02'],
  ]
  for (const [local, zone, utc, shown = local] of cases) {
    test(`${local} in ${zone} is ${utc}`, () => {
      assert.deepEqual(resolveLocal(local, zone), { local: shown, utc })
      assert.equal(toLocal(utc, zone), shown)
    })
  }

  test('UTC±N is its literal offset, in summer too (Q11)', () => {
    assert.equal(resolveLocal('2027-06-01 10:00:00', 'UTC-5').utc, '2027-06-01 15:00:00')
    assert.equal(resolveLocal('2027-06-01 10:00:00', 'UTC+9.5').utc, '2027-06-01 00:30:00')
    assert.equal(resolveLocal('2027-06-01 10:00:00', 'UTC+12.75').utc, '2027-05-31 21:15:00')
  })

  test('Years beyond four digits are clamped', () => {
    assert.equal(resolveLocal('9999-12-31 23:59:59', newYork).utc, '9999-12-31 23:59:59')
    assert.equal(resolveLocal('0000-01-01 00:00:00', 'Asia/Tokyo').utc, '0000-01-01 00:00:00')
  })

  test('An invalid time zone counts as UTC', () => {
    assert.equal(toLocal('2027-06-01 10:00:00', 'Mars/Base'), '2027-06-01 10:00:00')
  })
})

describe('Random wall times', () => {
  const zones = [
    ...[newYork, 'Europe/London', 'Africa/Casablanca', 'Asia/Gaza', 'UTC+5.75', 'Pacific/Chatham', 'Pacific/Apia'],
    ...['Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Kathmandu'],
  ]
  const zone = fc.constantFrom(...zones)
  const dateTime = fc.integer({ min: -62135596800, max: 253402214399 }).map(toDateTime)

  test('A wall time that was resolved equals the wall time of its instant, and resolves to itself', () => {
    fc.assert(
      fc.property(dateTime, zone, (wall, name) => {
        const { local, utc } = resolveLocal(wall, name)
        assert.equal(toLocal(utc, name), local)
        assert.deepEqual(resolveLocal(local, name), { local, utc })
        assert.ok(local >= wall)
      }),
    )
  })

  test('Around clock changes, wall times resolve to the instants that Intl has for them', () => {
    let [skipped, repeated] = [0, 0]
    // A change moves the clock by an hour or less, or skips a whole day.
    const cases = zone.chain((name) =>
      fc.record({ name: fc.constant(name), near: createInstantsNearChange(name), shift: fc.constantFrom(0, 0, 1, -1) }),
    )
    fc.assert(
      fc.property(cases, ({ name, near, shift }) => {
        const wall = getWallTime(near, name) + shift * 3600
        const instant = getInstant(wall, name)
        const shown = getWallTime(instant, name)
        if (shown !== wall) skipped++
        if (getWallTime(instant + 3600, name) === wall) repeated++
        const expected = { local: formatSeconds(shown), utc: formatSeconds(instant) }
        assert.deepEqual(resolveLocal(formatSeconds(wall), name), expected, `${formatSeconds(wall)} ${name}`)
        assert.equal(toLocal(expected.utc, name), expected.local)
        assert.equal(isUnambiguous(formatSeconds(wall), name), isOnce(wall, name), `${formatSeconds(wall)} ${name}`)
      }),
      { numRuns: 1000 },
    )
    assert.ok(skipped > 10 && repeated > 10, `${skipped} skipped, ${repeated} repeated`)
  })

  const isOnce = (wall: number, name: string): boolean => {
    const offsets = new Set([-86_400, 86_400].map((shift) => getWallTime(wall + shift, name) - wall - shift))
    return [...offsets].filter((offset) => getWallTime(wall - offset, name) === wall).length === 1
  }
})

describe('Abbreviations of time zones', () => {
  const cases: [zone: string, local: string, abbreviation: string][] = [
    [newYork, '2027-01-12 15:00:00', 'EST'],
    [newYork, '2027-06-01 10:00:00', 'EDT'],
    [newYork, '0001-01-01 10:00:00', 'LMT'],
    ['EUROPE/PARIS', '2027-06-01 10:00:00', 'CEST'],
    ['Asia/Tokyo', '2026-11-22 10:00:00', 'JST'],
    ['Asia/Kolkata', '2027-06-01 10:00:00', 'IST'],
    ['Asia/Kathmandu', '2027-06-01 10:00:00', '+0545'],
    ['Pacific/Kiritimati', '2027-06-01 10:00:00', '+14'],
    ['America/Sao_Paulo', '2027-06-01 10:00:00', '-03'],
    ['Etc/GMT+5', '2027-06-01 10:00:00', '-05'],
    ['Australia/Lord_Howe', '2027-06-01 10:00:00', 'AEST'],
    ['UTC', '2027-06-01 10:00:00', 'UTC'],
    ['utc', '2027-06-01 10:00:00', 'UTC'],
    ['Z', '2027-06-01 10:00:00', 'Z'],
    ['EDT', '2027-01-01 10:00:00', 'EDT'],
    ['UTC-5.5', '2027-06-01 10:00:00', 'UTC-5.5'],
    ['UTC 3', '2027-06-01 10:00:00', 'UTC 3'],
    ['+3', '2027-06-01 10:00:00', 'GMT+0300'],
    ['+02:00', '2027-06-01 10:00:00', 'GMT+0200'],
    ['-0500', '2027-06-01 10:00:00', 'GMT-0500'],
    ['GMT+3', '2027-06-01 10:00:00', 'GMT+0300'],
  ]
  for (const [zone, local, abbreviation] of cases) {
    test(`The abbreviation of ${zone} at ${local} is ${abbreviation}`, () =>
      assert.equal(abbreviationAt(local, zone), abbreviation))
  }
})

test('An offset is computed from the wall time and the UTC time', () => {
  assert.equal(formatOffsetBetween('2027-01-10 20:00:00', '2027-01-11 01:00:00'), '-05:00')
  assert.equal(formatOffsetBetween('2027-01-10 20:00:00', '2027-01-10 14:15:00'), '+05:45')
  assert.equal(formatOffsetBetween('2027-01-10 20:00:00', '2027-01-10 20:00:00'), '+00:00')
  assert.equal(formatOffsetBetween('0001-01-01 00:00:00', '0001-01-01 04:56:02'), '-04:56')
})
