/** Maps a row of a CSV file to the fields of a record. */

import { foldCase } from '../../../../base/text/fold-case.ts'
import { addDays } from '../../../../base/time/parse-date.ts'
import type { RawInput } from '../../../../kernel/validate-input.ts'
import { mapLocation } from '../../map-location.ts'
import {
  type CsvMoment,
  type CsvTime,
  type DateOrder,
  formatCsvMoment,
  parseCsvMoment,
  parseCsvTime,
} from './csv-dates.ts'

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
  '1 true yes y x on ja j wahr ein si sí verdadero oui vrai vero waar aan sim verdadeiro'.split(' ').map(foldCase),
)

const isTrue = (text: string): boolean => TRUE_WORDS.has(foldCase(text))

const splitNames = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Text columns that are fields of the same name. */
const TEXT_FIELDS = ['title', 'description', 'excerpt', 'timezone', 'website', 'image'] as const
const FLAG_FIELDS = ['all_day', 'hide_from_listings', 'sticky', 'featured', 'show_map', 'show_map_link'] as const

/** Throws an `Error` naming the column of a date or time that cannot be read. */
export function mapEventRow(row: CsvRow, options: CsvOptions): RawInput {
  const texts = TEXT_FIELDS.flatMap((name) => entry(name, row.get(name)))
  const flags = FLAG_FIELDS.flatMap((name) => entry(name, row.get(name), isTrue))
  return {
    ...Object.fromEntries([...texts, ...flags]),
    ...Object.fromEntries(entry('categories', row.get('categories'), splitNames)),
    ...Object.fromEntries(entry('tags', row.get('tags'), splitNames)),
    ...Object.fromEntries(entry('organizer', row.get('organizer'), splitNames)),
    ...Object.fromEntries(entry('cost', row.get('cost'), (cost) => addCurrency(cost, row))),
    ...readPlace(row),
    ...readStatus(row),
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

/** The venue by its name, with its address where the table has one, or else by the text of its location. */
function readPlace(row: CsvRow): RawInput {
  const [name, location] = [row.get('venue'), row.get('location')]
  if (!name) return mapLocation(location ?? '') ?? (name === undefined && location === undefined ? {} : { venue: '' })
  const address = VENUE_PARTS.flatMap(([field, column]) => entry(field, row.get(column)))
  return { venue: address.length === 0 ? name : { venue: name, ...Object.fromEntries(address) } }
}

const VENUE_PARTS = [
  ['address', 'venue_address'],
  ['city', 'venue_city'],
  ['stateprovince', 'venue_state'],
  ['zip', 'venue_zip'],
  ['country', 'venue_country'],
] as const

/** Statuses of other programs. */
const STATUSES: Readonly<Record<string, RawInput>> = {
  ...Object.fromEntries(
    ['live', 'published', 'active', 'upcoming', 'started', 'past', 'ended', 'completed', 'confirmed'].map((name) => [
      name,
      { status: 'publish' },
    ]),
  ),
  ...{ canceled: { event_status: 'canceled' }, cancelled: { event_status: 'canceled' } },
  ...{ postponed: { event_status: 'postponed' }, rescheduled: { event_status: 'rescheduled' } },
}

/** Values of Outlook for an event that is not private. */
const PUBLIC_WORDS = new Set(['', 'normal', 'normale', 'normaal', 'standard'])

function readStatus(row: CsvRow): RawInput {
  const status = foldCase(row.get('status') ?? '')
  const isPrivate = isTrue(row.get('private') ?? '') || !PUBLIC_WORDS.has(foldCase(row.get('sensitivity') ?? '').trim())
  return {
    ...(status !== '' && (STATUSES[status] ?? { status })),
    ...(isPrivate && { status: 'private' }),
  }
}

/** Without an end, an event ends when it starts; without an end date, on the day of its start or the next one. */
function readDates(row: CsvRow, { dates }: CsvOptions): RawInput {
  if (isTrue(row.get('all_day') ?? '')) return readDays(row, dates)
  const start = readMoment(row, 'start', dates)
  const start_date = formatCsvMoment(start.date, start.time ?? MIDNIGHT)
  if ((row.get('end_date') ?? '') !== '') {
    const end = readMoment(row, 'end', dates)
    const isOpen = end.time === undefined && end.date === start.date
    return { start_date, end_date: isOpen ? start_date : formatCsvMoment(end.date, end.time ?? MIDNIGHT) }
  }
  const { time } = readTime(row, 'end', start)
  const end_date = time ? formatCsvMoment(start.date, { ...pickZone(start), ...time }) : start_date
  return { start_date, end_date: end_date < start_date ? moveToNextDay(end_date) : end_date }
}

const pickZone = ({ time }: CsvMoment): Pick<CsvTime, 'zone'> => (time?.zone === undefined ? {} : { zone: time.zone })

const MIDNIGHT: CsvTime = { seconds: 0 }

const moveToNextDay = (moment: string): string =>
  moment.endsWith('Z') ? `${addDays(moment.slice(0, -1), 1)}Z` : addDays(moment, 1)

/** Outlook states the midnight after the last day as the end. */
function readDays(row: CsvRow, dates: DateOrder): RawInput {
  const { date: first } = readDate(row, 'start_date', dates)
  const last = (row.get('end_date') ?? '') === '' ? first : readDate(row, 'end_date', dates).date
  const endsAtMidnight = parseCsvTime(row.get('end_time') ?? '')?.seconds === 0
  const isExclusive = row.get('sensitivity') !== undefined && endsAtMidnight && last > first
  const end_date = `${last} 00:00:00`
  return { start_date: `${first} 00:00:00`, end_date: isExclusive ? addDays(end_date, -1) : end_date }
}

/** A cell of a time takes precedence over a time in the cell of the date. */
function readMoment(row: CsvRow, name: 'start' | 'end', dates: DateOrder): CsvMoment {
  const moment = readDate(row, `${name}_date`, dates)
  return { ...moment, ...readTime(row, name, moment) }
}

/** Throws an `Error` for anything but a date. */
function readDate(row: CsvRow, column: string, dates: DateOrder): CsvMoment {
  const text = row.get(column) ?? ''
  const moment = parseCsvMoment(text, dates)
  if (moment) return moment
  throw new Error(`${row.describe(column)}: ${text === '' ? 'the date is missing' : `"${text}" is not a date`}`)
}

/** Throws an `Error` for anything but a time. */
function readTime(row: CsvRow, name: 'start' | 'end', { isSerial }: CsvMoment): Pick<CsvMoment, 'time'> {
  const column = `${name}_time`
  const text = row.get(column) ?? ''
  if (text === '') return {}
  const time = parseCsvTime(text, isSerial)
  if (time) return { time }
  throw new Error(`${row.describe(column)}: "${text}" is not a time`)
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
