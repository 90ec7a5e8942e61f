/** A table for spreadsheets: RFC 4180. */
import { withoutControls } from '../text/controls.ts'
import type { FeedForm } from './feed.ts'
import { type FeedEvent, type FeedVenue, readFeedEvent } from './feed-event.ts'

/** Without it Excel does not know UTF-8; what is read by programs is there as JSON. */
const BYTE_ORDER_MARK = '\ufeff'

export const csv: FeedForm = {
  mediaType: 'text/csv',
  isCalendar: false,
  write: ({ dayCutoff }) => ({
    opening: `${BYTE_ORDER_MARK}${row(Object.keys(COLUMNS))}`,
    entry: ({ json }) => {
      const event = readFeedEvent(json, dayCutoff)
      return row(Object.values(COLUMNS).map((cellOf) => cell(cellOf(event))))
    },
    closing: '',
  }),
}

type Cell = string | number | boolean | undefined

const inVenue =
  (part: (venue: FeedVenue) => Cell) =>
  ({ venue }: FeedEvent): Cell =>
    venue && part(venue)

const listed = (names: readonly string[]): string => names.join('; ')

/** In this order for good: new ones come at the end. */
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
  categories: ({ categories }) => listed(categories),
  tags: ({ tags }) => listed(tags),
  venue: inVenue(({ name }) => name),
  address: inVenue(({ address }) => address),
  city: inVenue(({ city }) => city),
  region: inVenue(({ region }) => region),
  zip: inVenue(({ zip }) => zip),
  country: inVenue(({ country }) => country),
  latitude: inVenue(({ lat }) => lat),
  longitude: inVenue(({ lng }) => lng),
  organizers: ({ organizers }) => listed(organizers.map(({ name }) => name)),
  image: ({ image }) => image?.url,
  description: ({ text }) => text,
  modified_utc: ({ modified }) => modified,
  external_id: ({ externalId }) => externalId,
}

/** Text that a spreadsheet would work out gets an apostrophe before it, which spreadsheets hide. Numbers stay. */
export function cell(value: Cell): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value)
  const text = withoutControls(value)
  const guarded = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const row = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
