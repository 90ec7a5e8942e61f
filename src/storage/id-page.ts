/** A page of what a list matches: numbers in order, and how many there are in all. */
import { type Compilable, CompiledQuery, type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Order, OrderKey } from '../calendar/order.ts'
import type { Paging } from '../calendar/plans.ts'
import type { Reader } from './database.ts'
import { type KeptList, keptList, type Numbers, type Statement, TOTAL } from './kept-lists.ts'
import type { Tables } from './tables.ts'

export interface IdPage {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * How to come by a page. `gather` starts from what few records have, and sorts what it found; `walk` passes along the
 * index of the order and tests each record until the page is full. PostgreSQL chooses anew by its statistics.
 */
export type Form = 'gather' | 'walk'

type ListTable = 'events' | 'venues' | 'organizers' | 'terms' | 'media'

/** A list as queries, which are built once they are needed. */
export interface List {
  readonly kept: KeptList
  readonly table: ListTable
  readonly count: () => Compilable<{ total: number }>
  /** Names the order in which `ids` gives the numbers. */
  readonly order: string
  /** With a limit and an offset as its last parameters, whatever they are. */
  readonly ids: (form: Form) => Compilable<{ id: number }>
}

/** So few numbers are read all together: their other pages are free until something is written. */
const FEW = 1000
/** So many are, where every page would have to gather them. */
const MOST_TOGETHER = 10_000

export async function pageOfList(db: Reader, list: List, { page, perPage }: Paging): Promise<IdPage> {
  const offset = (page - 1) * perPage
  const few = await fewOf(db, list)
  if (few) return { ids: Array.from(few.slice(offset, offset + perPage)), total: few.length }
  const total = await totalOf(db, list)
  if (offset >= total) return { ids: [], total }
  const form = total <= FEW ? 'gather' : await formOf(db, list.table, { total, wanted: offset + perPage })
  if (form === 'walk' || total > MOST_TOGETHER) return { ids: await idsOf(db, list, form, [perPage, offset]), total }
  // Not as many as were counted: something may have been written since.
  const all = await list.kept.finding(list.order, () => idsOf(db, list, form, [MOST_TOGETHER, 0]))
  return { ids: Array.from(all.slice(offset, offset + perPage)), total }
}

/**
 * All numbers of a list that is short, whose total then need not be counted; undefined for one that may be long. By
 * other orders than the start, gathering would have to sort all there is.
 */
async function fewOf(db: Reader, list: List): Promise<Numbers | undefined> {
  const { kept, order } = list
  if (!order.startsWith('start_date') || kept.isLong()) return undefined
  const found = await kept.finding(`few ${order}`, () => idsOf(db, list, 'gather', [FEW + 1, 0]))
  if (found.length <= FEW) return found
  kept.setLong()
  return undefined
}

export async function totalOf(db: Reader, { kept, count }: Pick<List, 'kept' | 'count'>): Promise<number> {
  const [total = 0] = await kept.finding(TOTAL, async () => {
    const rows = await run<{ total: number }>(db, kept.statement(TOTAL, count))
    return rows.map((row) => Number(row.total))
  })
  return total
}

async function idsOf(db: Reader, { kept, order, ids }: List, form: Form, page: readonly number[]): Promise<number[]> {
  const { sql, parameters } = kept.statement(`${order} ${form}`, () => ids(form))
  const rows = await run<{ id: number }>(db, { sql, parameters: [...parameters.slice(0, -page.length), ...page] })
  return rows.map(({ id }) => id)
}

async function run<Row>(db: Reader, { sql, parameters }: Statement): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows
}

/** What matches is taken to lie evenly: then walking passes so many records, gathering as many as match. */
async function formOf(
  db: Reader,
  table: ListTable,
  { total, wanted }: { total: number; wanted: number },
): Promise<Form> {
  const [records = 0] = await keptList(db, table, {}).finding('records', () => recordsOf(db, table))
  return (wanted * records) / total > total ? 'gather' : 'walk'
}

/** About: the highest number, which costs nothing to find. */
async function recordsOf(db: Reader, table: ListTable): Promise<number[]> {
  const { rows } = await sql<{ highest: number | null }>`select max(id) as highest from ${sql.table(table)}`.execute(db)
  return rows.map(({ highest }) => highest ?? 0)
}

export const COLUMN_OF = {
  start_date: 'start_date',
  end_date: 'end_date',
  title: 'title_folded',
  modified: 'modified_utc',
  date: 'date',
  id: 'id',
} as const satisfies Record<Exclude<OrderKey, 'distance'>, string>

export type Matching = SelectQueryBuilder<Tables, 'events', object>

export const counted = (matching: Matching) => matching.select((on) => on.fn.countAll<number>().as('total'))

export const orderName = ({ keys, isDescending }: Order): string => `${keys.join()} ${isDescending}`

/** The first of what matches, in order. */
export function ordered(matching: Matching, { keys, isDescending }: Order, distance?: Expression<number>) {
  const direction = isDescending ? 'desc' : 'asc'
  const columns = keys.flatMap((key) => (key === 'distance' ? (distance ?? []) : COLUMN_OF[key]))
  const all = columns.reduce((query, column) => query.orderBy(column, direction), matching.select('id'))
  return all.limit(1).offset(0)
}
