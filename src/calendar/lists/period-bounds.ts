/** Date bounds of lists as comparisons of dates, and of the periods of `listed_counts`. */
import { type RawBuilder, sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { DateBound } from './date-bounds.ts'

export const DATE_COMPARISONS = {
  start_date: ['start_date', '>='],
  starts_after: ['start_date', '>'],
  starts_before: ['start_date', '<'],
  end_date: ['end_date', '<='],
  ends_after: ['end_date', '>'],
  ends_before: ['end_date', '<'],
} as const

type Comparison = (typeof DATE_COMPARISONS)[DateBound['name']]

interface WallBound {
  readonly column: Comparison[0]
  readonly operator: Comparison[1]
  readonly value: DateTime
}

/** Bounds on wall times. No event ends before it starts, so a latest end is also a latest start. */
function listWallBounds(bounds: readonly DateBound[]): WallBound[] {
  return bounds.flatMap(({ name, value }) => {
    const [column, operator] = DATE_COMPARISONS[name]
    const isLatestEnd = column === 'end_date' && operator !== '>'
    return [{ column, operator, value }, ...(isLatestEnd ? [{ column: 'start_date', operator, value } as const] : [])]
  })
}

type Condition = RawBuilder<unknown>

const OPPOSITES = { '>=': '<', '>': '<=', '<': '>=', '<=': '>' } as const

/** Conditions on the columns of `table`; negated unless they determine the range of the index (`buildComparison`). */
export const buildWallConditions = (table: string, bounds: readonly DateBound[], isRange: boolean): Condition[] =>
  listWallBounds(bounds).map(({ column, operator, value }) => {
    const name = sql.ref(`${table}.${column}`)
    return isRange
      ? sql`${name} ${sql.raw(operator)} ${value}`
      : sql`not (${name} ${sql.raw(OPPOSITES[operator])} ${value})`
  })

export interface PeriodConditions {
  /** Periods that may contain matching events. */
  readonly possible: readonly Condition[]
  /** Of these, periods in which all events match; without conditions all of them. */
  readonly whole: readonly Condition[]
}

/** `length` is the number of characters of a period: 7 for months, 10 for days. */
export function buildPeriodConditions(table: string, bounds: readonly DateBound[], length: 7 | 10): PeriodConditions {
  const conditions = listWallBounds(bounds).map(({ column, operator, value }) => {
    const period = value.slice(0, length)
    const name = sql.ref(`${table}.${column === 'start_date' ? 'start_period' : 'end_period'}`)
    const includesWhole = isAtEdge(value, operator, length)
    const compare = sql.raw(includesWhole ? operator : `${operator.charAt(0)}=`)
    return { possible: sql`${name} ${compare} ${period}`, whole: includesWhole ? [] : [sql`${name} <> ${period}`] }
  })
  return { possible: conditions.map(({ possible }) => possible), whole: conditions.flatMap(({ whole }) => whole) }
}

const FIRST_MOMENT = '0000-01-01 00:00:00'
const LAST_MOMENT = '9999-12-31 23:59:59'

/** Whether the bound is between two periods. */
function isAtEdge(value: DateTime, operator: WallBound['operator'], length: number): boolean {
  const isFirst = (moment: DateTime) => moment.slice(length) === FIRST_MOMENT.slice(length)
  if (operator === '>=' || operator === '<') return isFirst(value)
  return value === LAST_MOMENT || isFirst(addSeconds(value, 1))
}
