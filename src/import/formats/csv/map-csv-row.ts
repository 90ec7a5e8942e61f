/** Maps a row of a CSV file to the fields of a record. */
import { addDays } from '../../../datetime/parse-date.ts'
import type { RawInput } from '../../../domain/fields/validate-input.ts'
import { foldCase } from '../../../text/fold-case.ts'
import { type DateOrder, parseCsvDate, parseCsvTime, splitTime } from './csv-dates.ts'

export interface CsvRow {
  /** The trimmed cell of a column; undefined for a column that the file lacks. */
  readonly get: (column: string) => string | undefined
  /** Location of a column for messages. */
  readonly describe: (column: string) => string
}

export interface CsvOptions {
  readonly dates: DateOrder
}

const TRUE_WORDS = new Set(
  [
    '1',
    'true',
    'yes',
    'y',
    'x',
    'on',
    'ja',
    'j',
    'wahr',
    'si',
    'sí',
    'verdadero',
    'oui',
    'vrai',
    'vero',
    'waar',
    'sim',
    'verdadeiro',
  ].map(foldCase),
)

const isTrue = (text: string): boolean => TRUE_WORDS.has(foldCase(text))

const splitNames = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Text columns that are fields of the same name. */
const TEXT_FIELDS = ['title', 'description', 'excerpt', 'timezone', 'website', 'image', 'venue', 'organizer'] as const
const FLAG_FIELDS = ['all_day', 'hide_from_listings', 'sticky', 'featured', 'show_map', 'show_map_link'] as const

/** Throws an `Error` naming the column of a date or time that cannot be read. */
export function mapEventRow(row: CsvRow, options: CsvOptions): RawInput {
  const texts = TEXT_FIELDS.flatMap((name) => entry(name, row.get(name)))
  const flags = FLAG_FIELDS.flatMap((name) => entry(name, row.get(name), isTrue))
  const status = row.get('status')
  return {
    ...Object.fromEntries([...texts, ...flags]),
    ...Object.fromEntries(entry('categories', row.get('categories'), splitNames)),
    ...Object.fromEntries(entry('tags', row.get('tags'), splitNames)),
    ...Object.fromEntries(entry('organizer', row.get('organizer'), splitNames)),
    ...Object.fromEntries(entry('cost', row.get('cost'), (cost) => addCurrency(cost, row))),
    ...(status && { status }),
    ...readDates(row, options),
  }
}

const entry = <T = string>(
  name: string,
  text: string | undefined,
  convert?: (text: string) => T,
): [string, unknown][] => (text === undefined ? [] : [[name, convert ? convert(text) : text]])

/** A price without a currency gets the one of its columns. */
function addCurrency(cost: string, row: CsvRow): string {
  const symbol = row.get('currency_symbol') ?? ''
  if (symbol === '' || !/^[\d.,]+$/.test(cost) || Number(cost) === 0) return cost
  return /^(?:suffix|postfix)$/i.test(row.get('currency_position') ?? '') ? `${cost}${symbol}` : `${symbol}${cost}`
}

/** Without an end, an event ends when it starts; without an end date, on the day of its start or the next one. */
function readDates(row: CsvRow, { dates }: CsvOptions): RawInput {
  const isAllDay = isTrue(row.get('all_day') ?? '')
  const startDate = requireDate(row, 'start_date', dates)
  const startTime = readTime(row, 'start', isAllDay) ?? '00:00:00'
  const hasEndDate = (row.get('end_date') ?? '') !== ''
  const endDate = hasEndDate ? requireDate(row, 'end_date', dates) : startDate
  const endTime = readTime(row, 'end', isAllDay) ?? (endDate === startDate ? startTime : '00:00:00')
  const start_date = `${startDate} ${startTime}`
  const end_date = `${endDate} ${endTime}`
  return { start_date, end_date: !hasEndDate && end_date < start_date ? addDays(end_date, 1) : end_date }
}

function requireDate(row: CsvRow, column: string, dates: DateOrder): string {
  const text = row.get(column) ?? ''
  const date = parseCsvDate(text, dates)
  if (date === undefined) throw new Error(`${row.describe(column)}: "${text}" is not a date`)
  return date
}

function readTime(row: CsvRow, name: 'start' | 'end', isAllDay: boolean): string | undefined {
  const [date, time] = [row.get(`${name}_date`) ?? '', row.get(`${name}_time`) ?? '']
  const text = time === '' ? splitTime(date) : time
  if (isAllDay || text === '') return isAllDay ? '00:00:00' : undefined
  const parsed = parseCsvTime(text)
  if (parsed === undefined)
    throw new Error(`${row.describe(time === '' ? `${name}_date` : `${name}_time`)}: "${text}" is not a time`)
  return parsed
}

const VENUE_FIELDS = [
  'venue',
  'description',
  'city',
  'stateprovince',
  'zip',
  'country',
  'phone',
  'website',
  'image',
  'geo_lat',
  'geo_lng',
] as const
const ORGANIZER_FIELDS = ['organizer', 'description', 'email', 'website', 'phone', 'image'] as const

export function mapVenueRow(row: CsvRow): RawInput {
  const lines = [row.get('address'), row.get('address2')].filter((line) => line !== undefined && line !== '')
  return {
    ...Object.fromEntries(VENUE_FIELDS.flatMap((name) => entry(name, row.get(name)))),
    ...(row.get('address') !== undefined && { address: lines.join(', ') }),
    ...Object.fromEntries(entry('show_map', row.get('show_map'), isTrue)),
    ...Object.fromEntries(entry('show_map_link', row.get('show_map_link'), isTrue)),
  }
}

export const mapOrganizerRow = (row: CsvRow): RawInput =>
  Object.fromEntries(ORGANIZER_FIELDS.flatMap((name) => entry(name, row.get(name))))
