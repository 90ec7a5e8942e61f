/** Conditions that lists of all post kinds share. */
import { type ExpressionBuilder, type ReferenceExpression, sql } from 'kysely'
import type { EventPlan, LinkedPlan } from '../calendar/plans.ts'
import { STATUSES } from '../calendar/post.ts'
import type { ListedStatuses } from '../calendar/visibility.ts'
import type { PostTable } from './columns.ts'
import { COLUMN_OF, type Form } from './id-page.ts'
import { matchesHiddenPart } from './protection.ts'
import { matchesWords, protectedTexts } from './search-conditions.ts'
import type { Tables } from './tables.ts'

export type On = ExpressionBuilder<Tables, 'events'>

/** Whether a query may be led by what it asks of a column; of others it tests what it has found. */
export type Lead = (column: string) => boolean

const ANY: Lead = () => true
const only = (...columns: readonly string[]): Lead => columns.includes.bind(columns)
/** Columns that stand before the start in indexes, for lists of one status. */
const BEFORE_START = ['start_date', 'status', 'hide_from_listings', 'featured', 'ticketed', 'pricing']

export function leadOf(plan: EventPlan | LinkedPlan, form: Form): Lead {
  if (form === 'gather') return leadOfGathering(plan)
  const [key = 'id'] = plan.order.keys
  if (key === 'distance') return only()
  return key === 'start_date' && isOneStatus(plan.statuses) ? only(...BEFORE_START) : only(COLUMN_OF[key])
}

function leadOfGathering(plan: EventPlan | LinkedPlan): Lead {
  if (plan.modifiedAfter !== undefined) return only('modified_utc')
  if (plan.statuses.open.length === 0) return only()
  if (!('bounds' in plan)) return plan.place ? ANY : only()
  const isOfEnd = plan.bounds.length > 0 && plan.bounds.every(({ name }) => name === 'ends_after')
  return isOfEnd ? only('end_date') : ANY
}

const OPPOSITE = { '=': '<>', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const
export type Operator = keyof typeof OPPOSITE

/** A condition that does not lead is said by its opposite: SQLite then looks for no index, PostgreSQL sees through it. */
export function compare(
  on: On,
  column: ReferenceExpression<Tables, 'events'> & string,
  operator: Operator,
  value: string | number,
  lead: Lead,
) {
  return lead(column) ? on(column, operator, value) : on.not(on(column, OPPOSITE[operator], value))
}

/** Status, words, external id and time of change. */
export function matchesPlan(on: On, plan: EventPlan | LinkedPlan, form: Form, table: PostTable) {
  const lead = leadOf(plan, form)
  const { words, open, externalId } = plan
  return on.and([
    showsStatus(on, plan.statuses, lead),
    ...(words ? matchesWords(on, words, form, protectedTexts(on, open, form, table)) : []),
    ...matchesHiddenPart(on, open, { has: externalId === undefined ? [] : hasExternalId(on, externalId), lacks: [] }),
    ...(plan.modifiedAfter === undefined ? [] : [compare(on, 'modified_utc', '>', plan.modifiedAfter, lead)]),
  ])
}

const isOneStatus = ({ open, own }: ListedStatuses): boolean => open.length === 1 && own.length === 0

/** The visibility rule as a condition. */
export function showsStatus(on: On, { open, own, owner }: ListedStatuses, lead: Lead = ANY) {
  const owned = on.and([on('author', '=', owner), on('status', 'in', listed(own))])
  if (open.length === 0) return owned
  const opened = isOpenStatus(on, open, lead)
  return own.length === 0 ? opened : on.or([opened, owned])
}

/** Most records are published: who lists those among others is not led by statuses. */
function isOpenStatus(on: On, open: ListedStatuses['open'], lead: Lead) {
  const [first = ''] = open
  if (open.length === 1) return compare(on, 'status', '=', first, lead)
  if (!open.includes('publish') && lead('status')) return on('status', 'in', open)
  return on('status', 'not in', listed(STATUSES.filter((status) => !open.includes(status))))
}

const listed = (statuses: readonly string[]): readonly string[] => (statuses.length > 0 ? statuses : [''])

/** By the name a record has elsewhere. Without the second condition the index of those that have one would not serve. */
function hasExternalId(on: On, externalId: string) {
  return [on('external_id', '=', externalId), on('external_id', '!=', sql.lit(''))]
}
