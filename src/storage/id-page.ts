/** A page of what a query matches: numbers in order, and how many there are in all. */
import type { Expression, SelectQueryBuilder } from 'kysely'
import type { Order, OrderKey } from '../calendar/order.ts'
import type { Paging } from '../calendar/plans.ts'
import type { Tables } from './tables.ts'

export interface IdPage {
  readonly ids: readonly number[]
  readonly total: number
}

const COLUMN_OF = {
  start_date: 'start_date',
  end_date: 'end_date',
  title: 'title_folded',
  modified: 'modified_utc',
  date: 'date',
  id: 'id',
} as const satisfies Record<Exclude<OrderKey, 'distance'>, string>

export type Matching = SelectQueryBuilder<Tables, 'events', object>

/** How to order by distance, where a point is given. */
export interface Nearness {
  readonly distance: Expression<number>
  /** What of the matching records lies in the part of the circle that has this share of its area. */
  readonly within?: (share: number) => Matching
}

/** Records lie unevenly, so the circle to look in first is larger than it would have to be. */
const ALLOWANCE = 3
/** A larger one is not worth a second query, should the first find too few. */
const LARGEST_SHARE = 0.5

export async function pageOfIds(
  matching: Matching,
  { page, perPage, order }: Paging & { readonly order: Order },
  nearness?: Nearness,
): Promise<IdPage> {
  const counted = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const offset = (page - 1) * perPage
  if (offset >= total) return { ids: [], total }
  const direction = order.isDescending ? 'desc' : 'asc'
  const keys = order.keys.flatMap((key) => (key === 'distance' ? (nearness?.distance ?? []) : COLUMN_OF[key]))
  const read = async (some: Matching) => {
    const ordered = keys.reduce((query, key) => query.orderBy(key, direction), some.select('id'))
    return (await ordered.limit(perPage).offset(offset).execute()).map(({ id }) => id)
  }
  // Sorting all that lies in a wide circle takes far longer than finding the few that are nearest.
  const share = (ALLOWANCE * (offset + perPage)) / total
  const isNearestFirst = order.keys[0] === 'distance' && !order.isDescending && share < LARGEST_SHARE
  const nearest = isNearestFirst && nearness?.within ? await read(nearness.within(share)) : []
  const ids = nearest.length === Math.min(perPage, total - offset) ? nearest : await read(matching)
  return { ids, total }
}
