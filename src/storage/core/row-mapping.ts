/** Maps rows to records and back: flags are 0 and 1 in a table, booleans in records. */

import { toSphericalPoint } from '../../domain/model/geo.ts'
import { isOffer } from '../../domain/model/offer.ts'
import {
  type Event,
  GEOCODING_STATES,
  type GeocodingState,
  type Organizer,
  POST_STATUSES,
  type Post,
  type PostByKind,
  type PostKind,
  type PostStatus,
  type Venue,
} from '../../domain/model/post.ts'
import { classifyPricing } from '../../domain/model/pricing.ts'
import { createSortKey } from './sort-key.ts'
import type { EventTable, OrganizerTable, PostColumns, VenueTable } from './tables.ts'

export interface RowByKind {
  event: EventTable
  venue: VenueTable
  organizer: OrganizerTable
}

export const POST_TABLES = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<
  PostKind,
  string
>

export type PostTable = (typeof POST_TABLES)[PostKind]

/** Throws for an unknown status. */
export function parseStatus(text: string): PostStatus {
  const status = POST_STATUSES.find((name) => name === text)
  if (!status) throw new Error(`a record has the unknown status ${text}`)
  return status
}

/** Throws for an unknown geocoding state. */
function parseGeocodingState(text: string): GeocodingState {
  const geocoding = GEOCODING_STATES.find((name) => name === text)
  if (geocoding === undefined) throw new Error(`a venue has the unknown geocoding ${text}`)
  return geocoding
}

/** Columns that a record does not use stay in the object; removing them would cost more. */
function parseStatuses(row: PostColumns): Pick<Post, 'status' | 'trashed_from'> {
  return { status: parseStatus(row.status), trashed_from: row.trashed_from === '' ? '' : parseStatus(row.trashed_from) }
}

/** Lists are stored as JSON, the empty list as the empty string. */
function parseJsonList(text: string): readonly unknown[] {
  const list: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(list) ? list : []
}

const formatJsonList = (list: readonly unknown[]): string => (list.length === 0 ? '' : JSON.stringify(list))

/** Parses the price columns of an event row. */
export const parsePrices = (row: Pick<EventTable, 'cost' | 'tickets'>): Pick<Event, 'cost' | 'tickets'> => ({
  cost: parseJsonList(row.cost).map(String),
  tickets: parseJsonList(row.tickets).filter(isOffer),
})

const recordMappers: { readonly [K in PostKind]: (row: RowByKind[K]) => PostByKind[K] } = {
  event: (row): Event => ({
    ...row,
    ...parseStatuses(row),
    ...parsePrices(row),
    all_day: row.all_day === 1,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
  }),
  venue: (row): Venue => ({
    ...row,
    ...parseStatuses(row),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    geocoding: parseGeocodingState(row.geocoding),
  }),
  organizer: (row): Organizer => ({ ...row, ...parseStatuses(row) }),
}

function toSphericalColumns({ geo_lat, geo_lng }: Venue) {
  if (geo_lat === null || geo_lng === null) return { geo_x: null, geo_y: null, geo_z: null }
  const { x, y, z } = toSphericalPoint({ lat: geo_lat, lng: geo_lng })
  return { geo_x: x, geo_y: y, geo_z: z }
}

/** A changed address is geocoded again at once. */
const INITIAL_GEOCODING = { geocode_due: '', geocode_failures: 0 }

const toFlag = (value: boolean): number => (value ? 1 : 0)

const rowMappers: { readonly [K in PostKind]: (record: PostByKind[K]) => RowByKind[K] } = {
  event: (event) => ({
    ...event,
    title_folded: createSortKey(event.title),
    cost: formatJsonList(event.cost),
    tickets: formatJsonList(event.tickets),
    ticketed: toFlag(event.tickets.length > 0),
    pricing: classifyPricing(event),
    all_day: toFlag(event.all_day),
    show_map: toFlag(event.show_map),
    show_map_link: toFlag(event.show_map_link),
    hide_from_listings: toFlag(event.hide_from_listings),
    sticky: toFlag(event.sticky),
    featured: toFlag(event.featured),
  }),
  venue: (venue) => ({
    ...venue,
    title_folded: createSortKey(venue.title),
    show_map: toFlag(venue.show_map),
    show_map_link: toFlag(venue.show_map_link),
    ...toSphericalColumns(venue),
    ...INITIAL_GEOCODING,
  }),
  organizer: (organizer) => ({ ...organizer, title_folded: createSortKey(organizer.title) }),
}

export function toRecord<K extends PostKind>(kind: K, row: RowByKind[K]): PostByKind[K] {
  return recordMappers[kind](row)
}

/** The columns of a stored record, without those that every update resets. */
export function toStoredColumns<K extends PostKind>(kind: K, record: PostByKind[K]): object {
  const resets = Object.keys(INITIAL_GEOCODING).map((column): [string, undefined] => [column, undefined])
  return { ...toRow(kind, record), ...Object.fromEntries(resets) }
}

export function toRow<K extends PostKind>(kind: K, record: PostByKind[K]): RowByKind[K] {
  return rowMappers[kind](record)
}
