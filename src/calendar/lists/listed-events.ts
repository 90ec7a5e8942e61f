/**
 * Public lists of events in the order of their start, read from `listed_events` and `listed_counts`: totals are sums of
 * counts by period, and a page is a range of one index, however far back it is.
 */
import { type Compilable, type RawBuilder, sql } from 'kysely'
import { getPeriodLength, type ListScope } from '../../storage/listed-events.ts'
import { executeCached } from '../../storage/statement-cache.ts'
import type { CachedList, Reader } from '../../storage/types.ts'
import type { DateBound } from './date-bounds.ts'
import { executeStatement, type IdPage, readTotal } from './paginate-ids.ts'
import { buildPeriodConditions, buildWallConditions } from './period-bounds.ts'
import type { EventPlan } from './query-plan.ts'

/** Events of one scope within the bounds that are also in each of the other scopes. */
export interface Listing {
  readonly scope: ListScope
  readonly scopeId: number | RawBuilder<unknown>
  readonly others: readonly ScopeGroup[]
  readonly bounds: readonly DateBound[]
}

/** Events in the scope of any of the ids. */
interface ScopeGroup {
  readonly scope: Exclude<ListScope, 'all'>
  readonly ids: readonly number[]
}

/** The listing of a plan; undefined for plans with other filters, and for viewers who may see more than the public. */
export async function findListing(db: Reader, plan: EventPlan): Promise<Listing | undefined> {
  const groups = isListedPublicly(plan) ? await findScopeGroups(db, plan) : undefined
  return groups && chooseListing(db, groups, plan.bounds)
}

function isListedPublicly(plan: EventPlan): boolean {
  const { page, perPage, order, statuses, passwordBypass: open, venueStatuses, validUntil, ...filters } = plan
  const { includeHidden, bounds, categories, tags, venues, organizers, ...others } = filters
  if (statuses.statuses.join() !== 'publish' || statuses.ownStatuses.length > 0 || includeHidden) return false
  if (bounds.some(({ kind }) => kind !== 'wall')) return false
  if (Object.values(others).some((filter) => filter !== undefined)) return false
  const isUnfiltered = [categories, tags, venues, organizers].every((ids) => ids === undefined)
  return isUnfiltered || (open !== 'every' && open.author === 0 && open.opened.length === 0)
}

/** One group per filter. Undefined if a filter names a category without its descendants, as no scope contains these. */
async function findScopeGroups(db: Reader, plan: EventPlan): Promise<ScopeGroup[] | undefined> {
  const { categories, tags, venues, organizers } = plan
  const branches = categories && (await findBranches(db, categories))
  if (categories && !branches) return undefined
  return [
    ...[branches, tags].flatMap((ids) => (ids ? [{ scope: 'term', ids } as const] : [])),
    ...[venues, organizers].flatMap((ids) => (ids ? [{ scope: 'linked', ids } as const] : [])),
  ]
}

/** The categories that are no descendants of others; undefined if a descendant is missing. */
async function findBranches(db: Reader, ids: readonly number[]): Promise<number[] | undefined> {
  if (ids.length === 0) return []
  const children = await executeCached(db, {
    key: `children of ${ids.length} terms`,
    values: ids,
    build: () => db.selectFrom('terms').select('id').where('parent', 'in', ids),
  })
  const below = new Set(children.map(({ id }) => id))
  const branches = ids.filter((id) => !below.has(id))
  const descendants = ids.length - branches.length
  return descendants === below.size ? branches : undefined
}

/** Starts from the scope with the fewest events. Undefined if each filter allows several ids. */
async function chooseListing(
  db: Reader,
  groups: readonly ScopeGroup[],
  bounds: readonly DateBound[],
): Promise<Listing | undefined> {
  if (groups.length === 0) return { scope: 'all', scopeId: 0, others: [], bounds }
  let smallest: { readonly listing: Listing; readonly total: number } | undefined
  for (const group of groups) {
    const [scopeId, ...more] = group.ids
    if (scopeId === undefined || more.length > 0) continue
    const listing = { scope: group.scope, scopeId, others: groups.filter((other) => other !== group), bounds }
    const total = groups.length === 1 ? 0 : await countScope(db, { ...listing, others: [] })
    if (smallest === undefined || total < smallest.total) smallest = { listing, total }
  }
  return smallest?.listing
}

