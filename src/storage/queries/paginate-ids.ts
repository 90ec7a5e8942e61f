/** A page of what a list matches: numbers in order, and how many there are in all. */
import { type Compilable, CompiledQuery, type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Pagination } from '../../domain/query/query-plan.ts'
import type { SortKey, SortOrder } from '../../domain/query/sort-order.ts'
import { findCachedList, TOTAL_KEY } from '../caching/list-cache.ts'
import type { Tables } from '../core/tables.ts'
import type { CachedList, IdArray, Reader, SqlStatement } from '../core/types.ts'

export interface IdPage {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * How to come by a page. `gather` starts from what few records have, and sorts what it found; `walk` passes along the
 * index of the order and tests each record until the page is full. PostgreSQL chooses anew by its statistics.
 */
export type ScanStrategy = 'filter-first' | 'index-scan'

type ListTable = 'events' | 'venues' | 'organizers' | 'terms' | 'media'

/** A list as queries, which are built once they are needed. */
export interface ListQuery {
  readonly cache: CachedList
  readonly table: ListTable
  readonly count: () => Compilable<{ total: number }>
  /** Names the order in which `ids` gives the numbers. */
  readonly order: string
  /** With a limit and an offset as its last parameters, whatever they are. */
  readonly ids: (form: ScanStrategy) => Compilable<{ id: number }>
}

/** So few numbers are read all together: their other pages are free until something is written. */
const SHORT_LIST_LENGTH = 1000
/** So many are, where every page would have to gather them. */
const MAX_CACHED_IDS = 10_000

export async function paginateIds(db: Reader, list: ListQuery, { page, perPage }: Pagination): Promise<IdPage> {
  const offset = (page - 1) * perPage
  const shortList = await readShortList(db, list)
  if (shortList) return { ids: Array.from(shortList.slice(offset, offset + perPage)), total: shortList.length }
  const total = await readTotal(db, list)
  if (offset >= total) return { ids: [], total }
  const strategy =
    total <= SHORT_LIST_LENGTH ? 'filter-first' : await chooseScan(db, list.table, { total, needed: offset + perPage })
  if (strategy === 'index-scan' || total > MAX_CACHED_IDS)
    return { ids: await queryIds(db, list, strategy, [perPage, offset]), total }
  // Not as many as were counted: something may have been written since.
  const all = await list.cache.getOrFindIds(list.order, () => queryIds(db, list, strategy, [MAX_CACHED_IDS, 0]))
  return { ids: Array.from(all.slice(offset, offset + perPage)), total }
}

/**
 * All numbers of a list that is short, whose total then need not be counted; undefined for one that may be long. By
 * other orders than the start, gathering would have to sort all there is.
 */
async function readShortList(db: Reader, list: ListQuery): Promise<IdArray | undefined> {
  const { cache, order } = list
  if (!order.startsWith('start_date') || cache.isLong()) return undefined
  const ids = await cache.getOrFindIds(`few ${order}`, () =>
    queryIds(db, list, 'filter-first', [SHORT_LIST_LENGTH + 1, 0]),
  )
  if (ids.length <= SHORT_LIST_LENGTH) return ids
  cache.markLong()
  return undefined
}

export async function readTotal(db: Reader, { cache, count }: Pick<ListQuery, 'cache' | 'count'>): Promise<number> {
  const [total = 0] = await cache.getOrFindIds(TOTAL_KEY, async () => {
    const rows = await executeStatement<{ total: number }>(db, cache.getStatement(TOTAL_KEY, count))
    return rows.map((row) => Number(row.total))
  })
  return total
}

async function queryIds(
  db: Reader,
  { cache, order, ids }: ListQuery,
  strategy: ScanStrategy,
  page: readonly number[],
): Promise<number[]> {
  const { sql, parameters } = cache.getStatement(`${order} ${strategy}`, () => ids(strategy))
  const rows = await executeStatement<{ id: number }>(db, {
    sql,
    parameters: [...parameters.slice(0, -page.length), ...page],
  })
  return rows.map(({ id }) => id)
}

async function executeStatement<Row>(db: Reader, { sql, parameters }: SqlStatement): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows
}

/** What matches is taken to lie evenly: then walking passes so many records, gathering as many as match. */
async function chooseScan(
  db: Reader,
  table: ListTable,
  { total, needed }: { total: number; needed: number },
): Promise<ScanStrategy> {
  const [records = 0] = await findCachedList(db, table, {}).getOrFindIds('records', () =>
    estimateRecordCount(db, table),
  )
  return (needed * records) / total > total ? 'filter-first' : 'index-scan'
}

/** About: the highest number, which costs nothing to find. */
async function estimateRecordCount(db: Reader, table: ListTable): Promise<number[]> {
  const { rows } = await sql<{ highest: number | null }>`select max(id) as highest from ${sql.table(table)}`.execute(db)
  return rows.map(({ highest }) => highest ?? 0)
}

export const SORT_COLUMNS = {
  start_date: 'start_date',
  end_date: 'end_date',
  title: 'title_folded',
  modified: 'modified_utc',
  date: 'date',
  id: 'id',
} as const satisfies Record<Exclude<SortKey, 'distance'>, string>

export type MatchingQuery = SelectQueryBuilder<Tables, 'events', object>

export const withCount = (matching: MatchingQuery) => matching.select((on) => on.fn.countAll<number>().as('total'))

export const formatOrderName = ({ keys, isDescending }: SortOrder): string => `${keys.join()} ${isDescending}`

/** The first of what matches, in order. */
export function withOrder(matching: MatchingQuery, { keys, isDescending }: SortOrder, distance?: Expression<number>) {
  const direction = isDescending ? 'desc' : 'asc'
  const columns = keys.flatMap((key) => (key === 'distance' ? (distance ?? []) : SORT_COLUMNS[key]))
  const all = columns.reduce((query, column) => query.orderBy(column, direction), matching.select('id'))
  return all.limit(1).offset(0)
}
