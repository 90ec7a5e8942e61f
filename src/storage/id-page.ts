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

/** `distance` is ordered by when that is asked for; there is none without a point. */
export async function pageOfIds(
  matching: Matching,
  { page, perPage, order }: Paging & { readonly order: Order },
  distance: Expression<number> | undefined,
): Promise<IdPage> {
  const counted = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const offset = (page - 1) * perPage
  if (offset >= total) return { ids: [], total }
  const direction = order.isDescending ? 'desc' : 'asc'
  const keys = order.keys.flatMap((key) => (key === 'distance' ? (distance ?? []) : COLUMN_OF[key]))
  const ordered = keys.reduce((query, key) => query.orderBy(key, direction), matching.select('id'))
  const rows = await ordered.limit(perPage).offset(offset).execute()
  return { ids: rows.map(({ id }) => id), total }
}
