/** The phrases of a date or period in words, each with a pattern and the parts that it contributes. */
import type { Language } from '../i18n/language.ts'
import { DATE_WORDS, type DateWords } from './date-words.ts'

/** A day without a year is the next such day. */
export type DayPart =
  | { readonly kind: 'date'; readonly year: number | undefined; readonly month: number; readonly day: number }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly isNext: boolean }
  | { readonly kind: 'shift'; readonly days: number }

export type Half = 'am' | 'pm' | undefined

/** Minutes since midnight; `half` is undefined for a time of 24 hours, or one that the end of a period clarifies. */
export interface TimePart {
  readonly kind: 'time'
  readonly minutes: number
  readonly half: Half
}

export interface HalfPart {
  readonly kind: 'half'
  readonly half: Half
}

/** `to` separates the start from the end. */
export type Part =
  | DayPart
  | TimePart
  | HalfPart
  | { readonly kind: 'duration'; readonly minutes: number }
  | { readonly kind: 'to' | 'all-day' | 'ignored' }

interface PhraseMatch {
  readonly parts: readonly Part[]
  /** End offset in the text. */
  readonly end: number
}

type Groups = Readonly<Record<string, string | undefined>>
/** Undefined when the phrase does not apply, so that the next one is tried. */
type ReadParts = (groups: Groups) => readonly Part[] | undefined

interface Phrase {
  readonly pattern: RegExp
  readonly read: ReadParts
  /** Applies only after a start time that has no end yet: `2h` is a duration there, otherwise a time. */
  readonly needsStart?: true
}

const DAY = '(?<day>[12]\\d|3[01]|0?[1-9])'
const LAST_DAY = '(?<lastDay>[12]\\d|3[01]|0?[1-9])'
const MONTH = '(?<month>1[0-2]|0?[1-9])'
const YEAR = '(?<year>\\d{4})'
const WORD_END = "(?![\\p{L}\\d'])"
const NAME = '(?<name>\\p{L}+)\\.?'
const ORDINAL = '(?:\\.|st|nd|rd|th|er|º|°)?'
const hour = (name: string): string => `(?<${name}>2[0-4]|1\\d|0?\\d)(?:[:.hu](?<${name}Minute>[0-5]\\d))?`

export type MatchPhrase = (text: string, position: number, hasOpenStart: boolean) => PhraseMatch | undefined

/** Matches the phrase of the language at a position of a folded text. */
export function createPhraseMatcher(language: Language): MatchPhrase {
  const phrases = createPhrases(DATE_WORDS[language])
  return (text, position, hasOpenStart) => {
    for (const { pattern, read, needsStart } of phrases) {
      pattern.lastIndex = position
      const match = needsStart && !hasOpenStart ? null : pattern.exec(text)
      const parts = match && read(match.groups ?? {})
      if (parts) return { parts, end: pattern.lastIndex }
    }
    return undefined
  }
}

const phrase = (source: string, read: ReadParts): Phrase => ({ pattern: new RegExp(source, 'uy'), read })
const word = (source: string, ...parts: readonly Part[]): Phrase => phrase(`(?:${source})${WORD_END}`, () => parts)

/** In the order in which they are tried: longer phrases precede their beginnings. */
function createPhrases(words: DateWords): readonly Phrase[] {
  return [
    ...createDatePhrases(words),
    ...createDurationPhrases(words),
    word(words.allDay, { kind: 'all-day' }),
    word(words.noon, { kind: 'time', minutes: 720, half: undefined }),
    word(words.midnight, { kind: 'time', minutes: 1440, half: undefined }),
    ...createTimePhrases(words),
    word(words.dayAfterTomorrow, { kind: 'shift', days: 2 }),
    word(words.tonight, { kind: 'shift', days: 0 }, { kind: 'half', half: 'pm' }),
    word(words.morning, { kind: 'half', half: 'am' }),
    word(words.evening, { kind: 'half', half: 'pm' }),
    word(words.tomorrow, { kind: 'shift', days: 1 }),
    word(words.today, { kind: 'shift', days: 0 }),
    word(words.yesterday, { kind: 'shift', days: -1 }),
    ...createWeekdayPhrases(words),
    phrase(`-|(?:${words.to})${WORD_END}`, () => [{ kind: 'to' }]),
    word(words.ignored, { kind: 'ignored' }),
  ]
}

const createDate = (year: string | undefined, month: number, day: string | undefined): DayPart => ({
  kind: 'date',
  year: year === undefined ? undefined : Number(year),
  month,
  day: Number(day),
})

function createDatePhrases(words: DateWords): readonly Phrase[] {
  const { months, otherMonths = {}, isMonthFirst, to, toNumber } = words
  const between = `\\s*(?:-|(?:${to}|${toNumber})${WORD_END})\\s*`
  const findMonth = createNameLookup(months, 3, otherMonths)
  const numericMonths = ({ year, month, day, lastDay }: Groups): readonly Part[] => {
    const last: readonly Part[] = lastDay ? [{ kind: 'to' }, createDate(year, Number(month), lastDay)] : []
    return [createDate(year, Number(month), day), ...last]
  }
  const namedMonths: ReadParts = (groups) => {
    const month = findMonth(groups['name'] ?? '')
    return month === undefined ? undefined : numericMonths({ ...groups, month: String(month + 1) })
  }
  const year = `(?:,?\\s+(?:de\\s+|del\\s+)?${YEAR}(?![\\d:]))?`
  const slashes = isMonthFirst ? `${MONTH}/${DAY}` : `${DAY}/${MONTH}`
  return [
    phrase(`${YEAR}-${MONTH}-${DAY}(?!\\d)`, numericMonths),
    phrase(`${DAY}[.-]${MONTH}[.-]${YEAR}(?!\\d)`, numericMonths),
    phrase(`${slashes}(?:/${YEAR})?(?![\\d/])`, numericMonths),
    phrase(`${DAY}\\.?${between}${LAST_DAY}\\.${MONTH}\\.(?:${YEAR})?(?!\\d)`, numericMonths),
    phrase(`${DAY}\\.${MONTH}\\.(?!\\d)`, numericMonths),
    phrase(`${DAY}${ORDINAL}${between}${LAST_DAY}${ORDINAL}\\s*(?:of\\s+|de\\s+|di\\s+)?${NAME}${year}`, namedMonths),
    phrase(`${DAY}${ORDINAL}\\s*(?:of\\s+|de\\s+|di\\s+)?${NAME}${year}`, namedMonths),
    ...(isMonthFirst
      ? [
          phrase(`${NAME}\\s+${DAY}${ORDINAL}${between}${LAST_DAY}${ORDINAL}(?![\\d:]|\\s*[ap]m)${year}`, namedMonths),
          phrase(`${NAME}\\s+${DAY}${ORDINAL}(?![\\d:]|\\s*[ap]m)${year}`, namedMonths),
        ]
      : []),
  ]
}

