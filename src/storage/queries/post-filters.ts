/** Conditions that lists of all post kinds share. */
import { type ExpressionBuilder, type ReferenceExpression, sql } from 'kysely'
import type { VisibleStatuses } from '../../domain/access/visibility.ts'
import { POST_STATUSES } from '../../domain/model/post.ts'
import type { EventPlan, LinkedPlan } from '../../domain/query/query-plan.ts'
import type { PostTable } from '../core/row-mapping.ts'
import type { Tables } from '../core/tables.ts'
import { type ScanStrategy, SORT_COLUMNS } from './paginate-ids.ts'
import { matchesHiddenPart } from './protected-posts.ts'
import { matchesWords, protectedTexts } from './search-filters.ts'

export type PostExpressionBuilder = ExpressionBuilder<Tables, 'events'>

/** Whether a query may be led by what it asks of a column; of others it tests what it has found. */
export type IndexHint = (column: string) => boolean

const ANY_COLUMN: IndexHint = () => true
const allowColumns = (...columns: readonly string[]): IndexHint => columns.includes.bind(columns)
/** Columns that stand before the start in indexes, for lists of one status. */
const START_INDEX_COLUMNS = ['start_date', 'status', 'hide_from_listings', 'featured', 'ticketed', 'pricing']

export function chooseIndexHint(plan: EventPlan | LinkedPlan, strategy: ScanStrategy): IndexHint {
  if (strategy === 'filter-first') return chooseFilterHint(plan)
  const [key = 'id'] = plan.order.keys
  if (key === 'distance') return allowColumns()
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

/** A condition that does not lead is said by its opposite: SQLite then looks for no index, PostgreSQL sees through it. */
export function buildComparison(
  on: PostExpressionBuilder,
  column: ReferenceExpression<Tables, 'events'> & string,
  operator: ComparisonOperator,
  value: string | number,
  hint: IndexHint,
) {
  return hint(column) ? on(column, operator, value) : on.not(on(column, OPPOSITE_OPERATORS[operator], value))
}

/** Status, words, external id and time of change. */
export function matchesPlan(
  on: PostExpressionBuilder,
  plan: EventPlan | LinkedPlan,
  strategy: ScanStrategy,
  table: PostTable,
) {
  const hint = chooseIndexHint(plan, strategy)
  const { search: words, passwordBypass: open, externalId } = plan
  return on.and([
    hasVisibleStatus(on, plan.statuses, hint),
    ...(words ? matchesWords(on, words, strategy, protectedTexts(on, open, strategy, table)) : []),
    ...matchesHiddenPart(on, open, { has: externalId === undefined ? [] : hasExternalId(on, externalId), lacks: [] }),
    ...(plan.modifiedAfter === undefined ? [] : [buildComparison(on, 'modified_utc', '>', plan.modifiedAfter, hint)]),
  ])
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

/** Most records are published: who lists those among others is not led by statuses. */
function hasStatus(on: PostExpressionBuilder, open: VisibleStatuses['statuses'], hint: IndexHint) {
  const [first = ''] = open
  if (open.length === 1) return buildComparison(on, 'status', '=', first, hint)
  if (!open.includes('publish') && hint('status')) return on('status', 'in', open)
  return on('status', 'not in', toNonEmptyStatuses(POST_STATUSES.filter((status) => !open.includes(status))))
}

const toNonEmptyStatuses = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

/** By the name a record has elsewhere. Without the second condition the index of those that have one would not serve. */
function hasExternalId(on: PostExpressionBuilder, externalId: string) {
  return [on('external_id', '=', externalId), on('external_id', '!=', sql.lit(''))]
}
