/**
 * Interprets a date or period in words, such as "Fri 8-11pm". Every word must have a meaning: a library that searches a
 * text for dates would skip unknown words, and return another date than the text states.
 */
import type { Language } from '../i18n/language.ts'
import { foldCase } from '../text/fold-case.ts'
import { secondsPerDay, toDateTime, toDayNumber, toSeconds } from './civil-time.ts'
import { toCivilDate } from './date-parts.ts'
import type { DateTime } from './date-time.ts'
import {
  createPhraseMatcher,
  type DayPart,
  type Half,
  type HalfPart,
  type Part,
  type TimePart,
} from './match-phrase.ts'
import { addDays, toDateOnly } from './parse-date.ts'

/** Wall times. */
export interface ParsedPeriod {
  readonly start: DateTime
  /** The last second of an all-day period; undefined for a time without an end. */
  readonly end: DateTime | undefined
  readonly isAllDay: boolean
}

/** The reason why a text cannot be interpreted; `word` is the part that it concerns. */
export interface PeriodError {
  readonly error: 'date_word_unknown' | 'date_repeated' | 'date_missing' | 'date_impossible' | 'date_unclear'
  readonly word: string
}

/** Start or end of a period. */
interface Side {
  readonly day?: DayPart
  /** Weekday of a date, with which it must agree. */
  readonly weekday?: number
  readonly time?: TimePart
  /** Time of day that precedes the time. */
  readonly half?: Half
}

interface Sides {
  readonly start: Side
  readonly end: Side
  readonly hasEnd: boolean
  readonly isAllDay: boolean
  /** Minutes. */
  readonly duration?: number
}

/** `now` is the wall time to which the text is relative. Days without a year are not before today. */
export function parsePeriod(text: string, language: Language, now: DateTime): ParsedPeriod | PeriodError {
  const sides = readSides(normalizeText(text), language)
  if ('error' in sides) return sides
  const { start } = sides
  if (!start.day && !start.time) return { error: 'date_missing', word: '' }
  if (isUnclear(sides)) return { error: 'date_unclear', word: '' }
  const period = start.time ? resolveTimes(sides, now) : resolveDays(sides, now)
  return period ?? { error: 'date_impossible', word: '' }
}

/** Both ends of a period have a time, or neither has. */
function isUnclear({ start, end, hasEnd, isAllDay, duration }: Sides): boolean {
  const isTimed = start.time !== undefined
  const hasOtherEnd = hasEnd && (isTimed !== (end.time !== undefined) || (!end.day && !end.time))
  const isContradictory = (isAllDay && isTimed) || (hasEnd && duration !== undefined)
  return hasOtherEnd || isContradictory || start.half !== undefined || end.half !== undefined
}

