/** A page of what a query matches: numbers in order, and how many there are in all. */
import type { Expression, SelectQueryBuilder } from 'kysely'
import type { Order, OrderKey } from '../calendar/order.ts'
import type { Circle } from '../calendar/place.ts'
import type { PlacePlan } from '../calendar/place-query.ts'
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

interface PagePlan extends Paging {
  readonly order: Order
  readonly place: PlacePlan | undefined
}

/** `distanceIn` gives the value to order by when distance is asked for, which takes a circle. */
export async function pageOfIds(
  matching: Matching,
  { page, perPage, order, place }: PagePlan,
  distanceIn: (circle: Circle) => Expression<number>,
): Promise<IdPage> {
  const counted = await matching.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const offset = (page - 1) * perPage
  if (offset >= total) return { ids: [], total }
  const direction = order.isDescending ? 'desc' : 'asc'
  const keys = order.keys.flatMap((key) => {
    if (key !== 'distance') return COLUMN_OF[key]
    return place?.circle ? distanceIn(place.circle) : []
  })
  const ordered = keys.reduce((query, key) => query.orderBy(key, direction), matching.select('id'))
  const rows = await ordered.limit(perPage).offset(offset).execute()
  return { ids: rows.map(({ id }) => id), total }
}
