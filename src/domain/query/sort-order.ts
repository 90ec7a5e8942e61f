/** The orders of lists of events, venues and organizers: decisions: Order; wire-contract §8.2 and 11.1 where none is asked. */
import type { MessageKey } from '../../i18n/translate.ts'
import { defineEnumField, type ParseResult } from '../fields/field.ts'

const EVENT_ORDERS = ['start_date', 'end_date', 'title', 'modified', 'date', 'id', 'distance'] as const
const ORGANIZER_ORDERS = ['title', 'date', 'modified', 'id'] as const
const VENUE_ORDERS = [...ORGANIZER_ORDERS, 'distance'] as const

export type SortKey = (typeof EVENT_ORDERS)[number]

/** What to compare by, one after the other. The last is the number, so that pages neither repeat nor miss a record. */
export interface SortOrder {
  readonly keys: readonly SortKey[]
  readonly isDescending: boolean
}

const DIRECTIONS = ['asc', 'desc'] as const

/** Names that clients of the reference's core know. */
const ALIASES: Readonly<Record<string, SortKey>> = {
  event_date: 'start_date',
  name: 'title',
  post_date: 'date',
  menu_order: 'title',
}

/** A word in any case. The reference ignores others, so they count only where the request asks for strict handling. */
function orderWord<const N extends string, K extends MessageKey>(names: readonly N[], describe: K) {
  const field = defineEnumField(names, describe)
  const parse = (raw: unknown): ParseResult<N> => {
    const asked = typeof raw === 'string' ? raw.toLowerCase() : ''
    return field.parse(ALIASES[asked] ?? asked)
  }
  return { ...field, isLenient: true, parse } as const
}

export const eventOrderFields = {
  orderby: orderWord(EVENT_ORDERS, 'list.orderby_events'),
  order: orderWord(DIRECTIONS, 'list.direction_events'),
} as const
export const venueOrderFields = {
  orderby: orderWord(VENUE_ORDERS, 'list.orderby_venues'),
  order: orderWord(DIRECTIONS, 'list.direction_linked'),
} as const
export const organizerOrderFields = {
  orderby: orderWord(ORGANIZER_ORDERS, 'list.orderby_organizers'),
  order: orderWord(DIRECTIONS, 'list.direction_linked'),
} as const

interface OrderQuery {
  readonly orderby?: SortKey
  readonly order?: (typeof DIRECTIONS)[number]
}

const START_SORT_KEYS: readonly SortKey[] = ['start_date', 'date', 'id']

/** By start, then publication; by publication when asked for by number. Ascending. */
export function resolveEventOrder({ orderby, order, include }: OrderQuery & { readonly include?: unknown }): SortOrder {
  const by = orderby ?? (include ? 'date' : 'start_date')
  return { keys: by === 'start_date' ? START_SORT_KEYS : createSortKeys(by), isDescending: order === 'desc' }
}

/** By publication. Times come with the newest first, all else ascending. */
export function resolveLinkedOrder({ orderby = 'date', order }: OrderQuery): SortOrder {
  const isTime = orderby === 'date' || orderby === 'modified'
  return { keys: createSortKeys(orderby), isDescending: (order ?? (isTime ? 'desc' : 'asc')) === 'desc' }
}

const createSortKeys = (by: SortKey): readonly SortKey[] => (by === 'id' ? ['id'] : [by, 'id'])
