/** Dates and times of tables, whose format differs by country and program. */

import { foldCase } from '../../../../base/text/fold-case.ts'
import { addDays } from '../../../../base/time/parse-date.ts'
import { isTimeZone, resolveLocal } from '../../../../base/time/time-zone.ts'
import { isCalendarDate } from '../../../../calendar/series/calendar-dates.ts'

/** Order of day, month and year in dates with numbers only. */
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export interface CsvTime {
  /** Seconds since midnight: 86400 for `24:00`. */
  readonly seconds: number
  /** Zone or offset that follows the time. */
  readonly zone?: string
}

export interface CsvMoment {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly time?: CsvTime
  /** Whether it is a number of days, as spreadsheets store dates. */
  readonly isSerial?: boolean
}

const NUMERIC_DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?!\d)/

/**
 * The order that all dates of a column allow. Where several do, dates with a slash are read as in the reference: the
 * month first in English, the day first in other languages.
 */
export function detectDateOrder(texts: readonly string[], isEnglish: boolean): DateOrder {
  let isMonthFirst = isEnglish
  for (const text of texts) {
    const [, first = '', separator, second = '', third = ''] = NUMERIC_DATE.exec(text.trim()) ?? []
    if (third === '' || first.length === 4) continue
    if (Number(first) > 12) return 'DMY'
    if (Number(second) > 12) return 'MDY'
    if (separator !== '/') isMonthFirst = false
  }
  return isMonthFirst ? 'MDY' : 'DMY'
}

/** Cells are longer only by mistake. */
const MAX_LENGTH = 100

const normalize = (text: string): string => foldCase(text.slice(0, MAX_LENGTH)).trim().replaceAll(/\s+/g, ' ')

/** Undefined for anything else than a date, optionally with a time. */
export function parseCsvMoment(text: string, order: DateOrder): CsvMoment | undefined {
  const folded = normalize(text)
  const serial = parseSerial(folded)
  if (serial) return serial
  const found = findDate(folded, order) ?? findDate(removeWeekday(folded), order)
  if (!found || !isCalendarDate(found.date)) return undefined
  const { date, rest } = found
  if (rest === '' || isWeekday(rest.replaceAll(/[(),.]/g, ''))) return { date }
  const extended = rest.replace(/^t(\d\d)(\d\d)(\d\d)(?!\d)/, 't$1:$2:$3')
  const time = parseTime(extended.replace(TIME_PREFIX, ''), rest.startsWith('t'))
  return time && { date, time }
}

/**
 * Undefined for anything else than a time, as in `19:00`, `7 pm`, `19.30 Uhr` or `19h30`, or a fraction of a day as
 * spreadsheets store times. Two decimals are such a fraction only if the date is a serial number.
 */
export function parseCsvTime(text: string, isSerial = false): CsvTime | undefined {
  const folded = normalize(text)
  const fraction = isSerial ? /^0?[.,]\d+$/ : /^0?[.,](?:\d|\d{3,})$/
  return fraction.test(folded) ? { seconds: toSeconds(folded) } : parseTime(folded, false)
}

/** `YYYY-MM-DD HH:MM:SS`, which ends in `Z` if the time has a zone. */
export function formatCsvMoment(date: string, { seconds, zone }: CsvTime): string {
  const days = Math.floor(seconds / DAY_SECONDS)
  const clock = new Date((seconds % DAY_SECONDS) * 1000).toISOString().slice(11, 19)
  const local = addDays(`${date} ${clock}`, days)
  return zone === undefined ? local : `${resolveLocal(local, zone).utc}Z`
}

const DAY_SECONDS = 86_400

interface FoundDate {
  readonly date: string
  /** The text after the date. */
  readonly rest: string
}

function findDate(text: string, order: DateOrder): FoundDate | undefined {
  for (const { pattern, read } of DATE_FORMS) {
    const match = pattern.exec(text)
    const [year = '', month = '', day = ''] = match ? read(match, order) : []
    const fullYear = year.length === 2 ? `20${year}` : year
    const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (match && /^\d{4}-\d\d-\d\d$/.test(date)) return { date, rest: text.slice(match[0].length).trim() }
  }
  return undefined
}

interface DateForm {
  readonly pattern: RegExp
  /** Year, month and day of a match. */
  readonly read: (match: RegExpExecArray, order: DateOrder) => readonly (string | undefined)[]
}

