/** Sort orders of events, venues and organizers (decisions: Order; defaults: wire-contract §8.2, 11.1). */
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { defineEnumField, type ParseResult } from '../../kernel/field.ts'
import { can, type Viewer } from '../../kernel/user.ts'

const PUBLIC_EVENT_ORDERS = ['start_date', 'end_date', 'title', 'modified', 'date', 'id', 'distance'] as const
/** Ignored for viewers who may not see every record in full, because an order reveals the values. */
const EDITOR_EVENT_ORDERS = ['status', 'author', 'featured', 'venue', 'organizer'] as const
const EVENT_ORDERS = [...PUBLIC_EVENT_ORDERS, ...EDITOR_EVENT_ORDERS] as const
const ORGANIZER_ORDERS = ['title', 'date', 'modified', 'id'] as const
const VENUE_ORDERS = [...ORGANIZER_ORDERS, 'distance'] as const

/** Only lists of `wp/v2` are ordered by slug. */
export type SortKey = (typeof EVENT_ORDERS)[number] | 'slug'

/** Sort keys by priority. The last one is the id, so that pages neither repeat nor miss records. */
export interface SortOrder {
  readonly keys: readonly SortKey[]
  readonly isDescending: boolean
}

const DIRECTIONS = ['asc', 'desc'] as const

/** Aliases of WordPress core. */
const ALIASES: Readonly<Record<string, SortKey>> = {
  event_date: 'start_date',
  name: 'title',
  post_date: 'date',
  menu_order: 'title',
}

/** A word in any case. The reference ignores unknown words, so they are errors only in strict mode. */
function orderWord<const N extends string, K extends MessageKey>(names: readonly N[], describe: K) {
  const field = defineEnumField(names, describe)
  const parse = (raw: unknown): ParseResult<N> => {
    const name = typeof raw === 'string' ? raw.toLowerCase() : ''
    return field.parse(ALIASES[name] ?? name)
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

const isEditorOrder = (by: SortKey | undefined): boolean => EDITOR_EVENT_ORDERS.some((name) => name === by)

/** By start date, then publication; by publication when ids are requested. Ascending. */
export function resolveEventOrder(
  { orderby, order, include }: OrderQuery & { readonly include?: unknown },
  viewer: Viewer,
): SortOrder {
  const allowed = isEditorOrder(orderby) && !can(viewer, 'edit_others_posts') ? undefined : orderby
  const by = allowed ?? (include ? 'date' : 'start_date')
  return { keys: by === 'start_date' ? START_SORT_KEYS : createSortKeys(by), isDescending: order === 'desc' }
}

/** By publication date. Dates are descending by default, other keys ascending. */
export function resolveLinkedOrder({ orderby = 'date', order }: OrderQuery): SortOrder {
  const isTime = orderby === 'date' || orderby === 'modified'
  return { keys: createSortKeys(orderby), isDescending: (order ?? (isTime ? 'desc' : 'asc')) === 'desc' }
}

/** Many records have the same author or status, so these are also in the order of the start. */
const createSortKeys = (by: SortKey): readonly SortKey[] => {
  if (by === 'id') return ['id']
  return isEditorOrder(by) ? [by, 'start_date', 'id'] : [by, 'id']
}
