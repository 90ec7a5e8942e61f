/** Maps rows to records and back: flags are 0 and 1 in a table, booleans in records. */

import { type CustomValue, type CustomValues, isCustomValue, NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES, type EventStatus, LINK_VISIBILITIES } from '../../kernel/event-status.ts'
import { isOffer } from '../../kernel/offer.ts'
import {
  type Event,
  GEOCODING_STATES,
  type Organizer,
  POST_STATUSES,
  type Post,
  type PostByKind,
  type PostKind,
  type PostStatus,
  type Venue,
} from '../../kernel/post.ts'
import { classifyPricing } from '../../kernel/pricing.ts'
import { createSortKey } from '../../storage/sort-key.ts'
import type { EventTable, OrganizerTable, PostColumns, VenueTable } from '../../storage/tables/tables.ts'
import { toSphericalPoint } from '../linked/geo.ts'

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

/** Throws for a name that is not in the list. */
function parseName<const N extends string>(names: readonly N[], column: string, text: string): N {
  const name = names.find((one) => one === text)
  if (name === undefined) throw new Error(`a record has the unknown ${column} ${text}`)
  return name
}

/** Throws for an unknown status. */
export const parseStatus = (text: string): PostStatus => parseName(POST_STATUSES, 'status', text)

/** Throws for an unknown status. */
export const parseEventStatus = (text: string): EventStatus => parseName(EVENT_STATUSES, 'event status', text)

/** A JSON object with the keys in order; the empty text without values. Filters search this text. */
export const formatCustomValues = (values: CustomValues): string =>
  Object.keys(values).length === 0 ? '' : JSON.stringify(values)

/** Values of later versions that this one does not know are omitted. */
function parseCustomValues(text: string): CustomValues {
  if (text === '') return NO_CUSTOM_VALUES
  const values: Readonly<Record<string, unknown>> = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, CustomValue] => isCustomValue(entry[1])),
  )
}

/** Columns that a record does not use stay in the object; removing them would cost more. */
const parseSharedColumns = (row: PostColumns): Pick<Post, 'status' | 'trashed_from' | 'custom_fields'> => ({
  status: parseStatus(row.status),
  trashed_from: row.trashed_from === '' ? '' : parseStatus(row.trashed_from),
  custom_fields: parseCustomValues(row.custom_fields),
})

const formatSharedColumns = ({ title, custom_fields }: Post): Pick<PostColumns, 'title_folded' | 'custom_fields'> => ({
  title_folded: createSortKey(title),
  custom_fields: formatCustomValues(custom_fields),
})

/** Lists are stored as JSON, the empty list as the empty string. */
export function parseJsonList(text: string): readonly unknown[] {
  const list: unknown = text === '' ? [] : JSON.parse(text)
  return Array.isArray(list) ? list : []
}

export const formatJsonList = (list: readonly unknown[]): string => (list.length === 0 ? '' : JSON.stringify(list))

/** Parses the price columns of an event row. */
const parsePrices = (row: Pick<EventTable, 'cost' | 'tickets'>): Pick<Event, 'cost' | 'tickets'> => ({
  cost: parseJsonList(row.cost).map(String),
  tickets: parseJsonList(row.tickets).filter(isOffer),
})

const recordMappers: { readonly [K in PostKind]: (row: RowByKind[K]) => PostByKind[K] } = {
  event: (row): Event => ({
    ...row,
    ...parseSharedColumns(row),
    ...parsePrices(row),
    all_day: row.all_day === 1,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    series_edited: row.series_edited === 1,
    event_status: parseEventStatus(row.event_status),
    attendance_mode: parseName(ATTENDANCE_MODES, 'attendance mode', row.attendance_mode),
    virtual_url_visibility: parseName(LINK_VISIBILITIES, 'link visibility', row.virtual_url_visibility),
  }),
  venue: (row): Venue => ({
    ...row,
    ...parseSharedColumns(row),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    geocoding: parseName(GEOCODING_STATES, 'geocoding', row.geocoding),
  }),
  organizer: (row): Organizer => ({ ...row, ...parseSharedColumns(row) }),
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
    ...formatSharedColumns(event),
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
    series_edited: toFlag(event.series_edited),
  }),
  venue: (venue) => ({
    ...venue,
    ...formatSharedColumns(venue),
    show_map: toFlag(venue.show_map),
    show_map_link: toFlag(venue.show_map_link),
    ...toSphericalColumns(venue),
    ...INITIAL_GEOCODING,
  }),
  organizer: (organizer) => ({ ...organizer, ...formatSharedColumns(organizer) }),
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