/** A month follows its day, as in `5. Januar 2027`, `5 de enero de 2027`, `1er mars 2027` or `5-Jan-27`. */
const DATE_FORMS: readonly DateForm[] = [
  { pattern: /^(\d{4})(\d\d)(\d\d)(?=$|[ t])/, read: (match) => match.slice(1) },
  {
    pattern: NUMERIC_DATE,
    read: ([, first = '', , second = '', third = ''], order) => {
      if (first.length === 4 || order === 'YMD') return [first, second, third]
      return order === 'DMY' ? [third, second, first] : [third, first, second]
    },
  },
  {
    pattern:
      /^(\d{1,2})(?:st|nd|rd|th|er|o|a)?[. /-]{0,2}(?:of |de )?([a-z]{3,10})[., /-]{0,2}(?:de |del )?(\d{4}|\d\d)(?!\d)/,
    read: ([, day, month = '', year]) => [year, findMonth(month), day],
  },
  {
    pattern: /^([a-z]{3,10})[. ]{1,2}(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/,
    read: ([, month = '', day, year]) => [year, findMonth(month), day],
  },
  {
    pattern: /^(\d{4})[. /-]([a-z]{3,10})[. /-]{1,2}(\d{1,2})(?!\d)/,
    read: ([, year, month = '', day]) => [year, findMonth(month), day],
  },
]

/** Names of the months in the seven languages, without accents. Abbreviations are their beginnings, or listed. */
const MONTHS = [
  'january januar janner janvier enero gennaio januari janeiro',
  'february februar feber fevrier febrero febbraio februari fevereiro',
  'march marz mars marzo maart marco mrt mrz',
  'april avril abril aprile',
  'may mai mayo maggio mei maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho jly',
  'august aout agosto augustus',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
].map((names) => names.split(' '))

/** `01` to `12`; undefined for other words, and for abbreviations that several months have. */
function findMonth(word: string): string | undefined {
  const found = MONTHS.flatMap((names, index) => (names.some((name) => name.startsWith(word)) ? [index + 1] : []))
  return found.length === 1 ? String(found[0]).padStart(2, '0') : undefined
}

const WEEKDAYS = `monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag
  samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes
  sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag
  zaterdag zondag segunda terca quarta quinta sexta feira`.split(/\s+/)

const isWeekday = (word: string): boolean => word.length > 1 && WEEKDAYS.some((name) => name.startsWith(word))

/** The text after the name of a weekday, such as `Tue, ` or `quarta-feira, `. */
function removeWeekday(text: string): string {
  const [matched = '', words = ''] = /^([a-z]{2,11}(?:-[a-z]{5})?)[.,]{0,2} (?:le |el |den )?/.exec(text) ?? []
  return words.split('-').every(isWeekday) ? text.slice(matched.length) : text
}

/** Days since 1899-12-30, as spreadsheets store dates; the fraction is the time. */
function parseSerial(text: string): CsvMoment | undefined {
  const [, days, fraction] = /^(\d{5})(?:[.,](\d+))?$/.exec(text) ?? []
  if (days === undefined) return undefined
  const date = addDays('1899-12-30 00:00:00', Number(days)).slice(0, 10)
  return { date, isSerial: true, ...(fraction !== undefined && { time: { seconds: toSeconds(`0.${fraction}`) } }) }
}

const toSeconds = (fraction: string): number => Math.round(Number(fraction.replace(',', '.')) * DAY_SECONDS)

/** Words between a date and a time. */
const TIME_PREFIX = /^(?:t|,? ?(?:at |um |a las? |a |as |alle (?:ore )?|ore |om )?)/

/** Hours, minutes, seconds, `a` or `p`, offset, zone. */
const TIME =
  /^(\d{1,2})(?: ?[:.hu] ?(\d\d)?(?:[:.](\d\d)(?:[.,]\d+)?)?)? ?(?:(a|p)\.? ?m\.?|uhr|uur|horas|ore|hrs?|h|u)?(?: ?([+-]\d\d(?::?\d\d)?)| ?([a-z]{1,5}))?$/

/** An offset follows seconds or `T`: `10:00-11:00` is no time. */
function parseTime(text: string, isIso: boolean): CsvTime | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const [, hours = '', minutes = '0', fullSeconds, half, offset, name] = match
  if (offset !== undefined && !isIso && fullSeconds === undefined) return undefined
  const zone = offset ?? (name === 'z' ? 'UTC' : name?.toUpperCase())
  if (zone !== undefined && !isTimeZone(zone)) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'a' ? 0 : 12)
  const seconds = hour * 3600 + Number(minutes) * 60 + Number(fullSeconds ?? 0)
  const isValid = Number(minutes) < 60 && Number(fullSeconds ?? 0) < 60 && !(half && Number(hours) > 12)
  return isValid && seconds <= DAY_SECONDS ? { seconds, ...(zone !== undefined && { zone }) } : undefined
}
