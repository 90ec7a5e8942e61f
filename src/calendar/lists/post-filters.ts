/** Filters that lists of all post kinds share. */
import { type ExpressionBuilder, type ReferenceExpression, sql } from 'kysely'
import type { CustomValue } from '../../kernel/custom-values.ts'
import { POST_STATUSES } from '../../kernel/post.ts'
import type { VisibleStatuses } from '../../kernel/visibility.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { PostTable } from '../posts/row-mapping.ts'
import { isComputedKey, type ScanStrategy, SORT_COLUMNS } from './paginate-ids.ts'
import { matchesHiddenPart } from './protected-posts.ts'
import type { EventPlan, LinkedPlan, RecordFilter } from './query-plan.ts'
import { combineTexts, matchesWords, protectedTexts, relatedNames } from './search-filters.ts'

export type PostExpressionBuilder = ExpressionBuilder<Tables, 'events'>

/** True if a condition on the column may drive the query plan; other conditions only test rows. */
export type IndexHint = (column: string) => boolean

const ANY_COLUMN: IndexHint = () => true
const allowColumns = (...columns: readonly string[]): IndexHint => columns.includes.bind(columns)
/** Columns before the start date in indexes for lists of one status. */
const START_INDEX_COLUMNS = [
  ...['start_date', 'status', 'hide_from_listings', 'featured', 'ticketed', 'pricing'],
  ...['event_status', 'attendance_mode'],
]

export function chooseIndexHint(plan: EventPlan | LinkedPlan, strategy: ScanStrategy): IndexHint {
  if (strategy === 'filter-first') return chooseFilterHint(plan)
  const [key = 'id'] = plan.order.keys
  if (isComputedKey(key)) return allowColumns()
  return key === 'start_date' && isOneStatus(plan.statuses)
    ? allowColumns(...START_INDEX_COLUMNS)
    : allowColumns(SORT_COLUMNS[key])
}

function chooseFilterHint(plan: EventPlan | LinkedPlan): IndexHint {
  if (plan.modifiedAfter !== undefined) return allowColumns('modified_utc')
  if (plan.statuses.statuses.length === 0) return allowColumns()
  if (!('bounds' in plan)) return plan.geo ? ANY_COLUMN : allowColumns()
  const isOfEnd = plan.bounds.length > 0 && plan.bounds.every(({ name }) => name === 'ends_after')
  return isOfEnd ? allowColumns('end_date') : ANY_COLUMN
}

const OPPOSITE_OPERATORS = { '=': '<>', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
export type ComparisonOperator = keyof typeof OPPOSITE_OPERATORS

type Comparison = readonly [
  column: ReferenceExpression<Tables, 'events'> & string,
  operator: ComparisonOperator,
  value: string | number,
]

/**
 * Conditions that must not drive the query plan are negated: SQLite then uses no index for them; PostgreSQL decides by
 * statistics.
 */
export function buildComparison(on: PostExpressionBuilder, [column, operator, value]: Comparison, hint: IndexHint) {
  return hint(column) ? on(column, operator, value) : on.not(on(column, OPPOSITE_OPERATORS[operator], value))
}

/** Conditions on status, search words, external id and modification time. */
export function matchesPlan(
  on: PostExpressionBuilder,
  plan: EventPlan | LinkedPlan,
  strategy: ScanStrategy,
  table: PostTable,
) {
  const hint = chooseIndexHint(plan, strategy)
  const { search: words, passwordBypass: open } = plan
  const ownTexts = protectedTexts(on, open, strategy, table)
  const otherTexts =
    'searchesNames' in plan && plan.searchesNames ? combineTexts(ownTexts, relatedNames(on, strategy)) : ownTexts
  return on.and([
    hasVisibleStatus(on, plan.statuses, hint),
    ...(words ? matchesWords(on, words, strategy, otherTexts) : []),
    ...matchesHiddenPart(on, open, { has: buildValueConditions(on, plan), lacks: [] }),
    ...(plan.modifiedAfter === undefined ? [] : [buildComparison(on, ['modified_utc', '>', plan.modifiedAfter], hint)]),
    ...(plan.record ? buildRecordConditions(on, plan.record, hint) : []),
  ])
}

function buildRecordConditions(on: PostExpressionBuilder, filter: RecordFilter, hint: IndexHint) {
  const { slugs, authors, authorsExcluded, include, exclude, publishedAfter, publishedBefore, modifiedBefore } = filter
  return [
    ...(slugs ? [on('slug', 'in', slugs)] : []),
    ...(authors ? [on('author', 'in', authors)] : []),
    ...(authorsExcluded ? [on('author', 'not in', authorsExcluded)] : []),
    ...(include ? [on('id', 'in', include)] : []),
    ...(exclude ? [on('id', 'not in', exclude)] : []),
    ...(publishedAfter === undefined ? [] : [buildComparison(on, ['date', '>', publishedAfter], hint)]),
    ...(publishedBefore === undefined ? [] : [buildComparison(on, ['date', '<', publishedBefore], hint)]),
    ...(modifiedBefore === undefined ? [] : [buildComparison(on, ['modified_utc', '<', modifiedBefore], hint)]),
  ]
}

const isOneStatus = ({ statuses: open, ownStatuses: own }: VisibleStatuses): boolean =>
  open.length === 1 && own.length === 0

/** The visibility rule as a condition. */
export function hasVisibleStatus(
  on: PostExpressionBuilder,
  { statuses: open, ownStatuses: own, ownerId: owner }: VisibleStatuses,
  hint: IndexHint = ANY_COLUMN,
) {
  const owned = on.and([on('author', '=', owner), on('status', 'in', toNonEmptyStatuses(own))])
  if (open.length === 0) return owned
  const unrestricted = hasStatus(on, open, hint)
  return own.length === 0 ? unrestricted : on.or([unrestricted, owned])
}

/** Most records are published, so a list of several statuses must not start from the status. */
function hasStatus(on: PostExpressionBuilder, open: VisibleStatuses['statuses'], hint: IndexHint) {
  const [first = ''] = open
  if (open.length === 1) return buildComparison(on, ['status', '=', first], hint)
  if (!open.includes('publish') && hint('status')) return on('status', 'in', open)
  return on('status', 'not in', toNonEmptyStatuses(POST_STATUSES.filter((status) => !open.includes(status))))
}

const toNonEmptyStatuses = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

function buildValueConditions(on: PostExpressionBuilder, { externalId, customValues = {} }: EventPlan | LinkedPlan) {
  return [
    ...(externalId === undefined ? [] : hasExternalId(on, externalId)),
    ...Object.entries(customValues).map(([key, value]) => hasCustomValue(on, key, value)),
  ]
}

/**
 * The texts, one of which the stored JSON contains exactly if the key has the value: quotes within texts are escaped, and
 * only the end of a number has to be told from a further digit.
 */
function formatEntry(key: string, value: CustomValue): readonly string[] {
  const entry = `${JSON.stringify(key)}:${JSON.stringify(value)}`
  return typeof value === 'number' ? [`${entry},`, `${entry}}`] : [entry]
}

/** Both engines have `replace`, which distinguishes case. */
const hasCustomValue = (on: PostExpressionBuilder, key: string, value: CustomValue) =>
  on.or(formatEntry(key, value).map((entry) => sql<boolean>`replace(custom_fields, ${entry}, '') <> custom_fields`))

/** The second condition lets the partial index apply. */
function hasExternalId(on: PostExpressionBuilder, externalId: string) {
  return [on('external_id', '=', externalId), on('external_id', '!=', sql.lit(''))]
}
