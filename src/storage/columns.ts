/** Rows and records: flags are 0 and 1 in a table, booleans everywhere else. */
import { isOffer } from '../calendar/offer.ts'
import { onSphere } from '../calendar/place.ts'
import {
  type Event,
  GEOCODINGS,
  type Geocoding,
  type Organizer,
  type Post,
  type PostKind,
  type PostOf,
  STATUSES,
  type Status,
  type Venue,
} from '../calendar/post.ts'
import { pricingOf } from '../calendar/pricing.ts'
import { foldedKey } from './folded-key.ts'
import type { EventTable, OrganizerTable, PostColumns, VenueTable } from './tables.ts'

export interface RowOf {
  event: EventTable
  venue: VenueTable
  organizer: OrganizerTable
}

export const TABLE_OF = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<
  PostKind,
  string
>

export type PostTable = (typeof TABLE_OF)[PostKind]

/** Throws for a status that no record can have. */
export function statusOf(text: string): Status {
  const status = STATUSES.find((name) => name === text)
  if (!status) throw new Error(`a record has the unknown status ${text}`)
  return status
}

/** Throws for a state that no search can have. */
function geocodingOf(text: string): Geocoding {
  const geocoding = GEOCODINGS.find((name) => name === text)
  if (geocoding === undefined) throw new Error(`a venue has the unknown geocoding ${text}`)
  return geocoding
}

/** Columns of a row that a record has no use for stay in it: leaving them out would cost more than they do. */
function statusesOf(row: PostColumns): Pick<Post, 'status' | 'trashed_from'> {
  return { status: statusOf(row.status), trashed_from: row.trashed_from === '' ? '' : statusOf(row.trashed_from) }
}

/** Lists are JSON in a column; an empty one is the empty text. */
function listIn(text: string): readonly unknown[] {
  const list: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(list) ? list : []
}

const listText = (list: readonly unknown[]): string => (list.length === 0 ? '' : JSON.stringify(list))

/** What a row of an event says of prices. */
export const pricesIn = (row: Pick<EventTable, 'cost' | 'tickets'>): Pick<Event, 'cost' | 'tickets'> => ({
  cost: listIn(row.cost).map(String),
  tickets: listIn(row.tickets).filter(isOffer),
})

const records: { readonly [K in PostKind]: (row: RowOf[K]) => PostOf[K] } = {
  event: (row): Event => ({
    ...row,
    ...statusesOf(row),
    ...pricesIn(row),
    all_day: row.all_day === 1,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
  }),
  venue: (row): Venue => ({
    ...row,
    ...statusesOf(row),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    geocoding: geocodingOf(row.geocoding),
  }),
  organizer: (row): Organizer => ({ ...row, ...statusesOf(row) }),
}

function placeOf({ geo_lat, geo_lng }: Venue) {
  if (geo_lat === null || geo_lng === null) return { geo_x: null, geo_y: null, geo_z: null }
  const { x, y, z } = onSphere({ lat: geo_lat, lng: geo_lng })
  return { geo_x: x, geo_y: y, geo_z: z }
}

/** What was saved anew may be asked for at once. */
const ANEW = { geocode_due: '', geocode_failures: 0 }

const toFlag = (value: boolean): number => (value ? 1 : 0)

const rows: { readonly [K in PostKind]: (record: PostOf[K]) => RowOf[K] } = {
  event: (event) => ({
    ...event,
    title_folded: foldedKey(event.title),
    cost: listText(event.cost),
    tickets: listText(event.tickets),
    ticketed: toFlag(event.tickets.length > 0),
    pricing: pricingOf(event),
    all_day: toFlag(event.all_day),
    show_map: toFlag(event.show_map),
    show_map_link: toFlag(event.show_map_link),
    hide_from_listings: toFlag(event.hide_from_listings),
    sticky: toFlag(event.sticky),
    featured: toFlag(event.featured),
  }),
  venue: (venue) => ({
    ...venue,
    title_folded: foldedKey(venue.title),
    show_map: toFlag(venue.show_map),
    show_map_link: toFlag(venue.show_map_link),
    ...placeOf(venue),
    ...ANEW,
  }),
  organizer: (organizer) => ({ ...organizer, title_folded: foldedKey(organizer.title) }),
}

export function toRecord<K extends PostKind>(kind: K, row: RowOf[K]): PostOf[K] {
  return records[kind](row)
}

export function toRow<K extends PostKind>(kind: K, record: PostOf[K]): RowOf[K] {
  return rows[kind](record)
}
