/** The orders of lists of events, venues and organizers: decisions, Order; contract 8.2 and 11.1 where none is asked. */
import type { MessageKey } from '../text/say.ts'
import { type Reading, wordOf } from './field.ts'

const EVENT_ORDERS = ['start_date', 'end_date', 'title', 'modified', 'date', 'id', 'distance'] as const
const ORGANIZER_ORDERS = ['title', 'date', 'modified', 'id'] as const
const VENUE_ORDERS = [...ORGANIZER_ORDERS, 'distance'] as const

export type OrderKey = (typeof EVENT_ORDERS)[number]

/** What to compare by, one after the other. The last is the number, so that pages neither repeat nor miss a record. */
export interface Order {
  readonly keys: readonly OrderKey[]
  readonly isDescending: boolean
}

const DIRECTIONS = ['asc', 'desc'] as const

/** Names that clients of the reference's core know. */
const ALIASES: Readonly<Record<string, OrderKey>> = {
  event_date: 'start_date',
  name: 'title',
  post_date: 'date',
  menu_order: 'title',
}

/** A word in any case. The reference ignores others, so they count only where the request asks for strict handling. */
function orderWord<const N extends string, K extends MessageKey>(names: readonly N[], describe: K) {
  const field = wordOf(names, describe)
  const parse = (raw: unknown): Reading<N> => {
    const asked = typeof raw === 'string' ? raw.toLowerCase() : ''
    return field.parse(ALIASES[asked] ?? asked)
  }
  return { ...field, isLenient: true, parse } as const
}

export const eventOrder = {
  orderby: orderWord(EVENT_ORDERS, 'list.orderby_events'),
  order: orderWord(DIRECTIONS, 'list.direction_events'),
} as const
export const venueOrder = {
  orderby: orderWord(VENUE_ORDERS, 'list.orderby_venues'),
  order: orderWord(DIRECTIONS, 'list.direction_linked'),
} as const
export const organizerOrder = {
  orderby: orderWord(ORGANIZER_ORDERS, 'list.orderby_organizers'),
  order: orderWord(DIRECTIONS, 'list.direction_linked'),
} as const

interface OrderQuery {
  readonly orderby?: OrderKey
  readonly order?: (typeof DIRECTIONS)[number]
}

const BY_START: readonly OrderKey[] = ['start_date', 'date', 'id']

/** By start, then publication; by publication when asked for by number. Ascending. */
export function orderOfEvents({ orderby, order, include }: OrderQuery & { readonly include?: unknown }): Order {
  const by = orderby ?? (include ? 'date' : 'start_date')
  return { keys: by === 'start_date' ? BY_START : keysOf(by), isDescending: order === 'desc' }
}

/** By publication. Times come with the newest first, all else ascending. */
export function orderOfLinked({ orderby = 'date', order }: OrderQuery): Order {
  const isTime = orderby === 'date' || orderby === 'modified'
  return { keys: keysOf(orderby), isDescending: (order ?? (isTime ? 'desc' : 'asc')) === 'desc' }
}

const keysOf = (by: OrderKey): readonly OrderKey[] => (by === 'id' ? ['id'] : [by, 'id'])
