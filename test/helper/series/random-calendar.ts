/** Random calendars with mixed zones, changes, exclusions and additions. */
import { addSeconds } from '../../../src/base/time/parse-date.ts'
import { isUnambiguous, resolveLocal, toLocal } from '../../../src/base/time/time-zone.ts'
import { parseRule } from '../../../src/calendar/series/recurrence-rule.ts'
import { createRandomRule, expandByOracle, type RandomNumber } from './random-recurrence.ts'

const TIMED = ['America/New_York', 'Europe/Paris', 'Asia/Tokyo', 'Australia/Sydney', 'UTC', 'floating'] as const
/** `floating` for times without a zone, `DATE` for whole days. */
type Kind = (typeof TIMED)[number] | 'DATE'

const HOUR = 3600
const DAY = 24 * HOUR
/** The last date on which occurrences are compared. */
export const LAST_DATE = '2033-12-31'

export interface RandomCalendar {
  readonly text: string
  /** The same with dates of the series in its zone, because the other implementation does not always convert others. */
  readonly plain: string
}

export function createRandomCalendar(random: RandomNumber): RandomCalendar {
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const pick = <T>(values: readonly T[]): T => values[between(0, values.length - 1)] as T
  const times = <T>(most: number, create: () => T): T[] => Array.from({ length: between(0, most) }, create)
  const kind: Kind = random() < 0.15 ? 'DATE' : pick(TIMED)
  const pickKind = () => (kind === 'DATE' ? kind : pick(TIMED))
  const { rule, dates } = createRule(random, between(1, 12))
  // No hours that the clocks skip or repeat, also not at the end.
  const time =
    kind === 'DATE' ? '00:00:00' : `${String(between(4, 21)).padStart(2, '0')}:${pick(['00', '15', '30'])}:00`
  const starts = dates.map((date) => resolveLocal(`${date} ${time}`, getZone(kind)).utc)
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  const limit =
    random() < 0.5
      ? `COUNT=${dates.length}`
      : `UNTIL=${formatUntil(kind === 'DATE' ? last : addSeconds(last, 2 * HOUR), kind)}`
  const later = starts.slice(1)
  const excluded = later.length > 1 ? times(2, () => pick(later)) : []
  // The other implementation loses added occurrences on the date of another one.
  const days = new Set(starts.map((start) => start.slice(0, 10)))
  const added = times(2, () =>
    addSeconds(first, between(1, 60) * DAY + (kind === 'DATE' ? 0 : between(0, 1) * HOUR)),
  ).filter((start) => [-1, 0, 1].every((shift) => !days.has(addSeconds(start, shift * DAY).slice(0, 10))))
  const kept = starts.filter((start) => !excluded.includes(start))
  const changed = new Set(times(2, () => pick(kept)))
  const length = kind === 'DATE' ? between(1, 3) * DAY : (between(1, 4) * HOUR) / 2
  const describe = (title: string, start: string, own: Kind, ...lines: readonly string[]) =>
    [
      ...['BEGIN:VEVENT', 'UID:A', 'DTSTAMP:20261101T000000Z', `SUMMARY:${title}`],
      ...[formatMoment('DTSTART', start, own), formatMoment('DTEND', addSeconds(start, length), own), ...lines],
      'END:VEVENT',
    ].join('\r\n')
  const dateLines = [
    ...excluded.map((start) => ['EXDATE', start] as const),
    ...added.map((start) => ['RDATE', start] as const),
  ].map(([name, start]) => ({ name, start, other: pickKind() }))
  const moves = [...changed].map((start) => ({
    ...{ start, moved: addSeconds(start, kind === 'DATE' ? DAY : between(1, 30) * HOUR) },
    ...{ own: pickKind(), other: pickKind() },
  }))
  const create = (isPlain: boolean) => {
    const format = (name: string, start: string, other: Kind) =>
      formatMoment(name, start, isPlain ? kind : other, getZone(kind))
    const lines = dateLines.map(({ name, start, other }) => format(name, start, other))
    const changes = moves.map(({ start, moved, own, other }, index) =>
      describe(`change ${index}`, moved, own, format('RECURRENCE-ID', start, other)),
    )
    const main = describe('main', first, kind, `RRULE:${rule};${limit}`, ...lines)
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', main, ...changes, 'END:VCALENDAR', ''].join('\r\n')
  }
  return { text: create(false), plain: create(true) }
}

/**
 * A rule without an end, and its first dates. The other implementation loses dates of BYSETPOS, of days such as
 * 20MO, and of weeks that extend into another year.
 */
function createRule(random: RandomNumber, count: number) {
  const base = `2027-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-10`
  const parts = createRandomRule(random).split(';')
  const rule = parts.filter((part) => !/^(?:COUNT|UNTIL|BYSETPOS)=/.test(part)).join(';')
  const isUnsupported = 'error' in parseRule(rule) || /\d\d[A-Z]{2}|BYWEEKNO/.test(rule)
  const found = isUnsupported ? [] : expandByOracle(rule, base, LAST_DATE, count)
  return found.length > 0 ? { rule, dates: found } : { rule: 'FREQ=WEEKLY', dates: [base] }
}

const ZONES: Readonly<Partial<Record<Kind, string>>> = { floating: 'America/New_York', DATE: 'UTC' }
const getZone = (kind: Kind): string => ZONES[kind] ?? kind

const formatStamp = (text: string): string => text.replaceAll(/[-:]/g, '').replace(' ', 'T')

/** In UTC if the clocks repeat the time. `floatingZone` is the zone of times without one. */
function formatMoment(name: string, utc: string, kind: Kind, floatingZone = getZone('floating')): string {
  const zone = kind === 'floating' ? floatingZone : getZone(kind)
  const local = toLocal(utc, zone)
  const stamp = formatStamp(local)
  if (kind === 'DATE') return `${name};VALUE=DATE:${stamp.slice(0, 8)}`
  if (kind === 'UTC' || !isUnambiguous(local, zone)) return `${name}:${formatStamp(utc)}Z`
  return kind === 'floating' ? `${name}:${stamp}` : `${name};TZID=${kind}:${stamp}`
}

/** UNTIL has the type of DTSTART. The other implementation converts it with the offset of the start. */
function formatUntil(utc: string, kind: Kind): string {
  const local = formatStamp(toLocal(utc, getZone(kind)))
  if (kind === 'DATE') return local.slice(0, 8)
  return kind === 'floating' ? local : `${formatStamp(utc)}Z`
}