/** From this offset on, the counts determine in which period the page begins. */
const MIN_DEEP_OFFSET = 200

interface ListingPage extends Pick<EventPlan, 'page' | 'perPage' | 'order'> {
  readonly listing: Listing
  readonly cache: CachedList
}

/** A page in the order of the start. */
export async function paginateListing(db: Reader, list: ListingPage): Promise<IdPage> {
  const { listing, cache, page, perPage, order } = list
  const { isDescending } = order
  const total = await readTotal(db, { cache, count: () => countListing(db, listing) })
  const offset = (page - 1) * perPage
  if (offset >= total) return { ids: [], total }
  // Counts are of one scope. An earliest end leaves many events before the first one.
  const usesCounts = listing.others.length === 0 && (offset >= MIN_DEEP_OFFSET || hasEarliestEnd(listing))
  const start = usesCounts ? await findPageStart(db, list, offset) : undefined
  const rows = await execute<{ id: number }>(db, cache, {
    name: `listed ${isDescending} ${start !== undefined}`,
    build: () => selectPage(listing, { isDescending, hasStart: start !== undefined }),
    // A higher limit would read on after the last match.
    values: [...(start ? [start.bound] : []), Math.min(perPage, total - offset), offset - (start?.before ?? 0)],
  })
  return { ids: rows.map(({ id }) => id), total }
}

const hasEarliestEnd = ({ bounds }: Listing): boolean => bounds.some(({ name }) => name === 'ends_after')

/** Counts a listing, in any order. */
export const countListing = (db: Reader, listing: Listing): Compilable<{ total: number }> =>
  toCompilable(db, selectListingCount(listing))

export const selectListingCount = (listing: Listing): RawBuilder<{ total: number }> =>
  listing.others.length === 0 ? selectSum(listing) : selectCount(listing)

async function countScope(db: Reader, listing: Listing): Promise<number> {
  const { rows } = await selectSum(listing).execute(db)
  return Number(rows[0]?.total)
}

interface ScopeCounts {
  readonly scope: Exclude<ListScope, 'all'>
  readonly bounds: readonly DateBound[]
  /** Limits the result to these records, or to all of a kind. */
  readonly among: readonly number[] | 'terms' | 'venues' | 'organizers'
}

/** Number of listed events within the bounds of each term, or of each venue and organizer; records without any are omitted. */
export async function countByScope(
  db: Reader,
  { scope, bounds, among }: ScopeCounts,
): Promise<ReadonlyMap<number, number>> {
  if (among.length === 0) return new Map()
  const { count, rows } = countInPeriod({ scope, scopeId: sql.ref('counts.scope_id'), others: [], bounds })
  const ids = typeof among === 'string' ? sql`select id from ${sql.table(among)}` : sql.join(among)
  const found = await sql<{ id: number; events: number }>`select counts.scope_id as id, sum(${count}) as events
    ${rows} and counts.scope_id in (${ids}) group by counts.scope_id`.execute(db)
  return new Map(found.rows.flatMap(({ id, events }) => (Number(events) > 0 ? [[id, Number(events)] as const] : [])))
}

export const toCompilable = <Row>(db: Reader, query: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => query.compile(db),
})

interface ListingStatement<Row> {
  readonly name: string
  readonly build: () => RawBuilder<Row>
  /** Replace the last values of the statement. */
  readonly values: readonly (string | number)[]
}

