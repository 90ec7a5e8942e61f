/** CSV feed for spreadsheets (RFC 4180). */

import { stripControlCharacters } from '../../base/text/strip-control-chars.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'
import { type FeedEvent, type FeedVenue, readFeedEvent } from './feed-event.ts'
import type { FeedFormat } from './feed-format.ts'

/** Excel needs it to detect UTF-8. Programs can use the NDJSON feed instead. */
const BYTE_ORDER_MARK = '\ufeff'

export const csv: FeedFormat = {
  mediaType: 'text/csv',
  isCalendar: false,
  createWriter: ({ dayCutoff, customFields }) => {
    const columns = { ...COLUMNS, ...createCustomColumns(customFields) }
    return {
      opening: `${BYTE_ORDER_MARK}${formatRow(Object.keys(columns))}`,
      writeRecord: ({ json }) => {
        const event = readFeedEvent(json, dayCutoff)
        return formatRow(Object.values(columns).map((readCell) => formatCell(readCell(event))))
      },
      closing: '',
    }
  },
}

const createCustomColumns = (fields: CustomFields): Readonly<Record<string, (event: FeedEvent) => Cell>> =>
  Object.fromEntries(fields.map(({ key }) => [`custom_fields[${key}]`, ({ customValues }) => customValues.get(key)]))

type Cell = string | number | boolean | undefined

const readVenueField =
  (read: (venue: FeedVenue) => Cell) =>
  ({ venue }: FeedEvent): Cell =>
    venue && read(venue)

const joinNames = (names: readonly string[]): string => names.join('; ')

/** The order is stable; new columns are appended. */
const COLUMNS: Readonly<Record<string, (event: FeedEvent) => Cell>> = {
  id: ({ id }) => id,
  global_id: ({ uid }) => uid,
  title: ({ title }) => title,
  start_date: ({ start }) => start.local,
  end_date: ({ end }) => end.local,
  timezone: ({ timezone }) => timezone,
  all_day: ({ isAllDay }) => isAllDay,
  utc_start_date: ({ start }) => start.utc,
  utc_end_date: ({ end }) => end.utc,
  status: ({ status }) => status,
  featured: ({ isFeatured }) => isFeatured,
  url: ({ url }) => url,
  website: ({ website }) => website,
  cost: ({ cost }) => cost,
  categories: ({ categories }) => joinNames(categories),
  tags: ({ tags }) => joinNames(tags),
  venue: readVenueField(({ name }) => name),
  address: readVenueField(({ address }) => address),
  city: readVenueField(({ city }) => city),
  region: readVenueField(({ region }) => region),
  zip: readVenueField(({ zip }) => zip),
  country: readVenueField(({ country }) => country),
  latitude: readVenueField(({ lat }) => lat),
  longitude: readVenueField(({ lng }) => lng),
  organizers: ({ organizers }) => joinNames(organizers.map(({ name }) => name)),
  image: ({ image }) => image?.url,
  description: ({ text }) => text,
  modified_utc: ({ modified }) => modified,
  external_id: ({ externalId }) => externalId,
  event_status: ({ eventStatus }) => eventStatus,
  event_status_reason: ({ statusReason }) => statusReason,
  attendance_mode: ({ attendanceMode }) => attendanceMode,
  virtual_url: ({ virtualUrl }) => virtualUrl,
}

/** Text that a spreadsheet would evaluate as a formula gets an apostrophe, which spreadsheets hide. */
export function formatCell(value: Cell): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value)
  const text = stripControlCharacters(value)
  const escaped = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

const formatRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
