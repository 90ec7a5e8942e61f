/**
 * The phrases of date expressions (wire-contract §6.2), each with a pattern and a parser. Patterns are tried in order, so
 * a phrase precedes any shorter phrase that is a prefix of it.
 */
import { toDayNumber } from './civil-time.ts'
import { type CivilDate, type DateParts, type Shift, toCivilDate, type WeekdayStep } from './date-parts.ts'
import type { DateTime } from './date-time.ts'
import { isTimeZone } from './time-zone.ts'

type Groups = Readonly<Record<string, string | undefined>>
type Phrase = { readonly pattern: RegExp; readonly read: (groups: Groups, now: DateTime) => DateParts | undefined }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const ordinals = [
  ...['last', 'this', 'next', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  ...['eleventh', 'twelfth'],
]

const month = '(?<month>1[0-2]|0?\\d)'
const day = '(?<day>[12]\\d|3[01]|0?\\d)'
const monthName =
  '(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?' +
  '|nov(?:ember)?|dec(?:ember)?)\\b'
const weekdayName =
  '(?<weekday>sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)\\b'
const ordinal = `(?<nth>first|previous|${ordinals.join('|')})\\s+`
const unit = '(?<unit>sec(?:ond)?|min(?:ute)?|hour|day|week|fortnight|month|year)s?\\b'
/** Lookahead after a year or day: digits that start a time are not part of a date. */
const notTime = '(?!\\d|:|\\s?[ap]\\.?m)'
const separator = '(?:\\s?,?\\s?|[.-])'

const phrases: readonly Phrase[] = [
  createPhrase('(?<year>\\d{4})-?w(?<week>0[1-9]|[1-4]\\d|5[0-3])(?:-?(?<weekday>[0-7]))?(?!\\d)', parseIsoWeek),
  createPhrase(`(?<year>\\d{4})(?<mark>[-/])${month}\\k<mark>${day}(?![\\d:])`, parseNumericDate),
  createPhrase(`${day}(?<mark>[-.])${month}\\k<mark>(?<year>\\d{4})(?!\\d)`, parseNumericDate),
  createPhrase(`(?<year>\\d\\d)-${month}-${day}(?![\\d:])`, parseNumericDate),
  createPhrase(`${day}\\.${month}\\.(?<year>\\d\\d)(?![\\d:])`, parseNumericDate),
  createPhrase(`${month}/${day}(?:/(?<year>\\d{4}|\\d\\d))?(?![\\d/:])`, parseNumericDate),
  createPhrase('(?<year>\\d{4})(?<month>0\\d|1[0-2])(?<day>[0-2]\\d|3[01])(?!\\d)', parseNumericDate),
  createPhrase('(?<year>\\d{4})-(?<day>[0-2]\\d\\d|3[0-5]\\d|36[0-6])(?!\\d)', parseDayOfYear),
  createPhrase(`(?<year>\\d{4})-${month}(?![\\d-])`, parseNumericMonth),

  createPhrase(
    't?(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d|60))?)?\\s?(?<half>[ap])\\.?m\\b\\.?',
    parseTime,
  ),
  createPhrase(
    't?(?<hour>2[0-4]|[01]?\\d):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d|60)(?:[.,]\\d+)?)?(?![\\d:])',
    parseTime,
  ),
  createPhrase('t(?<hour>2[0-4]|[01]\\d)(?<minute>[0-5]\\d)(?<second>[0-5]\\d)?(?!\\d)', parseTime),

  createPhrase(
    `${day}(?:st|nd|rd|th)?${separator}(?:of\\s)?${monthName}(?:${separator}(?<year>\\d{4}|\\d\\d)${notTime})?`,
    parseNamedDate,
  ),
  createPhrase(
    `${monthName}\\.?${separator}${day}(?:st|nd|rd|th)?${notTime}(?:${separator}(?<year>\\d{4})${notTime})?`,
    parseNamedDate,
  ),
  createPhrase(`${monthName}\\.?${separator}(?<year>\\d{4})${notTime}`, parseNamedMonth),
  createPhrase(`(?<year>\\d{4})${separator}${monthName}(?:${separator}${day}${notTime})?`, parseNamedMonth),
  createPhrase(monthName, parseNamedDate),

  createPhrase(`(?<sign>[+-]?)\\s?(?<count>\\d{1,9})\\s?${unit}`, parseCountedStep),
  createPhrase('(?<nth>first|last)\\s+day\\s+of\\b', (groups) => ({
    edgeOfMonth: groups.nth === 'first' ? 'first' : 'last',
  })),
  createPhrase(`${ordinal}${weekdayName}\\s+of\\b`, (groups) => ({
    weekdayOfMonth: parseWeekdayStep(groups),
    wholeDay: true,
  })),
  createPhrase(`${ordinal}(?<unit>week)\\b`, (groups) => ({ ...parseOrdinalStep(groups), withinWeek: true })),
  createPhrase(`${ordinal}${unit}`, parseOrdinalStep),
  createPhrase(`${ordinal}${weekdayName}`, (groups) => ({ weekday: parseWeekdayStep(groups), wholeDay: true })),
  createPhrase(weekdayName, (groups) => ({ weekday: parseWeekdayStep(groups), wholeDay: true })),

  createPhrase('now\\b', () => ({})),
  createPhrase('(?:today|midnight)\\b', () => ({ wholeDay: true })),
  createPhrase('noon\\b', () => ({ time: 12 * 3600 })),
  createPhrase('tomorrow\\b', () => ({ shift: createShift('day', 1), wholeDay: true })),
  createPhrase('yesterday\\b', () => ({ shift: createShift('day', -1), wholeDay: true })),
  createPhrase('ago\\b', () => ({ ago: true })),

  createPhrase('(?<zone>(?:GMT|UTC)?[+-]\\d{1,2}(?::?[0-5]\\d)?)(?![\\d:])', parseZone),
  createPhrase('\\((?<zone>[a-z]+)\\)', parseZone),
  createPhrase('(?<zone>[a-z][a-z\\d_+/-]*)', parseZone),
]

/** Matches a phrase at `position`. Returns its parts and end, or undefined if no phrase matches. */
export function matchPhrase(
  text: string,
  position: number,
  now: DateTime,
): { parts: DateParts; end: number } | undefined {
  for (const { pattern, read } of phrases) {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (!match) continue
    const parts = read(match.groups ?? {}, now)
    return parts && { parts, end: pattern.lastIndex }
  }
  return undefined
}

function createPhrase(source: string, read: Phrase['read']): Phrase {
  return { pattern: new RegExp(source, 'iy'), read }
}

function parseNumericDate({ year, month, day }: Groups, now: DateTime): DateParts {
  return { date: { year: expandYear(year, now), month: Number(month), day: Number(day) } }
}

function parseNumericMonth({ year, month }: Groups): DateParts {
  return { date: { year: Number(year), month: Number(month), day: 1 } }
}

function parseDayOfYear({ year, day }: Groups): DateParts {
  return { date: { year: Number(year), month: 1, day: Number(day) } }
}

/** ISO 8601: week 1 contains January 4, and weeks start on Monday. */
function parseIsoWeek({ year, week, weekday = '1' }: Groups): DateParts {
  const fourth = toDayNumber(Number(year), 1, 4)
  const sinceMonday = (((fourth + 3) % 7) + 7) % 7
  return { date: { year: Number(year), month: 1, day: 4 - sinceMonday + 7 * (Number(week) - 1) + Number(weekday) - 1 } }
}

function parseNamedDate({ year, name = '', day }: Groups, now: DateTime): DateParts {
  const date: CivilDate = { year: expandYear(year, now), month: parseMonth(name), day: toCivilDate(now).day }
  return { date: day === undefined ? date : { ...date, day: Number(day) } }
}

function parseNamedMonth({ year, name = '', day = '1' }: Groups): DateParts {
  return { date: { year: Number(year), month: parseMonth(name), day: Number(day) } }
}

function parseTime({ hour, minute = '0', second = '0', half }: Groups): DateParts {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { time: hours * 3600 + Number(minute) * 60 + Number(second) }
}

function parseCountedStep({ sign, count, unit = '' }: Groups): DateParts {
  return { shift: createShift(unit, sign === '-' ? -Number(count) : Number(count)) }
}

function parseOrdinalStep({ nth, unit = '' }: Groups): DateParts {
  return { shift: createShift(unit, parseOrdinal(nth)) }
}

function parseZone({ zone = '' }: Groups): DateParts | undefined {
  const name = zone.toUpperCase().startsWith('UTC') ? zone.toUpperCase() : zone
  return isTimeZone(name) ? { zone: name } : undefined
}

function parseWeekdayStep({ nth, weekday = '' }: Groups): WeekdayStep {
  return { day: weekdays.indexOf(weekday.slice(0, 3).toLowerCase()), count: parseOrdinal(nth) }
}

/** -1 for `last`, 0 for `this` or no word, 1 for `next` and `first`, 2 for `second`, and so on. */
function parseOrdinal(word = 'this'): number {
  const name = word.toLowerCase()
  if (name === 'first') return 1
  return name === 'previous' ? -1 : ordinals.indexOf(name) - 1
}

function createShift(unit: string, count: number): Shift {
  const step = { months: 0, days: 0, seconds: 0 }
  const name = unit.toLowerCase()
  if (name === 'year') return { ...step, months: 12 * count }
  if (name === 'month') return { ...step, months: count }
  if (name === 'fortnight') return { ...step, days: 14 * count }
  if (name === 'week') return { ...step, days: 7 * count }
  if (name === 'day') return { ...step, days: count }
  return { ...step, seconds: count * getUnitSeconds(name) }
}

function getUnitSeconds(unit: string): number {
  if (unit === 'hour') return 3600
  return unit.startsWith('min') ? 60 : 1
}

/** Two digits mean 1970 to 2069. Without a year, the current one is used. */
function expandYear(year: string | undefined, now: DateTime): number {
  if (year === undefined) return toCivilDate(now).year
  if (year.length > 2) return Number(year)
  return Number(year) + (Number(year) < 70 ? 2000 : 1900)
}

function parseMonth(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1
}