function createDurationPhrases({ units, numbers, from }: DateWords): readonly Phrase[] {
  const number = `(?<number>\\d{1,4}(?:[.,]\\d)?|${numbers.join('|')})`
  const readNumber = (text = ''): number => {
    const index = numbers.findIndex((alternatives) => new RegExp(`^(?:${alternatives})$`, 'u').test(text))
    return index < 0 ? Number(text.replace(',', '.')) : index + 1
  }
  const shift = (unit: string, days: number): Phrase =>
    phrase(`(?:${from})\\s+${number}\\s+(?:${unit})${WORD_END}`, ({ number: text }) => [
      { kind: 'shift', days: readNumber(text) * days },
    ])
  const duration = (unit: string, minutes: number): Phrase =>
    phrase(`${number}\\s*(?:${unit})\\.?${WORD_END}`, ({ number: text }) => [
      { kind: 'duration', minutes: readNumber(text) * minutes },
    ])
  return [
    shift(units.week, 7),
    shift(units.day, 1),
    {
      ...phrase(`(?<hours>\\d{1,2})\\s?h\\s?(?<minutes>[0-5]\\d)?${WORD_END}`, ({ hours, minutes = '0' }) => [
        { kind: 'duration', minutes: Number(hours) * 60 + Number(minutes) },
      ]),
      needsStart: true,
    },
    { ...duration(units.hour, 60), needsStart: true },
    duration(units.minute, 1),
    duration(units.week, 7 * 1440),
    duration(units.day, 1440),
  ]
}

function createTimePhrases(words: DateWords): readonly Phrase[] {
  const mark = (name: string) =>
    `(?:\\s*(?<${name}Am>${words.morning})|\\s*(?<${name}Pm>${words.evening})|(?<${name}Clock>\\s*(?:${words.clock}))(?:\\s*(?:(?<${name}Am2>${words.morning})|(?<${name}Pm2>${words.evening})))?)?${WORD_END}`
  const time = (name: string) => `${hour(name)}${mark(name)}`
  // `20h to 7 December` continues with a day.
  const monthAhead = `\\.?\\s*(?:of\\s|de\\s|di\\s)?(?:${words.months.map((name) => name.slice(0, 3)).join('|')})`
  return [
    phrase(
      `(?:(?:${words.at})\\s*)?${time('from')}\\s*(?:-|(?:${words.to}|${words.toNumber})${WORD_END})\\s*${time('until')}(?!\\.\\d|${monthAhead})`,
      (groups) => [createTime(groups, 'from'), { kind: 'to' }, createTime(groups, 'until')],
    ),
    phrase(`(?:${words.at})\\s*${time('from')}`, (groups) => [createTime(groups, 'from')]),
    phrase(time('from'), (groups) => (isMarked(groups) ? [createTime(groups, 'from')] : undefined)),
  ]
}

const isMarked = (groups: Groups): boolean =>
  ['fromMinute', 'fromAm', 'fromPm', 'fromClock'].some((name) => groups[name] !== undefined)

function createTime(groups: Groups, name: 'from' | 'until'): TimePart {
  const isAm = groups[`${name}Am`] ?? groups[`${name}Am2`]
  const isPm = groups[`${name}Pm`] ?? groups[`${name}Pm2`]
  return {
    kind: 'time',
    minutes: Number(groups[name]) * 60 + Number(groups[`${name}Minute`] ?? '0'),
    half: isAm ? 'am' : isPm ? 'pm' : undefined,
  }
}

function createWeekdayPhrases({ weekdays, next }: DateWords): readonly Phrase[] {
  const findWeekday = createNameLookup(weekdays, 2)
  const read: ReadParts = ({ weekday = '', before, after }) => {
    const index = findWeekday(weekday)
    if (index === undefined) return undefined
    return [{ kind: 'weekday', weekday: index, isNext: before !== undefined || after !== undefined }]
  }
  return [
    phrase(`(?:(?<before>${next})\\s+)?(?<weekday>\\p{L}+(?:-feira)?)\\.?(?:\\s+(?<after>${next})${WORD_END})?`, read),
  ]
}

/** Finds a name by an unambiguous beginning. */
function createNameLookup(
  names: readonly string[],
  minLength: number,
  others: Readonly<Record<string, number>> = {},
): (text: string) => number | undefined {
  return (text) => {
    const other = others[text]
    if (other !== undefined) return other - 1
    const matches = names.filter((name) => name.startsWith(text))
    const [name = ''] = matches
    return text.length >= minLength && matches.length === 1 ? names.indexOf(name) : undefined
  }
}
