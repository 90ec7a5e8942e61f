/** Lists that show only the first of the matching events of each series. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader } from '../../storage/types.ts'
import { type Listing, selectListingCount } from './listed-events.ts'
import { type ComputedKeys, isComputedKey, type MatchingQuery, SORT_COLUMNS } from './paginate-ids.ts'
import { buildWallConditions } from './period-bounds.ts'
import type { SortOrder } from './sort-order.ts'

/** Ids of any list. All matches are collected. */
export function selectFirstOfMatches(
  db: Reader,
  matching: MatchingQuery,
  { keys, isDescending }: SortOrder,
  computed: ComputedKeys,
) {
  // The id is selected once, because PostgreSQL rejects an ambiguous name.
  const orderColumns = keys.flatMap((key) => (isComputedKey(key) || key === 'id' ? [] : SORT_COLUMNS[key]))
  const computedKeys = keys.filter(isComputedKey)
  const ranked = matching
    .select(['events.id', 'events.series_id', ...orderColumns])
    .select(computedKeys.map((key) => computed[key].as(key)))
    .select(sql<number>`row_number() over (partition by series_id order by start_date, id)`.as('series_rank'))
  const firsts: SelectQueryBuilder<Tables, never, object> = db
    .selectFrom(ranked.as('ranked'))
    .where((on) => on.or([on('series_id', '=', 0), on('series_rank', '=', 1)]))
  const columns = keys.map((key) => (isComputedKey(key) ? key : SORT_COLUMNS[key]))
  return columns
    .reduce(
      (query, column) => query.orderBy(sql.ref(column), isDescending ? 'desc' : 'asc'),
      firsts.select(sql.ref<number>('id').as('id')),
    )
    .limit(1)
    .offset(0)
}

export const countFirstOfMatches = (matching: MatchingQuery) =>
  matching.select(
    sql<number>`count(*) - count(nullif(series_id, 0)) + count(distinct nullif(series_id, 0))`.as('total'),
  )

/** Conditions on the columns of `table`. Negated ones do not choose its index (`buildComparison`). */
const isListed = (table: string, { bounds }: Listing, isRange: boolean) =>
  sql.join(
    [
      sql`not ${sql.ref(`${table}.status`)} <> 'publish' and not ${sql.ref(`${table}.hide_from_listings`)} <> 0`,
      ...buildWallConditions(table, bounds, isRange),
    ],
    sql` and `,
  )

const ORDER_COLUMNS = ['start_date', 'date', 'id']

/** Ids of a public list that only dates filter: a range of events without a series, and the first event of each series. */
export function selectFirstListed(listing: Listing, isDescending: boolean): RawBuilder<{ id: number }> {
  const join = (columns: readonly RawBuilder<unknown>[]) => sql.join(columns, sql`, `)
  // A search of the same index for each column costs less than a search for the row.
  const firstValues = ORDER_COLUMNS.map(
    (column) => sql`(select ${sql.ref(`occurrence.${column}`)} from events as occurrence
      where occurrence.series_id = series.id and occurrence.series_id <> 0 and ${isListed('occurrence', listing, true)}
      order by occurrence.start_date, occurrence.id limit 1) as ${sql.ref(column)}`,
  )
  // The order of the union itself lets SQLite merge its parts instead of sorting all events.
  return sql<{ id: number }>`select ${join(ORDER_COLUMNS.map((column) => sql.ref(`single.${column}`)))}
    from events as single
    where single.series_id = 0 and single.status = 'publish' and single.hide_from_listings = 0
    and ${isListed('single', listing, true)}
    union all
    select ${join(ORDER_COLUMNS.map((column) => sql.ref(column)))}
    from (select ${join(firstValues)} from series) as firsts where id is not null
    order by ${join(ORDER_COLUMNS.map((column) => sql`${sql.ref(column)} ${sql.raw(isDescending ? 'desc' : 'asc')}`))}
    limit ${1} offset ${0}`
}

/** Counts all listed events by period, and subtracts the later ones of each series. */
export const countFirstListed = (listing: Listing): RawBuilder<{ total: number }> =>
  sql<{ total: number }>`select (${selectListingCount(listing)}) - (
      select coalesce(sum(later), 0) from (
        select count(*) - 1 as later from events as occurrence
        where occurrence.series_id <> 0 and ${isListed('occurrence', listing, false)} group by occurrence.series_id
      ) as series_counts
    ) as total`