async function execute<Row>(db: Reader, cache: CachedList, statement: ListingStatement<Row>): Promise<Row[]> {
  const { name, build, values } = statement
  const { sql, parameters } = cache.getStatement(name, () => toCompilable(db, build()))
  return executeStatement<Row>(db, { sql, parameters: [...parameters.slice(0, -values.length), ...values] })
}

interface PageStart {
  /** Number of matches before the period. */
  readonly before: number
  /** The earliest start of the page, or the latest one if the order is descending. */
  readonly bound: string
}

async function findPageStart(db: Reader, list: ListingPage, offset: number): Promise<PageStart | undefined> {
  const { listing, cache, order } = list
  const [found] = await execute<{ period: string; before: number }>(db, cache, {
    name: `start ${order.isDescending}`,
    build: () => selectPageStart(listing, order.isDescending),
    values: [offset],
  })
  return found && { before: Number(found.before), bound: order.isDescending ? endOfPeriod(found.period) : found.period }
}

/** Sorts after every date in the period: a period is followed by `-` or a space. */
const endOfPeriod = (period: string): string => `${period}:`

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

const isInScope = (table: string, { scope, scopeId }: Listing) =>
  sql`${sql.ref(`${table}.scope`)} = ${scope} and ${sql.ref(`${table}.scope_id`)} = ${scopeId}`

const isInGroup = ({ scope, ids }: ScopeGroup) => sql`exists (
  select 1 from listed_events as others where others.scope = ${scope} and others.scope_id in (${sql.join(ids)})
  and others.start_date = listed.start_date and others.date = listed.date and others.event_id = listed.event_id)`

/** `isRange` is false where other conditions determine the range of the index. */
const matchesListing = (listing: Listing, isRange = true) =>
  all([
    isInScope('listed', listing),
    ...buildWallConditions('listed', listing.bounds, isRange),
    ...listing.others.map(isInGroup),
  ])

const selectCount = (listing: Listing) =>
  sql<{ total: number }>`select count(*) as total from listed_events as listed where ${matchesListing(listing)}`

/** The number of matches in one row of `listed_counts`: events are counted only in periods that a bound divides. */
function countInPeriod(listing: Listing): { readonly count: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> } {
  const { possible, whole } = buildPeriodConditions('counts', listing.bounds, getPeriodLength(listing.scope))
  const rows = sql`from listed_counts as counts where ${all([isInScope('counts', listing), ...possible])}`
  if (whole.length === 0) return { count: sql`counts.events`, rows }
  const divided = sql`select count(*) from listed_events as listed where ${matchesListing(listing, false)}
    and listed.start_date >= counts.start_period and listed.start_date < counts.start_period || ':'
    and listed.end_date >= counts.end_period and listed.end_date < counts.end_period || ':'`
  return { count: sql`case when ${all(whole)} then counts.events else (${divided}) end`, rows }
}

function selectSum(listing: Listing) {
  const { count, rows } = countInPeriod(listing)
  return sql<{ total: number }>`select coalesce(sum(${count}), 0) as total ${rows}`
}

/** The last period with at most `offset` matches before it. */
function selectPageStart(listing: Listing, isDescending: boolean) {
  const { count, rows } = countInPeriod(listing)
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  return sql<{ period: string; before: number }>`select period, before from (
      select period, events, sum(events) over (order by period ${direction}) - events as before
      from (select counts.start_period as period, sum(${count}) as events ${rows} group by counts.start_period) as sums
    ) as positions where events > 0 and before <= ${0} order by before desc limit 1`
}

function selectPage(listing: Listing, { isDescending, hasStart }: { isDescending: boolean; hasStart: boolean }) {
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const start = sql`and listed.start_date ${sql.raw(isDescending ? '<' : '>=')} ${''}`
  return sql<{
    id: number
  }>`select listed.event_id as id from listed_events as listed where ${matchesListing(listing, !hasStart)}
    ${hasStart ? start : sql``}
    order by listed.start_date ${direction}, listed.date ${direction}, listed.event_id ${direction}
    limit ${1} offset ${0}`
}
