/** Random recurrence rules, and their dates by a second implementation. */
import rrule from 'rrule'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
export type RandomNumber = () => number

/** A generator of 32 bits (mulberry32): the same seed gives the same numbers. */
export function createRandomNumbers(seed: number): RandomNumber {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function createRandomRule(random: RandomNumber): string {
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const pick = <T>(values: readonly T[]): T => values[between(0, values.length - 1)] as T
  const chance = (share: number) => random() < share
  const list = (create: () => string | number) => [...new Set(Array.from({ length: between(1, 3) }, create))].join(',')
  const signed = (max: number) => (chance(0.3) ? -between(1, max) : between(1, max))
  const frequency = pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY'
  const parts = [`FREQ=${frequency}`]
  if (chance(0.4)) parts.push(`INTERVAL=${between(1, 5)}`)
  if (chance(0.3)) parts.push(`COUNT=${between(1, 60)}`)
  else if (random() < 0.3) parts.push(`UNTIL=${between(2027, 2030)}${pick(['0131', '0630', '1101'])}`)
  if (chance(0.3)) parts.push(`WKST=${pick(WEEKDAYS)}`)
  if (chance(0.3)) parts.push(`BYMONTH=${list(() => between(1, 12))}`)
  const isByWeek = frequency === 'YEARLY' && chance(0.15)
  // The implementations disagree on the days of the first and last week that are in another year.
  if (isByWeek) parts.push(`BYWEEKNO=${list(() => `${chance(0.3) ? '-' : ''}${between(3, 50)}`)}`)
  else if (frequency === 'YEARLY' && random() < 0.15) parts.push(`BYYEARDAY=${list(() => signed(365))}`)
  else if (frequency !== 'WEEKLY' && chance(0.3)) parts.push(`BYMONTHDAY=${list(() => signed(31))}`)
  const isOrdinal = isLong && !isByWeek && chance(0.5)
  // The implementations disagree on the weekday of BYWEEKNO without BYDAY.
  if (isByWeek || chance(0.5))
    parts.push(`BYDAY=${list(() => `${isOrdinal ? signed(frequency === 'MONTHLY' ? 5 : 50) : ''}${pick(WEEKDAYS)}`)}`)
  // The oracle repeats a day that two positions select, and ignores that a negative position may not exist.
  if (isLong && parts.some((part) => /^BY(?:DAY|MONTHDAY)=/.test(part)) && chance(0.3))
    parts.push(`BYSETPOS=${chance(0.3) ? -1 : [1, 2, 3].filter(() => chance(0.5)).join() || 1}`)
  return parts.join(';')
}

/** Dates of the rule from `start` to `until`, at most `limit`, by the package rrule. */
export function expandByOracle(text: string, start: string, until: string, limit: number): string[] {
  const options = rrule.RRule.parseString(text.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T000000Z'))
  const rule = new rrule.RRule({ ...options, dtstart: new Date(`${start}T00:00:00Z`) })
  return rule
    .between(new Date(`${start}T00:00:00Z`), new Date(`${until}T00:00:00Z`), true)
    .slice(0, limit)
    .map((date) => date.toISOString().slice(0, 10))
}
