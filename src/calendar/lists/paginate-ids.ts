/** Pagination: a page of ids in order, and the total. */
import { type AliasableExpression, type Compilable, CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import { findCachedList, TOTAL_KEY } from '../../storage/list-cache.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { CachedList, IdArray, Reader, SqlStatement } from '../../storage/types.ts'
import type { Pagination } from './query-plan.ts'
import type { SortKey, SortOrder } from './sort-order.ts'

export interface IdPage {
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * `filter-first` collects all matches and sorts them. `index-scan` reads the index of the order and tests each record
 * until the page is full. PostgreSQL chooses again by its statistics.
 */
export type ScanStrategy = 'filter-first' | 'index-scan'

type ListTable = 'events' | 'venues' | 'organizers' | 'terms' | 'media'

/** The queries of a list; built on demand. */
export interface ListQuery {
  readonly cache: CachedList
  readonly table: ListTable
  readonly count: () => Compilable<{ total: number }>
  /** Whether counting is much cheaper than reading all ids in order, as in a search for a frequent word. */
  readonly isCountedFirst?: boolean
  /** Whether `ids` reads all matches for any page, so that reading more ids at once costs little. */
  readonly collectsAll?: boolean
  /** Identifies the order of `ids` in the cache. */
  readonly order: string
  /** Must end with limit and offset as its last parameters; their values are replaced. */
  readonly ids: (form: ScanStrategy) => Compilable<{ id: number }>
}

/** Lists up to this length are read completely, so that their other pages come from the cache. */
const SHORT_LIST_LENGTH = 1000
/** Up to this number of ids are read and cached when a page requires collecting all matches anyway. */
const MAX_CACHED_IDS = 10_000

export async function paginateIds(db: Reader, list: ListQuery, { page, perPage }: Pagination): Promise<IdPage> {
  const offset = (page - 1) * perPage
  const shortList = list.isCountedFirst ? undefined : await readShortList(db, list)
  if (shortList) return { ids: Array.from(shortList.slice(offset, offset + perPage)), total: shortList.length }
  const total = await readTotal(db, list)
  if (offset >= total) return { ids: [], total }
  const strategy =
    list.collectsAll || total <= SHORT_LIST_LENGTH
      ? 'filter-first'
      : await chooseScan(db, list.table, { total, needed: offset + perPage })
  if (strategy === 'index-scan' || total > MAX_CACHED_IDS)
    return { ids: await queryIds(db, list, strategy, [perPage, offset]), total }
  // May differ from the total: a write may have happened since the count.
  const all = await list.cache.getOrFindIds(list.order, () => queryIds(db, list, strategy, [MAX_CACHED_IDS, 0]))
  return { ids: Array.from(all.slice(offset, offset + perPage)), total }
}

/**
 * All ids of a short list, which need not be counted; undefined for lists that may be long. Other orders than that of the
 * start would sort the whole table, so these are only read ahead if all matches are collected anyway.
 */
async function readShortList(db: Reader, list: ListQuery): Promise<IdArray | undefined> {
  const { cache, order, collectsAll = false } = list
  if (!(collectsAll || order.startsWith('start_date')) || cache.isLong()) return undefined
  const maxLength = collectsAll ? MAX_CACHED_IDS : SHORT_LIST_LENGTH
  const ids = await cache.getOrFindIds(`few ${order}`, () => queryIds(db, list, 'filter-first', [maxLength + 1, 0]))
  if (ids.length <= maxLength) return ids
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

export async function executeStatement<Row>(db: Reader, { sql, parameters }: SqlStatement): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows
}

/**
 * Assumes evenly distributed matches: an index scan then passes `needed * records / total` records, filter-first
 * collects `total`.
 */
async function chooseScan(
  db: Reader,
  table: ListTable,
  { total, needed }: { total: number; needed: number },
): Promise<ScanStrategy> {
  const [records = 0] = await findCachedList(db, table, {}, () => true).getOrFindIds('records', () =>
    estimateRecordCount(db, table),
  )
  return (needed * records) / total > total ? 'filter-first' : 'index-scan'
}

/** Estimate: the highest id, which an index provides. */
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
  status: 'status',
  author: 'author',
  featured: 'featured',
  slug: 'slug',
} as const satisfies Record<Exclude<SortKey, ComputedSortKey>, string>

/** Keys that are no column of the record. */
type ComputedSortKey = 'distance' | 'venue' | 'organizer'

export const isComputedKey = (key: SortKey): key is ComputedSortKey =>
  key === 'distance' || key === 'venue' || key === 'organizer'

export const ID_ORDER: SortOrder = { keys: ['id'], isDescending: false }

export type MatchingQuery = SelectQueryBuilder<Tables, 'events', object>

export const withCount = (matching: MatchingQuery) => matching.select((on) => on.fn.countAll<number>().as('total'))

export const formatOrderName = ({ keys, isDescending }: SortOrder): string => `${keys.join()} ${isDescending}`

export type ComputedKeys = Readonly<Record<ComputedSortKey, AliasableExpression<unknown>>>

type SortExpression = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS] | AliasableExpression<unknown>

/** Computed keys without an expression have no effect. */
export function withOrder(
  matching: MatchingQuery,
  { keys, isDescending }: SortOrder,
  computed: Partial<ComputedKeys> = {},
) {
  const direction = isDescending ? 'desc' : 'asc'
  const columns = keys.flatMap((key): readonly SortExpression[] => {
    const column = isComputedKey(key) ? computed[key] : SORT_COLUMNS[key]
    return column === undefined ? [] : [column]
  })
  let query = matching.select('id')
  for (const column of columns) query = query.orderBy(column, direction)
  return query.limit(1).offset(0)
}