const normalizeText = (text: string): string =>
  foldCase(text).replace(/[–—−]/g, '-').replace(/[’‘`]/g, "'").replace(/\s+/g, ' ')

function readSides(text: string, language: Language): Sides | PeriodError {
  const matchPhrase = createPhraseMatcher(language)
  let sides: Sides = { start: {}, end: {}, hasEnd: false, isAllDay: false }
  for (let position = skipSeparators(text, 0); position < text.length; ) {
    const match = matchPhrase(text, position, sides.start.time !== undefined && !sides.hasEnd)
    const word = text.slice(position).split(' ', 1)[0] ?? ''
    if (!match) return { error: 'date_word_unknown', word }
    const next = match.parts.reduce<Sides | undefined>((current, part) => current && addPart(current, part), sides)
    if (!next) return { error: 'date_repeated', word: text.slice(position, match.end).trim() }
    sides = next
    position = skipSeparators(text, match.end)
  }
  return sides
}

function skipSeparators(text: string, start: number): number {
  let end = start
  while (/[\s,;·()]/.test(text.charAt(end))) end += 1
  return end
}

/** Undefined if the part contradicts an earlier one. */
function addPart(sides: Sides, part: Part): Sides | undefined {
  const name = sides.hasEnd ? 'end' : 'start'
  const side = sides[name]
  switch (part.kind) {
    case 'ignored':
      return sides
    case 'to':
      return sides.hasEnd ? undefined : { ...sides, hasEnd: true }
    case 'all-day':
      return { ...sides, isAllDay: true }
    case 'duration':
      return sides.duration === undefined ? { ...sides, duration: part.minutes } : undefined
    default: {
      const changed = addToSide(side, part)
      return changed && { ...sides, [name]: changed }
    }
  }
}

function addToSide(side: Side, part: DayPart | TimePart | HalfPart): Side | undefined {
  if (part.kind === 'half') {
    if (side.half !== undefined || side.time?.half !== undefined) return undefined
    return side.time ? { ...side, time: { ...side.time, half: part.half } } : { ...side, half: part.half }
  }
  if (part.kind === 'time') {
    const { half, ...others } = side
    return side.time ? undefined : { ...others, time: { ...part, half: part.half ?? half } }
  }
  return side.day ? addWeekday(side, side.day, part) : { ...side, day: part }
}

/** `Sat, Dec 5` and `Dec 5 (Sat)` name a day twice. */
function addWeekday(side: Side, day: DayPart, part: DayPart): Side | undefined {
  if (side.weekday !== undefined) return undefined
  if (day.kind === 'date' && part.kind === 'weekday') return { ...side, weekday: part.weekday }
  return day.kind === 'weekday' && part.kind === 'date' ? { ...side, day: part, weekday: day.weekday } : undefined
}

/** Whole days. */
function resolveDays({ start, end, duration }: Sides, now: DateTime): ParsedPeriod | undefined {
  const first = resolveDay(start, toDateOnly(now))
  const days = duration === undefined ? 1 : duration / 1440
  const last = first && (end.day ? resolveDay(end, first) : toDateOnly(addDays(`${first} 00:00:00`, days - 1)))
  if (!first || !last || last < first || !Number.isInteger(days)) return undefined
  return { start: `${first} 00:00:00`, end: `${last} 23:59:59`, isAllDay: true }
}

function resolveTimes({ start, end, hasEnd, duration }: Sides, now: DateTime): ParsedPeriod | undefined {
  const until = end.time && toMinutes(end.time, end.time.half)
  const from = start.time && toStartMinutes(start.time, end.time?.half, end.day ? undefined : until)
  if (from === undefined || (hasEnd && until === undefined)) return undefined
  const day = resolveDay(start, toDateOnly(now))
  if (!day) return undefined
  const moment = atMinutes(day, from)
  // A time of today, or of this weekday, that has passed means the next one.
  const passed = moment < now && (start.day === undefined || (start.day.kind === 'weekday' && !start.day.isNext))
  const starts = passed ? addDays(moment, start.day ? 7 : 1) : moment
  const ends = resolveEnd({ starts, end, until, duration })
  return ends === false ? undefined : { start: starts, end: ends, isAllDay: false }
}

interface EndInput {
  readonly starts: DateTime
  readonly end: Side
  readonly until: number | undefined
  readonly duration: number | undefined
}

/** Without a day, an end before the start is on the next day. False for an end before the start on a given day. */
function resolveEnd({ starts, end, until, duration }: EndInput): DateTime | undefined | false {
  if (until === undefined) return duration === undefined ? undefined : toDateTime(toSeconds(starts) + duration * 60)
  const day = resolveDay(end, toDateOnly(starts))
  if (!day) return false
  const ends = atMinutes(day, until)
  if (ends >= starts) return ends
  return end.day ? false : addDays(ends, 1)
}

/** In `8-11pm`, both hours are in the evening, unless the end would be before the start. */
function toStartMinutes(time: TimePart, endHalf: Half, until: number | undefined): number | undefined {
  if (time.half !== undefined || endHalf !== 'pm') return toMinutes(time, time.half)
  const evening = toMinutes(time, 'pm')
  return evening !== undefined && (until === undefined || evening < until) ? evening : toMinutes(time, undefined)
}

/** Undefined for an hour that does not exist. */
function toMinutes({ minutes }: TimePart, half: Half): number | undefined {
  if (minutes > 1440) return undefined
  if (half === 'am' && minutes >= 720 && minutes < 780) return minutes - 720
  return half === 'pm' && minutes < 720 ? minutes + 720 : minutes
}

const atMinutes = (day: string, minutes: number): DateTime => toDateTime(toSeconds(`${day} 00:00:00`) + minutes * 60)

/** `YYYY-MM-DD`, on or after the basis if the part has no year; undefined for a date that does not exist. */
function resolveDay({ day: part, weekday }: Side, basis: string): string | undefined {
  const today = toSeconds(`${basis} 00:00:00`) / secondsPerDay
  if (!part) return basis
  if (part.kind === 'shift') return formatDay(today + part.days)
  if (part.kind === 'weekday') {
    const days = (part.weekday - getWeekday(basis) + 7) % 7
    return formatDay(today + (days === 0 && part.isNext ? 7 : days))
  }
  const { year } = toCivilDate(`${basis} 00:00:00`)
  const years = part.year === undefined ? Array.from({ length: MAX_YEARS }, (_, index) => year + index) : [part.year]
  const days = years
    .flatMap((one) => createDay(one, part) ?? [])
    .filter((day) => part.year !== undefined || day >= basis)
  const [day] = days
  return day !== undefined && (weekday === undefined || getWeekday(day) === weekday) ? day : undefined
}

/** February 29 may be eight years away. */
const MAX_YEARS = 9

/** Day 0, 1970-01-01, was a Thursday. */
const getWeekday = (day: string): number => (((toSeconds(`${day} 00:00:00`) / secondsPerDay + 4) % 7) + 7) % 7

const formatDay = (dayNumber: number): string => toDateOnly(toDateTime(dayNumber * secondsPerDay))

function createDay(year: number, { month, day }: { readonly month: number; readonly day: number }): string | undefined {
  const formatted = formatDay(toDayNumber(year, month, day))
  return Number(formatted.slice(8)) === day ? formatted : undefined
}
